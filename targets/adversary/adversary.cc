#include "adversary.hpp"

#include "mortise_generated.h"

namespace mortise::targets {

void Adversary::set_parameters() {
  const auto* table = model_.root()->parameters();
  if (!table || table->size() == 0) return;
  const std::uint32_t one = random_.below(table->size());
  const bool all = random_.below(3) == 0, back = random_.below(3) == 0;
  for (std::uint32_t k = 0; k < table->size(); ++k) {
    if (!all && k != one) continue;
    const schema::Parameter& p = *table->Get(k);
    Real value = p.default_value();
    if (!back) {
      const Real end = random_.coin() ? p.maximum() : p.minimum();
      Real share = random_.below(3) == 0 ? Real(1) : random_.share();
      for (std::uint32_t decades = random_.below(6); share < 1 && decades > 0; --decades)
        share /= 10;
      value = end * share + value * (1 - share);
      if (share == 1) value = end;
    }
    (void)set_parameter(model_, state_, static_cast<std::int32_t>(k), value);
  }
}

void Adversary::restart() {
  restart_in_ = 16 * random_.size(11);
  change_in_ = 0;
  const auto* scenarios = model_.root()->scenarios();
  const std::uint32_t count = scenarios ? scenarios->size() : 0;
  // films and joints begin in the state that their scenario stands in; others mostly go on
  if (count == 0) {
    if (random_.below(3) == 0) state_.reset(model_);
    return;
  }
  (void)player_.start(model_, static_cast<std::int32_t>(random_.below(count)), &state_);
}

}  // namespace mortise::targets
