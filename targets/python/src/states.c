/* A row of states: made, saved, asked and changed one by one. */
#include <stdlib.h>
#include <string.h>

#include "native.h"

enum { kAlignment = 64 };

static size_t bytes_of(const NativeStates* s) { return mortise_state_bytes(s->owner->model); }

PyObject* native_states_make(PyTypeObject* type, NativeModel* owner, Py_ssize_t count) {
  const size_t stride =
      (mortise_state_bytes(owner->model) + kAlignment - 1) / kAlignment * kAlignment;
  if (count < 1 || (size_t)count > (size_t)PTRDIFF_MAX / stride) {
    PyErr_Format(PyExc_ValueError, "%zd states cannot be made", count);
    return NULL;
  }
  allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  NativeStates* self = (NativeStates*)allocate(type, 0);
  if (!self) return NULL;
  Py_INCREF((PyObject*)owner);
  self->owner = owner;
  self->count = count;
  self->stride = (Py_ssize_t)stride;
  self->memory = aligned_alloc(kAlignment, (size_t)count * stride);
  if (!self->memory) {
    Py_DECREF(self);
    return PyErr_NoMemory();
  }
  for (Py_ssize_t k = 0; k < count; ++k)
    mortise_state_make(owner->model, self->memory + k * self->stride, stride);
  return (PyObject*)self;
}

static void states_dealloc(PyObject* object) {
  NativeStates* self = (NativeStates*)object;
  PyTypeObject* type = Py_TYPE(object);
  free(self->memory);
  Py_XDECREF((PyObject*)self->owner);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(type);
}

int native_take(NativeStates* s) {
  if (s->busy) {
    PyErr_SetString(PyExc_RuntimeError,
                    "another thread works on this state: give every thread one of its own");
    return -1;
  }
  s->busy = 1;
  return 0;
}
void native_release(NativeStates* s) { s->busy = 0; }

mortise_state* native_state_at(NativeStates* s, Py_ssize_t index) {
  if (index < 0 || index >= s->count) {
    PyErr_Format(PyExc_IndexError, "there is no state %zd of %zd", index, s->count);
    return NULL;
  }
  if (native_take(s) != 0) return NULL;
  native_release(s);
  return (mortise_state*)(s->memory + index * s->stride);
}

/* The state of a method whose only argument is its number. */
static mortise_state* state_of(PyObject* object, PyObject* args) {
  Py_ssize_t index;
  if (!PyArg_ParseTuple(args, "n", &index)) return NULL;
  return native_state_at((NativeStates*)object, index);
}
static const mortise_model* model_of(PyObject* object) {
  return ((NativeStates*)object)->owner->model;
}

static PyObject* states_reset(PyObject* self, PyObject* args) {
  mortise_state* state = state_of(self, args);
  if (!state) return NULL;
  mortise_state_reset(model_of(self), state);
  Py_RETURN_NONE;
}
static PyObject* states_time(PyObject* self, PyObject* args) {
  mortise_state* state = state_of(self, args);
  if (!state) return NULL;
  return Py_BuildValue("(dK)", mortise_time(model_of(self), state),
                       (unsigned long long)mortise_steps(model_of(self), state));
}
static PyObject* states_parameter_set(PyObject* self, PyObject* args) {
  Py_ssize_t index;
  int id;
  double value;
  if (!PyArg_ParseTuple(args, "nid", &index, &id, &value)) return NULL;
  mortise_state* state = native_state_at((NativeStates*)self, index);
  if (!state) return NULL;
  return PyLong_FromUnsignedLong(mortise_parameter_set(model_of(self), state, id, value));
}
static PyObject* states_parameter_get(PyObject* self, PyObject* args) {
  Py_ssize_t index;
  int id;
  double value = 0;
  if (!PyArg_ParseTuple(args, "ni", &index, &id)) return NULL;
  mortise_state* state = native_state_at((NativeStates*)self, index);
  if (!state) return NULL;
  if (mortise_parameter_get(model_of(self), state, id, &value) != 0) {
    PyErr_Format(PyExc_IndexError, "the model has no parameter %d", id);
    return NULL;
  }
  return PyFloat_FromDouble(value);
}
static PyObject* states_case_set(PyObject* self, PyObject* args) {
  Py_ssize_t index;
  int id;
  if (!PyArg_ParseTuple(args, "ni", &index, &id)) return NULL;
  mortise_state* state = native_state_at((NativeStates*)self, index);
  if (!state) return NULL;
  return PyLong_FromUnsignedLong(mortise_case_set(model_of(self), state, id));
}
static PyObject* states_case(PyObject* self, PyObject* args) {
  mortise_state* state = state_of(self, args);
  if (!state) return NULL;
  return PyLong_FromLong(mortise_case_current(model_of(self), state));
}
static PyObject* states_selftest(PyObject* self, PyObject* args) {
  mortise_state* state = state_of(self, args);
  if (!state) return NULL;
  uint64_t hash = 0;
  const int passed = mortise_selftest(model_of(self), state, &hash);
  return Py_BuildValue("(NK)", PyBool_FromLong(passed), (unsigned long long)hash);
}
static PyObject* states_film_restart(PyObject* self, PyObject* args) {
  mortise_state* state = state_of(self, args);
  if (!state) return NULL;
  return PyLong_FromUnsignedLong(mortise_film_restart(model_of(self), state));
}

