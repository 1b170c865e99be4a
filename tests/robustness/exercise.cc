#include "tests/robustness/exercise.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "mortise/mortise.h"
#include "mortise/mortise.hpp"
#include "mortise_generated.h"
#include "tests/robustness/guarded_model.hpp"
#include "tests/robustness/opened_model.hpp"
#include "tests/robustness/view_arrays.hpp"

namespace mortise::robustness {

namespace {

constexpr int kSteps = 12;
#define MORTISE_STATUS(name, bit, severity, who, text) | 1u << (bit)
constexpr Status kStatusBits = 0
#include "mortise/status.def"
    ;
#undef MORTISE_STATUS
constexpr int kScenarioSteps = 6;
// Contact visits that a mutant may ask for in its self-test; beyond, only the test's time suffers.
constexpr std::uint64_t kSelfTestVisits = 20'000'000;
constexpr std::uint64_t kSelfTestSolves = 10'000;  // the same for the linear solves of films
constexpr int kDamages = 4;
constexpr std::uint32_t kOddWords[] = {0,          1,          2,          3,          7,
                                       64,         4096,       0x7fffffff, 0x80000000, 0xffffffff,
                                       0xfffffffe, 0x7ff00000, 0x7ff80000, 0x3ff00000};
constexpr double kOddInputs[] = {0.0,
                                 1.0,
                                 -1e3,
                                 1e300,
                                 -1e308,
                                 5e-324,
                                 std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::quiet_NaN()};

// Into a red zone as well as anywhere else.
__attribute__((no_sanitize_address)) void overwrite(unsigned char* at, std::uint32_t word) {
  *reinterpret_cast<volatile std::uint32_t*>(at) = word;
}

bool all_finite(const Real* x, std::int32_t count) {
  return std::all_of(x, x + count, [](Real v) { return v - v == 0; });
}

class Exercise {
 public:
  // zones: red ones in a state of the model
  Exercise(const Model& model, const std::vector<RedZone>& zones, RandomStream* random)
      : m_(model),
        random_(*random),
        arena_(model.arena_bytes(), zones),
        saved_(model.arena_bytes()),
        u_(sizeof(Real) * static_cast<std::size_t>(model.input_values())),
        y_(sizeof(Real) * static_cast<std::size_t>(model.dims().outputs)) {}

  const char* run() {
    Status made = 0;
    if (State::make(m_, arena_.data(), arena_.size() - 1, &made) || made != status::kBAD_CALL)
      return "a state was made in too little memory";
    s_ = State::make(m_, arena_.data(), arena_.size(), nullptr);
    if (!s_ || !s_->belongs_to(m_)) return "no state could be made";
    if (const char* broken = steps()) return broken;
    if (const char* broken = parameters()) return broken;
    if (const char* broken = cases()) return broken;
    if (const char* broken = snapshots()) return broken;
    if (const char* broken = scenarios()) return broken;
    profile();
    return damaged_states();
  }

 private:
  Real* u() const { return static_cast<Real*>(u_.data()); }
  Real* y() const { return static_cast<Real*>(y_.data()); }

  // One step; checks what every step promises whatever the model and its inputs.
  const char* step(const Real* in, Real* out) {
    const std::uint64_t before = s_->steps();
    const Status st = mortise::step(m_, *s_, in, out);
    if ((st & ~kStatusBits) != 0) return "an unknown status bit was set";
    if (s_->steps() != before + 1) return "the step counter did not advance by one";
    const Dims& d = m_.dims();
    if (!all_finite(s_->q(m_), d.modes_padded) || !all_finite(s_->v(m_), d.modes_padded))
      return "a state that is not finite was committed";
    if (!all_finite(s_->lambda(m_), d.rows)) return "a contact force is not finite";
    if (out && !all_finite(out, d.outputs)) return "an output is not finite";
    return observe();
  }

  // Where events of an interface may happen.
  static std::int32_t places_of(const ModelView& m) {
    return std::max({m.dims.contacts, m.joint.points, m.bolted.clusters, std::int32_t{1}});
  }

