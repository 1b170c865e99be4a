// The C interface: cast, null check, call.
#include "mortise/mortise.h"

#include <cstring>
#include <new>
#include <type_traits>

#include "mortise/mortise.hpp"
#include "mortise_generated.h"

namespace {

using mortise::Model;
using mortise::State;

static_assert(sizeof(Model) <= sizeof(mortise_model), "grow mortise_model");
static_assert(alignof(Model) <= alignof(mortise_model), "align mortise_model");
static_assert(std::is_trivially_copyable_v<Model>, "copied as bytes");
static_assert(sizeof(mortise_statistics) == sizeof(mortise::Statistics), "same layout");

const Model* as_model(const mortise_model* m) { return reinterpret_cast<const Model*>(m); }
State* as_state(mortise_state* s) { return reinterpret_cast<State*>(s); }
const State* as_state(const mortise_state* s) { return reinterpret_cast<const State*>(s); }

bool usable(const mortise_model* m, const mortise_state* s) {
  return m && s && as_model(m)->step_function() && as_state(s)->belongs_to(*as_model(m));
}

template <class Table>
const char* name_of(const Table* table, std::int32_t index) {
  if (!table || index < 0 || static_cast<std::uint32_t>(index) >= table->size()) return nullptr;
  return table->Get(static_cast<std::uint32_t>(index))->name()->c_str();
}

}  // namespace

extern "C" {

uint32_t mortise_abi_version(void) { return MORTISE_ABI_VERSION; }

int32_t mortise_model_open(const void* bytes, size_t size, mortise_model* model,
                           mortise_fault* fault) {
  mortise::LoadFault why;
  Model opened;
  const mortise::LoadError error = Model::open(bytes, size, model ? &opened : nullptr, &why);
  if (fault) {
    *fault = mortise_fault{static_cast<int32_t>(why.code), mortise::load_error_text(why.code),
                           why.field, why.index, why.value};
  }
  if (model && error == mortise::LoadError::kOK) {
    std::memset(model, 0, sizeof *model);
    std::memcpy(static_cast<void*>(model), static_cast<const void*>(&opened), sizeof opened);
  }
  return static_cast<int32_t>(error);
}

size_t mortise_state_bytes(const mortise_model* m) { return m ? as_model(m)->arena_bytes() : 0; }
double mortise_step_size(const mortise_model* m) { return m ? as_model(m)->step_size() : 0; }
int32_t mortise_input_values(const mortise_model* m) { return m ? as_model(m)->input_values() : 0; }
int32_t mortise_inputs(const mortise_model* m) { return m ? as_model(m)->dims().inputs : 0; }
int32_t mortise_outputs(const mortise_model* m) { return m ? as_model(m)->dims().outputs : 0; }

const char* mortise_input_name(const mortise_model* m, int32_t index) {
  return m ? name_of(as_model(m)->root()->inputs(), index) : nullptr;
}
const char* mortise_output_name(const mortise_model* m, int32_t index) {
  return m ? name_of(as_model(m)->root()->outputs(), index) : nullptr;
}

mortise_state* mortise_state_make(const mortise_model* m, void* arena, size_t size) {
  if (!m) return nullptr;
  return reinterpret_cast<mortise_state*>(State::make(*as_model(m), arena, size, nullptr));
}

uint32_t mortise_state_reset(const mortise_model* m, mortise_state* s) {
  if (!usable(m, s)) return mortise::status::kBAD_CALL;
  as_state(s)->reset(*as_model(m));
  return mortise::status::kOk;
}

uint32_t mortise_step(const mortise_model* m, mortise_state* s, const double* u, double* y) {
  if (!usable(m, s)) return mortise::status::kBAD_CALL;
  return mortise::step(*as_model(m), *as_state(s), u, y);
}

uint32_t mortise_set_parameter(const mortise_model* m, mortise_state* s, const char* name,
                               double value) {
  if (!usable(m, s)) return mortise::status::kBAD_CALL;
  return mortise::set_parameter(*as_model(m), *as_state(s),
                                mortise::find_parameter(*as_model(m), name), value);
}

uint32_t mortise_statistics_read(const mortise_model* m, const mortise_state* s,
                                 mortise_statistics* out) {
  if (!usable(m, s) || !out) return mortise::status::kBAD_CALL;
  std::memcpy(out, &as_state(s)->statistics(), sizeof *out);
  return mortise::status::kOk;
}

int32_t mortise_film_profile(const mortise_model* m, const mortise_state* s, double* p, double* h,
                             double* x) {
  return usable(m, s) ? mortise::film_profile(*as_model(m), *as_state(s), p, h, x) : 0;
}

int32_t mortise_selftest(const mortise_model* m, mortise_state* s, uint64_t* hash) {
  if (!usable(m, s)) return 0;
  const mortise::SelfTest t = mortise::run_selftest(*as_model(m), *as_state(s));
  if (hash) *hash = t.hash;
  return t.passed ? 1 : 0;
}

const char* mortise_status_text(int32_t bit) { return mortise::status_text(bit); }

}  // extern "C"
