/* mortise: real-time models of mechanical contacts. C interface.
 *
 * Memory. Every object lies in memory of the caller; there is no hidden heap. A model is immutable
 * and may be shared between threads; a state belongs to one thread at a time.
 *
 * Structures. The caller passes sizeof of what it was compiled with. A newer library writes no more
 * than that, an older one fills what it does not know with zeros. Strings are static or lie in the
 * model's file: they live as long as its bytes.
 *
 * Inputs. u of mortise_step holds mortise_input_values() numbers: all inputs at t_n in the order of
 * the file and, if any of them has a linear or cubic hold, all inputs at t_n+1 behind them:
 *
 *   u = { input 0 at t_n, input 1 at t_n, ..., input 0 at t_n+1, input 1 at t_n+1, ... }
 *
 * An input of zero-order hold acts with its value at t_n through the whole step; its place in the
 * second half is not read. linear: the straight line between both. cubic (films): through both,
 * with a continuous slope. What is given at t_n should be what the last step was given at t_n+1. A
 * bench that knows its inputs at the present instant alone gives the sample before and the present
 * one: the model then runs one step late, along continuous inputs.
 *
 * Saving. A state is plain bytes without pointers: memcpy of mortise_state_bytes() saves, restores
 * and forks it within one program and one model, at any address that is a multiple of 64. For files
 * and other programs there are snapshots, which carry a checksum and refuse other models. */
#ifndef MORTISE_MORTISE_H
#define MORTISE_MORTISE_H

#include <stddef.h>
#include <stdint.h>

/* Whoever compiles the library into one of his own may define it before. */
#if defined(MORTISE_API)
#elif defined(__GNUC__)
#define MORTISE_API __attribute__((visibility("default")))
#else
#define MORTISE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Functions and structures are only added within a version. */
#define MORTISE_ABI_VERSION 4u

/* Version of the library; its structures and functions fit this header if it is equal. */
MORTISE_API uint32_t mortise_abi_version(void);

/* ---- Status of a step -------------------------------------------------------------------------*/

/* Status bits: MORTISE_HELD, MORTISE_ROLLED_BACK, MORTISE_CAPPED, ... (status.def). */
enum {
#define MORTISE_STATUS(name, bit, severity, who, text) MORTISE_##name = 1 << bit,
#include "mortise/status.def"
#undef MORTISE_STATUS
  MORTISE_OK = 0
};

/* NOTICE: the step is a solution, reached in another way than usual. WARNING: the step goes on,
 * with something less or something else than was asked for. STOP: what it returns is no solution
 * for its inputs. */
enum { MORTISE_SEVERITY_NOTICE = 1, MORTISE_SEVERITY_WARNING = 2, MORTISE_SEVERITY_STOP = 3 };

/* Name ("CAPPED") and text of one status bit (0..31); empty if unknown. */
MORTISE_API const char* mortise_status_name(int32_t bit);
MORTISE_API const char* mortise_status_text(int32_t bit);
/* MORTISE_SEVERITY_..., 0 if unknown. */
MORTISE_API int32_t mortise_status_severity(int32_t bit);
/* Mask of the status bits that are at least this severe. */
MORTISE_API uint32_t mortise_status_mask(int32_t severity);

/* ---- Models -----------------------------------------------------------------------------------*/

/* A model as opened by mortise_model_open. Caller-owned, opaque, aligned to 8. Models of one
 * interface may be copied; assemblies need more memory behind it (mortise_model_bytes), which they
 * point to. */
enum { MORTISE_MODEL_WORDS = 512 };
typedef struct {
  uint64_t opaque[MORTISE_MODEL_WORDS]; /* the library's own */
} mortise_model;

/* Why a file was refused. */
typedef struct {
  int32_t code;      /* 0 ok, else the number of the line in load_error.def, from 0 */
  int32_t assembly;  /* 1 + interface of an assembly whose model has the field; 0: the file's own */
  const char* text;  /* the reason and the remedy */
  const char* field; /* path of the field in the schema */
  int64_t index;     /* entry of the field, -1 for the whole */
  double value;      /* the offending number, 0 if there is none */
  const char* name;  /* of a feature that is missing, inside of the file's bytes; else empty */
} mortise_fault;

