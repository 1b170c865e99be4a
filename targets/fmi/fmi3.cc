// FMI 3.0: the standard's functions over Instance.
#include "abi/fmi3.hpp"

#include "instance.hpp"

namespace {

namespace fmi3 {

using mortise::fmi::Instance;
using mortise::fmi::Journal;
using mortise::fmi::Result;
using mortise::fmi::SavedState;
using mortise::fmi::Update;

fmi3Status answer(Result result) { return static_cast<fmi3Status>(result); }
Instance* of(fmi3Instance c) { return static_cast<Instance*>(c); }

void write(const Journal& journal, Result result, const char* category, const char* text) {
  const auto log = reinterpret_cast<fmi3LogMessageCallback>(journal.callback());
  log(journal.environment(), answer(result), category, text);
}

Journal journal_of(fmi3String name, fmi3Boolean logging, fmi3InstanceEnvironment environment,
                   fmi3LogMessageCallback log) {
  Journal journal(log ? write : nullptr, reinterpret_cast<void*>(log), environment, name);
  journal.tell_warnings(logging);
  return journal;
}

void update(const Update& update, double time, bool set, bool get) {
  const auto call = reinterpret_cast<fmi3IntermediateUpdateCallback>(update.callback);
  fmi3Boolean early = false;
  fmi3Float64 early_time = 0;
  call(update.environment, time, set, get, get, false, &early, &early_time);
}

fmi3Status refuse(fmi3Instance c, const char* function, const char* reason) {
  if (c) (void)of(c)->journal().tell(Result::error, "%s: %s", function, reason);
  return fmi3Error;
}

// One call for each of many scalars; the worst answer counts, errors end it.
template <class Call>
fmi3Status for_each(fmi3Instance c, const fmi3ValueReference* vr, size_t vr_count,
                    const void* values, size_t count, const Call& call) {
  if (!c || (vr_count > 0 && (!vr || !values))) return fmi3Error;
  if (count != vr_count)
    return answer(of(c)->journal().tell(
        Result::error, "%zu value references and %zu values, but every variable is a scalar",
        vr_count, count));
  Result worst = Result::ok;
  for (size_t i = 0; i < count && worst != Result::error; ++i) {
    const Result result = call(*of(c), vr[i], i);
    if (result > worst) worst = result;
  }
  return answer(worst);
}

fmi3Status no_such_type(fmi3Instance c, const fmi3ValueReference* vr, size_t count,
                        const char* type) {
  if (!c) return fmi3Error;
  if (count == 0) return fmi3OK;
  return answer(of(c)->journal().tell(
      Result::error, "there are no variables of type %s; %u is another, see modelDescription.xml",
      type, vr ? vr[0] : 0));
}

fmi3Status derivative(fmi3Instance c, mortise::fmi::Span<const fmi3ValueReference> unknown,
                      mortise::fmi::Span<const fmi3ValueReference> known, bool transposed,
                      mortise::fmi::Span<const fmi3Float64> seed,
                      mortise::fmi::Span<fmi3Float64> sensitivity) {
  if (!c) return fmi3Error;
  if (seed.size != (transposed ? unknown : known).size ||
      sensitivity.size != (transposed ? known : unknown).size)
    return answer(of(c)->journal().tell(
        Result::error, "%zu seeds and %zu sensitivities do not fit %zu unknowns and %zu knowns",
        seed.size, sensitivity.size, unknown.size, known.size));
  return answer(of(c)->derivative(unknown, known, transposed, seed.data, sensitivity.data));
}

}  // namespace fmi3

}  // namespace

