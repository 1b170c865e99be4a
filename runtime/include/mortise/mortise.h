/* mortise: real-time models of mechanical contacts. C interface.
 *
 * Every object lies in memory of the caller; there is no hidden heap. A model is immutable and may
 * be shared between threads; a state belongs to one thread at a time. */
#ifndef MORTISE_MORTISE_H
#define MORTISE_MORTISE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MORTISE_ABI_VERSION 2u

/* Status bits of a step: MORTISE_HELD, MORTISE_ROLLED_BACK, MORTISE_CAPPED, ... (status.def). */
enum {
#define MORTISE_STATUS(name, bit, severity, who, text) MORTISE_##name = 1 << bit,
#include "mortise/status.def"
#undef MORTISE_STATUS
  MORTISE_OK = 0
};

/* A model as opened by mortise_model_open. Caller-owned, opaque. */
typedef struct {
  uint64_t opaque[288];
} mortise_model;

/* A state inside the caller's arena. */
typedef struct mortise_state mortise_state;

/* Why a file was refused. Strings are static. */
typedef struct {
  int32_t code;      /* 0 ok, else the number of the line in load_error.def, from 0 */
  const char* text;  /* the reason and the remedy */
  const char* field; /* path of the field in the schema */
  int64_t index;     /* entry of the field, -1 for the whole */
  double value;      /* the offending number, 0 if there is none */
} mortise_fault;

typedef struct {
  uint64_t steps, steps_in_contact, iterations;
  uint64_t held, rolled_back, capped, limited, fallback;
  uint32_t iterations_max, last_iterations, last_active, last_status;
  double last_residual, worst_residual;
  uint64_t rate_limited, repeated, untrusted, rebuilds; /* films */
  /* sliding contacts; first_not_sliding: step from 1 in which a bilateral contact would pull or its
   * slip turned around, 0: none */
  uint64_t detached, sticking, off_target, first_not_sliding;
} mortise_statistics;

uint32_t mortise_abi_version(void);

/* Verifies the file at bytes (aligned to 64) and fills model. Returns 0 or a load error;
 * fault may be NULL. The bytes must outlive the model. */
int32_t mortise_model_open(const void* bytes, size_t size, mortise_model* model,
                           mortise_fault* fault);

/* Exact bytes of one state [byte], its alignment is 64. */
size_t mortise_state_bytes(const mortise_model* model);
double mortise_step_size(const mortise_model* model);     /* h [s] */
int32_t mortise_input_values(const mortise_model* model); /* numbers read from u */
int32_t mortise_inputs(const mortise_model* model);
int32_t mortise_outputs(const mortise_model* model);
const char* mortise_input_name(const mortise_model* model, int32_t index);  /* NULL if none */
const char* mortise_output_name(const mortise_model* model, int32_t index); /* NULL if none */

/* Makes a state in arena and resets it; NULL if arena is NULL, misaligned or too small. */
mortise_state* mortise_state_make(const mortise_model* model, void* arena, size_t size);
/* Back to the initial state. Returns 0 or the BAD_CALL bit. */
uint32_t mortise_state_reset(const mortise_model* model, mortise_state* state);

/* Advances one step: u inputs, y outputs (may be NULL). Returns status bits, 0 is ok. */
uint32_t mortise_step(const mortise_model* model, mortise_state* state, const double* u, double* y);

/* Changes a law parameter by its dotted name, e.g. "contact.friction", from the next step on. */
uint32_t mortise_set_parameter(const mortise_model* model, mortise_state* state, const char* name,
                               double value);
uint32_t mortise_statistics_read(const mortise_model* model, const mortise_state* state,
                                 mortise_statistics* out);

/* Whole profile of a film at the state's instant: pressure p [Pa], gap h [m] and positions x [m] of
 * the nodes; each may be NULL. Returns the number of nodes, 0 if the model has no profile. */
int32_t mortise_film_profile(const mortise_model* model, const mortise_state* state, double* p,
                             double* h, double* x);

/* Runs the golden trace of the file; 1 passed, 0 failed. The state is reset afterwards. */
int32_t mortise_selftest(const mortise_model* model, mortise_state* state, uint64_t* hash);

/* Text of one status bit (0..31); empty if unknown. */
const char* mortise_status_text(int32_t bit);

#ifdef __cplusplus
}
#endif

#endif /* MORTISE_MORTISE_H */