/* Bytes of memory, aligned to 8, that the model of a file needs [byte]: sizeof(mortise_model), or
 * more if it is an assembly. Looks at the whole file, as mortise_model_open does.
 *   bytes  the file, aligned to 64; may be NULL: of models that are no assembly */
MORTISE_API size_t mortise_model_bytes(const void* bytes, size_t size);

/* Verifies a file and fills model. Returns 0 or a load error; a model that was open before is none
 * any more then, unless the file is damaged or no model of this version.
 *   bytes       the file, aligned to 64; must outlive the model
 *   model_size  bytes from model on that are the caller's: sizeof *model, or more for assemblies;
 *               MODEL_TOO_SMALL if the file needs more, and value of the fault says how many
 *   fault       may be NULL; fault_size bytes of it are written, untouched if that is 0 */
MORTISE_API int32_t mortise_model_open(const void* bytes, size_t size, mortise_model* model,
                                       size_t model_size, mortise_fault* fault, size_t fault_size);

/* Exact bytes of one state [byte], its alignment is 64. Like all counts 0 if model is NULL. */
MORTISE_API size_t mortise_state_bytes(const mortise_model* model);
MORTISE_API double mortise_step_size(const mortise_model* model);     /* h [s] */
MORTISE_API int32_t mortise_input_values(const mortise_model* model); /* numbers read from u */
/* Status bits on which a bench should stop: those of severity STOP and, of bilateral sliding
 * contacts, the ones that end the validity of their law (DETACHED, STICKING); in assemblies if all
 * their sliding contacts are. */
MORTISE_API uint32_t mortise_stop_mask(const mortise_model* model);

/* ---- What a model has -------------------------------------------------------------------------
 *
 * Everything is numbered from 0 in the order of the file. ..._find returns the number of a name, -1
 * if there is none; ..._describe fills *out and returns 0, or the BAD_CALL bit if there is no such
 * entry, out is NULL or size is 0. */

/* How an input is read between t_n and t_n+1, see above. */
enum { MORTISE_HOLD_ZERO_ORDER = 0, MORTISE_HOLD_LINEAR = 1, MORTISE_HOLD_CUBIC = 2 };

/* An input channel. */
typedef struct {
  const char *name, *unit; /* as in the file */
  double minimum, maximum; /* accepted range [unit]; beyond it the last good value is held */
  double default_value;    /* until the first good value [unit] */
  double trained_minimum, trained_maximum; /* what the certificate has seen [unit], if trained */
  int32_t trained;                         /* 1, or 0: the file does not say */
  int32_t hold;                            /* MORTISE_HOLD_... */
} mortise_input;

/* An output channel. */
typedef struct {
  const char *name, *unit; /* as in the file */
  const char* quantity;    /* as in the schema, e.g. "displacement", "contact_force" */
} mortise_output;

/* A number of a law that may change while the model runs. */
typedef struct {
  const char *name, *unit;                 /* the name dotted: "contact.friction" */
  double minimum, maximum;                 /* accepted range [unit] */
  double default_value;                    /* [unit] */
  double trained_minimum, trained_maximum; /* as of inputs */
  int32_t trained;                         /* as of inputs */
  int32_t contacts; /* contacts it applies to, 1 of joints and sliding contacts */
} mortise_parameter;

/* Inputs that are stored in the file. */
typedef struct {
  const char* name; /* as in the file */
  double duration;  /* [s] */
} mortise_scenario;

/* An operating case of a joint: a law and a damping. */
typedef struct {
  const char* name; /* as in the file */
} mortise_case;

/* How many there are; 0 if model is NULL. */
MORTISE_API int32_t mortise_inputs(const mortise_model* model);
MORTISE_API int32_t mortise_outputs(const mortise_model* model);
MORTISE_API int32_t mortise_parameters(const mortise_model* model);
MORTISE_API int32_t mortise_scenarios(const mortise_model* model);
MORTISE_API int32_t mortise_cases(const mortise_model* model); /* 0 of models without joint */

/* Name of a channel; empty if there is no such channel. */
MORTISE_API const char* mortise_input_name(const mortise_model* model, int32_t index);
MORTISE_API const char* mortise_output_name(const mortise_model* model, int32_t index);

/* Fills *out, size bytes of it. Returns 0, or the BAD_CALL bit if there is no such entry. */
MORTISE_API uint32_t mortise_input_describe(const mortise_model* model, int32_t index,
                                            mortise_input* out, size_t size);
