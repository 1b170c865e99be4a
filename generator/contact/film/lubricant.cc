#include "generator/contact/film/lubricant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kDensityPressure = 5.9e8;    // [Pa] Dowson-Higginson
constexpr double kRoelandsPressure = 1.96e8;  // [Pa]
constexpr double kRoelandsOffset = 9.67;      // ln eta of Roelands' pole, eta in Pa s
constexpr double kLargestExponent = 600.0;    // keeps exp() finite on wild iterates

// A property over P >= 0 and its derivative: the logarithm of the viscosity, or the density.
struct OverPressure {
  double value, slope;
};

// What a law says of itself, and how it is without its own words: it has no numbers, leaves those
// of the file zero and takes any oil.
struct LubricantLaw {
  static constexpr std::array<const char*, 2> kNames{};  // of lubricant_numbers()
  static void fill(const LubricantSpec&, double, LubricantNumbers*) {}
  static LubricantFault fault(const LubricantSpec&) { return {}; }
};

struct ConstantViscosity : LubricantLaw {
  static OverPressure at(const LubricantNumbers&, double) { return {0.0, 0.0}; }
};

struct BarusViscosity : LubricantLaw {
  static constexpr std::array<const char*, 2> kNames = {"pressure_coefficient"};
  static void fill(const LubricantSpec& oil, double scale, LubricantNumbers* n) {
    n->barus = oil.pressure_coefficient * scale;
  }
  static OverPressure at(const LubricantNumbers& n, double p) { return {n.barus * p, n.barus}; }
};

struct RoelandsViscosity : LubricantLaw {
  static constexpr std::array<const char*, 2> kNames = {"pressure_coefficient"};
  static void fill(const LubricantSpec& oil, double scale, LubricantNumbers* n) {
    n->roelands_log = std::log(oil.viscosity) + kRoelandsOffset;
    n->roelands_pole = scale / kRoelandsPressure;
    n->roelands_index = oil.pressure_coefficient * kRoelandsPressure / n->roelands_log;
  }
  static LubricantFault fault(const LubricantSpec& oil) {
    if (std::log(oil.viscosity) + kRoelandsOffset > 0.0) return {};
    return {"viscosity", " Pa s, where Roelands' law has no exponent",
            "use a viscosity above 6.4e-5 Pa s or another lubricant.viscosity_law"};
  }
  static OverPressure at(const LubricantNumbers& n, double p) {
    const double x = 1.0 + n.roelands_pole * p, power = std::pow(x, n.roelands_index);
    return {n.roelands_log * (power - 1.0),
            n.roelands_log * n.roelands_index * n.roelands_pole * power / x};
  }
};

struct IncompressibleDensity : LubricantLaw {
  static OverPressure at(const LubricantNumbers&, double) { return {1.0, 0.0}; }
};

struct DowsonHigginsonDensity : LubricantLaw {
  static void fill(const LubricantSpec&, double scale, LubricantNumbers* n) {
    n->density = kDensityPressure / scale;
  }
  static OverPressure at(const LubricantNumbers& n, double p) {
    const double d = n.density;
    return {(d + 1.34 * p) / (d + p), 0.34 * d / ((d + p) * (d + p))};
  }
};

struct LubricantLawRow {
  std::array<const char*, 2> names;
  void (*fill)(const LubricantSpec& oil, double scale, LubricantNumbers* numbers);
  LubricantFault (*fault)(const LubricantSpec& oil);
  OverPressure (*at)(const LubricantNumbers& numbers, double p);

  bool has(const LubricantNumber& number) const {
    return std::any_of(names.begin(), names.end(),
                       [&](const char* name) { return name != nullptr && number.is(name); });
  }
};
template <class Law>
constexpr LubricantLawRow row_of() {
  return {Law::kNames, Law::fill, Law::fault, Law::at};
}

// In the order of the enumerators.
constexpr LubricantLawRow kViscosityRows[] = {row_of<ConstantViscosity>(), row_of<BarusViscosity>(),
                                              row_of<RoelandsViscosity>()};
