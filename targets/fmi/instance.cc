#include "instance.hpp"

#include <cmath>
#include <initializer_list>
#include <new>

#include "float_environment.hpp"
#include "saved_state.hpp"

namespace mortise::fmi {

namespace {

std::size_t count_of(std::int32_t n) { return static_cast<std::size_t>(n); }

// For texts: nothing where the unit is 1.
const char* unit_behind(const char* unit) { return std::strcmp(unit, "1") == 0 ? "" : unit; }
const char* blank_before(const char* unit) { return *unit_behind(unit) ? " " : ""; }

}  // namespace

// ---- life ---------------------------------------------------------------------------------------

Instance* Instance::create(const Journal& journal, const char* token, const char* location) {
  // not by operator new: nothing of the library of C++ is needed so
  void* memory = std::malloc(sizeof(Instance));
  if (!memory) {
    (void)journal.tell(Result::error, "no memory for the instance");
    return nullptr;
  }
  auto* instance = new (memory) Instance;
  instance->journal_ = journal;
  if (instance->open(token, location)) return instance;
  destroy(instance);
  return nullptr;
}

void Instance::destroy(Instance* instance) {
  if (!instance) return;
  for (std::size_t i = 0; i < instance->saved_count_; ++i) free_block(instance->saved_[i]);
  instance->~Instance();
  std::free(instance);
}

bool Instance::open(const char* token, const char* location) {
  if (!read_model(location, journal_, &file_)) return false;
  const Token own(file_.bytes.get(), file_.size);
  if (!token || std::strcmp(token, own.text) != 0) {
    (void)journal_.tell(Result::error,
                        "the description's token is %s, that of the model %s; export the FMU anew "
                        "instead of changing its files",
                        token ? token : "missing", own.text);
    return false;
  }
  token_ = checksum_of(own.text, sizeof own.text);
  const std::size_t models =
      1 + mortise_model_bytes(file_.bytes.get(), file_.size) / sizeof(mortise_model);
  model_ = make_block<mortise_model>(models);
  if (!model_) {
    (void)journal_.tell(Result::error, "no memory for the model");
    return false;
  }
  const FloatEnvironment exact;
  mortise_fault fault{};
  if (mortise_model_open(file_.bytes.get(), file_.size, model_.get(),
                         models * sizeof(mortise_model), &fault, sizeof fault) != 0) {
    (void)journal_.tell(Result::error, "%s: %s %s; entry %lld, value %g", kModelFile, fault.field,
                        fault.text, static_cast<long long>(fault.index), fault.value);
    return false;
  }
  if (!allocate()) {
    (void)journal_.tell(Result::error, "no memory for a state of %zu bytes",
                        mortise_state_bytes(model_.get()));
    return false;
  }
  return reset() == Result::ok;
}

bool Instance::allocate() {
  const mortise_model* m = model_.get();
  inputs_ = mortise_inputs(m);
  outputs_ = mortise_outputs(m);
  parameters_ = mortise_parameters(m);
  cases_ = mortise_cases(m);
  width_ = mortise_input_values(m);
  step_ = mortise_step_size(m);
  const std::size_t bytes = mortise_state_bytes(m);
  arena_ = make_block<unsigned char>(bytes);
  for (Block<bool>* each : {&held_, &watched_, &sloped_}) {
    *each = make_block<bool>(count_of(inputs_));
    if (!*each) return false;
  }
  for (Block<double>* each : {&begin_, &set_, &slope_, &from_, &to_, &least_, &most_}) {
    *each = make_block<double>(count_of(inputs_));
    if (!*each) return false;
  }
  u_ = make_block<double>(count_of(width_));
  y_ = make_block<double>(count_of(outputs_));
  joined_ = make_block<double>(count_of(outputs_));
  if (!arena_ || !u_ || !y_ || !joined_) return false;
  state_ = mortise_state_make(m, arena_.get(), bytes);
  if (!state_) return false;
  // a film has no outputs at rest
  if (outputs_ > 0 && mortise_outputs_at_rest(m, state_, y_.get()) != MORTISE_OK) {
    trial_ = make_block<unsigned char>(bytes);
    return trial_ != nullptr;
  }
  return true;
}

void Instance::set_experiment(double start, bool has_stop, double stop) {
  start_ = start;
  has_stop_ = has_stop;
  stop_ = stop;
}

Result Instance::enter_initialization() {
  if (mode_ != Mode::instantiated)
    return journal_.tell(Result::error, "initialization mode follows instantiation or a reset");
  mode_ = Mode::initializing;
  return Result::ok;
}

Result Instance::exit_initialization() {
  if (mode_ != Mode::initializing)
    return journal_.tell(Result::error, "initialization mode was not entered");
  std::memcpy(begin_.get(), set_.get(), count_of(inputs_) * sizeof(double));
  mode_ = Mode::stepping;
  return Result::ok;
}

Result Instance::terminate() {
  if (mode_ != Mode::stepping)
    return journal_.tell(Result::error, "there is nothing to terminate: no initialization before");
  mode_ = Mode::terminated;
  return Result::ok;
}

Result Instance::reset() {
  if (mortise_state_reset(model_.get(), state_) & MORTISE_BAD_CALL)
    return journal_.tell(Result::error, "the state of the model is damaged; free the instance");
  for (std::int32_t i = 0; i < inputs_; ++i) {
    mortise_input input{};
    (void)mortise_input_describe(model_.get(), i, &input, sizeof input);
    const std::size_t k = count_of(i);
    held_[k] = input.hold == MORTISE_HOLD_ZERO_ORDER;
    begin_[k] = set_[k] = input.default_value;
    least_[k] = input.minimum;
    most_[k] = input.maximum;
    sloped_[k] = false;
  }
  hold_ = InputHold::end;
  last_steps_ = 0;
  warns_ = true;
  mode_ = Mode::instantiated;
  at_rest_ = stale_ = true;
  has_stop_ = false;
  start_ = 0;
  status_ = 0;
  return Result::ok;
}

Result Instance::watch(const Update& update, Span<const std::uint32_t> variables) {
  for (std::size_t i = 0; i < variables.size; ++i) {
    const std::uint32_t reference = variables.data[i];
    if (is_input(reference))
      watched_[reference - kFirstInput] = updates_inputs_ = true;
    else if (is_output(reference))
      updates_outputs_ = true;
    else
      return journal_.tell(Result::error,
                           "%u is no intermediate variable; inputs and outputs are, see the "
                           "attribute intermediateUpdate in modelDescription.xml",
                           reference);
  }
  update_ = update;
  return Result::ok;
}

// ---- variables ----------------------------------------------------------------------------------

bool Instance::is_input(std::uint32_t reference) const {
  return reference >= kFirstInput && reference - kFirstInput < count_of(inputs_);
}
bool Instance::is_output(std::uint32_t reference) const {
  return reference >= kFirstOutput && reference - kFirstOutput < count_of(outputs_);
}

Result Instance::get_real(std::uint32_t reference, double* value) {
  if (reference == kTime) {
    *value = time();
    return Result::ok;
  }
  if (is_input(reference)) {
    *value = set_[reference - kFirstInput];
    return Result::ok;
  }
  if (is_output(reference)) {
    refresh_outputs();
    *value = y_[reference - kFirstOutput];
    return Result::ok;
  }
  if (reference >= kFirstParameter && reference < kEnd &&
      mortise_parameter_get(model_.get(), state_,
                            static_cast<std::int32_t>(reference - kFirstParameter),
                            value) == MORTISE_OK)
    return Result::ok;
  return journal_.tell(Result::error, "there is no real variable with the value reference %u",
                       reference);
}

Result Instance::set_real(std::uint32_t reference, double value) {
  if (is_input(reference)) {
    set_[reference - kFirstInput] = value;
    stale_ = at_rest_;
    return Result::ok;
  }
  const auto id = static_cast<std::int32_t>(reference - kFirstParameter);
  if (reference < kFirstParameter || id >= parameters_)
    return journal_.tell(Result::error, "no real variable with the value reference %u can be set",
                         reference);
  // set to what it is already, a parameter would no longer follow the operating case
  double before = 0;
  if (mortise_parameter_get(model_.get(), state_, id, &before) == MORTISE_OK && before == value)
    return Result::ok;
  const std::uint32_t status = mortise_parameter_set(model_.get(), state_, id, value);
  mortise_parameter p{};
  (void)mortise_parameter_describe(model_.get(), id, &p, sizeof p);
  if ((status & MORTISE_BAD_CALL) != 0)
    return journal_.tell(Result::discard, "%s = %g is not in its range %g .. %g%s%s; it stays",
                         p.name, value, p.minimum, p.maximum, blank_before(p.unit),
                         unit_behind(p.unit));
  stale_ = at_rest_;
  if ((status & MORTISE_OUTSIDE_TRAINING) != 0)
    (void)journal_.tell(Result::warning,
                        "%s = %g: parameters are beyond what the certificate "
                        "covers",
                        p.name, value);
  return Result::ok;
}

Result Instance::get_integer(std::uint32_t reference, std::int32_t* value) {
  if (reference == kStatus) {
    *value = static_cast<std::int32_t>(status_);
    return Result::ok;
  }
  if (reference == kCase && cases_ > 0) {
    *value = mortise_case_current(model_.get(), state_);
    return Result::ok;
  }
  if (reference == kInputHold) {
    *value = static_cast<std::int32_t>(hold_);
    return Result::ok;
  }
  if (reference == kStepWarnings) {
    *value = warns_ ? 1 : 0;
    return Result::ok;
  }
  return journal_.tell(Result::error, "there is no integer variable with the value reference %u",
                       reference);
}

Result Instance::set_integer(std::uint32_t reference, std::int32_t value) {
  if (reference == kInputHold || reference == kStepWarnings) {
    const std::int32_t choices = reference == kInputHold ? kInputHolds : 2;
    if (value < 0 || value >= choices)
      return journal_.tell(Result::discard, "%s is one of 0 .. %d, not %d; it stays",
                           reference == kInputHold ? kInputHoldName : kStepWarningsName,
                           choices - 1, value);
    if (reference == kInputHold)
      hold_ = static_cast<InputHold>(value);
    else
      warns_ = value != 0;
    return Result::ok;
  }
  if (reference != kCase || cases_ == 0)
    return journal_.tell(Result::error,
                         "no integer variable with the value reference %u can be set", reference);
  if (mortise_case_set(model_.get(), state_, value) != MORTISE_OK)
    return journal_.tell(Result::discard, "there is no operating case %d; choose one of 0 .. %d",
                         value, cases_ - 1);
  stale_ = at_rest_;
  return Result::ok;
}

// ---- steps --------------------------------------------------------------------------------------

double Instance::time() const {
  return start_ + static_cast<double>(mortise_steps(model_.get(), state_)) * step_;
}

Result Instance::set_slope(std::uint32_t reference, std::int32_t order, double value) {
  if (!is_input(reference))
    return journal_.tell(Result::error, "derivatives are set of inputs; %u is none", reference);
  if (order != 1)
    return journal_.tell(Result::warning,
                         "the derivative of order %d is left out; inputs follow that of order 1",
                         order);
  slope_[reference - kFirstInput] = value;
  sloped_[reference - kFirstInput] = true;
  return Result::ok;
}

// Where the inputs of a communication step of n internal steps begin and end.
void Instance::lead_inputs(long long n) {
  const auto steps = static_cast<double>(n);
  for (std::size_t i = 0; i < count_of(inputs_); ++i) {
    from_[i] = to_[i] = set_[i];
    if (sloped_[i]) {
      to_[i] += slope_[i] * steps * step_;
    } else if (held_[i]) {
      continue;
    } else if (hold_ == InputHold::end) {
      from_[i] = begin_[i];
    } else if (hold_ == InputHold::extrapolated && last_steps_ > 0) {
      const double end = set_[i] + (set_[i] - begin_[i]) * steps / static_cast<double>(last_steps_);
      // no further than the input may go
      to_[i] = end > most_[i] ? most_[i] : end < least_[i] ? least_[i] : end;
    }
  }
}

// Inputs of internal step k of n.
void Instance::hold_inputs(long long k, long long n) {
  const auto at = [&](std::size_t i, long long instant, long long last) {
    if (instant == 0 || from_[i] == to_[i]) return from_[i];
    if (instant == last) return to_[i];
    const double share = static_cast<double>(instant) / static_cast<double>(last);
    return from_[i] + (to_[i] - from_[i]) * share;
  };
  const std::size_t nu = count_of(inputs_);
  for (std::size_t i = 0; i < nu; ++i) {
    u_[i] = watched_[i] ? from_[i] : at(i, k, n);
    if (width_ > inputs_) u_[nu + i] = held_[i] ? u_[i] : watched_[i] ? to_[i] : at(i, k + 1, n);
  }
}

// What stands at the start of the next communication step.
void Instance::end_inputs() {
  for (std::size_t i = 0; i < count_of(inputs_); ++i) {
    const bool ends = !watched_[i] && !held_[i] && hold_ == InputHold::end;
    begin_[i] = ends && width_ > inputs_ ? u_[count_of(inputs_) + i] : set_[i];
    sloped_[i] = false;
  }
}

// Inputs at the end of the coming internal step, of those that the importer sets there.
void Instance::update_inputs(const FloatEnvironment& exact) {
  if (!updates_inputs_) return;
  const std::size_t nu = count_of(inputs_);
  for (std::size_t i = 0; i < nu; ++i)
    if (watched_[i]) from_[i] = set_[i];
  exact.leave_for([&] { update_.call(update_, time() + step_, true, false); });
  for (std::size_t i = 0; i < nu; ++i)
    if (watched_[i]) to_[i] = set_[i];
}

// Before the first step.
void Instance::refresh_outputs() {
  if (!at_rest_ || !stale_) return;
  stale_ = false;
  const FloatEnvironment exact;
  if (!trial_) {
    (void)mortise_outputs_at_rest(model_.get(), state_, y_.get());
    return;
  }
  // with inputs that stand still
  for (std::int32_t i = 0; i < width_; ++i) u_[count_of(i)] = set_[count_of(i % inputs_)];
  std::memcpy(trial_.get(), arena_.get(), mortise_state_bytes(model_.get()));
  (void)mortise_step(model_.get(), reinterpret_cast<mortise_state*>(trial_.get()), u_.get(),
                     y_.get());
}

// What the status bits of a communication step are to an importer; new ones are told.
Result Instance::told(std::uint32_t status, bool stopped) {
  const std::uint32_t fresh = status & ~status_;
  status_ = status;
  const bool less = (status & mortise_status_mask(MORTISE_SEVERITY_WARNING)) != 0;
  const Result result = stopped ? Result::error : less && warns_ ? Result::warning : Result::ok;
  for (std::int32_t bit = 0; bit < 32; ++bit)
    if ((fresh >> bit & 1u) != 0 && mortise_status_severity(bit) >= MORTISE_SEVERITY_WARNING)
      (void)journal_.tell(result, "t = %.9g s: %s: %s", time(), mortise_status_name(bit),
                          mortise_status_text(bit));
  return result;
}

Result Instance::do_step(double now, double length) {
  if (mode_ != Mode::stepping)
    return journal_.tell(Result::error, "a step needs initialization before it, or a saved state");
  const double ratio = length / step_, whole = std::nearbyint(ratio);
  if (!(whole >= 1) || whole > 1e15 || std::fabs(ratio - whole) > kStepTolerance * whole)
    return journal_.tell(Result::error,
                         "the communication step %.17g s is no multiple of the internal step "
                         "%.17g s; choose one",
                         length, step_);
  if (!(std::fabs(now - time()) <= 0.5 * step_))
    return journal_.tell(Result::error,
                         "a step from %.17g s was asked for, the FMU is at %.17g s; restore a "
                         "saved state to go elsewhere",
                         now, time());
  if (has_stop_ && time() + whole * step_ > stop_ + 0.5 * step_)
    return journal_.tell(Result::error, "a step to %.17g s passes the stop time %.17g s",
                         time() + whole * step_, stop_);
  const FloatEnvironment exact;
  const std::uint32_t stop_mask = mortise_stop_mask(model_.get());
  const auto n = static_cast<long long>(whole);
  std::uint32_t status = 0;
  lead_inputs(n);
  at_rest_ = false;
  for (long long k = 0; k < n && (status & stop_mask) == 0; ++k) {
    update_inputs(exact);
    hold_inputs(k, n);
    status |= mortise_step(model_.get(), state_, u_.get(), y_.get());
    (void)mortise_outputs_join(model_.get(), y_.get(), static_cast<std::uint64_t>(k),
                               joined_.get());
    if (updates_outputs_) exact.leave_for([&] { update_.call(update_, time(), false, true); });
  }
  std::memcpy(y_.get(), joined_.get(), count_of(outputs_) * sizeof(double));
  end_inputs();
  last_steps_ = n;
  return told(status, (status & stop_mask) != 0);
}

// ---- derivatives --------------------------------------------------------------------------------

namespace {

constexpr std::int32_t kCorners = 64;  // as many interfaces as assemblies have, and more

const char* text_of_finding(std::int32_t kind) {
  switch (kind) {
    case MORTISE_LINEAR_CORNER:
      return "a contact rests at a corner of its law: these are the derivatives of the side on "
             "which it stays closed";
    case MORTISE_LINEAR_ONE_SIDED:
      return "a contact is about to change: these are the derivatives of the side on which it "
             "does not";
    case MORTISE_LINEAR_CHANGES:
      return "contacts change on both sides: these are mean slopes, no derivatives";
    case MORTISE_LINEAR_KINK:
      return "the slopes of both sides differ: these are their means";
    default:
      return "the derivatives are not well known here: no two increments agree";
  }
}

}  // namespace

// What an input as it is set has of that at the start and of that at the end of the next internal
// step.
double Instance::share_of_start(std::size_t input) const {
  return held_[input] || sloped_[input] || hold_ != InputHold::end ? 1 : 0;
}
double Instance::share_of_end(std::size_t input) const {
  if (held_[input]) return 0;
  const bool goes_on = !sloped_[input] && hold_ == InputHold::extrapolated && last_steps_ > 0;
  return goes_on ? 1 + 1 / static_cast<double>(last_steps_) : 1;
}

Result Instance::derivative(Span<const std::uint32_t> outputs, Span<const std::uint32_t> inputs,
                            bool transposed, const double* seed, double* sensitivity) {
  for (std::size_t i = 0; i < outputs.size; ++i)
    if (!is_output(outputs.data[i]))
      return journal_.tell(Result::error, "derivatives are those of outputs; %u is none",
                           outputs.data[i]);
  for (std::size_t j = 0; j < inputs.size; ++j)
    if (!is_input(inputs.data[j]))
      return journal_.tell(Result::error,
                           "derivatives are taken with respect to inputs; %u is none",
                           inputs.data[j]);
  const std::size_t nu = count_of(inputs_), cells = count_of(outputs_) * nu;
  if (!gain_) {
    scratch_bytes_ = mortise_linearize_bytes(model_.get(), state_);
    scratch_ = make_block<unsigned char>(scratch_bytes_);
    gain_ = make_block<double>(cells);
    gain_end_ = make_block<double>(cells);
    // a column has one at most, an interface as well
    finding_capacity_ = mortise_linear_states(model_.get(), state_) + 2 * inputs_ + kCorners;
    findings_ = make_block<mortise_linear_finding>(count_of(finding_capacity_));
  }
  if (!gain_ || !gain_end_ || !scratch_ || !findings_)
    return journal_.tell(Result::error, "no memory for derivatives");
  const FloatEnvironment exact;
  lead_inputs(1);
  hold_inputs(0, 1);
  mortise_linear_space space{};
  space.d = gain_.get();
  space.d_end = gain_end_.get();
  space.findings = findings_.get();
  space.capacity = finding_capacity_;
  mortise_linear_report report{};
  const std::uint32_t status =
      mortise_linearize(model_.get(), state_, u_.get(), &space, sizeof space, &report,
                        sizeof report, scratch_.get(), scratch_bytes_);
  if ((status & (MORTISE_ROLLED_BACK | MORTISE_BAD_CALL)) != 0)
    return journal_.tell(Result::error,
                         "t = %.9g s: the step has no derivatives here: it is rolled back, or what "
                         "has entered a film moves through it; take differences of steps",
                         time());
  const auto of = [&](std::size_t i, std::size_t j) {
    const std::uint32_t input = inputs.data[j] - kFirstInput;
    const std::size_t cell = (outputs.data[i] - kFirstOutput) * nu + input;
    return share_of_start(input) * gain_[cell] + share_of_end(input) * gain_end_[cell];
  };
  const std::size_t rows = transposed ? inputs.size : outputs.size;
  const std::size_t columns = transposed ? outputs.size : inputs.size;
  for (std::size_t r = 0; r < rows; ++r) {
    sensitivity[r] = 0;
    for (std::size_t c = 0; c < columns; ++c)
      sensitivity[r] += (transposed ? of(c, r) : of(r, c)) * seed[c];
  }
  const std::int32_t states = mortise_linear_states(model_.get(), state_);
  for (std::int32_t k = 0; k < report.findings && k < finding_capacity_; ++k) {
    const mortise_linear_finding& f = findings_[count_of(k)];
    bool asked = f.column < 0;
    for (std::size_t j = 0; j < inputs.size; ++j) {
      const auto input = static_cast<std::int32_t>(inputs.data[j] - kFirstInput);
      asked = asked || (f.column == states + input && share_of_start(count_of(input)) > 0) ||
              (f.column == states + inputs_ + input && share_of_end(count_of(input)) > 0);
    }
    if (asked)
      return journal_.tell(Result::warning, "t = %.9g s: %s", time(), text_of_finding(f.kind));
  }
  return Result::ok;
}

// ---- saved states -------------------------------------------------------------------------------

bool Instance::owns(const SavedState* state) const {
  for (std::size_t i = 0; i < saved_count_; ++i)
    if (saved_[i] == state) return state != nullptr;
  return false;
}

std::size_t Instance::saved_bytes() const {
  return snapshot_offset(inputs_, outputs_) + rounded_up(mortise_snapshot_bytes(model_.get()));
}

SavedState* Instance::new_state() {
  if (saved_count_ == saved_capacity_) {
    const std::size_t capacity = 2 * saved_capacity_ + 4;
    Block<void*> more = make_block<void*>(capacity);
    if (!more) return nullptr;
    if (saved_count_ > 0) std::memcpy(more.get(), saved_.get(), saved_count_ * sizeof(void*));
    saved_ = std::move(more);
    saved_capacity_ = capacity;
  }
  Block<unsigned char> bytes = make_block<unsigned char>(saved_bytes());
  if (!bytes) return nullptr;
  saved_[saved_count_++] = bytes.get();
  return reinterpret_cast<SavedState*>(bytes.release());
}

Result Instance::save(SavedState** state) {
  if (!state) return journal_.tell(Result::error, "no place for the saved state");
  SavedState* saved = owns(*state) ? *state : new_state();
  if (!saved) return journal_.tell(Result::error, "no memory to save the state");
  refresh_outputs();
  *saved = SavedState{};
  std::memcpy(saved->magic, kSavedMagic, sizeof saved->magic);
  saved->bytes = saved_bytes();
  saved->token = token_;
  saved->mode = static_cast<std::int32_t>(mode_);
  saved->status = status_;
  saved->at_rest = at_rest_ ? 1 : 0;
  saved->has_stop = has_stop_ ? 1 : 0;
  saved->start = start_;
  saved->stop = stop_;
  saved->last_steps = last_steps_;
  saved->hold = static_cast<std::int32_t>(hold_);
  saved->warns = warns_ ? 1 : 0;
  double* numbers = numbers_of(saved);
  const std::size_t nu = count_of(inputs_) * sizeof(double);
  std::memcpy(numbers, begin_.get(), nu);
  std::memcpy(numbers + inputs_, set_.get(), nu);
  std::memcpy(numbers + 2 * inputs_, slope_.get(), nu);
  for (std::int32_t i = 0; i < inputs_; ++i) numbers[3 * inputs_ + i] = sloped_[count_of(i)];
  std::memcpy(numbers + 4 * inputs_, y_.get(), count_of(outputs_) * sizeof(double));
  const std::int32_t error =
      mortise_snapshot_write(model_.get(), state_, snapshot_of(saved, inputs_, outputs_),
                             mortise_snapshot_bytes(model_.get()));
  if (error != 0)
    return journal_.tell(Result::error, "the state cannot be saved: %s",
                         mortise_snapshot_text(error));
  saved->checksum = checksum_of(saved);
  *state = saved;
  return Result::ok;
}

Result Instance::restore(const SavedState* state) {
  if (!owns(state))
    return journal_.tell(Result::error,
                         "the state is none of this instance; serialize it to move it");
  const std::int32_t error =
      mortise_snapshot_restore(model_.get(), state_, snapshot_of(state, inputs_, outputs_),
                               mortise_snapshot_bytes(model_.get()));
  if (error != 0)
    return journal_.tell(Result::error, "the state cannot be restored: %s",
                         mortise_snapshot_text(error));
  mode_ = static_cast<Mode>(state->mode);
  status_ = state->status;
  at_rest_ = state->at_rest != 0;
  stale_ = false;
  has_stop_ = state->has_stop != 0;
  start_ = state->start;
  stop_ = state->stop;
  last_steps_ = state->last_steps;
  hold_ = static_cast<InputHold>(state->hold);
  warns_ = state->warns != 0;
  const double* numbers = numbers_of(state);
  const std::size_t nu = count_of(inputs_) * sizeof(double);
  std::memcpy(begin_.get(), numbers, nu);
  std::memcpy(set_.get(), numbers + inputs_, nu);
  std::memcpy(slope_.get(), numbers + 2 * inputs_, nu);
  for (std::int32_t i = 0; i < inputs_; ++i) sloped_[count_of(i)] = numbers[3 * inputs_ + i] > 0;
  std::memcpy(y_.get(), numbers + 4 * inputs_, count_of(outputs_) * sizeof(double));
  return Result::ok;
}

Result Instance::release(void* handle) {
  if (!handle) return Result::ok;
  auto** place = static_cast<SavedState**>(handle);
  // the state itself instead of its address
  auto* state = static_cast<SavedState*>(handle);
  if (!owns(state)) {
    state = *place;
    if (!state) return Result::ok;
    if (!owns(state))
      return journal_.tell(Result::error, "the state to be freed is none of this instance");
    *place = nullptr;
  }
  for (std::size_t i = 0; i < saved_count_; ++i)
    if (saved_[i] == state) saved_[i] = saved_[--saved_count_];
  free_block(state);
  return Result::ok;
}

Result Instance::serialized_size(const SavedState* state, std::size_t* size) const {
  if (!owns(state) || !size)
    return journal_.tell(Result::error, "the state is none of this instance");
  *size = state->bytes;
  return Result::ok;
}

Result Instance::serialize(const SavedState* state, void* bytes, std::size_t size) const {
  if (!owns(state) || !bytes || size < state->bytes)
    return journal_.tell(Result::error,
                         "the state is none of this instance, or needs more than %zu bytes; ask "
                         "for its size",
                         size);
  std::memcpy(bytes, state, state->bytes);
  return Result::ok;
}

Result Instance::deserialize(const void* bytes, std::size_t size, SavedState** state) {
  if (!bytes || !state || size < saved_bytes())
    return journal_.tell(Result::error, "a saved state of this model has %zu bytes, not %zu",
                         saved_bytes(), size);
  SavedState head;
  std::memcpy(static_cast<void*>(&head), bytes, sizeof head);
  if (std::memcmp(head.magic, kSavedMagic, sizeof head.magic) != 0 || head.token != token_ ||
      head.bytes != saved_bytes())
    return journal_.tell(Result::error, "the bytes are no saved state of this model");
  SavedState* saved = owns(*state) ? *state : new_state();
  if (!saved) return journal_.tell(Result::error, "no memory for the saved state");
  std::memcpy(static_cast<void*>(saved), bytes, saved_bytes());
  if (checksum_of(saved) != saved->checksum) {
    (void)release(saved);
    return journal_.tell(Result::error, "the saved state is damaged; save it anew");
  }
  *state = saved;
  return Result::ok;
}

}  // namespace mortise::fmi