MORTISE_API uint32_t mortise_output_describe(const mortise_model* model, int32_t index,
                                             mortise_output* out, size_t size);
MORTISE_API uint32_t mortise_parameter_describe(const mortise_model* model, int32_t id,
                                                mortise_parameter* out, size_t size);
MORTISE_API uint32_t mortise_scenario_describe(const mortise_model* model, int32_t index,
                                               mortise_scenario* out, size_t size);
MORTISE_API uint32_t mortise_case_describe(const mortise_model* model, int32_t id,
                                           mortise_case* out, size_t size);

/* Number of a name, -1 if there is none. */
MORTISE_API int32_t mortise_input_find(const mortise_model* model, const char* name);
MORTISE_API int32_t mortise_output_find(const mortise_model* model, const char* name);
MORTISE_API int32_t mortise_parameter_find(const mortise_model* model, const char* name);
MORTISE_API int32_t mortise_scenario_find(const mortise_model* model, const char* name);
MORTISE_API int32_t mortise_case_find(const mortise_model* model, const char* name);

/* ---- States -----------------------------------------------------------------------------------*/

/* A state inside the caller's arena. */
typedef struct mortise_state mortise_state;

/* What has been counted since the state was made or reset. */
typedef struct {
  uint64_t steps, steps_in_contact, iterations;          /* sums over all steps */
  uint64_t held, rolled_back, capped, limited, fallback; /* steps with that status bit */
  /* largest number of one step; of the last step: iterations, active contacts, status bits */
  uint32_t iterations_max, last_iterations, last_active, last_status;
  double last_residual, worst_residual; /* of the solve, over the largest free velocity [-] */
  uint64_t rate_limited, repeated, untrusted, rebuilds; /* films */
  /* sliding contacts; first_not_sliding: step from 1 in which a bilateral contact would pull or its
   * slip turned around, 0: none */
  uint64_t detached, sticking, off_target, first_not_sliding;
  /* steps in a row, up to and with the last one, that have this status bit */
  uint32_t held_in_row, rolled_back_in_row, capped_in_row;
  uint32_t rest_iterations; /* contacts at position level: of starts and of clearances that moved */
  uint64_t recovering;      /* films */
  uint64_t blended;         /* passive friction */
} mortise_statistics;

/* Makes a state in arena and resets it; NULL if arena is NULL, misaligned or too small. */
MORTISE_API mortise_state* mortise_state_make(const mortise_model* model, void* arena, size_t size);
/* Back to the initial state. Returns 0, the BAD_CALL bit, or the CAPPED bit: contacts at position
 * level start with forces that met their cap of sweeps, which the first step tells, too. */
MORTISE_API uint32_t mortise_state_reset(const mortise_model* model, mortise_state* state);

/* Advances one step from t_n to t_n+1. Returns status bits, 0 is ok.
 *   u  inputs (see above). A number that is not finite or out of range is replaced by the latest
 *      good one before it and HELD is set. NULL: every input stays where the last step has left it,
 *      HELD is set unless there are none
 *   y  mortise_outputs() numbers at t_n+1, contact forces are means over the step; may be NULL
 * BAD_CALL, and nothing is changed, if model or state is NULL or they do not belong together. */
MORTISE_API uint32_t mortise_step(const mortise_model* model, mortise_state* state, const double* u,
                                  double* y);

/* Outputs of the state as it is, mortise_outputs() numbers: before the first step, where contact
 * forces and accelerations, which belong to a step, are zero. Returns 0 or the BAD_CALL bit: also
 * for films, whose outputs belong to the end of a step. */
MORTISE_API uint32_t mortise_outputs_at_rest(const mortise_model* model, const mortise_state* state,
                                             double* y);

/* Outputs over several steps, for whoever looks every k-th one: contact forces and accelerations
 * become means over all of them, so that force times time stays the impulse; others are those of
 * the last step.
 *   y       mortise_outputs() numbers of the step that was just taken
 *   before  steps that joined holds, 0: it is filled with y
 *   joined  mortise_outputs() numbers
 * Returns 0, or the BAD_CALL bit if a pointer is NULL. */
MORTISE_API uint32_t mortise_outputs_join(const mortise_model* model, const double* y,
                                          uint64_t before, double* joined);

