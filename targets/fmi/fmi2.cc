// FMI 2.0: the standard's functions over Instance.
#include "abi/fmi2.hpp"

#include "instance.hpp"

namespace {

namespace fmi2 {

using mortise::fmi::Instance;
using mortise::fmi::Journal;
using mortise::fmi::Result;
using mortise::fmi::SavedState;

fmi2Status answer(Result result) { return static_cast<fmi2Status>(result); }
Instance* of(fmi2Component c) { return static_cast<Instance*>(c); }

// The text itself as the message, for importers that read no arguments behind it: '%' and '#' are
// doubled, as importers that format it want them.
void write(const Journal& journal, Result result, const char* category, const char* text) {
  char message[2 * mortise::fmi::kLongestEntry];
  char* to = message;
  for (const char* from = text; *from; ++from) {
    if (*from == '%' || *from == '#') *to++ = *from;
    *to++ = *from;
  }
  *to = '\0';
  const auto log = reinterpret_cast<fmi2CallbackLogger>(journal.callback());
  log(journal.environment(), journal.name(), answer(result), category, message);
}

fmi2Status refuse(fmi2Component c, const char* function, const char* reason) {
  if (c) (void)of(c)->journal().tell(Result::error, "%s: %s", function, reason);
  return fmi2Error;
}

// One call for each of many variables; the worst answer counts, errors end it.
template <class Call>
fmi2Status for_each(fmi2Component c, const fmi2ValueReference* vr, size_t count, const void* values,
                    const Call& call) {
  if (!c || (count > 0 && (!vr || !values))) return fmi2Error;
  Result worst = Result::ok;
  for (size_t i = 0; i < count && worst != Result::error; ++i) {
    const Result result = call(*of(c), vr[i], i);
    if (result > worst) worst = result;
  }
  return answer(worst);
}

fmi2Status no_such_type(fmi2Component c, const fmi2ValueReference* vr, size_t count,
                        const char* type) {
  if (!c) return fmi2Error;
  if (count == 0) return fmi2OK;
  return answer(of(c)->journal().tell(
      Result::error, "there are no %s variables; %u is another, see modelDescription.xml", type,
      vr ? vr[0] : 0));
}

// Steps are synchronous: no answer is ever pending.
fmi2Status no_status(fmi2Component c) {
  if (!c) return fmi2Error;
  return answer(
      of(c)->journal().tell(Result::discard, "no step is pending, there is no such status"));
}

}  // namespace fmi2

}  // namespace

