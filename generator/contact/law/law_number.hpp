// A number of a contact law, described once: keys of a definition, kept stages, the training box
// and the parameters of a model file are made of these rows.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace mortise::gen {

// Bounds of a number, or of every number of a list.
struct NumberRange {
  double minimum, maximum;
  bool minimum_allowed = true;

  bool holds(double x) const {
    return x <= maximum && (x > minimum || (minimum_allowed && x == minimum));
  }
};
inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr NumberRange kAny = {-kInf, kInf}, kNotNegative = {0.0, kInf},
                             kPositive = {0.0, kInf, false}, kUnit = {0.0, 1.0},
                             kCount = {1.0, 1e6};

struct NumberLimits {
  double low, high;
};

// Limits that nothing else decides.
template <int low, int high, class Law>
NumberLimits within(const Law&, double) {
  return {low, high};
}

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
  bool whole;     // it counts something
  double (*get)(const Law& law);
  void (*set)(Law* law, double value);

  bool is(std::string_view other) const { return other == name; }
  std::string path() const { return std::string(table) + "." + name; }
  const char* unit_in_file() const { return unit == std::string("-") ? "1" : unit; }
  NumberLimits limits_of(const Law& law) const { return limits(law, get(law)); }
};

// From a time of a scenario on, a number of the law of an interface is another.
struct LawChange {
  double at = 0.0;            // [s]
  std::size_t interface = 0;  // of an assembly, in the order of the definition
  int parameter = 0;          // LawNumber::parameter of the number
  double value = 0.0;         // [its unit]
  // `value` is added to the number as the definition has it: gaps keep the shape of the surfaces.
  bool relative = false;
  // Contacts of the interface whose law it is; all, unless interfaces are stacked.
  std::size_t first = 0, count = std::numeric_limits<std::size_t>::max();

  bool is_of(std::size_t contact) const { return contact >= first && contact - first < count; }

  double of(double defined) const { return relative ? defined + value : value; }

  // Makes the change in *law. defined: the law as the definition has it.
  template <class Law>
  void make(const Law& defined, Law* law) const {
    for (const auto& number : numbers_of(defined))
      if (number.parameter == parameter) number.set(law, of(number.get(defined)));
  }
};

// The row of a member of a law, or of a member of a part of it.
template <class Law, auto... Members>
LawNumber<Law> law_number(const char* table, const char* name, const char* unit, NumberRange range,
                          const char* standard, typename LawNumber<Law>::Limits limits,
                          const char* meaning, int parameter = -1) {
  using Number = std::remove_reference_t<decltype((std::declval<Law&>().*....*Members))>;
  const auto get = [](const Law& law) { return static_cast<double>((law.*....*Members)); };
  const auto set = [](Law* law, double value) {
    ((*law).*....*Members) = static_cast<Number>(value);
  };
  return {
      table, name, unit, range, standard, limits, meaning, parameter, std::is_integral_v<Number>,
      get,   set};
}

}  // namespace mortise::gen
