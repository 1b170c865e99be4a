// The C interface: groups of an assembly.
#include "c_common.hpp"

namespace {

using mortise::GroupReport;
using mortise::c::as_model;
using mortise::c::as_state;

static_assert(sizeof(mortise_group) == sizeof(GroupReport), "copied as bytes");
MORTISE_SAME_MEMBER(mortise_group, GroupReport, status)
MORTISE_SAME_MEMBER(mortise_group, GroupReport, interfaces)
MORTISE_SAME_MEMBER(mortise_group, GroupReport, iterations)
MORTISE_SAME_MEMBER(mortise_group, GroupReport, residual)

}  // namespace

extern "C" {

int32_t mortise_groups(const mortise_model* m) { return m ? mortise::groups(*as_model(m)) : 0; }

double mortise_group_coupling(const mortise_model* m, int32_t group) {
  return m ? mortise::group_coupling(*as_model(m), group) : 0;
}

uint32_t mortise_group_report(const mortise_model* m, const mortise_state* s, int32_t group,
                              mortise_group* out, size_t size) {
  if (!mortise::c::usable(m, s) || group < 0 || group >= mortise_groups(m))
    return mortise::status::kBAD_CALL;
  const GroupReport report = mortise::group_report(*as_model(m), *as_state(s), group);
  mortise_group told;
  std::memcpy(&told, &report, sizeof told);
  return mortise::c::hand_out(told, out, size);
}

}  // extern "C"
