/* An open model and what it says of itself. */
#include <stdlib.h>
#include <string.h>

#include "native.h"

enum { kAlignment = 64 };

static void* aligned_block(size_t size) {
  return aligned_alloc(kAlignment, (size + kAlignment) / kAlignment * kAlignment);
}

/* Raises ModelError(text, code, field, index, value). */
static void raise_fault(PyObject* error, int32_t code, const mortise_fault* fault) {
  PyObject* details =
      Py_BuildValue("(sisLds)", fault->text, (int)code, fault->field, (long long)fault->index,
                    fault->value, fault->name ? fault->name : "");
  if (!details) return;
  PyErr_SetObject(error, details);
  Py_DECREF(details);
}

static PyObject* model_new(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  (void)keywords;
  Py_buffer file;
  PyObject* error;
  size_t room = 0;
  if (!PyArg_ParseTuple(args, "y*O", &file, &error)) return NULL;
  allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  NativeModel* self = (NativeModel*)allocate(type, 0);
  if (self) {
    self->bytes = aligned_block((size_t)file.len);
    if (self->bytes) {
      memcpy(self->bytes, file.buf, (size_t)file.len);
      room = mortise_model_bytes(self->bytes, (size_t)file.len);
      self->model = malloc(room > 0 ? room : 1);  // 0: of a broken file, which opening explains
    }
    if (!self->model) {
      PyErr_NoMemory();
      Py_CLEAR(self);
    }
  }
  if (self) {
    self->size = file.len;
    mortise_fault fault;
    const int32_t code =
        mortise_model_open(self->bytes, (size_t)file.len, self->model, room, &fault, sizeof fault);
    if (code != 0) {
      raise_fault(error, code, &fault);
      Py_CLEAR(self);
    }
  }
  PyBuffer_Release(&file);
  return (PyObject*)self;
}

static void model_dealloc(PyObject* object) {
  NativeModel* self = (NativeModel*)object;
  PyTypeObject* type = Py_TYPE(object);
  free(self->model);
  free(self->bytes);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(type);
}

/* Appends what Py_BuildValue has made; -1 with an error set. */
static int append(PyObject* list, PyObject* made) {
  if (!made) return -1;
  const int result = PyList_Append(list, made);
  Py_DECREF(made);
  return result;
}

static PyObject* range_of(int32_t trained, double minimum, double maximum) {
  if (!trained) Py_RETURN_NONE;
  return Py_BuildValue("(dd)", minimum, maximum);
}

static PyObject* input_at(const mortise_model* m, int32_t k) {
  mortise_input in;
  mortise_input_describe(m, k, &in, sizeof in);
  return Py_BuildValue("(ssdddNi)", in.name, in.unit, in.minimum, in.maximum, in.default_value,
                       range_of(in.trained, in.trained_minimum, in.trained_maximum), (int)in.hold);
}
static PyObject* output_at(const mortise_model* m, int32_t k) {
  mortise_output out;
  mortise_output_describe(m, k, &out, sizeof out);
  return Py_BuildValue("(sss)", out.name, out.unit, out.quantity);
}
static PyObject* parameter_at(const mortise_model* m, int32_t k) {
  mortise_parameter p;
  mortise_parameter_describe(m, k, &p, sizeof p);
  return Py_BuildValue("(ssdddNi)", p.name, p.unit, p.minimum, p.maximum, p.default_value,
                       range_of(p.trained, p.trained_minimum, p.trained_maximum), (int)p.contacts);
}
static PyObject* scenario_at(const mortise_model* m, int32_t k) {
  mortise_scenario s;
  mortise_scenario_describe(m, k, &s, sizeof s);
  return Py_BuildValue("(sd)", s.name, s.duration);
}
static PyObject* case_at(const mortise_model* m, int32_t k) {
  mortise_case c;
  mortise_case_describe(m, k, &c, sizeof c);
  return Py_BuildValue("s", c.name);
}

typedef PyObject* (*Describe)(const mortise_model*, int32_t);

static PyObject* list_of(const mortise_model* m, int32_t count, Describe describe) {
  PyObject* list = PyList_New(0);
  for (int32_t k = 0; list && k < count; ++k)
    if (append(list, describe(m, k)) != 0) Py_CLEAR(list);
  return list;
}

static PyObject* model_describe(PyObject* object, PyObject* unused) {
  (void)unused;
  const mortise_model* m = ((NativeModel*)object)->model;
  return Py_BuildValue(
      "{sd sn si sI si sN sN sN sN sN}", "step_size", mortise_step_size(m), "state_bytes",
      (Py_ssize_t)mortise_state_bytes(m), "input_values", (int)mortise_input_values(m), "stop_mask",
      (unsigned)mortise_stop_mask(m), "groups", (int)mortise_groups(m), "inputs",
      list_of(m, mortise_inputs(m), input_at), "outputs", list_of(m, mortise_outputs(m), output_at),
      "parameters", list_of(m, mortise_parameters(m), parameter_at), "scenarios",
      list_of(m, mortise_scenarios(m), scenario_at), "cases",
      list_of(m, mortise_cases(m), case_at));
}

static PyObject* model_file(PyObject* object, PyObject* unused) {
  (void)unused;
  const NativeModel* self = (NativeModel*)object;
  return PyBytes_FromStringAndSize(self->bytes, self->size);
}

static PyObject* model_states(PyObject* object, PyObject* args) {
  PyObject* type;
  Py_ssize_t count;
  if (!PyArg_ParseTuple(args, "On", &type, &count)) return NULL;
  return native_states_make((PyTypeObject*)type, (NativeModel*)object, count);
}

static PyMethodDef methods[] = {{"describe", model_describe, METH_NOARGS, NULL},
                                {"file", model_file, METH_NOARGS, NULL},
                                {"states", model_states, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};
static PyType_Slot slots[] = {
    {Py_tp_new, model_new}, {Py_tp_dealloc, model_dealloc}, {Py_tp_methods, methods}, {0, NULL}};
PyType_Spec native_model_spec = {"mortise._native.Model", sizeof(NativeModel), 0,
                                 Py_TPFLAGS_DEFAULT, slots};
