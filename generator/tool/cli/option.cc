// The options of CLI11 that commands use, and the only place that makes them of its templates.
#include <cmath>
#include <cstdlib>
#include <type_traits>

#include "generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;

template <class T>
inline constexpr bool is_real = std::is_floating_point_v<T>;
template <class T>
inline constexpr bool is_real<std::optional<T>> = is_real<T>;
template <class T>
inline constexpr bool is_real<std::vector<T>> = is_real<T>;

// No text such as "nan" or "inf", which ranges let through.
CLI::Validator finite_number() {
  return CLI::Validator(
      [](const std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        const bool read = !text.empty() && *end == '\0';  // other text is another complaint
        return read && !std::isfinite(value) ? text + " is no finite number" : std::string();
      },
      "");
}

}  // namespace

CLI::Validator in_range(int least, int most) { return CLI::Range(least, most); }
CLI::Validator in_range(double least, double most) { return CLI::Range(least, most); }
CLI::Validator one_of(const std::vector<std::string>& words) { return CLI::IsMember(words); }
CLI::Validator one_of_numbers(const std::vector<int>& numbers) { return CLI::IsMember(numbers); }

template <class T>
CLI::Option* add_option(CLI::App* command, const std::string& names, T* value,
                        const std::string& what) {
  CLI::Option* option = command->add_option(names, *value, what);
  if constexpr (is_list<T>) option->delimiter(',');
  if constexpr (is_real<T>) option->check(finite_number());
  return option;
}

#define MORTISE_INSTANTIATE(...)                                                \
  template CLI::Option* add_option(CLI::App* command, const std::string& names, \
                                   __VA_ARGS__* value, const std::string& what);
MORTISE_INSTANTIATE(std::string)
MORTISE_INSTANTIATE(int)
MORTISE_INSTANTIATE(long)
MORTISE_INSTANTIATE(std::size_t)
MORTISE_INSTANTIATE(double)
MORTISE_INSTANTIATE(std::optional<double>)
MORTISE_INSTANTIATE(std::vector<std::string>)
MORTISE_INSTANTIATE(std::vector<int>)
MORTISE_INSTANTIATE(std::vector<double>)
#undef MORTISE_INSTANTIATE

}  // namespace mortise::gen