/* p, h, x of the nodes, or None for all three: their number alone. */
static PyObject* states_film_profile(PyObject* self, PyObject* args) {
  Py_ssize_t index;
  PyObject* given[3];
  if (!PyArg_ParseTuple(args, "nOOO", &index, &given[0], &given[1], &given[2])) return NULL;
  mortise_state* state = native_state_at((NativeStates*)self, index);
  if (!state) return NULL;
  const mortise_model* model = model_of(self);
  const Py_ssize_t count = mortise_film_profile(model, state, NULL, NULL, NULL);
  static const char* const names[3] = {"pressure", "gap", "place"};
  Py_buffer to[3];
  int held = 0;
  while (held < 3 && native_buffer(given[held], names[held], 'd', count, 1, &to[held]) == 0) ++held;
  if (held == 3) mortise_film_profile(model, state, to[0].buf, to[1].buf, to[2].buf);
  for (int k = 0; k < held; ++k)
    if (to[k].obj) PyBuffer_Release(&to[k]);
  return held == 3 ? PyLong_FromSsize_t(count) : NULL;
}

static PyObject* states_events(PyObject* self, PyObject* args) {
  mortise_state* state = state_of(self, args);
  if (!state) return NULL;
  const size_t size = sizeof(mortise_contact_event);
  const int32_t count = mortise_contact_events(model_of(self), state, NULL, 0, size);
  mortise_contact_event* events = calloc((size_t)count + 1, size);
  if (!events) return PyErr_NoMemory();
  mortise_contact_events(model_of(self), state, events, count, size);
  PyObject* list = PyList_New(0);
  for (int32_t k = 0; list && k < count; ++k) {
    const mortise_contact_event* e = &events[k];
    PyObject* made = Py_BuildValue("(ii(ddd))", (int)e->contact, (int)e->kind, e->impulse[0],
                                   e->impulse[1], e->impulse[2]);
    if (!made || PyList_Append(list, made) != 0) Py_CLEAR(list);
    Py_XDECREF(made);
  }
  free(events);
  return list;
}

static PyObject* states_group(PyObject* self, PyObject* args) {
  Py_ssize_t index;
  int group;
  if (!PyArg_ParseTuple(args, "ni", &index, &group)) return NULL;
  mortise_state* state = native_state_at((NativeStates*)self, index);
  if (!state) return NULL;
  mortise_group g;
  if (mortise_group_report(model_of(self), state, group, &g, sizeof g) != 0) {
    PyErr_Format(PyExc_IndexError, "the model has no group %d", group);
    return NULL;
  }
  return Py_BuildValue("(IIIdd)", (unsigned)g.status, (unsigned)g.interfaces,
                       (unsigned)g.iterations, g.residual,
                       mortise_group_coupling(model_of(self), group));
}

static PyObject* states_statistics(PyObject* self, PyObject* args) {
  mortise_state* state = state_of(self, args);
  if (!state) return NULL;
  mortise_statistics s;
  mortise_statistics_read(model_of(self), state, &s, sizeof s);
#define COUNT(name) #name, (unsigned long long)s.name
#define REAL(name) #name, s.name
  return Py_BuildValue(
      "{sK sK sK sK sK sK sK sK sK sK sK sK sd sd sK sK sK sK sK sK sK sK sK sK sK sK sK sK}",
      COUNT(steps), COUNT(steps_in_contact), COUNT(iterations), COUNT(held), COUNT(rolled_back),
      COUNT(capped), COUNT(limited), COUNT(fallback), COUNT(iterations_max), COUNT(last_iterations),
      COUNT(last_active), COUNT(last_status), REAL(last_residual), REAL(worst_residual),
      COUNT(rate_limited), COUNT(repeated), COUNT(untrusted), COUNT(rebuilds), COUNT(detached),
      COUNT(sticking), COUNT(off_target), COUNT(first_not_sliding), COUNT(held_in_row),
      COUNT(rolled_back_in_row), COUNT(capped_in_row), COUNT(recovering), COUNT(blended),
      COUNT(rest_iterations));
#undef COUNT
#undef REAL
}