constexpr LubricantLawRow kDensityRows[] = {row_of<IncompressibleDensity>(),
                                            row_of<DowsonHigginsonDensity>()};
static_assert(std::size(kViscosityRows) == enum_names<ViscosityLaw>.size());
static_assert(std::size(kDensityRows) == enum_names<DensityLaw>.size());

const LubricantLawRow& viscosity_of(const LubricantSpec& oil) {
  return kViscosityRows[static_cast<std::size_t>(oil.viscosity_law)];
}
const LubricantLawRow& density_of(const LubricantSpec& oil) {
  return kDensityRows[static_cast<std::size_t>(oil.density_law)];
}

// "key = a or b" of the rows that have the number, empty if none has.
template <class Law, std::size_t kCount>
std::string choice_with(const LubricantNumber& number, const char* key,
                        const LubricantLawRow (&rows)[kCount]) {
  std::string text;
  for (std::size_t i = 0; i < kCount; ++i) {
    if (!rows[i].has(number)) continue;
    text += (text.empty() ? std::string("lubricant.") + key + " = " : " or ") +
            name_of(static_cast<Law>(i));
  }
  return text;
}

}  // namespace

const std::vector<LubricantNumber>& lubricant_numbers() {
  static const std::vector<LubricantNumber> rows = {
      law_number<LubricantSpec, &LubricantSpec::viscosity>(
          "lubricant", "viscosity", "Pa s", kPositive, nullptr, nullptr, "at ambient pressure"),
      law_number<LubricantSpec, &LubricantSpec::pressure_coefficient>(
          "lubricant", "pressure_coefficient", "1/Pa", kNotNegative, nullptr, nullptr,
          "growth of the logarithm of the viscosity with pressure; required unless viscosity_law "
          "= constant")};
  return rows;
}

bool has_number(const LubricantSpec& oil, const LubricantNumber& number) {
  return viscosity_of(oil).has(number) || density_of(oil).has(number) || laws_with(number).empty();
}

std::string laws_with(const LubricantNumber& number) {
  const std::string text = choice_with<ViscosityLaw>(number, "viscosity_law", kViscosityRows);
  return text.empty() ? choice_with<DensityLaw>(number, "density_law", kDensityRows) : text;
}

LubricantFault fault_of(const LubricantSpec& oil) {
  const LubricantFault fault = viscosity_of(oil).fault(oil);
  return fault.key != nullptr ? fault : density_of(oil).fault(oil);
}

Lubricant::Lubricant(const LubricantSpec& spec, double scale) : spec_(spec), scale_(scale) {
  const LubricantFault fault = fault_of(spec);
  if (fault.key == nullptr) return;
  for (const LubricantNumber& n : lubricant_numbers())
    if (n.is(fault.key))
      throw Error("lubricant", fmt::format("{} = {:g}{}", n.path(), n.get(spec), fault.why),
                  fault.remedy);
}

LubricantNumbers Lubricant::numbers() const {
  LubricantNumbers n{};
  viscosity_of(spec_).fill(spec_, scale_, &n);
  density_of(spec_).fill(spec_, scale_, &n);
  return n;
}

void Lubricant::evaluate(const Vector& P, LubricantState* state) const {
  for (Vector* v :
       {&state->density, &state->density_slope, &state->fluidity, &state->fluidity_slope}) {
    v->resize(P.size());
  }
  const LubricantNumbers n = numbers();
  const auto density_law = density_of(spec_).at, viscosity_law = viscosity_of(spec_).at;
  for (Eigen::Index i = 0; i < P.size(); ++i) {
    const double p = std::max(P[i], 0.0);
    const double above = P[i] > 0.0 ? 1.0 : 0.0;
    const OverPressure density = density_law(n, p), exponent = viscosity_law(n, p);
    state->density[i] = density.value;
    state->density_slope[i] = above * density.slope;
    state->fluidity[i] = std::exp(-std::min(exponent.value, kLargestExponent));
    state->fluidity_slope[i] = -above * exponent.slope * state->fluidity[i];
  }
}

}  // namespace mortise::gen