  // What is read on demand after a step.
  const char* observe() const {
    ContactEvent events[3];
    std::int32_t places = places_of(m_.view());
    if (const AssemblyView* a = assembly_of(const_cast<ModelView*>(&m_.view()))) {
      places = 0;
      for (std::int32_t k = 0; k < a->interfaces; ++k) places += places_of(a->interface[k]);
    }
    const std::int32_t count = contact_events(m_, *s_, events, 3);
    if (count < 0 || count > places) return "more contact events than places";
    for (std::int32_t k = 0; k < std::min(count, 3); ++k)
      if (events[k].contact < 0 || events[k].contact >= places)
        return "an event of a contact that does not exist";
    const TrainingDistance far = training_distance(m_, *s_);
    if (!(far.distance >= 0)) return "a negative distance from the training box";
    if ((far.distance > 0) != (far.input >= 0 || far.parameter >= 0))
      return "a distance from the training box that is nobody's";
    return nullptr;
  }

  const char* steps() {
    for (int k = 0; k < kSteps; ++k) {
      for (std::int32_t j = 0; j < m_.input_values(); ++j)
        u()[j] = k < kSteps / 2 ? 0.1 * k : random_.pick(kOddInputs);
      if (k == kSteps / 3) std::memcpy(saved_.data(), arena_.data(), arena_.size());
      if (const char* broken = step(k == 1 ? nullptr : u(), k == 2 ? nullptr : y())) return broken;
    }
    // Back to the saved state, and forth again.
    std::memcpy(arena_.data(), saved_.data(), arena_.size());
    return step(u(), y());
  }

  const char* snapshots() {
    ModelBytes shot(snapshot_bytes(m_));
    auto* bytes = static_cast<unsigned char*>(shot.data());
    if (write_snapshot(m_, *s_, bytes, shot.size()) != SnapshotError::kOK)
      return "no snapshot could be written";
    if (const char* broken = step(u(), y())) return broken;
    std::memcpy(saved_.data(), arena_.data(), arena_.size());
    unsigned char& damaged = bytes[random_.below(shot.size())];
    damaged ^= 0x10;
    if (restore_snapshot(m_, *s_, bytes, shot.size()) == SnapshotError::kOK)
      return "a damaged snapshot was restored";
    if (std::memcmp(saved_.data(), arena_.data(), arena_.size()) != 0)
      return "a snapshot that was refused changed the state";
    damaged ^= 0x10;
    if (restore_snapshot(m_, *s_, bytes, shot.size() - 1) == SnapshotError::kOK)
      return "a truncated snapshot was restored";
    if (restore_snapshot(m_, *s_, bytes, shot.size()) != SnapshotError::kOK)
      return "a snapshot was refused";
    if (const char* broken = step(u(), y())) return broken;
    return nullptr;
  }

  const char* parameters() {
    const auto* table = m_.root()->parameters();
    const std::int32_t count = table ? static_cast<std::int32_t>(table->size()) : 0;
    for (std::int32_t id = -1; id <= count; ++id) {
      const bool known = id >= 0 && id < count;
      if (!known) {
        if (set_parameter(m_, *s_, id, 0) != status::kBAD_CALL) return "a bad id was accepted";
        continue;
      }
      const schema::Parameter& p = *table->Get(static_cast<std::uint32_t>(id));
      if (find_parameter(m_, p.name()->c_str()) < 0) return "a parameter is not found by name";
      for (const Real bad : {std::numeric_limits<Real>::quiet_NaN(), p.maximum() * 2 + 1e7})
        if (set_parameter(m_, *s_, id, bad) != status::kBAD_CALL)
          return "a parameter left its range";
      for (const Real good : {p.minimum(), p.maximum(), p.default_value()})
        if (set_parameter(m_, *s_, id, good) & status::kBAD_CALL)
          return "a parameter in its range was refused";
      if (id < 4 && step(u(), y())) return "a step after set_parameter broke its promise";
    }
    return nullptr;
  }

  const char* cases() {
    const std::int32_t count = m_.view().is_joint() ? m_.view().joint.cases : 0;
    for (std::int32_t id = -1; id <= count; ++id) {
      const bool known = id >= 0 && id < count;
      if ((set_operating_case(m_, *s_, id) == status::kOk) != known)
        return "an operating case was accepted that does not exist, or refused";
      if (const char* broken = step(u(), y())) return broken;
    }
    return nullptr;
  }

