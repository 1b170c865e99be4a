/* The step about a state as a discrete state space. */
#include <stdlib.h>

#include "native.h"

PyObject* native_states_linear_states(PyObject* object, PyObject* args) {
  Py_ssize_t index;
  if (!PyArg_ParseTuple(args, "n", &index)) return NULL;
  NativeStates* self = (NativeStates*)object;
  const mortise_model* model = self->owner->model;
  const mortise_state* state = native_state_at(self, index);
  if (!state) return NULL;
  PyObject* list = PyList_New(0);
  const int32_t count = mortise_linear_states(model, state);
  for (int32_t k = 0; list && k < count; ++k) {
    mortise_linear_state s;
    mortise_linear_state_describe(model, state, k, &s, sizeof s);
    PyObject* made = Py_BuildValue("(ssii)", s.name, s.unit, (int)s.of_interface, (int)s.number);
    if (!made || PyList_Append(list, made) != 0) Py_CLEAR(list);
    Py_XDECREF(made);
  }
  return list;
}

enum { kArrays = 11 };
static const char* const kNames[kArrays] = {
    "A", "B", "B_end", "C", "D", "D_end", "x", "x_next", "y_next", "column_error", "output_error"};

/* Findings as tuples (kind, column, interface, contact, size). */
static PyObject* findings_of(const mortise_linear_finding* all, int32_t count) {
  PyObject* list = PyList_New(0);
  for (int32_t k = 0; list && k < count; ++k) {
    const mortise_linear_finding* f = &all[k];
    PyObject* made = Py_BuildValue("(iiiid)", (int)f->kind, (int)f->column, (int)f->of_interface,
                                   (int)f->contact, f->size);
    if (!made || PyList_Append(list, made) != 0) Py_CLEAR(list);
    Py_XDECREF(made);
  }
  return list;
}

static PyObject* call(NativeStates* self, mortise_state* state, const double* u,
                      mortise_linear_space* space) {
  const mortise_model* model = self->owner->model;
  const int32_t n = mortise_linear_states(model, state);
  const size_t bytes = mortise_linearize_bytes(model, state);
  space->capacity = n + 2 * mortise_inputs(model) + mortise_outputs(model) + 1;
  space->findings = calloc((size_t)space->capacity, sizeof *space->findings);
  void* scratch = aligned_alloc(64, (bytes + 64) / 64 * 64);
  PyObject* result = NULL;
  if (space->findings && scratch) {
    mortise_linear_report report = {0};
    PyThreadState* lock = PyEval_SaveThread();
    const uint32_t status = mortise_linearize(model, state, u, space, sizeof *space, &report,
                                              sizeof report, scratch, bytes);
    PyEval_RestoreThread(lock);
    const int32_t written = report.findings < space->capacity ? report.findings : space->capacity;
    result = Py_BuildValue("(INddK)", (unsigned)status, findings_of(space->findings, written),
                           report.error, report.settled, (unsigned long long)report.steps);
  } else {
    PyErr_NoMemory();
  }
  free(scratch);
  free(space->findings);
  return result;
}

/* linearize(index, u, (A, B, B_end, C, D, D_end, x, x_next, y_next, column_error, output_error)) */
PyObject* native_states_linearize(PyObject* object, PyObject* args) {
  Py_ssize_t index;
  PyObject *u, *given[kArrays];
  if (!PyArg_ParseTuple(args, "nO(OOOOOOOOOOO)", &index, &u, &given[0], &given[1], &given[2],
                        &given[3], &given[4], &given[5], &given[6], &given[7], &given[8], &given[9],
                        &given[10]))
    return NULL;
  NativeStates* self = (NativeStates*)object;
  const mortise_model* model = self->owner->model;
  mortise_state* state = native_state_at(self, index);
  if (!state) return NULL;
  const Py_ssize_t n = mortise_linear_states(model, state), in = mortise_inputs(model),
                   out = mortise_outputs(model);
  const Py_ssize_t sizes[kArrays] = {n * n, n * in, n * in, out * n,    out * in, out * in,
                                     n,     n,      out,    n + 2 * in, out};
  Py_buffer from, to[kArrays];
  if (native_buffer(u, "u", 'd', mortise_input_values(model), 0, &from) != 0) return NULL;
  int held = 0;
  while (held < kArrays &&
         native_buffer(given[held], kNames[held], 'd', sizes[held], 1, &to[held]) == 0)
    ++held;
  PyObject* result = NULL;
  if (held == kArrays && native_take(self) == 0) {
    mortise_linear_space s = {0};
    double** const at[kArrays] = {&s.a,           &s.b, &s.b_end,  &s.c,      &s.d,
                                  &s.d_end,       &s.x, &s.x_next, &s.y_next, &s.column_error,
                                  &s.output_error};
    for (int k = 0; k < kArrays; ++k) *at[k] = to[k].buf;
    result = call(self, state, from.buf, &s);
    native_release(self);
  }
  if (from.obj) PyBuffer_Release(&from);
  for (int k = 0; k < held; ++k)
    if (to[k].obj) PyBuffer_Release(&to[k]);
  return result;
}
