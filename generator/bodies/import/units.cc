#include "generator/bodies/import/raw_export.hpp"

#include <array>
#include <cctype>
#include <cmath>
#include <string_view>
#include <vector>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

struct Unit {
  std::string_view name;
  double value;  // in SI
};

constexpr double kInch = 0.0254;
constexpr double kPoundForce = 4.4482216152605;
constexpr std::array<Unit, 6> kLengths{
    {{"m", 1.0}, {"cm", 1e-2}, {"mm", 1e-3}, {"um", 1e-6}, {"in", kInch}, {"ft", 12.0 * kInch}}};
constexpr std::array<Unit, 6> kMasses{{{"kg", 1.0},
                                       {"t", 1e3},
                                       {"g", 1e-3},
                                       {"mg", 1e-6},
                                       {"slug", kPoundForce / (12.0 * kInch)},
                                       {"slinch", kPoundForce / kInch}}};
constexpr std::array<Unit, 2> kTimes{{{"s", 1.0}, {"ms", 1e-3}}};
constexpr std::array<Unit, 6> kForces{
    {{"N", 1.0}, {"MN", 1e6}, {"kN", 1e3}, {"mN", 1e-3}, {"uN", 1e-6}, {"lbf", kPoundForce}}};

template <std::size_t n>
double value_of(const std::string& name, const std::array<Unit, n>& table, const std::string& what,
                const std::string& declared) {
  std::string known;
  for (const Unit& unit : table) {
    if (unit.name == name) return unit.value;
    known += (known.empty() ? "" : ", ") + std::string(unit.name);
  }
  throw Error("units \"" + declared + "\"", "\"" + name + "\" is no known unit of " + what,
              "use one of " + known);
}

std::vector<std::string> split(const std::string& declared) {
  std::vector<std::string> parts(1);
  for (const char c : declared)
    if (c == ',' || c == '_')
      parts.emplace_back();
    else if (!std::isspace(static_cast<unsigned char>(c)))
      parts.back() += c;
  return parts;
}

}  // namespace

void check_consistent(const UnitSystem& units, const std::string& declared) {
  const std::string where = "units \"" + declared + "\"";
  const std::array<Unit, 4> scales{{{"length", units.length},
                                    {"mass", units.mass},
                                    {"time", units.time},
                                    {"force", units.force}}};
  for (const Unit& scale : scales) {
    if (!std::isfinite(scale.value) || scale.value <= 0.0)
      throw Error(where, "the unit of " + std::string(scale.name) + " is not a positive number",
                  "give its value in SI");
  }
  const double derived = units.mass * units.length / (units.time * units.time);
  demand(std::abs(units.force / derived - 1.0) <= 1e-6, where,
         "force is not mass * length / time^2: the unit of force is " +
             std::to_string(units.force) + " N, the others give " + std::to_string(derived) + " N",
         "declare a consistent system, e.g. \"SI\" or \"mm,t,s,N\"");
}

UnitSystem parse_units(const std::string& declared) {
  if (declared == "SI" || declared == "si") return {};
  const std::vector<std::string> parts = split(declared);
  demand(parts.size() == 4, "units \"" + declared + "\"",
         declared.empty() ? "no unit system is declared; matrix files carry none"
                          : "is not \"SI\" or four units length, mass, time, force",
         "declare for example \"SI\" or \"mm,t,s,N\"");
  UnitSystem units;
  units.length = value_of(parts[0], kLengths, "length", declared);
  units.mass = value_of(parts[1], kMasses, "mass", declared);
  units.time = value_of(parts[2], kTimes, "time", declared);
  units.force = value_of(parts[3], kForces, "force", declared);
  check_consistent(units, declared);
  return units;
}

}  // namespace mortise::gen