  const char* scenarios() {
    const auto* table = m_.root()->scenarios();
    const std::int32_t count = table ? static_cast<std::int32_t>(table->size()) : 0;
    ScenarioPlayer player;
    if (player.start(m_, -1, s_) || player.start(m_, count, s_))
      return "a scenario that does not exist was started";
    for (std::int32_t id = 0; id < count; ++id) {
      if (find_scenario(m_, table->Get(static_cast<std::uint32_t>(id))->name()->c_str()) < 0)
        return "a scenario is not found by name";
      if (!player.start(m_, id, s_)) return "a scenario did not start";
      for (int k = 0; k < kScenarioSteps; ++k) {
        player.next(m_, u(), s_);
        if (const char* broken = step(u(), y())) return broken;
      }
    }
    return nullptr;
  }

  // Bytes of a state as a broken store gives them back: a step refuses them or takes place, and
  // reads nothing outside either way. What is in them need not be finite.
  const char* damaged_states() {
    const std::size_t size = arena_.size(), header = sizeof(State);
    std::memcpy(saved_.data(), arena_.data(), size);
    auto* bytes = static_cast<unsigned char*>(arena_.data());
    for (int k = 0; k < kDamages; ++k) {
      for (int changes = 0; changes < 3; ++changes) {
        // half of them in the header and the first arrays of the laws, by whole words
        const std::size_t within = random_.below(2) == 0 ? std::min(size, 2 * header) : size;
        const std::size_t at = random_.below(within / 4) * 4;
        overwrite(bytes + at, random_.pick(kOddWords));
      }
      const Status st = mortise::step(m_, *s_, random_.below(3) == 0 ? nullptr : u(), y());
      if ((st & ~kStatusBits) != 0) return "a damaged state gave an unknown status bit";
      if (s_->belongs_to(m_)) profile();
      (void)set_parameter(m_, *s_, 0, 0.1);
      (void)set_operating_case(m_, *s_, 0);
      (void)s_->set_clearance(m_, 0, 0.0);
      s_->restart_joint(m_, nullptr);
      s_->restart_sliding(m_);
      s_->restart_film(m_, nullptr);
      std::memcpy(arena_.data(), saved_.data(), size);
    }
    return nullptr;
  }

  // Reads the whole profile of a film; what it holds is as good as the shapes of the file.
  void profile() const {
    const std::size_t points = m_.view().is_film() ? m_.view().film.constants->profile_points : 0;
    const ModelBytes p(points * sizeof(Real)), h(points * sizeof(Real));
    (void)film_profile(m_, *s_, static_cast<Real*>(p.data()), static_cast<Real*>(h.data()));
  }