static PyObject* states_distance(PyObject* self, PyObject* args) {
  mortise_state* state = state_of(self, args);
  if (!state) return NULL;
  int32_t input = -1, parameter = -1;
  const double most = mortise_training_distance(model_of(self), state, &input, &parameter);
  return Py_BuildValue("(dii)", most, (int)input, (int)parameter);
}

static PyObject* states_save(PyObject* self, PyObject* args) {
  mortise_state* state = state_of(self, args);
  if (!state) return NULL;
  const size_t size = mortise_snapshot_bytes(model_of(self));
  void* block = aligned_alloc(kAlignment, (size + kAlignment) / kAlignment * kAlignment);
  if (!block) return PyErr_NoMemory();
  const int32_t code = mortise_snapshot_write(model_of(self), state, block, size);
  PyObject* bytes = code == 0 ? PyBytes_FromStringAndSize(block, (Py_ssize_t)size) : NULL;
  if (code != 0) PyErr_SetString(PyExc_ValueError, mortise_snapshot_text(code));
  free(block);
  return bytes;
}

static PyObject* states_restore(PyObject* self, PyObject* args) {
  Py_ssize_t index;
  Py_buffer from;
  if (!PyArg_ParseTuple(args, "ny*", &index, &from)) return NULL;
  mortise_state* state = native_state_at((NativeStates*)self, index);
  int32_t code = 0;
  if (state) {
    const size_t size = (size_t)from.len;
    void* block = aligned_alloc(kAlignment, (size + kAlignment) / kAlignment * kAlignment);
    if (block) {
      memcpy(block, from.buf, size);
      code = mortise_snapshot_restore(model_of(self), state, block, size);
      if (code != 0) PyErr_SetString(PyExc_ValueError, mortise_snapshot_text(code));
      free(block);
    } else {
      PyErr_NoMemory();
    }
  }
  PyBuffer_Release(&from);
  if (PyErr_Occurred()) return NULL;
  Py_RETURN_NONE;
}

/* State `index` becomes state `at` of other states of the same model. */
static PyObject* states_copy(PyObject* self, PyObject* args) {
  Py_ssize_t index, at;
  PyObject* from;
  if (!PyArg_ParseTuple(args, "nOn", &index, &from, &at)) return NULL;
  if (Py_TYPE(from) != Py_TYPE(self) ||
      ((NativeStates*)from)->owner != ((NativeStates*)self)->owner) {
    PyErr_SetString(PyExc_ValueError, "a state can be copied to one of the same model alone");
    return NULL;
  }
  mortise_state* to = native_state_at((NativeStates*)self, index);
  const mortise_state* source = to ? native_state_at((NativeStates*)from, at) : NULL;
  if (!source) return NULL;
  memmove(to, source, bytes_of((NativeStates*)self));
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"step", (PyCFunction)(void (*)(void))native_states_step, METH_FASTCALL, NULL},
    {"run", native_states_run, METH_VARARGS, NULL},
    {"play", native_states_play, METH_VARARGS, NULL},
    {"linear_states", native_states_linear_states, METH_VARARGS, NULL},
    {"linearize", native_states_linearize, METH_VARARGS, NULL},
    {"reset", states_reset, METH_VARARGS, NULL},
    {"time", states_time, METH_VARARGS, NULL},
    {"parameter_set", states_parameter_set, METH_VARARGS, NULL},
    {"parameter_get", states_parameter_get, METH_VARARGS, NULL},
    {"case_set", states_case_set, METH_VARARGS, NULL},
    {"case", states_case, METH_VARARGS, NULL},
    {"selftest", states_selftest, METH_VARARGS, NULL},
    {"film_restart", states_film_restart, METH_VARARGS, NULL},
    {"film_profile", states_film_profile, METH_VARARGS, NULL},
    {"events", states_events, METH_VARARGS, NULL},
    {"group", states_group, METH_VARARGS, NULL},
    {"statistics", states_statistics, METH_VARARGS, NULL},
    {"distance", states_distance, METH_VARARGS, NULL},
    {"save", states_save, METH_VARARGS, NULL},
    {"restore", states_restore, METH_VARARGS, NULL},
    {"copy", states_copy, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}};
static PyType_Slot slots[] = {{Py_tp_dealloc, states_dealloc}, {Py_tp_methods, methods}, {0, NULL}};
PyType_Spec native_states_spec = {"mortise._native.States", sizeof(NativeStates), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
