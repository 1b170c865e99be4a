// The C interface: outputs over several steps.
#include "c_common.hpp"
#include "mortise/join.hpp"

extern "C" {

uint32_t mortise_outputs_join(const mortise_model* m, const double* y, uint64_t before,
                              double* joined) {
  if (!m || !y || !joined) return mortise::status::kBAD_CALL;
  mortise::join_outputs(*mortise::c::as_model(m), y, before, joined);
  return mortise::status::kOk;
}

}  // extern "C"