extern "C" {

#define NAME(name) MORTISE_FMI3_NAME(name)

const char* NAME(fmi3GetVersion)() { return "3.0"; }

fmi3Instance NAME(fmi3InstantiateCoSimulation)(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean, fmi3Boolean logging,
    fmi3Boolean event_mode, fmi3Boolean, const fmi3ValueReference intermediate[],
    size_t intermediate_count, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
    fmi3IntermediateUpdateCallback update) {
  const auto journal = fmi3::journal_of(name, logging, environment, log);
  if (event_mode) {
    (void)journal.tell(fmi3::Result::error,
                       "the FMU has no event mode, see the attributes of modelDescription.xml; "
                       "instantiate it without");
    return nullptr;
  }
  fmi3::Instance* instance = fmi3::Instance::create(journal, token, resources);
  if (!instance || !update || intermediate_count == 0) return instance;
  if (intermediate && instance->watch({fmi3::update, reinterpret_cast<void*>(update), environment},
                                      {intermediate, intermediate_count}) == fmi3::Result::ok)
    return instance;
  fmi3::Instance::destroy(instance);
  return nullptr;
}

fmi3Instance NAME(fmi3InstantiateModelExchange)(fmi3String name, fmi3String, fmi3String,
                                                fmi3Boolean, fmi3Boolean logging,
                                                fmi3InstanceEnvironment environment,
                                                fmi3LogMessageCallback log) {
  (void)fmi3::journal_of(name, logging, environment, log)
      .tell(fmi3::Result::error, "the FMU is made for co-simulation; instantiate it as such");
  return nullptr;
}

fmi3Instance NAME(fmi3InstantiateScheduledExecution)(
    fmi3String name, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean logging,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, fmi3ClockUpdateCallback,
    fmi3LockPreemptionCallback, fmi3UnlockPreemptionCallback) {
  (void)fmi3::journal_of(name, logging, environment, log)
      .tell(fmi3::Result::error, "the FMU is made for co-simulation; instantiate it as such");
  return nullptr;
}

void NAME(fmi3FreeInstance)(fmi3Instance c) { fmi3::Instance::destroy(fmi3::of(c)); }

fmi3Status NAME(fmi3SetDebugLogging)(fmi3Instance c, fmi3Boolean on, size_t count,
                                     const fmi3String categories[]) {
  if (!c || (count > 0 && !categories)) return fmi3Error;
  return fmi3::answer(fmi3::of(c)->journal().choose(on, count, categories));
}

fmi3Status NAME(fmi3EnterInitializationMode)(fmi3Instance c, fmi3Boolean, fmi3Float64,
                                             fmi3Float64 start, fmi3Boolean has_stop,
                                             fmi3Float64 stop) {
  if (!c) return fmi3Error;
  const auto result = fmi3::of(c)->enter_initialization();
  if (result == fmi3::Result::ok) fmi3::of(c)->set_experiment(start, has_stop, stop);
  return fmi3::answer(result);
}
fmi3Status NAME(fmi3ExitInitializationMode)(fmi3Instance c) {
  return c ? fmi3::answer(fmi3::of(c)->exit_initialization()) : fmi3Error;
}
fmi3Status NAME(fmi3Terminate)(fmi3Instance c) {
  return c ? fmi3::answer(fmi3::of(c)->terminate()) : fmi3Error;
}
fmi3Status NAME(fmi3Reset)(fmi3Instance c) {
  return c ? fmi3::answer(fmi3::of(c)->reset()) : fmi3Error;
}

// ---- variables

fmi3Status NAME(fmi3GetFloat64)(fmi3Instance c, const fmi3ValueReference vr[], size_t vr_count,
                                fmi3Float64 value[], size_t count) {
  return fmi3::for_each(c, vr, vr_count, value, count,
                        [&](fmi3::Instance& instance, fmi3ValueReference r, size_t i) {
                          return instance.get_real(r, value + i);
                        });
}
fmi3Status NAME(fmi3SetFloat64)(fmi3Instance c, const fmi3ValueReference vr[], size_t vr_count,
                                const fmi3Float64 value[], size_t count) {
  return fmi3::for_each(c, vr, vr_count, value, count,
                        [&](fmi3::Instance& instance, fmi3ValueReference r, size_t i) {
                          return instance.set_real(r, value[i]);
                        });
}
fmi3Status NAME(fmi3GetInt32)(fmi3Instance c, const fmi3ValueReference vr[], size_t vr_count,
                              fmi3Int32 value[], size_t count) {
  return fmi3::for_each(c, vr, vr_count, value, count,
                        [&](fmi3::Instance& instance, fmi3ValueReference r, size_t i) {
                          return instance.get_integer(r, value + i);
                        });
}
fmi3Status NAME(fmi3SetInt32)(fmi3Instance c, const fmi3ValueReference vr[], size_t vr_count,
                              const fmi3Int32 value[], size_t count) {
  return fmi3::for_each(c, vr, vr_count, value, count,
                        [&](fmi3::Instance& instance, fmi3ValueReference r, size_t i) {
                          return instance.set_integer(r, value[i]);
                        });
}

// Types of which the FMU has no variables.
#define MORTISE_NO_VARIABLES(type)                                                               \
  fmi3Status NAME(fmi3Get##type)(fmi3Instance c, const fmi3ValueReference vr[], size_t vr_count, \
                                 fmi3##type[], size_t) {                                         \
    return fmi3::no_such_type(c, vr, vr_count, #type);                                           \
  }                                                                                              \
  fmi3Status NAME(fmi3Set##type)(fmi3Instance c, const fmi3ValueReference vr[], size_t vr_count, \
                                 const fmi3##type[], size_t) {                                   \
    return fmi3::no_such_type(c, vr, vr_count, #type);                                           \
  }
MORTISE_NO_VARIABLES(Float32)
MORTISE_NO_VARIABLES(Int8)
MORTISE_NO_VARIABLES(UInt8)
MORTISE_NO_VARIABLES(Int16)
MORTISE_NO_VARIABLES(UInt16)
MORTISE_NO_VARIABLES(UInt32)
MORTISE_NO_VARIABLES(Int64)
MORTISE_NO_VARIABLES(UInt64)
MORTISE_NO_VARIABLES(Boolean)
MORTISE_NO_VARIABLES(String)
#undef MORTISE_NO_VARIABLES

fmi3Status NAME(fmi3GetBinary)(fmi3Instance c, const fmi3ValueReference vr[], size_t vr_count,
                               size_t[], fmi3Binary[], size_t) {
  return fmi3::no_such_type(c, vr, vr_count, "Binary");
}
fmi3Status NAME(fmi3SetBinary)(fmi3Instance c, const fmi3ValueReference vr[], size_t vr_count,
                               const size_t[], const fmi3Binary[], size_t) {
  return fmi3::no_such_type(c, vr, vr_count, "Binary");
}
fmi3Status NAME(fmi3GetClock)(fmi3Instance c, const fmi3ValueReference vr[], size_t vr_count,
                              fmi3Clock[]) {
  return fmi3::no_such_type(c, vr, vr_count, "Clock");
}
fmi3Status NAME(fmi3SetClock)(fmi3Instance c, const fmi3ValueReference vr[], size_t vr_count,
                              const fmi3Clock[]) {
  return fmi3::no_such_type(c, vr, vr_count, "Clock");
}

// ---- saved states

fmi3Status NAME(fmi3GetFMUState)(fmi3Instance c, fmi3FMUState* state) {
  return c ? fmi3::answer(fmi3::of(c)->save(reinterpret_cast<fmi3::SavedState**>(state)))
           : fmi3Error;
}
fmi3Status NAME(fmi3SetFMUState)(fmi3Instance c, fmi3FMUState state) {
  return c ? fmi3::answer(fmi3::of(c)->restore(static_cast<fmi3::SavedState*>(state))) : fmi3Error;
}
fmi3Status NAME(fmi3FreeFMUState)(fmi3Instance c, fmi3FMUState* state) {
  return c ? fmi3::answer(fmi3::of(c)->release(state)) : fmi3Error;
}
fmi3Status NAME(fmi3SerializedFMUStateSize)(fmi3Instance c, fmi3FMUState state, size_t* size) {
  return c ? fmi3::answer(fmi3::of(c)->serialized_size(static_cast<fmi3::SavedState*>(state), size))
           : fmi3Error;
}
fmi3Status NAME(fmi3SerializeFMUState)(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[],
                                       size_t size) {
  return c ? fmi3::answer(
                 fmi3::of(c)->serialize(static_cast<fmi3::SavedState*>(state), bytes, size))
           : fmi3Error;
}
fmi3Status NAME(fmi3DeserializeFMUState)(fmi3Instance c, const fmi3Byte bytes[], size_t size,
                                         fmi3FMUState* state) {
  return c ? fmi3::answer(
                 fmi3::of(c)->deserialize(bytes, size, reinterpret_cast<fmi3::SavedState**>(state)))
           : fmi3Error;
}

// ---- the step

fmi3Status NAME(fmi3GetDirectionalDerivative)(fmi3Instance c, const fmi3ValueReference unknown[],
                                              size_t unknowns, const fmi3ValueReference known[],
                                              size_t knowns, const fmi3Float64 seed[], size_t seeds,
                                              fmi3Float64 sensitivity[], size_t sensitivities) {
  return fmi3::derivative(c, {unknown, unknowns}, {known, knowns}, false, {seed, seeds},
                          {sensitivity, sensitivities});
}
fmi3Status NAME(fmi3GetAdjointDerivative)(fmi3Instance c, const fmi3ValueReference unknown[],
                                          size_t unknowns, const fmi3ValueReference known[],
                                          size_t knowns, const fmi3Float64 seed[], size_t seeds,
                                          fmi3Float64 sensitivity[], size_t sensitivities) {
  return fmi3::derivative(c, {unknown, unknowns}, {known, knowns}, true, {seed, seeds},
                          {sensitivity, sensitivities});
}

fmi3Status NAME(fmi3DoStep)(fmi3Instance c, fmi3Float64 now, fmi3Float64 length, fmi3Boolean,
                            fmi3Boolean* event_needed, fmi3Boolean* terminate,
                            fmi3Boolean* returned_early, fmi3Float64* reached) {
  if (event_needed) *event_needed = false;
  if (terminate) *terminate = false;
  if (returned_early) *returned_early = false;
  if (!c) return fmi3Error;
  const auto result = fmi3::of(c)->do_step(now, length);
  if (reached) *reached = fmi3::of(c)->time();
  return fmi3::answer(result);
}

#define MORTISE_FMI3_REFUSED(name, arguments, reason) \
  fmi3Status NAME(name) arguments { return fmi3::refuse(c, #name, reason); }
#include "abi/fmi3.def"

#undef NAME

}  // extern "C"
