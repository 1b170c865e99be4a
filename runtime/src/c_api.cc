// The C interface: cast, null check, call. Models, states, steps and status; what else there is
// lies in c_*.cc, so that a small target links what it calls.
#include "c_common.hpp"

#include <type_traits>

#include "laws.hpp"

namespace {

using mortise::Model;
using mortise::State;
using mortise::c::as_model;
using mortise::c::as_state;
using mortise::c::usable;

static_assert(sizeof(Model) <= sizeof(mortise_model), "grow mortise_model");
static_assert(alignof(Model) <= alignof(mortise_model), "align mortise_model");
static_assert(std::is_trivially_copyable_v<Model>, "copied as bytes");
static_assert(sizeof(mortise_statistics) == sizeof(mortise::Statistics), "copied as bytes");
#define MORTISE_STATISTIC(member) \
  MORTISE_SAME_MEMBER(mortise_statistics, mortise::Statistics, member)
MORTISE_STATISTIC(steps)
MORTISE_STATISTIC(steps_in_contact)
MORTISE_STATISTIC(iterations)
MORTISE_STATISTIC(held)
MORTISE_STATISTIC(rolled_back)
MORTISE_STATISTIC(capped)
MORTISE_STATISTIC(limited)
MORTISE_STATISTIC(fallback)
MORTISE_STATISTIC(iterations_max)
MORTISE_STATISTIC(last_iterations)
MORTISE_STATISTIC(last_active)
MORTISE_STATISTIC(last_status)
MORTISE_STATISTIC(last_residual)
MORTISE_STATISTIC(worst_residual)
MORTISE_STATISTIC(rate_limited)
MORTISE_STATISTIC(repeated)
MORTISE_STATISTIC(untrusted)
MORTISE_STATISTIC(rebuilds)
MORTISE_STATISTIC(detached)
MORTISE_STATISTIC(sticking)
MORTISE_STATISTIC(off_target)
MORTISE_STATISTIC(first_not_sliding)
MORTISE_STATISTIC(held_in_row)
MORTISE_STATISTIC(rolled_back_in_row)
MORTISE_STATISTIC(capped_in_row)
MORTISE_STATISTIC(rest_iterations)
MORTISE_STATISTIC(recovering)
MORTISE_STATISTIC(blended)

}  // namespace

