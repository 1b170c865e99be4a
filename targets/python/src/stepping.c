/* States stepped: one step, many steps, a stored scenario. The interpreter's lock is released
 * meanwhile, and states are shared out among threads. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "native.h"

/* Less work than this [s] is done sooner by the caller than other threads are there. */
static const double kWorthAThread = 60e-6;
/* Neighbours are taken together, several times by a thread: one that is held up holds up no other.
 */
static const Py_ssize_t kTurns = 8, kLeastNeighbours = 8;

/* Steps of all states: u, y and status step by step, state by state within a step. */
typedef struct {
  NativeStates* states;
  const double* u; /* NULL: as the step before */
  double* y;       /* NULL: not wanted */
  uint32_t* status;
  Py_ssize_t steps;
  Py_ssize_t neighbours;
  atomic_llong next; /* state that nobody has taken yet */
  atomic_uint seen;
} Work;

static uint32_t take_neighbours(const Work* share, Py_ssize_t first, Py_ssize_t last) {
  const NativeStates* s = share->states;
  const mortise_model* model = s->owner->model;
  const Py_ssize_t inputs = mortise_input_values(model), outputs = mortise_outputs(model);
  uint32_t seen = 0;
  for (Py_ssize_t k = first; k < last; ++k) {
    mortise_state* state = (mortise_state*)(s->memory + k * s->stride);
    for (Py_ssize_t step = 0; step < share->steps; ++step) {
      const Py_ssize_t at = step * s->count + k;
      const uint32_t told = mortise_step(model, state, share->u ? share->u + at * inputs : NULL,
                                         share->y ? share->y + at * outputs : NULL);
      if (share->status) share->status[at] = told;
      seen |= told;
    }
  }
  return seen;
}

static void* work(void* argument) {
  Work* share = argument;
  const Py_ssize_t count = share->states->count;
  uint32_t seen = 0;
  for (;;) {
    const Py_ssize_t first = (Py_ssize_t)atomic_fetch_add(&share->next, share->neighbours);
    if (first >= count) break;
    const Py_ssize_t last = first + share->neighbours;
    seen |= take_neighbours(share, first, last < count ? last : count);
  }
  atomic_fetch_or(&share->seen, seen);
  return NULL;
}

static double seconds_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What no thread could be had for is done by those that are there. */
static void share_out(Work* whole, Py_ssize_t threads) {
  NativeStates* states = whole->states;
  const double steps = (double)states->count * (double)whole->steps;
  if (steps * states->step_seconds < kWorthAThread && states->step_seconds > 0) threads = 1;
  if (threads > states->count) threads = states->count;
  /* a few states: every thread its part */
  const Py_ssize_t part = (states->count + threads - 1) / threads,
                   turn = states->count / (threads * kTurns);
  whole->neighbours = threads == 1 || turn < kLeastNeighbours ? part : turn;
  pthread_t* ids = threads > 1 ? calloc((size_t)threads, sizeof *ids) : NULL;
  const double start = seconds_now();
  Py_ssize_t running = 1;
  while (ids && running < threads && pthread_create(&ids[running], NULL, work, whole) == 0)
    ++running;
  work(whole);
  for (Py_ssize_t k = 1; k < running; ++k) pthread_join(ids[k], NULL);
  free(ids);
  if (steps > 0) states->step_seconds = (seconds_now() - start) * (double)running / steps;
}

/* Buffers of a call, released together. */
typedef struct {
  Py_buffer u, y, status;
} Buffers;

static void release(Buffers* b) {
  Py_buffer* all[3] = {&b->u, &b->y, &b->status};
  for (int k = 0; k < 3; ++k)
    if (all[k]->obj) PyBuffer_Release(all[k]);
}

