#include "model.h"

static mortise_model model;
static _Alignas(64) unsigned char arena[MORTISE_MODEL_ARENA_BYTES];

int main(void) {
  double u[MORTISE_MODEL_INPUT_VALUES + 1] = {0}, y[MORTISE_MODEL_OUTPUTS + 1];
  if (mortise_model_open(mortise_model_file, sizeof mortise_model_file, &model, sizeof model, NULL,
                         0) != 0)
    return 1;
  mortise_state* state = mortise_state_make(&model, arena, sizeof arena);
  return state != NULL && mortise_step(&model, state, u, y) == MORTISE_OK ? 0 : 2;
}
