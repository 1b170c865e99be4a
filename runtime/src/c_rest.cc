// The C interface: outputs of a state as it is.
#include "c_common.hpp"
#include "mortise/rest.hpp"

extern "C" {

uint32_t mortise_outputs_at_rest(const mortise_model* m, const mortise_state* s, double* y) {
  using mortise::c::as_model;
  using mortise::c::as_state;
  if (!mortise::c::usable(m, s)) return mortise::status::kBAD_CALL;
  return mortise::outputs_at_rest(*as_model(m), *as_state(s), y) ? mortise::status::kOk
                                                                 : mortise::status::kBAD_CALL;
}

}  // extern "C"
