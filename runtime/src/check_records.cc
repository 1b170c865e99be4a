// Training box, certificate, scenarios and golden trace of a file.
#include "check.hpp"
#include "laws.hpp"

namespace mortise {

namespace {

constexpr Real kMaxPressure = 1e30;

class RecordsCheck {
 public:
  RecordsCheck(const schema::Model& m, const FieldCheck& is, const ModelView& view)
      : m_(m), v_(view), is_(is) {}

  bool run() const {
    return training_box() && certificate() && pressure(m_.initial_pressure(), "initial_pressure") &&
           scenarios() && golden();
  }

 private:
  bool training_box() const {
    for (std::uint32_t k = 0; k < count_of(m_.training_box()); ++k) {
      const schema::Range& r = *m_.training_box()->Get(k);
      if (!is_.in_range(r.minimum(), -1e300, 1e300, "training_box.minimum", k) ||
          !is_.in_range(r.maximum(), r.minimum(), 1e300, "training_box.maximum", k))
        return false;
    }
    return true;
  }

  bool certificate() const {
    const schema::Certificate* c = m_.certificate();
    if (!c) return true;
    for (std::uint32_t k = 0; k < count_of(c->limits()); ++k) {
      const schema::Limit& limit = *c->limits()->Get(k);
      if (!measure(limit.measure(), "certificate.limits.measure", k) ||
          !is_.in_range(limit.value(), 0, 1e300, "certificate.limits.value", k))
        return false;
    }
    for (std::uint32_t k = 0; k < c->errors()->size(); ++k)
      if (!scenario_error(*c->errors()->Get(k), k)) return false;
    return at_least_zero(c->omega_h(), "certificate.omega_h", -1) &&
           at_least_zero(c->omega_h_carrying(), "certificate.omega_h_carrying", -1) &&
           at_least_zero(c->filter_time(), "certificate.filter_time", -1);
  }

  // Fields of a list of errors.
  struct ErrorFields {
    const char *measure, *total, *reduction, *step, *reference;
  };
  static constexpr ErrorFields kOfScenario = {
      "certificate.errors.measured.measure", "certificate.errors.measured.total",
      "certificate.errors.measured.reduction", "certificate.errors.measured.step",
      "certificate.errors.measured.reference"};
#if !defined(MORTISE_NO_ASSEMBLY)
  static constexpr ErrorFields kOfInterface = {"certificate.errors.interfaces.measured.measure",
                                               "certificate.errors.interfaces.measured.total",
                                               "certificate.errors.interfaces.measured.reduction",
                                               "certificate.errors.interfaces.measured.step",
                                               "certificate.errors.interfaces.measured.reference"};
#endif

  // Checks a scenario or an interface.
  template <const ErrorFields& names, class Errors>
  bool measured(const Errors& e) const {
    for (std::uint32_t j = 0; j < count_of(e.measured()); ++j) {
      const schema::MeasuredError& m = *e.measured()->Get(j);
      if (!measure(m.measure(), names.measure, j) || !at_least_zero(m.total(), names.total, j) ||
          !at_least_zero(m.reduction(), names.reduction, j) ||
          !at_least_zero(m.step(), names.step, j) ||
          !at_least_zero(m.reference(), names.reference, j))
        return false;
    }
    return true;
  }

  bool scenario_error(const schema::ScenarioError& e, std::uint32_t k) const {
    if (!measured<kOfScenario>(e)) return false;
#if !defined(MORTISE_NO_ASSEMBLY)
    for (std::uint32_t j = 0; j < count_of(e.interfaces()); ++j)
      if (!measured<kOfInterface>(*e.interfaces()->Get(j))) return false;
#endif
    for (const schema::ContactLosses* l : {e.losses(), e.full_losses()})
      if (l && !(finite(l->friction(), k) && finite(l->impact(), k) && finite(l->scheme(), k)))
        return false;
    return at_least_zero(e.reference_step(), "certificate.errors.reference_step", k) &&
           at_least_zero(e.resolved_until(), "certificate.errors.resolved_until", k);
  }

  bool measure(schema::Measure m, const char* field, std::uint32_t k) const {
    return is_.known(static_cast<std::uint64_t>(m),
                     static_cast<std::uint64_t>(schema::Measure::MAX), field, k);
  }

  bool finite(double loss, std::uint32_t k) const {
    return is_.in_range(loss, -1e300, 1e300, "certificate.errors.losses", k);
  }
  // Absent is good.
  bool at_least_zero(flatbuffers::Optional<double> x, const char* field, std::int64_t k) const {
    return !x || is_.in_range(*x, 0, 1e300, field, k);
  }

  bool scenarios() const {
    for (std::uint32_t k = 0; k < count_of(m_.scenarios()); ++k) {
      const schema::Scenario& s = *m_.scenarios()->Get(k);
      if (!is_.in_range(s.duration(), 0, 1e9, "scenarios.duration", k) ||
          !is_.at_most(count_of(s.sources()), kMaxSources, "scenarios.sources", k))
        return false;
      if ((s.initial_q() && !per_mode(s.initial_q(), "scenarios.initial_q")) ||
          (s.initial_v() && !per_mode(s.initial_v(), "scenarios.initial_v")))
        return false;
      for (std::uint32_t j = 0; j < count_of(s.sources()); ++j)
        if (!source(*s.sources()->Get(j), j)) return false;
      for (std::uint32_t j = 0; j < count_of(s.ramps()); ++j)
        if (!ramp(*s.ramps()->Get(j), j)) return false;
      if (!changes(s.changes(), k) || !of_laws(s, k) ||
          !pressure(s.initial_pressure(), "scenarios.initial_pressure"))
        return false;
    }
    return true;
  }

