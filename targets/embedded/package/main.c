/* Opens the model, runs its self-test and the steps of reference.h, and compares every bit.
 * Exit status: 0 all is as it must be, 1 model refused, 2 self-test failed, 3 other outputs. */
#include <string.h>

#include "model.h"
#include "mortise.h"
#include "port.h"
#include "reference.h"

static union {
  mortise_model model;
  unsigned char all[MORTISE_MODEL_VIEW_BYTES];
} view;
static mortise_model* const model = &view.model;
static mortise_player player;
static _Alignas(64) unsigned char arena[MORTISE_MODEL_ARENA_BYTES];
static double u[MORTISE_MODEL_INPUT_VALUES + 1], y[MORTISE_MODEL_OUTPUTS + 1];

static void print_hex(uint64_t value) {
  char text[17];
  for (int k = 15; k >= 0; --k, value >>= 4) text[k] = "0123456789abcdef"[value & 15];
  text[16] = 0;
  port_print(text);
}

static void print_decimal(uint32_t value) {
  char text[11];
  char* p = text + sizeof text - 1;
  *p = 0;
  do {
    *--p = (char)('0' + value % 10);
    value /= 10;
  } while (value > 0);
  port_print(p);
}

static uint64_t bits(double value) {
  uint64_t result;
  memcpy(&result, &value, sizeof result);
  return result;
}

static uint64_t hash_bytes(uint64_t hash, const void* bytes, size_t size) {
  const unsigned char* p = bytes;
  while (size-- > 0) hash = (hash ^ *p++) * UINT64_C(0x100000001b3);
  return hash;
}

static int open_model(void) {
  mortise_fault fault;
  if (mortise_model_open(mortise_model_file, sizeof mortise_model_file, model, sizeof view, &fault,
                         sizeof fault) != 0) {
    port_print("refused: ");
    port_print(fault.field);
    port_print(": ");
    port_print(fault.text);
    port_print("\n");
    return 0;
  }
  return mortise_state_bytes(model) == MORTISE_MODEL_ARENA_BYTES &&
         mortise_input_values(model) == MORTISE_MODEL_INPUT_VALUES &&
         mortise_outputs(model) == MORTISE_MODEL_OUTPUTS;
}

/* Inputs at their defaults, those at t_n and those at t_n+1. */
static void default_inputs(void) {
  for (int i = 0; i < MORTISE_MODEL_INPUT_VALUES; ++i) {
    mortise_input input;
    (void)mortise_input_describe(model, i < MORTISE_MODEL_INPUTS ? i : i - MORTISE_MODEL_INPUTS,
                                 &input, sizeof input);
    u[i] = input.default_value;
  }
}

/* 1 if the row of outputs is that of the reference. */
static int row_agrees(int row) {
  for (int i = 0; i < MORTISE_MODEL_OUTPUTS; ++i) {
    if (bits(y[i]) == bits(mortise_reference[row][i])) continue;
    port_print("step ");
    print_decimal((uint32_t)((row + 1) * MORTISE_REFERENCE_EVERY));
    port_print(": ");
    port_print(mortise_output_name(model, i));
    port_print(" has the bits ");
    print_hex(bits(y[i]));
    port_print(", the reference ");
    print_hex(bits(mortise_reference[row][i]));
    port_print("\n");
    return 0;
  }
  return 1;
}

static int reference_agrees(mortise_state* state) {
  uint64_t hash = UINT64_C(14695981039346656037);
  default_inputs();
  if (MORTISE_REFERENCE_SCENARIO >= 0 &&
      (mortise_player_start(model, state, MORTISE_REFERENCE_SCENARIO, &player, sizeof player) &
       MORTISE_BAD_CALL) != 0)
    return 0;
  for (int k = 1; k <= MORTISE_REFERENCE_STEPS; ++k) {
    if (MORTISE_REFERENCE_SCENARIO >= 0) (void)mortise_player_next(model, state, &player, u);
    uint32_t status = mortise_step(model, state, u, y);
    hash = hash_bytes(hash, y, MORTISE_MODEL_OUTPUTS * sizeof *y);
    hash = hash_bytes(hash, &status, sizeof status);
    if (k % MORTISE_REFERENCE_EVERY == 0 && !row_agrees(k / MORTISE_REFERENCE_EVERY - 1)) return 0;
  }
  port_print("trace ");
  print_hex(hash);
  port_print("\n");
  return hash == MORTISE_REFERENCE_HASH;
}

int main(void) {
  if (!open_model()) return 1;
  mortise_state* state = mortise_state_make(model, arena, sizeof arena);
  if (state == NULL || (MORTISE_REFERENCE_SELFTEST && !mortise_selftest(model, state, NULL))) {
    port_print("self-test FAILED: compile with -ffp-contract=off and without -ffast-math\n");
    return 2;
  }
  if (!reference_agrees(state)) {
    port_print("reference FAILED\n");
    return 3;
  }
  port_print(MORTISE_MODEL_NAME ": reference passed, ");
  print_decimal(MORTISE_REFERENCE_STEPS);
  port_print(" steps\n");
  port_report();
  return 0;
}