extern "C" {

#define NAME(name) MORTISE_FMI2_NAME(name)

const char* NAME(fmi2GetTypesPlatform)() { return "default"; }
const char* NAME(fmi2GetVersion)() { return "2.0"; }

fmi2Component NAME(fmi2Instantiate)(fmi2String name, fmi2Type type, fmi2String guid,
                                    fmi2String resources, const fmi2CallbackFunctions* callbacks,
                                    fmi2Boolean, fmi2Boolean logging) {
  const fmi2CallbackLogger log = callbacks ? callbacks->logger : nullptr;
  fmi2::Journal journal(log ? fmi2::write : nullptr, reinterpret_cast<void*>(log),
                        callbacks ? callbacks->componentEnvironment : nullptr, name);
  journal.tell_warnings(logging != 0);
  if (type != fmi2CoSimulation) {
    (void)journal.tell(fmi2::Result::error,
                       "the FMU is made for co-simulation; instantiate it as such");
    return nullptr;
  }
  return fmi2::Instance::create(journal, guid, resources);
}

void NAME(fmi2FreeInstance)(fmi2Component c) { fmi2::Instance::destroy(fmi2::of(c)); }

fmi2Status NAME(fmi2SetDebugLogging)(fmi2Component c, fmi2Boolean on, size_t count,
                                     const fmi2String categories[]) {
  if (!c || (count > 0 && !categories)) return fmi2Error;
  return fmi2::answer(fmi2::of(c)->journal().choose(on != 0, count, categories));
}

fmi2Status NAME(fmi2SetupExperiment)(fmi2Component c, fmi2Boolean, fmi2Real, fmi2Real start,
                                     fmi2Boolean has_stop, fmi2Real stop) {
  if (!c) return fmi2Error;
  fmi2::of(c)->set_experiment(start, has_stop != 0, stop);
  return fmi2OK;
}

fmi2Status NAME(fmi2EnterInitializationMode)(fmi2Component c) {
  return c ? fmi2::answer(fmi2::of(c)->enter_initialization()) : fmi2Error;
}
fmi2Status NAME(fmi2ExitInitializationMode)(fmi2Component c) {
  return c ? fmi2::answer(fmi2::of(c)->exit_initialization()) : fmi2Error;
}
fmi2Status NAME(fmi2Terminate)(fmi2Component c) {
  return c ? fmi2::answer(fmi2::of(c)->terminate()) : fmi2Error;
}
fmi2Status NAME(fmi2Reset)(fmi2Component c) {
  return c ? fmi2::answer(fmi2::of(c)->reset()) : fmi2Error;
}

// ---- variables

fmi2Status NAME(fmi2GetReal)(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                             fmi2Real value[]) {
  return fmi2::for_each(c, vr, count, value,
                        [&](fmi2::Instance& instance, fmi2ValueReference r, size_t i) {
                          return instance.get_real(r, value + i);
                        });
}
fmi2Status NAME(fmi2SetReal)(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                             const fmi2Real value[]) {
  return fmi2::for_each(c, vr, count, value,
                        [&](fmi2::Instance& instance, fmi2ValueReference r, size_t i) {
                          return instance.set_real(r, value[i]);
                        });
}
fmi2Status NAME(fmi2GetInteger)(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                                fmi2Integer value[]) {
  return fmi2::for_each(c, vr, count, value,
                        [&](fmi2::Instance& instance, fmi2ValueReference r, size_t i) {
                          return instance.get_integer(r, value + i);
                        });
}
fmi2Status NAME(fmi2SetInteger)(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                                const fmi2Integer value[]) {
  return fmi2::for_each(c, vr, count, value,
                        [&](fmi2::Instance& instance, fmi2ValueReference r, size_t i) {
                          return instance.set_integer(r, value[i]);
                        });
}
fmi2Status NAME(fmi2GetBoolean)(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                                fmi2Boolean[]) {
  return fmi2::no_such_type(c, vr, count, "Boolean");
}
fmi2Status NAME(fmi2SetBoolean)(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                                const fmi2Boolean[]) {
  return fmi2::no_such_type(c, vr, count, "Boolean");
}
fmi2Status NAME(fmi2GetString)(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                               fmi2String[]) {
  return fmi2::no_such_type(c, vr, count, "String");
}
fmi2Status NAME(fmi2SetString)(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                               const fmi2String[]) {
  return fmi2::no_such_type(c, vr, count, "String");
}

// ---- saved states

fmi2Status NAME(fmi2GetFMUstate)(fmi2Component c, fmi2FMUstate* state) {
  return c ? fmi2::answer(fmi2::of(c)->save(reinterpret_cast<fmi2::SavedState**>(state)))
           : fmi2Error;
}
fmi2Status NAME(fmi2SetFMUstate)(fmi2Component c, fmi2FMUstate state) {
  return c ? fmi2::answer(fmi2::of(c)->restore(static_cast<fmi2::SavedState*>(state))) : fmi2Error;
}
fmi2Status NAME(fmi2FreeFMUstate)(fmi2Component c, fmi2FMUstate* state) {
  return c ? fmi2::answer(fmi2::of(c)->release(state)) : fmi2Error;
}
fmi2Status NAME(fmi2SerializedFMUstateSize)(fmi2Component c, fmi2FMUstate state, size_t* size) {
  return c ? fmi2::answer(fmi2::of(c)->serialized_size(static_cast<fmi2::SavedState*>(state), size))
           : fmi2Error;
}
fmi2Status NAME(fmi2SerializeFMUstate)(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[],
                                       size_t size) {
  return c ? fmi2::answer(
                 fmi2::of(c)->serialize(static_cast<fmi2::SavedState*>(state), bytes, size))
           : fmi2Error;
}
fmi2Status NAME(fmi2DeSerializeFMUstate)(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                         fmi2FMUstate* state) {
  return c ? fmi2::answer(
                 fmi2::of(c)->deserialize(bytes, size, reinterpret_cast<fmi2::SavedState**>(state)))
           : fmi2Error;
}

// ---- the step

fmi2Status NAME(fmi2GetDirectionalDerivative)(fmi2Component c, const fmi2ValueReference unknown[],
                                              size_t unknowns, const fmi2ValueReference known[],
                                              size_t knowns, const fmi2Real seed[],
                                              fmi2Real sensitivity[]) {
  if (!c) return fmi2Error;
  return fmi2::answer(
      fmi2::of(c)->derivative({unknown, unknowns}, {known, knowns}, false, seed, sensitivity));
}

fmi2Status NAME(fmi2SetRealInputDerivatives)(fmi2Component c, const fmi2ValueReference vr[],
                                             size_t count, const fmi2Integer order[],
                                             const fmi2Real value[]) {
  return fmi2::for_each(c, vr, count, order ? value : nullptr,
                        [&](fmi2::Instance& instance, fmi2ValueReference r, size_t i) {
                          return instance.set_slope(r, order[i], value[i]);
                        });
}

fmi2Status NAME(fmi2DoStep)(fmi2Component c, fmi2Real now, fmi2Real length, fmi2Boolean) {
  return c ? fmi2::answer(fmi2::of(c)->do_step(now, length)) : fmi2Error;
}

fmi2Status NAME(fmi2GetStatus)(fmi2Component c, const fmi2StatusKind, fmi2Status*) {
  return fmi2::no_status(c);
}
fmi2Status NAME(fmi2GetIntegerStatus)(fmi2Component c, const fmi2StatusKind, fmi2Integer*) {
  return fmi2::no_status(c);
}
fmi2Status NAME(fmi2GetStringStatus)(fmi2Component c, const fmi2StatusKind, fmi2String*) {
  return fmi2::no_status(c);
}
fmi2Status NAME(fmi2GetRealStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2Real* value) {
  if (!c || !value || kind != fmi2LastSuccessfulTime) return fmi2::no_status(c);
  *value = fmi2::of(c)->time();
  return fmi2OK;
}
fmi2Status NAME(fmi2GetBooleanStatus)(fmi2Component c, const fmi2StatusKind kind,
                                      fmi2Boolean* value) {
  if (!c || !value || kind != fmi2Terminated) return fmi2::no_status(c);
  *value = 0;
  return fmi2OK;
}

#define MORTISE_FMI2_REFUSED(name, arguments, reason) \
  fmi2Status NAME(name) arguments { return fmi2::refuse(c, #name, reason); }
#include "abi/fmi2.def"

#undef NAME

}  // extern "C"
