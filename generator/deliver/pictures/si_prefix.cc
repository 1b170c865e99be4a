#include "generator/deliver/pictures/si_prefix.hpp"

namespace mortise::gen {

SiPrefix si_prefix(double largest, const std::string& unit, double at_least) {
  if (largest == 0.0) return {1.0, unit};
  struct Step {
    double factor;
    const char* symbol;
  };
  static const Step kSteps[] = {{1e9, "G"},  {1e6, "M"},         {1e3, "k"}, {1.0, ""},
                                {1e-3, "m"}, {1e-6, "\xC2\xB5"}, {1e-9, "n"}};
  // A largest value that should be 1 in its unit may miss it by rounding.
  constexpr double kRounding = 1.0 - 1e-12;
  const Step* step = kSteps;
  while (step->factor > 1e-9 && largest < at_least * kRounding * step->factor) ++step;
  return {step->factor, step->symbol + unit};
}

std::string axis_label(const std::string& quantity, const SiPrefix& prefix) {
  return quantity + " [" + prefix.unit + "]";
}

}  // namespace mortise::gen
