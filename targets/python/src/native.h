/* What the sources of the extension share. Everything goes through the C interface of the runtime;
 * the limited interface of CPython 3.11 makes one binary serve that version and all later ones. */
#ifndef MORTISE_PYTHON_NATIVE_H
#define MORTISE_PYTHON_NATIVE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "mortise/mortise.h"

/* An open model file: a copy of its bytes, aligned, and the view into it. Immutable. */
typedef struct {
  PyObject_HEAD void* bytes;
  Py_ssize_t size;
  mortise_model* model;
} NativeModel;

/* A row of states of one model, each `stride` bytes from the last. */
typedef struct {
  PyObject_HEAD NativeModel* owner;
  unsigned char* memory;
  Py_ssize_t count, stride;
  int busy;            /* a call works on them with the interpreter's lock released */
  double step_seconds; /* that a step of one state took in the last call; 0: there was none */
} NativeStates;

extern PyType_Spec native_model_spec, native_states_spec;

/* New states of a model, all at its start. */
PyObject* native_states_make(PyTypeObject* type, NativeModel* owner, Py_ssize_t count);

/* Methods of NativeStates that live in files of their own. */
PyObject* native_states_step(PyObject* self, PyObject* const* args, Py_ssize_t count);
PyObject* native_states_run(PyObject* self, PyObject* args);
PyObject* native_states_play(PyObject* self, PyObject* args);
PyObject* native_states_linear_states(PyObject* self, PyObject* args);
PyObject* native_states_linearize(PyObject* self, PyObject* args);

/* One state; NULL with an IndexError if there is none, with a RuntimeError while a call in another
 * thread works on them. */
mortise_state* native_state_at(NativeStates* states, Py_ssize_t index);
/* -1 with a RuntimeError if they are taken. */
int native_take(NativeStates* states);
void native_release(NativeStates* states);

/* A writable or readable buffer of C-contiguous numbers; None gives NULL in ->buf.
 *   what   for the message, e.g. "y"
 *   kind   'd' float64, 'I' uint32
 *   count  numbers it must hold; < 0: any
 * Returns -1 with an error set. To be released by PyBuffer_Release if ->obj is not NULL. */
int native_buffer(PyObject* from, const char* what, char kind, Py_ssize_t count, int writable,
                  Py_buffer* out);

/* Text of the file or the library, never NULL. */
PyObject* native_text(const char* text);

#endif
