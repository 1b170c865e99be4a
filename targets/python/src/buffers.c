#include <string.h>

#include "native.h"

PyObject* native_text(const char* text) {
  return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

/* numpy writes uint32 as "I", or as "L" where that has four bytes. */
static int is_kind(const Py_buffer* b, char kind) {
  const char* format = b->format ? b->format : "B";
  if (*format == '@' || *format == '=' || *format == '<') ++format;
  if (format[0] == '\0' || format[1] != '\0') return 0;
  if (kind == 'd') return format[0] == 'd' && b->itemsize == 8;
  return (format[0] == 'I' || format[0] == 'L') && b->itemsize == 4;
}

int native_buffer(PyObject* from, const char* what, char kind, Py_ssize_t count, int writable,
                  Py_buffer* out) {
  memset(out, 0, sizeof *out);
  if (from == Py_None) return 0;
  const int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
  const char* type = kind == 'd' ? "float64" : "uint32";
  if (PyObject_GetBuffer(from, out, flags) != 0) {
    PyErr_Format(PyExc_TypeError, "%s must be a %sC-contiguous array of %s", what,
                 writable ? "writable " : "", type);
    return -1;
  }
  if (!is_kind(out, kind)) {
    PyBuffer_Release(out);
    PyErr_Format(PyExc_TypeError,
                 "%s must hold %s numbers: pass it through numpy.ascontiguousarray(%s, \"%s\")",
                 what, type, what, type);
    return -1;
  }
  const Py_ssize_t held = out->len / out->itemsize;
  if (count >= 0 && held != count) {
    PyBuffer_Release(out);
    PyErr_Format(PyExc_ValueError, "%s must hold %zd numbers, not %zd", what, count, held);
    return -1;
  }
  return 0;
}
