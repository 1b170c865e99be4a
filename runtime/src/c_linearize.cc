// The C interface: the linearised step.
#include "c_common.hpp"

namespace {

using mortise::LinearFinding;
using mortise::LinearFindingKind;
using mortise::LinearReport;
using mortise::LinearSpace;
using mortise::c::as_model;
using mortise::c::as_state;
using mortise::c::usable;

static_assert(sizeof(mortise_linear_finding) == sizeof(LinearFinding), "copied as bytes");
MORTISE_SAME_MEMBER(mortise_linear_finding, LinearFinding, kind)
MORTISE_SAME_MEMBER(mortise_linear_finding, LinearFinding, column)
MORTISE_SAME_MEMBER(mortise_linear_finding, LinearFinding, of_interface)
MORTISE_SAME_MEMBER(mortise_linear_finding, LinearFinding, contact)
MORTISE_SAME_MEMBER(mortise_linear_finding, LinearFinding, size)
static_assert(MORTISE_LINEAR_CORNER == static_cast<int>(LinearFindingKind::kCorner), "same");
static_assert(MORTISE_LINEAR_ONE_SIDED == static_cast<int>(LinearFindingKind::kOneSided), "same");
static_assert(MORTISE_LINEAR_CHANGES == static_cast<int>(LinearFindingKind::kChanges), "same");
static_assert(MORTISE_LINEAR_KINK == static_cast<int>(LinearFindingKind::kKink), "same");
static_assert(MORTISE_LINEAR_VAGUE == static_cast<int>(LinearFindingKind::kVague), "same");

static_assert(sizeof(mortise_linear_report) == sizeof(LinearReport), "copied as bytes");
MORTISE_SAME_MEMBER(mortise_linear_report, LinearReport, status)
MORTISE_SAME_MEMBER(mortise_linear_report, LinearReport, findings)
MORTISE_SAME_MEMBER(mortise_linear_report, LinearReport, error)
MORTISE_SAME_MEMBER(mortise_linear_report, LinearReport, settled)
MORTISE_SAME_MEMBER(mortise_linear_report, LinearReport, steps)

}  // namespace

extern "C" {

int32_t mortise_linear_states(const mortise_model* m, const mortise_state* s) {
  return usable(m, s) ? mortise::linear_states(*as_model(m), *as_state(s)) : 0;
}

uint32_t mortise_linear_state_describe(const mortise_model* m, const mortise_state* s,
                                       int32_t index, mortise_linear_state* out, size_t size) {
  mortise::LinearState state;
  if (!usable(m, s) || !mortise::linear_state(*as_model(m), *as_state(s), index, &state))
    return mortise::status::kBAD_CALL;
  const mortise_linear_state told{mortise::linear_kind_name(state.kind),
                                  mortise::linear_kind_unit(state.kind), state.interface,
                                  state.number};
  return mortise::c::hand_out(told, out, size);
}

size_t mortise_linearize_bytes(const mortise_model* m, const mortise_state* s) {
  return usable(m, s) ? mortise::linear_scratch_bytes(*as_model(m), *as_state(s)) : 0;
}

uint32_t mortise_linearize(const mortise_model* m, const mortise_state* s, const double* u,
                           const mortise_linear_space* space, size_t space_size,
                           mortise_linear_report* report, size_t report_size, void* scratch,
                           size_t scratch_size) {
  if (!usable(m, s) || !space) return mortise::status::kBAD_CALL;
  mortise_linear_space wanted{};
  std::memcpy(&wanted, space, space_size < sizeof wanted ? space_size : sizeof wanted);
  LinearSpace to;
  to.a = wanted.a;
  to.b = wanted.b;
  to.b_end = wanted.b_end;
  to.c = wanted.c;
  to.d = wanted.d;
  to.d_end = wanted.d_end;
  to.x = wanted.x;
  to.x_next = wanted.x_next;
  to.y_next = wanted.y_next;
  to.column_error = wanted.column_error;
  to.output_error = wanted.output_error;
  to.findings = reinterpret_cast<LinearFinding*>(wanted.findings);
  to.capacity = wanted.findings ? wanted.capacity : 0;
  LinearReport found;
  const mortise::Status status =
      mortise::linearize(*as_model(m), *as_state(s), u, to, &found, scratch, scratch_size);
  if (status & mortise::status::kBAD_CALL) return status;
  mortise_linear_report told;
  std::memcpy(&told, &found, sizeof told);
  (void)mortise::c::hand_out(told, report, report_size);
  return status;
}

}  // extern "C"