extern "C" {

uint32_t mortise_abi_version(void) { return MORTISE_ABI_VERSION; }

size_t mortise_model_bytes(const void* bytes, size_t size) {
  const size_t interfaces = bytes ? Model::interface_bytes(bytes, size) : 0;
  return interfaces > 0 ? sizeof(Model) + interfaces : sizeof(mortise_model);
}

int32_t mortise_model_open(const void* bytes, size_t size, mortise_model* model, size_t model_size,
                           mortise_fault* fault, size_t fault_size) {
  mortise::LoadFault why;
  mortise::LoadError error = mortise::LoadError::kMODEL_TOO_SMALL;
  if (model && model_size < sizeof(Model)) {
    why = mortise::LoadFault{error, "model", -1, static_cast<double>(sizeof(Model))};
  } else {
    // what it knows of interfaces follows it
    error = Model::open(bytes, size, reinterpret_cast<Model*>(model), &why,
                        reinterpret_cast<unsigned char*>(model) + sizeof(Model),
                        model ? model_size - sizeof(Model) : 0);
  }
  mortise_fault told{};
  told.code = static_cast<int32_t>(why.code);
  told.text = mortise::load_error_text(why.code);
  told.field = why.field;
  told.assembly = why.interface + 1;
  told.index = why.index;
  told.value = why.value;
  told.name = why.name;
  (void)mortise::c::hand_out(told, fault, fault_size);
  return static_cast<int32_t>(error);
}

size_t mortise_state_bytes(const mortise_model* m) { return m ? as_model(m)->arena_bytes() : 0; }
double mortise_step_size(const mortise_model* m) { return m ? as_model(m)->step_size() : 0; }
int32_t mortise_input_values(const mortise_model* m) { return m ? as_model(m)->input_values() : 0; }
int32_t mortise_inputs(const mortise_model* m) { return m ? as_model(m)->dims().inputs : 0; }
int32_t mortise_outputs(const mortise_model* m) { return m ? as_model(m)->dims().outputs : 0; }

uint32_t mortise_stop_mask(const mortise_model* m) {
  const uint32_t mask = mortise::severity_mask(mortise::Severity::kSTOP);
  return m ? mask | mortise::law_of(*as_model(m)).stops(as_model(m)->view()) : mask;
}

mortise_state* mortise_state_make(const mortise_model* m, void* arena, size_t size) {
  if (!m) return nullptr;
  return reinterpret_cast<mortise_state*>(State::make(*as_model(m), arena, size, nullptr));
}

uint32_t mortise_state_reset(const mortise_model* m, mortise_state* s) {
  if (!m || !s) return mortise::status::kBAD_CALL;
  const mortise::Status st = as_state(s)->reset(*as_model(m));  // repairs damaged indices
  return usable(m, s) ? st : mortise::status::kBAD_CALL;
}

uint32_t mortise_step(const mortise_model* m, mortise_state* s, const double* u, double* y) {
  if (!m || !s) return mortise::status::kBAD_CALL;
  return mortise::step(*as_model(m), *as_state(s), u, y);
}

uint64_t mortise_steps(const mortise_model* m, const mortise_state* s) {
  return usable(m, s) ? as_state(s)->steps() : 0;
}
double mortise_time(const mortise_model* m, const mortise_state* s) {
  return usable(m, s) ? as_state(s)->time(*as_model(m)) : 0;
}

uint32_t mortise_statistics_read(const mortise_model* m, const mortise_state* s,
                                 mortise_statistics* out, size_t size) {
  if (!usable(m, s)) return mortise::status::kBAD_CALL;
  mortise_statistics statistics;
  std::memcpy(&statistics, &as_state(s)->statistics(), sizeof statistics);
  return mortise::c::hand_out(statistics, out, size);
}

#if defined(MORTISE_NO_FILM)
int32_t mortise_film_profile(const mortise_model*, const mortise_state*, double*, double*,
                             double*) {
  return 0;
}

uint32_t mortise_film_restart(const mortise_model*, mortise_state*) {
  return mortise::status::kBAD_CALL;
}
#else
int32_t mortise_film_profile(const mortise_model* m, const mortise_state* s, double* p, double* h,
                             double* x) {
  return usable(m, s) ? mortise::film_profile(*as_model(m), *as_state(s), p, h, x) : 0;
}

uint32_t mortise_film_restart(const mortise_model* m, mortise_state* s) {
  if (!usable(m, s) || !as_model(m)->view().is_film()) return mortise::status::kBAD_CALL;
  as_state(s)->settle_film(*as_model(m));
  return mortise::status::kOk;
}
#endif

int32_t mortise_selftest(const mortise_model* m, mortise_state* s, uint64_t* hash) {
  if (!usable(m, s)) return 0;
  const mortise::SelfTest t = mortise::run_selftest(*as_model(m), *as_state(s));
  if (hash) *hash = t.hash;
  return t.passed ? 1 : 0;
}

const char* mortise_status_name(int32_t bit) { return mortise::status_name(bit); }
const char* mortise_status_text(int32_t bit) { return mortise::status_text(bit); }

int32_t mortise_status_severity(int32_t bit) {
  const uint32_t one = bit >= 0 && bit < 32 ? uint32_t{1} << bit : 0;
  for (int32_t s = MORTISE_SEVERITY_STOP; s >= MORTISE_SEVERITY_NOTICE; --s)
    if (mortise_status_mask(s) & one) return s;
  return 0;
}

uint32_t mortise_status_mask(int32_t severity) {
  return mortise::severity_mask(static_cast<mortise::Severity>(severity));
}

}  // extern "C"