  // An assembly without joints writes none of them.
  bool pressure(const flatbuffers::Vector<double>* forces, const char* field) const {
    const auto points = static_cast<std::uint64_t>(law_of(v_).pressures(v_));
    if (points == 0) return is_.length(forces, 0, field);
    if (!forces || (v_.is_assembly() && forces->size() == 0)) return true;
    return is_.array(forces, points, points, 1, field, -kMaxPressure, kMaxPressure);
  }

  bool changes(const flatbuffers::Vector<const schema::ParameterChange*>* list,
               std::uint32_t k) const {
#if defined(MORTISE_NO_ASSEMBLY)  // which alone make them
    if (count_of(list) == 0) return true;
    return is_.fail(LoadError::kUNKNOWN_FEATURE, "scenarios.changes", k);
#else
    if (!is_.aligned(list, 8, "scenarios.changes")) return false;
    for (std::uint32_t j = 0; j < count_of(list); ++j) {
      const schema::ParameterChange& c = *list->Get(j);
      if (c.parameter() >= count_of(m_.parameters()))
        return is_.fail(LoadError::kBAD_INDEX, "scenarios.changes.parameter", k,
                        static_cast<Real>(c.parameter()));
      const schema::Parameter& p = *m_.parameters()->Get(static_cast<std::uint32_t>(c.parameter()));
      if (!is_.in_range(c.value(), p.minimum(), p.maximum(), "scenarios.changes.value", k))
        return false;
      if (j > 0 && c.step() < list->Get(j - 1)->step())
        return is_.fail(LoadError::kOUT_OF_RANGE, "scenarios.changes.step", k,
                        static_cast<Real>(c.step()));
    }
    return true;
#endif
  }

  bool of_laws(const schema::Scenario& s, std::uint32_t k) const {
#define MORTISE_LAW(room, tag, table, feature) \
  if (!laws::room.check_scenario(s, k, is_, v_)) return false;
#include "mortise/law.def"
    return true;
  }

  bool ramp(const schema::Ramp& r, std::uint32_t j) const {
    const std::uint32_t corners = count_of(r.times());
    if (r.input() >= nu())
      return is_.fail(LoadError::kBAD_INDEX, "scenarios.ramps.input", j, r.input());
    if (corners < 1) return is_.fail(LoadError::kWRONG_LENGTH, "scenarios.ramps.times", j);
    if (!is_.array(r.times(), corners, corners, 1, "scenarios.ramps.times", -1e9, 1e9) ||
        !is_.array(r.values(), corners, corners, 1, "scenarios.ramps.values"))
      return false;
    const Real* t = r.times()->data();
    for (std::uint32_t i = 1; i < corners; ++i)
      if (!(t[i] > t[i - 1]))
        return is_.fail(LoadError::kOUT_OF_RANGE, "scenarios.ramps.times", i, t[i]);
    return true;
  }

  bool source(const schema::Source& s, std::uint32_t j) const {
    if (s.input() >= nu())
      return is_.fail(LoadError::kBAD_INDEX, "scenarios.sources.input", j, s.input());
    return number(s.offset(), "scenarios.sources.offset", j) &&
           number(s.amplitude(), "scenarios.sources.amplitude", j) &&
           number(s.frequency(), "scenarios.sources.frequency", j) &&
           number(s.rate(), "scenarios.sources.rate", j) &&
           on_circle(s.phasor_real(), s.phasor_imaginary(), "scenarios.sources.phasor", j) &&
           on_circle(s.rotation_real(), s.rotation_imaginary(), "scenarios.sources.rotation", j) &&
           on_circle(s.chirp_real(), s.chirp_imaginary(), "scenarios.sources.chirp", j);
  }

  bool golden() const {
    const schema::Golden* g = m_.golden();
    if (!g) return true;
    if (!per_mode(g->q(), "golden.q") || !per_mode(g->v(), "golden.v") ||
        !is_.array(g->clearance(), nc(), nc(), 1, "golden.clearance", -kMaxClearance,
                   kMaxClearance) ||
        !is_.array(g->inputs(), 2 * nu(), 2 * nu(), 1, "golden.inputs") ||
        !is_.at_most(g->steps(), kMaxGoldenSteps, "golden.steps"))
      return false;
    if (g->every() < 1) return is_.fail(LoadError::kOUT_OF_RANGE, "golden.every");
    return is_.length(g->checkpoints(), g->steps() / g->every(), "golden.checkpoints") &&
           is_.aligned(g->checkpoints(), 8, "golden.checkpoints");
  }

  bool per_mode(const flatbuffers::Vector<double>* v, const char* field) const {
    return is_.array(v, n(), np(), 1, field);
  }
  bool number(Real x, const char* field, std::uint32_t k) const {
    return is_.in_range(x, -1e300, 1e300, field, k);
  }
  bool on_circle(Real re, Real im, const char* field, std::uint32_t k) const {
    return is_.in_range(re * re + im * im, 1 - 1e-9, 1 + 1e-9, field, k);
  }

  std::uint64_t n() const { return static_cast<std::uint64_t>(v_.dims.modes); }
  std::uint64_t np() const { return static_cast<std::uint64_t>(v_.dims.modes_padded); }
  std::uint64_t nc() const { return static_cast<std::uint64_t>(v_.dims.contacts); }
  std::uint32_t nu() const { return static_cast<std::uint32_t>(v_.dims.inputs); }

  const schema::Model& m_;
  const ModelView& v_;
  const FieldCheck& is_;
};

}  // namespace

bool check_records(const schema::Model& root, const FieldCheck& is,
                   const ModelView& view) noexcept {
  return RecordsCheck(root, is, view).run();
}

}  // namespace mortise
