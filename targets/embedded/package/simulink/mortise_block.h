/* The model as a block of a diagram, in plain C: nothing of the program that runs the diagram. A
 * block steps with MORTISE_MODEL_STEP. Its outputs belong to the end of the step before, so it
 * passes nothing of its inputs through.
 *
 * An input of zero-order hold acts with its value at t_n from t_n to t_n+1. One of linear or cubic
 * hold acts one step late: from t_n to t_n+1 it goes from its value at t_n-1 to that at t_n. */
#ifndef MORTISE_BLOCK_H
#define MORTISE_BLOCK_H

#include "model.h"
#include "mortise.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Caller-owned; not to be moved or copied. */
typedef struct {
  union {
    mortise_model model;
    unsigned char view[MORTISE_MODEL_VIEW_BYTES]; /* of the same, whole */
  };
  mortise_state* state;                   /* in arena */
  double begin[MORTISE_MODEL_INPUTS + 1]; /* inputs at t_n-1, of those that are not held */
  double inputs[2 * MORTISE_MODEL_INPUTS + 1];
  double outputs[MORTISE_MODEL_OUTPUTS + 1]; /* at t_n */
  uint32_t status;                           /* of the step that led to t_n */
  int32_t begun;                             /* a step was taken */
  unsigned char arena[MORTISE_MODEL_ARENA_BYTES + 63];
  unsigned char snapshot[MORTISE_MODEL_SNAPSHOT_BYTES + 63];
} mortise_block;

/* Opens the model and begins at its initial state. Returns NULL, or what is wrong. */
const char* mortise_block_start(mortise_block* block);

/* Sets the parameters of laws in the order of model.h from the next step on.
 *   values  one for each [unit of the parameter]
 *   count   0: nothing is set
 * Returns NULL, or what is wrong; those before the wrong one are set. */
const char* mortise_block_set_parameters(mortise_block* block, const double* values, size_t count);

/* One step with inputs at t_n (MORTISE_MODEL_INPUTS numbers [unit of the input]). Returns its
 * status bits; with one of mortise_stop_mask() there is no solution for these inputs. */
uint32_t mortise_block_step(mortise_block* block, const double* inputs);

/* Bytes of what mortise_block_save writes and mortise_block_restore reads, at any address [byte].
 */
#define MORTISE_BLOCK_SAVED_BYTES \
  (MORTISE_MODEL_SNAPSHOT_BYTES + 8u * (MORTISE_MODEL_INPUTS + MORTISE_MODEL_OUTPUTS + 2u))

/* All of it, for this model and in any program. restore returns NULL, or what is wrong; the block
 * stays as it was then. */
void mortise_block_save(mortise_block* block, unsigned char* out);
const char* mortise_block_restore(mortise_block* block, const unsigned char* saved);

#ifdef __cplusplus
}
#endif

#endif