/* Steps taken and the time they led to, steps x h [s]; 0 without a state. */
MORTISE_API uint64_t mortise_steps(const mortise_model* model, const mortise_state* state);
MORTISE_API double mortise_time(const mortise_model* model, const mortise_state* state);

/* Fills *out, size bytes of it. Returns 0 or the BAD_CALL bit. */
MORTISE_API uint32_t mortise_statistics_read(const mortise_model* model, const mortise_state* state,
                                             mortise_statistics* out, size_t size);

/* Changes a law parameter by its number, from the next step on: without search, in a time bounded
 * by the sizes of the model. Before the first step a sliding contact of two bodies that starts in
 * its static state starts in that of the new number, where there is one. Returns status bits:
 * BAD_CALL if there is no such parameter or the value is out of its range (nothing is changed
 * then), OUTSIDE_TRAINING if any parameter in force is beyond what the certificate has seen. */
MORTISE_API uint32_t mortise_parameter_set(const mortise_model* model, mortise_state* state,
                                           int32_t id, double value);
/* The value in force, of several contacts that of the first. */
MORTISE_API uint32_t mortise_parameter_get(const mortise_model* model, const mortise_state* state,
                                           int32_t id, double* value);
/* Find and set, by the dotted name, e.g. "contact.friction". */
MORTISE_API uint32_t mortise_set_parameter(const mortise_model* model, mortise_state* state,
                                           const char* name, double value);

/* Runs in another operating case from the next step on; parameters that were set keep their value.
 * Returns 0 or the BAD_CALL bit. */
MORTISE_API uint32_t mortise_case_set(const mortise_model* model, mortise_state* state, int32_t id);
/* The case in force, -1 of models without. */
MORTISE_API int32_t mortise_case_current(const mortise_model* model, const mortise_state* state);

/* Whole profile of a film at the state's instant: pressure p [Pa], gap h [m] and positions x [m] of
 * the nodes; each may be NULL. Returns the number of nodes, 0 if the model has no profile. */
MORTISE_API int32_t mortise_film_profile(const mortise_model* model, const mortise_state* state,
                                         double* p, double* h, double* x);

/* A film under a prescribed load goes on from the steady film of the last inputs, one of an impact
 * from the modal state without pressure history. Returns 0 or the BAD_CALL bit: no film. */
MORTISE_API uint32_t mortise_film_restart(const mortise_model* model, mortise_state* state);

/* Runs the golden trace of the file; 1 passed, 0 failed. The state is reset afterwards. */
MORTISE_API int32_t mortise_selftest(const mortise_model* model, mortise_state* state,
                                     uint64_t* hash);

/* ---- Contact events of the last step ----------------------------------------------------------*/

/* What has happened to a contact. */
enum {
  MORTISE_OPENED = 1, /* it was closed after the step before */
  MORTISE_CLOSED = 2,
  MORTISE_SLIPPED = 3, /* closed all along: it stuck and slips now */
  MORTISE_STUCK = 4    /* closed all along: it slipped and sticks now */
};

/* contact: contact node; law point of a joint; 0 of a sliding contact or a film, whose bodies meet
 * (closed) or leave it (opened). In assemblies an interface counts on behind those before it. */
typedef struct {
  int32_t contact;   /* its number */
  int32_t kind;      /* MORTISE_OPENED, ... */
  double impulse[3]; /* h x force of the step: normal (positive pushes apart), tangents [N s] */
} mortise_contact_event;

/* Events of the last step, by ascending contact; costs nothing where it is not called. Call it
 * before anything else changes the state. Returns how many there were; of more than capacity the
 * first ones are written. None after a step that was rolled back.
 *   events      may be NULL if capacity is 0
 *   event_size  sizeof(mortise_contact_event), the distance of events in the array */
MORTISE_API int32_t mortise_contact_events(const mortise_model* model, const mortise_state* state,
                                           mortise_contact_event* events, int32_t capacity,
                                           size_t event_size);

/* What a contact does, as the output contact_state says it. */
enum { MORTISE_OPEN = 0, MORTISE_STICKS = 1, MORTISE_SLIPS = 2 };

/* What every contact does at the end of the last step, numbered as events are. All are open before
 * the first step and after one that was rolled back.
 *   states  (count) filled with MORTISE_OPEN, ...; those beyond the contacts of the model are open
 */
