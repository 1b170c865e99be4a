#include <stdio.h>

#include "mortise/mortise.h"

static _Alignas(64) unsigned char file[1 << 20], arena[1 << 16];

int main(int argc, char** argv) {
  FILE* in = argc > 1 ? fopen(argv[1], "rb") : NULL;
  size_t size = in ? fread(file, 1, sizeof file, in) : 0;
  mortise_model model;
  mortise_fault fault;
  if (mortise_model_open(file, size, &model, sizeof model, &fault, sizeof fault) != 0)
    return printf("%s: %s\n", fault.field, fault.text), 1;
  mortise_state* state = mortise_state_make(&model, arena, sizeof arena);
  if (state == NULL || mortise_input_values(&model) > 8 || mortise_outputs(&model) > 32) return 1;
  double u[8] = {0}, y[32];
  uint32_t seen = 0;
  for (int k = 0; k < 2000; ++k) seen |= mortise_step(&model, state, u, y);
  if (seen & mortise_stop_mask(&model)) return 1;
  printf("t = %g s, y[0] = %.6f, status %u\n", mortise_time(&model, state), y[0], seen);
  return 0;
}
