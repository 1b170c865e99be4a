// The seed model `several` in flash, stepped with its sizes fixed at compile time.
#include <mortise/fixed.hpp>

#include "model.hpp"

using Step = mortise::Runtime<(MORTISE_SEVERAL_MODES + 7) / 8 * 8, MORTISE_SEVERAL_CONTACTS,
                              MORTISE_SEVERAL_INPUTS, MORTISE_SEVERAL_OUTPUTS>;

alignas(64) static unsigned char arena[MORTISE_SEVERAL_ARENA_BYTES];

int main() {
  mortise::Model model;
  if (mortise::Model::open(mortise_several, sizeof mortise_several, &model, nullptr) !=
          mortise::LoadError::kOK ||
      !Step::fits(model))
    return 1;
  mortise::State* state = mortise::State::make(model, arena, sizeof arena, nullptr);
  double u[MORTISE_SEVERAL_INPUT_VALUES] = {}, y[MORTISE_SEVERAL_OUTPUTS];
  mortise::Status seen = 0;
  for (int k = 0; k < 100 && state; ++k) seen |= Step::step(model, *state, u, y);
  return state && state->steps() == 100 &&
                 (seen & mortise::severity_mask(mortise::Severity::kSTOP)) == 0
             ? 0
             : 1;
}
