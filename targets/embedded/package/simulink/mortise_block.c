#include "mortise_block.h"

#include <string.h>

static unsigned char* aligned(unsigned char* bytes) {
  return bytes + (64 - (uintptr_t)bytes % 64) % 64;
}

static mortise_input describe(const mortise_block* block, int32_t input) {
  mortise_input description;
  (void)mortise_input_describe(&block->model, input, &description, sizeof description);
  return description;
}

/* Outputs before a step: at rest, or of films those of a first step, which is taken back. */
static void begin_outputs(mortise_block* block) {
  if (mortise_outputs_at_rest(&block->model, block->state, block->outputs) == MORTISE_OK) return;
  for (int32_t i = 0; i < MORTISE_MODEL_INPUTS; ++i) {
    const double value = describe(block, i).default_value;
    block->inputs[i] = value;
    block->inputs[MORTISE_MODEL_INPUTS + i] = value;
  }
  (void)mortise_step(&block->model, block->state, block->inputs, block->outputs);
  (void)mortise_state_reset(&block->model, block->state);
}

const char* mortise_block_start(mortise_block* block) {
  mortise_fault fault;
  memset(block, 0, sizeof *block);
  if (mortise_model_open(mortise_model_file, sizeof mortise_model_file, &block->model,
                         sizeof block->view, &fault, sizeof fault) != 0)
    return fault.text;
  block->state =
      mortise_state_make(&block->model, aligned(block->arena), MORTISE_MODEL_ARENA_BYTES);
  if (block->state == NULL) return "model.h is not that of the model; export both anew";
  begin_outputs(block);
  return NULL;
}

const char* mortise_block_set_parameters(mortise_block* block, const double* values, size_t count) {
  if (count == 0) return NULL;
  if (count != (size_t)mortise_parameters(&block->model))
    return "the model has another number of parameters; model.h lists them";
  for (int32_t i = 0; i < (int32_t)count; ++i)
    if (mortise_parameter_set(&block->model, block->state, i, values[i]) & MORTISE_BAD_CALL)
      return "a parameter is out of its range; model.h has the ranges";
  return NULL;
}

uint32_t mortise_block_step(mortise_block* block, const double* inputs) {
  for (int32_t i = 0; i < MORTISE_MODEL_INPUTS; ++i) {
    double start = inputs[i];
    if (MORTISE_MODEL_INPUT_VALUES > MORTISE_MODEL_INPUTS) {
      if (block->begun && describe(block, i).hold != MORTISE_HOLD_ZERO_ORDER)
        start = block->begin[i];
      block->inputs[MORTISE_MODEL_INPUTS + i] = inputs[i];
    }
    block->inputs[i] = start;
    block->begin[i] = inputs[i];
  }
  block->begun = 1;
  block->status = mortise_step(&block->model, block->state, block->inputs, block->outputs);
  return block->status;
}

/* Numbers of a save beside the snapshot. */
static unsigned char* copy(unsigned char* to, const void* from, size_t size) {
  memcpy(to, from, size);
  return to + size;
}

void mortise_block_save(mortise_block* block, unsigned char* out) {
  unsigned char* staged = aligned(block->snapshot);
  const uint64_t books[2] = {block->status, (uint64_t)block->begun};
  (void)mortise_snapshot_write(&block->model, block->state, staged, MORTISE_MODEL_SNAPSHOT_BYTES);
  out = copy(out, staged, MORTISE_MODEL_SNAPSHOT_BYTES);
  out = copy(out, block->begin, MORTISE_MODEL_INPUTS * sizeof(double));
  out = copy(out, block->outputs, MORTISE_MODEL_OUTPUTS * sizeof(double));
  (void)copy(out, books, sizeof books);
}

const char* mortise_block_restore(mortise_block* block, const unsigned char* saved) {
  unsigned char* staged = aligned(block->snapshot);
  uint64_t books[2];
  memcpy(staged, saved, MORTISE_MODEL_SNAPSHOT_BYTES);
  const int32_t error =
      mortise_snapshot_restore(&block->model, block->state, staged, MORTISE_MODEL_SNAPSHOT_BYTES);
  if (error != 0) return mortise_snapshot_text(error);
  saved += MORTISE_MODEL_SNAPSHOT_BYTES;
  memcpy(block->begin, saved, MORTISE_MODEL_INPUTS * sizeof(double));
  saved += MORTISE_MODEL_INPUTS * sizeof(double);
  memcpy(block->outputs, saved, MORTISE_MODEL_OUTPUTS * sizeof(double));
  saved += MORTISE_MODEL_OUTPUTS * sizeof(double);
  memcpy(books, saved, sizeof books);
  block->status = (uint32_t)books[0];
  block->begun = (int32_t)books[1];
  return NULL;
}
