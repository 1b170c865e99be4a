// A number of a contact law, described once: keys of a definition, kept stages, the training box
// and the parameters of a model file are made of these rows.
#pragma once

#include <limits>
#include <string>
#include <type_traits>

namespace mortise::gen {

// Of definitions. whole: the number counts something.
struct NumberRange {
  double minimum, maximum;
  bool minimum_allowed = true, whole = false;

  bool holds(double x) const {
    return x <= maximum && (x > minimum || (minimum_allowed && x == minimum));
  }
};
inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();
inline constexpr NumberRange kAnyNumber = {-kNoLimit, kNoLimit},
                             kNotNegativeNumber = {0.0, kNoLimit},
                             kPositiveNumber = {0.0, kNoLimit, false}, kShareNumber = {0.0, 1.0},
                             kWholeNumber = {1.0, 1e6, true, true};

struct NumberLimits {
  double low, high;
};

template <class Law>
struct LawNumber {
  // What the number may become while a model runs, given the law of the file and its own value.
  using Limits = NumberLimits (*)(const Law& law, double value);

  const char* table;  // of the definition, e.g. "contact"
  const char* name;   // of its key there
  const char* unit;   // "-" without
  NumberRange range;
  const char* standard;  // TOML text of the default; null: none
  Limits limits;         // null: it stays
  const char* meaning;
  int parameter;  // place in the schema's ParameterKind
  double (*get)(const Law& law);
  void (*set)(Law* law, double value);

  std::string path() const { return std::string(table) + "." + name; }
  const char* unit_in_file() const { return unit == std::string("-") ? "1" : unit; }
  NumberLimits limits_of(const Law& law) const { return limits(law, get(law)); }
};

// The row of a member of a law, or of a member of a part of it.
template <class Law, auto... Members>
LawNumber<Law> law_number(const char* table, const char* name, const char* unit, NumberRange range,
                          const char* standard, typename LawNumber<Law>::Limits limits,
                          const char* meaning, int parameter = -1) {
  const auto get = [](const Law& law) { return static_cast<double>((law.*....*Members)); };
  const auto set = [](Law* law, double value) {
    auto& member = ((*law).*....*Members);
    member = static_cast<std::remove_reference_t<decltype(member)>>(value);
  };
  return {table, name, unit, range, standard, limits, meaning, parameter, get, set};
}

}  // namespace mortise::gen
