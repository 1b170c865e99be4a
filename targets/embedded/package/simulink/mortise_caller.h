/* The model for Simulink's C Caller: one instance, its memory is static.
 * Custom code: include header mortise_caller.h; sources mortise_caller.c, mortise_block.c,
 * ../model.c, ../mortise_runtime.cc; include folders .., ../third_party; sample time
 * MORTISE_MODEL_STEP. */
#ifndef MORTISE_CALLER_H
#define MORTISE_CALLER_H

#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins anew at the model's initial state. Returns 0, or 1 if the model is refused. */
int mortise_caller_start(void);

/* One step, the first one begins: outputs at t_n+1 of inputs at t_n.
 *   u  MORTISE_MODEL_INPUTS numbers [unit of the input], see mortise_block.h for their holds
 *   y  MORTISE_MODEL_OUTPUTS numbers [unit of the output]
 * Returns status bits, 0 is ok; MORTISE_BAD_CALL if the model is refused. */
unsigned int mortise_caller_step(const double* u, double* y);

#ifdef __cplusplus
}
#endif

#endif