  const Model& m_;
  RandomStream& random_;
  GuardedArena arena_;
  ModelBytes saved_, u_, y_;
  State* s_ = nullptr;
};

// Hashes arrays of the file and of a joint's memory from end to end: for a model as it is.
const char* selftest(const Model& model) {
  const ModelView& v = model.view();
  const schema::Golden* golden = model.root()->golden();
  const auto visits = [](std::int32_t n) { return static_cast<std::uint64_t>(n); };
  if (golden && visits(v.sweep_cap + v.newton_cap + v.tail_sweeps) *
                        visits(v.dims.contacts + v.joint.points) * golden->steps() >
                    kSelfTestVisits)
    return nullptr;
  for (std::int32_t k = 0; golden && k < v.film.count; ++k)
    if (std::uint64_t{v.film.bases[k].repeat_iterations} * v.film.bases[k].substeps *
            golden->steps() >
        kSelfTestSolves)
      return nullptr;
  const ModelBytes arena(model.arena_bytes());
  State* state = State::make(model, arena.data(), arena.size(), nullptr);
  const SelfTest t = run_selftest(model, *state);
  if (!golden && t.passed) return "a self-test without golden trace passed";
  if (golden && state->steps() != 0) return "the self-test did not reset the state";
  return nullptr;
}

// Every entry is described and found by its name, no other number is.
template <class Entry>
const char* describe_each(const mortise_model& model, std::int32_t count,
                          std::uint32_t (*describe)(const mortise_model*, std::int32_t, Entry*,
                                                    std::size_t),
                          std::int32_t (*find)(const mortise_model*, const char*)) {
  for (std::int32_t k = -1; k <= count; ++k) {
    Entry entry;
    const bool known = k >= 0 && k < count;
    if ((describe(&model, k, &entry, sizeof entry) == status::kOk) != known)
      return "an entry was described that does not exist, or refused";
    if (!known) continue;
    const std::int32_t found = find(&model, entry.name);
    if (found < 0 || found > k) return "an entry is not found by its name";
  }
  return nullptr;
}

const char* describe_c(const mortise_model& m) {
  const char* broken[] = {
      describe_each(m, mortise_inputs(&m), &mortise_input_describe, &mortise_input_find),
      describe_each(m, mortise_outputs(&m), &mortise_output_describe, &mortise_output_find),
      describe_each(m, mortise_parameters(&m), &mortise_parameter_describe,
                    &mortise_parameter_find),
      describe_each(m, mortise_scenarios(&m), &mortise_scenario_describe, &mortise_scenario_find),
      describe_each(m, mortise_cases(&m), &mortise_case_describe, &mortise_case_find)};
  for (const char* each : broken)
    if (each) return each;
  return nullptr;
}

// A stored scenario, and parameters read on the way.
const char* play_c(const mortise_model& model, mortise_state* state) {
  ModelBytes u(sizeof(double) * static_cast<std::size_t>(mortise_input_values(&model)));
  mortise_player player;
  for (std::int32_t k = -1; k <= mortise_scenarios(&model); ++k) {
    const bool known = k >= 0 && k < mortise_scenarios(&model);
    if ((mortise_player_start(&model, state, k, &player, sizeof player) == status::kOk) != known)
      return "a scenario was started that does not exist, or refused";
    for (int step = 0; known && step < kScenarioSteps; ++step) {
      if (mortise_player_next(&model, state, &player, static_cast<double*>(u.data())) != 0)
        return "a player refuses to go on";
      if (mortise_step(&model, state, static_cast<double*>(u.data()), nullptr) & status::kBAD_CALL)
        return "no step of a scenario";
    }
  }
  for (std::int32_t id = -1; id <= mortise_parameters(&model); ++id) {
    double value = 0;
    const bool known = id >= 0 && id < mortise_parameters(&model);
    if ((mortise_parameter_get(&model, state, id, &value) == status::kOk) != known)
      return "a parameter was read that does not exist, or refused";
    if (known && !(value - value == 0)) return "a parameter is not finite";
    (void)mortise_parameter_set(&model, state, id, value);
  }
  return nullptr;
}

// The file through the C interface: names, sizes, a few calls with missing arguments.
const char* exercise_c(const ModelBytes& file) {
  const ModelBytes memory(mortise_model_bytes(file.data(), file.size()));
  mortise_model& model = *static_cast<mortise_model*>(memory.data());
  if (mortise_model_open(file.data(), file.size(), &model, memory.size(), nullptr, 0) != 0)
    return "the C interface refuses what the C++ interface accepts";
  ModelBytes arena(mortise_state_bytes(&model));
  mortise_state* state = mortise_state_make(&model, arena.data(), arena.size());
  if (!state) return "the C interface makes no state";
  for (std::int32_t k = -1; k <= mortise_inputs(&model); ++k) {
    const char* name = mortise_input_name(&model, k);
    if ((name != nullptr) != (k >= 0 && k < mortise_inputs(&model))) return "wrong input names";
  }
  for (std::int32_t k = -1; k <= mortise_outputs(&model); ++k) {
    const char* name = mortise_output_name(&model, k);
    if ((name != nullptr) != (k >= 0 && k < mortise_outputs(&model))) return "wrong output names";
  }
  if (const char* broken = describe_c(model)) return broken;
  if (const char* broken = play_c(model, state)) return broken;
  if (mortise_step(&model, nullptr, nullptr, nullptr) != status::kBAD_CALL ||
      mortise_step(nullptr, state, nullptr, nullptr) != status::kBAD_CALL)
    return "a call without model or state was accepted";
  if (mortise_step(&model, state, nullptr, nullptr) & status::kBAD_CALL) return "no step";
  return nullptr;
}

}  // namespace

const char* exercise(const ModelBytes& file, const Use& use, RandomStream* random) {
  OpenedModel opened;
  if (opened.open(file, nullptr) != LoadError::kOK)
    return "the file is refused when it is opened again";
  Model& model = *opened;
  if (!model.select_instruction_set(use.instruction_set)) return "an instruction set is missing";
  if (use.red_zones) {
    GuardedModel guarded(model);
    if (const char* broken = Exercise(guarded.model(), guarded.state_zones(), random).run())
      return broken;
  } else if (const char* broken = Exercise(model, {}, random).run()) {
    return broken;
  }
  if (const char* broken = selftest(model)) return broken;
  return exercise_c(file);
}

}  // namespace mortise::robustness