MORTISE_API void mortise_contact_states(const mortise_model* model, const mortise_state* state,
                                        int32_t* states, int32_t count);

/* ---- Groups of an assembly --------------------------------------------------------------------
 *
 * Interfaces that see each other are solved together. What follows is of the last step. */

/* How a group was solved in the last step. */
typedef struct {
  uint32_t status;     /* CAPPED, LIMITED, FALLBACK of this group */
  uint32_t interfaces; /* that took part */
  uint32_t iterations; /* sweeps and Newton iterations */
  uint32_t reserved;   /* 0 */
  double residual;     /* of all its rows, over the largest free velocity [-] */
} mortise_group;

MORTISE_API int32_t mortise_groups(const mortise_model* model); /* 0: no assembly */
/* Contraction of sweeps over the interfaces of a group (kappa) [-]; 0 if there is no such group. */
MORTISE_API double mortise_group_coupling(const mortise_model* model, int32_t group);
/* Fills *out and returns 0, or the BAD_CALL bit. */
MORTISE_API uint32_t mortise_group_report(const mortise_model* model, const mortise_state* state,
                                          int32_t group, mortise_group* out, size_t size);

/* ---- Distance from what the certificate has seen ----------------------------------------------
 *
 * Over the width of the trained range (of a range without width over the size of its number) [-]; 0
 * inside, or if the file does not say. Inputs as the last step took them, parameters in force. */

/* Distance of one input or parameter. */
MORTISE_API double mortise_input_distance(const mortise_model* model, const mortise_state* state,
                                          int32_t index);
MORTISE_API double mortise_parameter_distance(const mortise_model* model,
                                              const mortise_state* state, int32_t id);
/* The largest of all. input, parameter: whose it is, -1 if of none; each may be NULL. */
MORTISE_API double mortise_training_distance(const mortise_model* model, const mortise_state* state,
                                             int32_t* input, int32_t* parameter);

/* ---- Snapshots --------------------------------------------------------------------------------
 *
 * A state with its size, the fingerprint of its model and a checksum. The functions return 0 or the
 * number of the line in snapshot_error.def. */

/* Bytes of a snapshot [byte]. */
MORTISE_API size_t mortise_snapshot_bytes(const mortise_model* model);
/* Writes size bytes, mortise_snapshot_bytes() at least; out is aligned to 64. */
MORTISE_API int32_t mortise_snapshot_write(const mortise_model* model, const mortise_state* state,
                                           void* out, size_t size);
/* bytes are aligned to 64. A snapshot that is damaged, cut short, of another model or of another
 * layout is refused and changes nothing. */
MORTISE_API int32_t mortise_snapshot_restore(const mortise_model* model, mortise_state* state,
                                             const void* bytes, size_t size);
/* Text of an error. */
MORTISE_API const char* mortise_snapshot_text(int32_t error);

/* ---- Stored scenarios -------------------------------------------------------------------------*/

/* Generates the inputs of a scenario. Caller-owned, opaque, aligned to 8; may be copied. */
typedef struct {
  uint64_t opaque[192]; /* the library's own */
} mortise_player;

MORTISE_API size_t mortise_player_bytes(void); /* bytes that a player needs */
/* Starts a scenario and resets state to its beginning; state may be NULL. Returns 0, the BAD_CALL
 * bit: no such scenario, or player_size is less than the library needs; or the CAPPED bit, as
 * mortise_state_reset(). */
MORTISE_API uint32_t mortise_player_start(const mortise_model* model, mortise_state* state,
                                          int32_t scenario, mortise_player* player,
                                          size_t player_size);
/* Writes the inputs of the next step into u and moves on one step. state: as at the start; switched
 * to the operating case of the phase that begins with this step, and its parameters that change
 * with this step are set. */
MORTISE_API uint32_t mortise_player_next(const mortise_model* model, mortise_state* state,
                                         mortise_player* player, double* u);

/* ---- The step about a state, for controllers ---------------------------------------------------
 *
 *   dx_n+1 = A dx_n + B du_n + B_end du_n+1,   dy_n+1 = C dx_n + D du_n + D_end du_n+1
 *
 * in deviations from an operating point and from where its step leads, with the statuses of all
 * contacts held. x: modal coordinates and velocities, then what the laws of interfaces remember.
 * Held with the statuses, and no part of x: bases and restarts of films, where a sliding contact
 * stands on its path, sums of energies (an output that is one is here what one step adds to it).
 * Columns are differences of the step itself, taken on copies of the state; work: some hundred
 * steps per state at most. No part of a real-time loop. */