/* Takes `steps` steps; their statuses OR-ed. */
static PyObject* step_states(NativeStates* self, PyObject* u, PyObject* y, PyObject* status,
                             Py_ssize_t steps, Py_ssize_t threads) {
  const mortise_model* model = self->owner->model;
  const Py_ssize_t each = steps * self->count;
  Buffers b = {0};
  const int bad = native_buffer(u, "u", 'd', each * mortise_input_values(model), 0, &b.u) != 0 ||
                  native_buffer(y, "y", 'd', each * mortise_outputs(model), 1, &b.y) != 0 ||
                  native_buffer(status, "status", 'I', each, 1, &b.status) != 0 ||
                  native_take(self) != 0;
  if (bad) {
    release(&b);
    return NULL;
  }
  Work share = {self, b.u.buf, b.y.buf, b.status.buf, steps, 0, 0, 0};
  PyThreadState* lock = PyEval_SaveThread();
  share_out(&share, threads);
  const uint32_t seen = atomic_load(&share.seen);
  PyEval_RestoreThread(lock);
  native_release(self);
  release(&b);
  return PyLong_FromUnsignedLong(seen);
}

/* step(u, y, status, threads) */
PyObject* native_states_step(PyObject* self, PyObject* const* args, Py_ssize_t count) {
  if (count != 4) {
    PyErr_SetString(PyExc_TypeError, "step takes u, y, status and threads");
    return NULL;
  }
  const Py_ssize_t threads = PyLong_AsSsize_t(args[3]);
  if (threads == -1 && PyErr_Occurred()) return NULL;
  return step_states((NativeStates*)self, args[0], args[1], args[2], 1, threads);
}

/* run(steps, u, y, status, threads) */
PyObject* native_states_run(PyObject* self, PyObject* args) {
  Py_ssize_t steps, threads;
  PyObject *u, *y, *status;
  if (!PyArg_ParseTuple(args, "nOOOn", &steps, &u, &y, &status, &threads)) return NULL;
  if (steps < 0 || steps > PTRDIFF_MAX / (1 << 20) / ((NativeStates*)self)->count) {
    PyErr_Format(PyExc_ValueError, "%zd steps cannot be taken at once", steps);
    return NULL;
  }
  return step_states((NativeStates*)self, u, y, status, steps, threads);
}

/* play(index, scenario, steps, u, y, status): from the scenario's start */
PyObject* native_states_play(PyObject* object, PyObject* args) {
  Py_ssize_t index, steps;
  int scenario;
  PyObject *u, *y, *status;
  if (!PyArg_ParseTuple(args, "ninOOO", &index, &scenario, &steps, &u, &y, &status)) return NULL;
  NativeStates* self = (NativeStates*)object;
  const mortise_model* model = self->owner->model;
  mortise_state* state = native_state_at(self, index);
  if (!state) return NULL;
  mortise_player player;
  if (scenario < 0 || scenario >= mortise_scenarios(model) || steps < 0 ||
      steps > PTRDIFF_MAX / (1 << 20)) {
    PyErr_Format(PyExc_IndexError, "the model has no scenario %d of %zd steps", scenario, steps);
    return NULL;
  }
  const Py_ssize_t inputs = mortise_input_values(model), outputs = mortise_outputs(model);
  Buffers b = {0};
  const int bad = native_buffer(u, "u", 'd', steps * inputs, 1, &b.u) != 0 ||
                  native_buffer(y, "y", 'd', steps * outputs, 1, &b.y) != 0 ||
                  native_buffer(status, "status", 'I', steps, 1, &b.status) != 0 ||
                  native_take(self) != 0;
  double* scratch = bad ? NULL : calloc((size_t)inputs + 1, sizeof *scratch);
  if (!scratch) {
    if (!bad) native_release(self);
    release(&b);
    return bad ? NULL : PyErr_NoMemory();
  }
  uint32_t seen = mortise_player_start(model, state, scenario, &player, sizeof player);
  PyThreadState* lock = PyEval_SaveThread();
  for (Py_ssize_t k = 0; k < steps; ++k) {
    double* in = b.u.buf ? (double*)b.u.buf + k * inputs : scratch;
    seen |= mortise_player_next(model, state, &player, in);
    const uint32_t told =
        mortise_step(model, state, in, b.y.buf ? (double*)b.y.buf + k * outputs : NULL);
    if (b.status.buf) ((uint32_t*)b.status.buf)[k] = told;
    seen |= told;
  }
  PyEval_RestoreThread(lock);
  native_release(self);
  free(scratch);
  release(&b);
  return PyLong_FromUnsignedLong(seen);
}
