// The C interface: snapshots.
#include "c_common.hpp"

namespace {

using mortise::SnapshotError;
using mortise::c::as_model;
using mortise::c::as_state;
using mortise::c::usable;

int32_t number(SnapshotError error) { return static_cast<int32_t>(error); }

}  // namespace

extern "C" {

size_t mortise_snapshot_bytes(const mortise_model* m) {
  return m ? mortise::snapshot_bytes(*as_model(m)) : 0;
}

int32_t mortise_snapshot_write(const mortise_model* m, const mortise_state* s, void* out,
                               size_t size) {
  if (!usable(m, s)) return number(SnapshotError::kBAD_CALL);
  return number(mortise::write_snapshot(*as_model(m), *as_state(s), out, size));
}

int32_t mortise_snapshot_restore(const mortise_model* m, mortise_state* s, const void* bytes,
                                 size_t size) {
  if (!usable(m, s)) return number(SnapshotError::kBAD_CALL);
  return number(mortise::restore_snapshot(*as_model(m), *as_state(s), bytes, size));
}

const char* mortise_snapshot_text(int32_t error) {
  return mortise::snapshot_error_text(static_cast<SnapshotError>(error));
}

}  // extern "C"