/* Why a column of A and B is not simply a derivative. */
enum {
  MORTISE_LINEAR_CORNER = 1,    /* a contact rests at a corner of its law: the derivative is that of
                                 * the side on which it stays closed */
  MORTISE_LINEAR_ONE_SIDED = 2, /* statuses hold on one side of the operating point only */
  MORTISE_LINEAR_CHANGES = 3,   /* statuses change on both sides: a mean slope, no derivative */
  MORTISE_LINEAR_KINK = 4,      /* slopes on both sides differ: their mean */
  MORTISE_LINEAR_VAGUE = 5      /* statuses hold, but the column is known to `size` only */
};

/* What was found at a column. */
typedef struct {
  int32_t kind;         /* MORTISE_LINEAR_... */
  int32_t column;       /* x, then u at t_n, then u at t_n+1, counted on; -1: of none */
  int32_t of_interface; /* of an assembly, -1: the model's own */
  int32_t contact;      /* whose status changes; -1: unknown */
  double size;          /* kinks: half of the difference, vague ones: the column's error, both as
                         * mortise_linear_report.error */
} mortise_linear_finding;

/* What one of the states is. */
typedef struct {
  const char *name, *unit; /* "q", "kg^0.5 m"; linear_state.def has all of them */
  int32_t of_interface;    /* of an assembly whose memory it is; -1: the model's own */
  int32_t number;          /* from 0 within name and interface; of modes, their number */
} mortise_linear_state;

/* Where results go: row-major, what is NULL is left out. */
typedef struct {
  double *a, *b, *b_end; /* (states x states), (states x inputs) twice */
  double *c, *d, *d_end; /* (outputs x states), (outputs x inputs) twice */
  double *x, *x_next;    /* (states) the operating point, and where its step leads */
  double* y_next;        /* (outputs) */
  double* column_error;  /* (states + 2 inputs) as mortise_linear_report.error, of each column */
  double* output_error;  /* (outputs) likewise of the rows of c, d and d_end */
  mortise_linear_finding* findings; /* (capacity) */
  int32_t capacity;                 /* of findings */
  int32_t reserved;                 /* 0 */
} mortise_linear_space;

/* How the linearisation went. */
typedef struct {
  uint32_t status;  /* of the operating step */
  int32_t findings; /* how many there were; of more than capacity the first ones are written */
  double error;     /* estimated, of the worst entry of a, b, b_end: columns scaled by typical
                     * deviations, rows by their largest entry then [-] */
  double settled;   /* what the state holds beyond x: by how much its step differs, likewise [-] */
  uint64_t steps;   /* that were taken for it */
} mortise_linear_report;

/* How many states x has. Depends on the operating case in force; 0 if model and state do not belong
 * together. */
MORTISE_API int32_t mortise_linear_states(const mortise_model* model, const mortise_state* state);
/* Fills *out, size bytes of it. Returns 0, or the BAD_CALL bit if there is no such state. */
MORTISE_API uint32_t mortise_linear_state_describe(const mortise_model* model,
                                                   const mortise_state* state, int32_t index,
                                                   mortise_linear_state* out, size_t size);
/* Bytes of scratch for mortise_linearize, its alignment is 64; 0 as above. */
MORTISE_API size_t mortise_linearize_bytes(const mortise_model* model, const mortise_state* state);

/* Linearises the next step of state, which stays as it is. Returns the status of that step: with
 * ROLLED_BACK, or with BAD_CALL if an argument is not as it must be, nothing else is written.
 *   u       inputs of the step, as mortise_step takes them; NULL: as the last step has left them
 *   report  may be NULL; report_size bytes of it are written */
MORTISE_API uint32_t mortise_linearize(const mortise_model* model, const mortise_state* state,
                                       const double* u, const mortise_linear_space* space,
                                       size_t space_size, mortise_linear_report* report,
                                       size_t report_size, void* scratch, size_t scratch_size);

#ifdef __cplusplus
}
#endif

#endif /* MORTISE_MORTISE_H */
