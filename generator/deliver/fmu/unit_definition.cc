#include "generator/deliver/fmu/unit_definition.hpp"

#include <cctype>
#include <cstdlib>
#include <map>

namespace mortise::gen {
namespace {

// kg, m, s, A, K, mol, cd, rad
const std::map<std::string, BaseExponents>& symbols() {
  static const std::map<std::string, BaseExponents> table{
      {"1", {}},
      {"-", {}},
      {"kg", {1}},
      {"m", {0, 1}},
      {"s", {0, 0, 1}},
      {"A", {0, 0, 0, 1}},
      {"K", {0, 0, 0, 0, 1}},
      {"mol", {0, 0, 0, 0, 0, 1}},
      {"cd", {0, 0, 0, 0, 0, 0, 1}},
      {"rad", {0, 0, 0, 0, 0, 0, 0, 1}},
      {"Hz", {0, 0, -1}},
      {"N", {1, 1, -2}},
      {"Pa", {1, -1, -2}},
      {"J", {1, 2, -2}},
      {"W", {1, 2, -3}},
      {"V", {1, 2, -3, -1}},
      {"C", {0, 0, 1, 1}},
  };
  return table;
}

// Adds a factor with its exponent, "m^-1" or "m2", `sign` times.
bool add_factor(const std::string& factor, int sign, BaseExponents* sum) {
  std::size_t letters = 0;
  while (letters < factor.size() && std::isalpha(static_cast<unsigned char>(factor[letters])) != 0)
    ++letters;
  std::string symbol = factor.substr(0, letters), exponent = factor.substr(letters);
  if (letters == 0) symbol = std::exchange(exponent, "");
  if (!exponent.empty() && exponent.front() == '^') exponent.erase(0, 1);
  char* end = nullptr;
  const long power = exponent.empty() ? 1 : std::strtol(exponent.c_str(), &end, 10);
  const auto found = symbols().find(symbol);
  if (found == symbols().end() || (end != nullptr && *end != '\0')) return false;
  for (std::size_t k = 0; k < sum->size(); ++k)
    (*sum)[k] += sign * static_cast<int>(power) * found->second[k];
  return true;
}

}  // namespace

std::optional<BaseExponents> base_exponents(const std::string& unit) {
  BaseExponents sum{};
  int sign = 1;
  std::string factor;
  for (std::size_t i = 0; i <= unit.size(); ++i) {
    const char c = i < unit.size() ? unit[i] : ' ';
    const bool exponent_point = c == '.' && i > 0 && i + 1 < unit.size() &&
                                std::isdigit(static_cast<unsigned char>(unit[i - 1])) != 0 &&
                                std::isdigit(static_cast<unsigned char>(unit[i + 1])) != 0;
    if ((c != ' ' && c != '*' && c != '.' && c != '/') || exponent_point) {
      factor += c;
      continue;
    }
    if (!factor.empty() && !add_factor(factor, sign, &sum)) return std::nullopt;
    factor.clear();
    if (c == '/') sign = -1;
  }
  return sum;
}

}  // namespace mortise::gen
