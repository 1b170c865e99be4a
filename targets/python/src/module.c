/* The module mortise._native: what the Python sources are made of. Not to be imported by others. */
#include "native.h"

/* (bit, name, severity, text) of every status bit. */
static PyObject* status_bits(PyObject* module, PyObject* unused) {
  (void)module;
  (void)unused;
  PyObject* list = PyList_New(0);
  for (int32_t bit = 0; list && bit < 32; ++bit) {
    if (mortise_status_severity(bit) == 0) continue;
    PyObject* made = Py_BuildValue("(issi)", (int)bit, mortise_status_name(bit),
                                   mortise_status_text(bit), (int)mortise_status_severity(bit));
    if (!made || PyList_Append(list, made) != 0) Py_CLEAR(list);
    Py_XDECREF(made);
  }
  return list;
}

static int execute(PyObject* module) {
  PyObject* model = PyType_FromSpec(&native_model_spec);
  if (!model || PyModule_AddObjectRef(module, "Model", model) != 0) return -1;
  Py_DECREF(model);
  PyObject* states = PyType_FromSpec(&native_states_spec);
  if (!states || PyModule_AddObjectRef(module, "States", states) != 0) return -1;
  Py_DECREF(states);
  return PyModule_AddIntConstant(module, "ABI_VERSION", (long)mortise_abi_version());
}

static PyMethodDef functions[] = {{"status_bits", status_bits, METH_NOARGS, NULL},
                                  {NULL, NULL, 0, NULL}};
static PyModuleDef_Slot slots[] = {{Py_mod_exec, execute}, {0, NULL}};
static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "mortise._native", NULL, 0, functions, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__native(void);
PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&definition); }
