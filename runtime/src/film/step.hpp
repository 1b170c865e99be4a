// One step of a film, readable aloud: inputs -> attempt -> (repeat) -> measure -> pass on ->
// commit; where that fails: get back (recovery.hpp).
//
// The numerics of a substep stand behind numerics.hpp; here is what surrounds them: how inputs run
// through the step, which basis is in use, what happens when a substep fails, and what is told.
// Compiled once per instruction set (pipeline.cc).
#pragma once

#include "../range_distance.hpp"
#include "limits.hpp"
#include "mortise/kernel/step_frame.hpp"
#include "numerics.hpp"
#include "recovery.hpp"
#include "scheme.hpp"
#include "signal.hpp"
#include "steady_stand_in.hpp"

namespace mortise::MORTISE_ISA {

// Kind: AnyFilm, or what stands for one kind of films alone.
template <class Kind>
class FilmStepper : protected StepFrame<DynamicSizes> {
 public:
  FilmStepper(const ModelView& m, State& s)
      : StepFrame(m, s),
        kind_(m.film),
        c_(*m.film.constants),
        region_(s.at<unsigned char>(m.layout.film_history)) {}

  Status run(const Real* u, Real* y) {
    Status st = take_inputs(u);
    progress_ = s_.film_;
    st |= read_signals();
    bool good = attempt(false);
    if (!good) {
      st |= status::kREPEATED;
      begin_film_trial(m_.film_layout, region_);
      // an edge that is not ready is left to the last basis for one step more
      waits_ = taken_over_;
      good = attempt(!waits_);
    }
    good = good && measure() && (!c_.loaded || follow_fluid());
    if (good) {
      if (capped_) st |= status::kCAPPED;
      if (account_.residual > c_.trust_limit || (progress_.fronts & kFrontAtCentre) != 0)
        st |= status::kUNTRUSTED;
      if (progress_.passage > 0) get_on();
      pass_on();
      if (astray_) st |= status::kUNTRUSTED;
    } else {
      good = get_back();
    }
    if ((good ? progress_ : s_.film_).passage > 0) st |= status::kRECOVERING;
    return end_step(
        good, st, account_, y, [this] { remember(); }, [](Real*) {});
  }

  // The state at t_n anew, from its modal coordinates and the inputs where they stand.
  //   initial  b and H0 of the first basis; null: those of the file
  void start(const Real* initial) {
    for (int k = 0; k < d_.inputs(); ++k) {
      stand_at(m_.film.roles[k], at(m_.layout.film_signal)[k]);
    }
    begin_film_trial(m_.film_layout, region_);
    copy(q_next(), q(), d_.modes());
    copy(v_next(), v(), d_.modes());
    progress_ = FilmProgress{};
    if (m_.film.on_bodies) aim_frame_at(stand_in().at(opening_of_bodies(q_next())).load);
    film().start(in_basis(0), initial, q_next(), drive(1));
    if (carried() && m_.film.on_bodies) settle_on_bodies();
    measure();
    progress_.gap = outputs_.minimum_gap;
    if (!carried() && !c_.loaded && !initial && outputs_.minimum_gap > c_.landing_gap) fly_on();
    for (int k = 0; k < d_.outputs(); ++k) at(m_.layout.outputs)[k] = 0;
    commit_film_memory(m_.film_layout, region_);
    s_.film_ = progress_;
  }

  // The steady film of the last inputs, if it has one in the file.
  void settle() {
    if (!c_.loaded || m_.film.steady.load_count == 0) return;
    copy(q_next(), q(), d_.modes());
    copy(v_next(), v(), d_.modes());
    begin_film_trial(m_.film_layout, region_);
    for (int k = 0; k < d_.inputs(); ++k) stand_at(m_.film.roles[k], at(m_.layout.film_signal)[k]);
    progress_ = FilmProgress{};
    take_steady_film();
    if (!measure()) return;
    progress_.gap = outputs_.minimum_gap;
    for (int k = 0; k < d_.outputs(); ++k) at(m_.layout.outputs)[k] = 0;
    commit_film_memory(m_.film_layout, region_);
    s_.film_ = progress_;
    keep_signals();
  }

 protected:
  static constexpr Real kHalfPi = 1.5707963267948966192313216916398;

  const FilmFunctions& film() const { return kind_.functions(); }
  FilmPlace in_basis(int basis) const { return {m_, region_, basis}; }
  // In the one that is in use; in flight the first.
  FilmPlace in_basis() const { return in_basis(progress_.basis < 0 ? 0 : progress_.basis); }
  bool carried() const { return kind_.carried(); }
  bool moving() const { return kind_.moving(); }

  const Signal* signal(std::uint32_t role) const {
    return m_.film_input[role] >= 0 ? &signal_[role] : nullptr;
  }

  Status read_signals() {
    const int nu = d_.inputs();
    const Real* trial = at(m_.layout.input_trial);
    const Real* before = at(m_.layout.film_signal);
    const Real* box = at(m_.layout.film_box);
    Status st = status::kOk;
    const bool late = progress_.halvings > 0 && !keeps_line();
    for (int k = 0; k < nu; ++k) {
      const InputRange& range = m_.input_ranges[k];
      const std::uint32_t role = m_.film.roles[k];
      if (role == kInputNone) continue;
      const bool limited = role == kInputLoad && c_.load_slope > 0;
      Signal& g = signal_[role];
      g.cubic = range.hold == kHoldCubic;
      g.minimum = range.minimum;
      g.maximum = range.maximum;
      g.slope = before[nu + k];
      // A load of limited rate has no jumps: it goes on from where it stands. So does every input
      // of a film that gets back.
      g.start = limited || late ? before[k] : trial[k];
      g.change = trial[range.hold == kHoldZeroOrder ? k : nu + k] - g.start;
      if (late) {
        g.cubic = false;
        g.change *= share_of_way(progress_.halvings);
      }
      if (limited && limit_change(&g, c_.load_slope * m_.h)) st |= status::kRATE_LIMITED;
      distance_[role] = range_distance(g.end(), box[k], box[nu + k]);
      if (distance_[role] > 0) st |= status::kOUTSIDE_TRAINING;
    }
    if (carried() && !m_.film.on_bodies) {
      Signal& load = signal_[kInputLoad];
      if (limit_fall(&load)) st |= status::kRATE_LIMITED;
      const auto k = static_cast<std::uint32_t>(m_.film_input[kInputLoad]);
      distance_[kInputLoad] =
          range_distance(load.end(), box[k], box[static_cast<std::uint32_t>(nu) + k]);
    }
    return st;
  }

  // A load that falls takes the inlet back with it: what enters would stand still, and turn. Its
  // speed at the entry stays above kLeastEntry of the fluid's.
  bool limit_fall(Signal* load) const {
    const Signal* speed = signal(kInputEntrainment);
    const Real u = speed && speed->end() < speed->start ? speed->end()
                   : speed                              ? speed->start
                                                        : c_.speed_reference;
    const Real share = load->start / c_.load_reference;
    const Real most = 2 * square_root(share) * c_.load_reference * (1 - kLeastEntry) *
                      (u / c_.speed_reference) / absolute(m_.film.transport->entry) *
                      (m_.h / c_.time);
    if (load->change >= -most) return false;
    load->change = -most;
    return true;
  }

  FilmDrive drive(Real theta) const {
    FilmDrive d;
    d.frame = 1;
    d.frame_rate = 0;
    d.load = 0;
    if (m_.film.on_bodies) {
      d.frame = progress_.frame + theta * (progress_.frame_end - progress_.frame);
      d.frame_rate = (progress_.frame_end - progress_.frame) * (c_.time / m_.h);
    } else if (c_.loaded) {
      const Signal::Value w = signal(kInputLoad)->at(theta);
      const Real share = w.value / c_.load_reference;
      if (c_.frame == kFrameLoadScaled) {
        d.frame = square_root(share);
        d.frame_rate = w.rate / c_.load_reference * (c_.time / m_.h) / (2 * d.frame);
      }
      d.load = kHalfPi * share / (d.frame * d.frame);
    }
    const Signal* speed = signal(kInputEntrainment);
    d.speed = speed                    ? speed->at(theta).value / c_.speed_reference
              : c_.speed_reference > 0 ? Real(1)
                                       : Real(0);
    const Signal* factor = signal(kInputViscosity);
    d.viscosity_factor = factor ? factor->at(theta).value : Real(1);
    const Signal* acceleration = signal(kInputAcceleration);
    d.acceleration = acceleration
                         ? (acceleration->at(theta).value - c_.acceleration) * c_.acceleration_scale
                         : Real(0);
    return d;
  }

  // The whole step from t_n, in the substeps of the basis in use; with half = true in twice as many
  // of half the length. The film's trial is what was committed: every step leaves both equal.
  bool attempt(bool half) {
    copy(q_next(), q(), d_.modes());
    copy(v_next(), v(), d_.modes());
    capped_ = false;
    if (!carried() && m_.film.paces) return attempt_by_ticks(half);
    const int basis = progress_.basis < 0 ? 0 : progress_.basis;
    const FilmBasis& b = m_.film.bases[basis];
    const int count = static_cast<int>(b.substeps) * (half ? 2 : 1);
    const int cap = static_cast<int>(half ? b.repeat_iterations : b.iterations);
    const Real length = 1 / static_cast<Real>(count);
    account_.active = progress_.basis < 0 ? 0 : 1;
    account_.residual = 0;
    for (int k = 0; k < count; ++k) {
      const Real start = static_cast<Real>(k) * length;
      const FilmDrive at_stages[2] = {
          drive(start + kFilmGamma * length),
          drive(k + 1 < count ? static_cast<Real>(k + 1) * length : Real(1))};
      const FilmSpan span{at_stages, 0, half, cap};
      if (!carried() && progress_.basis < 0) {
        film().fly(in_basis(0), span, q_next(), v_next());
        continue;
      }
      const FilmReport report = film().run(in_basis(basis), span, q_next(), v_next());
      account_.iterations += report.iterations;
      account_.rebuilds += report.rebuilds;
      if (!report.good) return false;
      capped_ = capped_ || !report.converged;
      account_.residual = report.residual;
    }
    return true;
  }

  // An attempt with steps of several lengths, between which the bases change.
  bool attempt_by_ticks(bool half) {
    progress_ = s_.film_;
    account_ = {};
    astray_ = false;
    taken_over_ = false;
    if (moving()) {
      taken_over_ = at_edge() && edge().rate == 0;
      if (taken_over_ && waits_) return_to_last_basis();
    }
    const int ticks = static_cast<int>(m_.film.bases[0].substeps);
    const Real tick = 1 / static_cast<Real>(ticks);
    for (int k = 0; k < ticks;) {
      const bool flying = progress_.basis < 0;
      const int doublings = flying ? 0 : doublings_at(k, ticks);
      const int length = 1 << doublings;
      for (int part = 0; part < (half ? 2 : 1); ++part) {
        const Real whole = tick * static_cast<Real>(length), each = half ? whole / 2 : whole;
        const Real start = tick * static_cast<Real>(k) + each * static_cast<Real>(part);
        const FilmDrive at_stages[2] = {drive(start + kFilmGamma * each), drive(start + each)};
        if (flying) {
          film().fly(in_basis(0), {at_stages, 0, half, 0}, q_next(), v_next());
        } else if (!follow(doublings, at_stages, half)) {
          return false;
        }
      }
      k += length;
      if (k == ticks) break;  // the end of a step is measured and passed on with all that belongs
      outputs_ = outputs_now(1);
      pass_on();
    }
    return true;
  }

  bool at_edge() const { return moving() && m_.film.at_edge(progress_.basis); }
  const FilmEdgeMemory& edge() const {
    const unsigned char* trial = region_ + m_.film_layout.memory[1];
    return *reinterpret_cast<const FilmEdgeMemory*>(trial + m_.film_layout.edge);
  }

  // Outputs of the trial. frame: a at this instant.
  FilmOutputs outputs_now(double frame) const {
    if (at_edge()) {
      const FilmEdgeMemory& e = edge();
      return {e.force, e.central_pressure, e.central_gap, e.minimum_gap};
    }
    return film().outputs(in_basis(), q_next(), frame);
  }

  // One step of 2^doublings ticks through the film, or of half of it.
  bool follow(int doublings, const FilmDrive (&at_stages)[2], bool half) {
    const auto span = [&](std::uint32_t iterations, std::uint32_t of_repeats) {
      return FilmSpan{at_stages, doublings, half,
                      static_cast<std::int32_t>(half ? of_repeats : iterations)};
    };
    if (at_edge()) {
      const FilmEdge& e = *m_.film.edge;
      const bool found = edge().rate != 0;  // its first step finds its place, either way
      const bool good = take(
          film().run_edge(in_basis(), span(e.iterations, e.repeat_iterations), q_next(), v_next()));
      astray_ = astray_ || (found && edge().rate > 0);
      return good;
    }
    const FilmBasis& b = m_.film.bases[progress_.basis];
    return take(
        film().run(in_basis(), span(b.iterations, b.repeat_iterations), q_next(), v_next()));
  }
  bool take(const FilmReport& report) {
    account_.iterations += report.iterations;
    account_.rebuilds += report.rebuilds;
    account_.active = 1;
    capped_ = capped_ || !report.converged;
    account_.residual = larger(account_.residual, report.residual);
    return report.good;
  }

  // How often a step that begins at tick k is doubled: see FilmPace in the schema.
  int doublings_at(int k, int ticks) const {
    const Real tick = m_.h / c_.time / static_cast<Real>(ticks);
    if (at_edge()) {
      const FilmEdgeMemory& e = edge();
      if (e.rate == 0) return 0;
      return doublings_within(m_.film.paces[m_.film.count - 1], k, tick, absolute(e.rate),
                              m_.film.edge->edge_share * e.a);
    }
    const FilmPace& pace = m_.film.paces[progress_.basis];
    return doublings_within(pace, k, tick, absolute(opening(m_.film.bases[progress_.basis])),
                            pace.gap_share * progress_.gap);
  }
  static int doublings_within(const FilmPace& pace, int k, Real tick, Real closing, Real most) {
    int doublings = 0;
    while (doublings < static_cast<int>(pace.lengths) && k % (2 << doublings) == 0 &&
           tick * static_cast<Real>(2 << doublings) * closing <= most)
      ++doublings;
    return doublings;
  }

  // Takes the outputs of the trial; false if any number of it is not finite.
  bool measure() {
    outputs_ = m_.film.on_bodies ? outputs_on_bodies(q_next()) : outputs_now(drive(1).frame);
    const unsigned char* trial = region_ + m_.film_layout.memory[1];
    Real finite = (outputs_.force + outputs_.minimum_gap) * 0;
    for (int j = 0; j < d_.modes(); ++j) finite += (q_next()[j] + v_next()[j]) * 0;
    std::uint32_t unknowns = 0, rows = 0;
    if (at_edge()) {
      unknowns = m_.film.edge->zone + m_.film.edge->shapes;
      rows = m_.film.edge->rows;
    } else {
      const FilmBasis& b = m_.film.bases[progress_.basis < 0 ? 0 : progress_.basis];
      unknowns = b.modes + c_.loaded;
      rows = b.rows;
    }
    finite += film().zero_if_finite(trial + m_.film_layout.unknowns, unknowns);
    finite += film().zero_if_finite(trial + m_.film_layout.content, rows);
    for (int k = 0; k < d_.outputs(); ++k) finite += output(m_.output_rules[k]) * 0;
    if (finite != 0) return false;
    Real* y = at(m_.layout.outputs);
    for (int k = 0; k < d_.outputs(); ++k) y[k] = output(m_.output_rules[k]);
    return true;
  }

  Real output(const OutputRule& o) const {
    switch (o.quantity) {
      case kOutputFilmForce:
        return c_.force * outputs_.force;
      case kOutputCentralPressure:
        return c_.pressure * outputs_.central_pressure;
      case kOutputCentralGap:
        return c_.film * outputs_.central_gap;
      case kOutputMinimumGap:
        return c_.film * outputs_.minimum_gap;
      case kOutputResidual:
        return account_.residual;
      case kOutputDistance:
        return distance_[m_.film.roles[o.index]];
      case kOutputBasis:
        return static_cast<Real>(progress_.basis);
      default:
        return motion(o);
    }
  }

  // Displacements and velocities of the bodies, in SI; modal coordinates as they are.
  Real motion(const OutputRule& o) const {
    if (d_.modes() == 0) return 0;
    const Real x = modal_output(o, q_next(), v_next());
    return o.quantity == kOutputModal          ? x
           : o.quantity == kOutputDisplacement ? c_.film * x
                                               : c_.film / c_.time * x;
  }

  // Which basis the next step uses: bodies land on the film, the film passes from basis to basis
  // while its force falls, and the bodies leave it after the last one. The jump of the pressure
  // when bodies meet the film may fall for a moment, too: only bodies that part leave a basis.
  void pass_on() {
    const Real before = progress_.gap;
    progress_.gap = outputs_.minimum_gap;
    if (!carried() && !c_.loaded) change_basis(before);
  }

  // before: smallest gap at the start of the step
  void change_basis(Real before) {
    if (progress_.basis < 0) {
      if (progress_.passage > 0) {
        leave_film();
      } else if (progress_.gap <= c_.landing_gap && progress_.gap < before) {
        progress_.basis = 0;
        progress_.force = progress_.peak = 0;
        progress_.approach = larger(-opening(m_.film.bases[0]), 0);
        film().land(in_basis(0), q_next());
      }
      return;
    }
    const Real last = progress_.force, force = outputs_.force;
    progress_.force = force;
    progress_.peak = larger(progress_.peak, force);
    const int basis = progress_.basis;
    if (at_edge()) {
      leave_edge(last);
      return;
    }
    const FilmBasis& b = m_.film.bases[basis];
    const Real most = m_.film.paces ? m_.film.paces[basis].leave_pressure : 0;
    const bool pressed = most > 0 && outputs_.central_pressure > most;
    const bool falling = force < last && force < b.leave_fraction * progress_.peak;
    if (!pressed && !(falling && parting(b))) return;
    // A film that does not freeze is followed as before, and left where the edge would be.
    if (moving() && basis + 1 == m_.film.count) {
      const FilmEdge& e = *m_.film.edge;
      if (outputs_.central_pressure >= e.least_pressure && !waits_) {
        FilmReport report;
        const bool good = film().take_over_by_edge(in_basis(), q_next(), &report);
        account_.iterations += report.iterations;
        account_.rebuilds += report.rebuilds;
        if (good) {
          progress_.basis = m_.film.count;
          taken_over_ = true;
          return;
        }
      }
      astray_ = true;
      if (!(force < e.leave_fraction * progress_.peak)) return;
    }
    if (basis + 1 < m_.film.count) {
      progress_.basis = basis + 1;
      film().hand_over(in_basis(), basis, q_next());
    } else {
      leave();
    }
  }

  // Gives the film back that the edge took over at the start of this step.
  void return_to_last_basis() {
    progress_.basis = m_.film.count - 1;
    film().return_from_edge(in_basis(), q_next());
  }

  // The bodies fly on behind the last basis.
  void leave() {
    fly_on();
    progress_.halvings = 0;
    progress_.passage = 0;
  }

  // last: force of the step before
  void leave_edge(Real last) {
    const FilmEdge& e = *m_.film.edge;
    const bool falling =
        progress_.force < last && progress_.force < e.leave_fraction * progress_.peak;
    const bool ends = edge().a < e.first + e.spacing;
    if ((falling && parting(m_.film.bases[0])) || ends) leave();
  }

  // Velocity with which the bodies part.
  Real opening(const FilmBasis& b) const {
    const auto* row = reinterpret_cast<const double*>(m_.film.numbers + b.rigid_row);
    Real sum = 0;
    for (int k = 0; k < d_.modes(); ++k) sum += row[k] * v_next()[k];
    return sum;
  }
  bool parting(const FilmBasis& b) const { return opening(b) > 0; }

  // No pressure; the film is what the bodies leave open.
  void fly_on() {
    progress_.basis = -1;
    progress_.force = progress_.peak = 0;
    film().land(in_basis(0), q_next());
    progress_.gap = film().outputs(in_basis(0), q_next(), 1).minimum_gap;  // of undeformed bodies
  }

  void remember() {
    commit_film_memory(m_.film_layout, region_);
    s_.film_ = progress_;
    keep_signals();
  }

  // Where the inputs have ended, as the film followed them.
  void keep_signals() {
    const int nu = d_.inputs();
    Real* ended = at(m_.layout.film_signal);
    for (int k = 0; k < nu; ++k) {
      const Signal& g = signal_[m_.film.roles[k]];
      ended[k] = g.end();
      ended[nu + k] = g.change;
    }
  }

  // An input that rests at a value.
  void stand_at(std::uint32_t role, Real value) {
    signal_[role] = Signal{};
    signal_[role].start = value;
  }

  // What the fluid carries through the contact; the film it has left starts anew where it should be
  // steady and is not. False if that gives no finite numbers.
  bool follow_fluid() {
    const Signal& load = signal_[kInputLoad];
    const FilmDrive now = drive(1);
    const Real share = load.end() / c_.load_reference;
    const Real way = absolute(now.speed) * (m_.h / c_.time);
    if (m_.film.front_limit > 0) follow_fronts(load.change / m_.h, way / square_root(share));
    return m_.film.steady.load_count == 0 || stay_steady(share, way, now);
  }

  // The film at rest is the steady one, or starts anew. share: load over the reference.
  bool stay_steady(Real share, Real way, const FilmDrive& now) {
    const Real pull = now.speed * now.viscosity_factor;
    if (absolute(share - progress_.rest_load) > kAtRest * share ||
        absolute(pull - progress_.rest_speed) > kAtRest * absolute(pull)) {
      progress_.rest_load = share;
      progress_.rest_speed = pull;
      progress_.rest = 0;
      return true;
    }
    progress_.rest += way;
    if (progress_.rest < kRestWay) return true;
    progress_.rest = 0;
    if (!is_astray(share, pull, now.frame)) return true;
    account_.residual = 0;
    progress_.passage = kPassage;
    start_anew();
    return measure();
  }

  // rate: of the load [N/m/s]; way: that the fluid went in this step, in half-widths of this load.
  void follow_fronts(Real rate, Real way) {
    if (absolute(rate - progress_.rate) > m_.film.front_limit) progress_.fronts |= 1;
    progress_.rate += (rate - progress_.rate) * (way < kSmoothed ? way / kSmoothed : Real(1));
    progress_.slot += way * kSlots < 63 ? way * kSlots : Real(63);
    if (!(progress_.slot < 64)) progress_.slot = 63;  // whatever a state was filled with
    const auto slots = static_cast<std::uint32_t>(larger(progress_.slot, 0));
    progress_.fronts = slots < 64 ? progress_.fronts << slots : 0;
    progress_.slot -= static_cast<Real>(slots);
  }

  bool is_astray(Real share, Real pull, Real frame) {
    // the contact holds no equation that another film could solve; inlet and outlet tell it
    if (carried()) return account_.residual > c_.trust_limit;
    const SteadyFilms& table = m_.film.steady;
    alignas(64) Real other[kMaxFilmUnknowns] = {};
    interpolate_film(table, axis_place(table.loads, table.load_count, share),
                     axis_place(table.speeds, table.speed_count, pull), unknowns(), other);
    const FilmOutputs steady = film().outputs_of(in_basis(0), other, q_next(), frame);
    const auto off = [](Real gap, Real wanted) {
      return !(absolute(gap - wanted) <= kAstray * absolute(wanted));
    };
    return off(outputs_.central_gap, steady.central_gap) ||
           off(outputs_.minimum_gap, steady.minimum_gap);
  }

  int unknowns() const { return static_cast<int>(m_.film.bases[0].modes + c_.loaded); }

  // ---- a carried film that bodies bear, see FilmOnBodies in the schema

  const Real* body_row(std::uint32_t offset) const {
    return reinterpret_cast<const Real*>(m_.film.numbers + offset);
  }
  Real opening_of_bodies(const Real* coordinates) const {
    const Real* row = body_row(m_.film.on_bodies->open);
    Real sum = m_.film.on_bodies->clearance;
    for (int k = 0; k < d_.modes(); ++k) sum += row[k] * coordinates[k];
    return sum;
  }
  // K: opening of a stage per force.
  Real softness() const {
    const Real *open = body_row(m_.film.on_bodies->open), *push = body_row(m_.film.on_bodies->push),
               *spring = body_row(m_.film.bases[0].modal) + 3 * m_.dims.modes_padded;
    Real sum = 0;
    for (int k = 0; k < d_.modes(); ++k) sum += open[k] * spring[k] * push[k];
    return sum;
  }
  // The frame goes to where the force is going; not so fast that what enters would stand still.
  void aim_frame() {
    const Real far =
        (1 - kLeastEntry) * drive(1).speed * (m_.h / c_.time) / absolute(m_.film.transport->entry);
    const Real way = frame_of(progress_.force + progress_.trend) - progress_.frame;
    progress_.frame_end = progress_.frame + (way < far ? (way > -far ? way : -far) : far);
  }
  void aim_frame_at(Real load) { progress_.frame = progress_.frame_end = frame_of(load); }
  Real frame_of(Real load) const {
    const FilmOnBodies& b = *m_.film.on_bodies;
    const Real share = load / kHalfPi;
    return square_root(share > b.least ? (share < b.most ? share : b.most) : b.least);
  }
  bool out_of_training() const {
    const FilmOnBodies& b = *m_.film.on_bodies;
    const Real share = progress_.force / kHalfPi;
    return share < b.trained_least || share > b.trained_most;
  }
  // Is the frame far from where the force wants it?
  bool off_frame() const {
    const Real wanted = kHalfPi * progress_.frame * progress_.frame;
    return progress_.basis >= 0 && absolute(progress_.force - wanted) > kOffFrame * wanted;
  }

  SteadyStandIn stand_in() const { return SteadyStandIn(m_.film); }
  FilmOutputs outputs_on_bodies(const Real* coordinates) const {
    if (progress_.basis >= 0) return film().outputs(in_basis(0), coordinates, progress_.frame_end);
    const SteadyStandIn::Film film = stand_in().at(opening_of_bodies(coordinates));
    FilmOutputs out;
    out.force = film.load;
    out.central_pressure = film.pressure;
    out.central_gap = film.gap;
    out.minimum_gap = film.smallest;
    return out;
  }
  // After a step; outputs_ at its end. Whether the film carries on, or steady ones stand in.
  void end_on_bodies() {
    const FilmOnBodies& b = *m_.film.on_bodies;
    const Real way = absolute(drive(1).speed) * (m_.h / c_.time);
    progress_.frame = progress_.frame_end;
    progress_.gap = outputs_.minimum_gap;
    progress_.trend = outputs_.force - progress_.force;
    progress_.force = outputs_.force;
    progress_.passage = larger(progress_.passage - way, 0);
    const Real share = progress_.force / kHalfPi;
    if (progress_.basis >= 0) {
      if (share >= b.least && share <= b.most && film().is_film(in_basis(0))) return;
      progress_.basis = -1;
      progress_.rest = 0;
      return;
    }
    const bool rests = share >= b.trained_least && share <= b.trained_most &&
                       absolute(progress_.trend) < kAlmostSteady * progress_.force * way;
    progress_.rest = rests ? progress_.rest + way : Real(0);
    if (progress_.rest < kBackAfter) return;
    aim_frame_at(progress_.force);
    progress_.basis = 0;
    progress_.passage = kPassage;
    progress_.trend = 0;
    film().start_bearing(in_basis(0), drive(1), nullptr);
  }
  // The film of the file in the frame in which it opens like its bodies, left there until all of it
  // has passed.
  void settle_on_bodies() {
    const Real wanted = opening_of_bodies(q_next());
    const Real way = larger(drive(1).speed, kSlowestPassage) * (m_.h / c_.time);
    const Real passing = kSettlingWay / way;
    const int steps = passing < kMostSettling ? static_cast<int>(passing) : kMostSettling;
    progress_.basis = find_frame(wanted) ? 0 : -1;
    for (int k = 0; k < steps && progress_.basis >= 0; ++k) {
      aim_frame();
      const FilmDrive at_stages[2] = {drive(kFilmGamma), drive(1)};
      const auto cap = static_cast<std::int32_t>(m_.film.bases[0].repeat_iterations);
      if (!film().run_at(in_basis(0), {at_stages, 0, false, cap}, wanted)) {
        progress_.basis = -1;
        break;
      }
      outputs_ = film().outputs(in_basis(0), q_next(), progress_.frame_end);
      end_on_bodies();
    }
    if (progress_.basis < 0) {
      progress_.force = stand_in().at(wanted).load;
      aim_frame_at(progress_.force);
    }
    progress_.trend = progress_.passage = progress_.rest = 0;
  }
  // False if it is none that the film is carried in.
  bool find_frame(Real wanted) {
    const FilmOnBodies& b = *m_.film.on_bodies;
    Real low = square_root(b.least), high = square_root(b.most);
    if (!(opening_in(low) > wanted && opening_in(high) < wanted)) return false;
    for (int k = 0; k < kBisections; ++k) {
      const Real middle = (low + high) / 2;
      (opening_in(middle) > wanted ? low : high) = middle;
    }
    opening_in(low, &progress_.force);
    return true;
  }
  // load: of the film in this frame
  Real opening_in(Real frame, Real* load = nullptr) {
    progress_.frame = progress_.frame_end = frame;
    return film().start_bearing(in_basis(0), drive(1), load);
  }

  // A step that failed: the next ones go a smaller share of the way. After some of them the film
  // is started anew; true if that was done, false: the step is rolled back.
  bool get_back() {
    begin_film_trial(m_.film_layout, region_);
    account_.residual = 0;
    s_.film_.halvings = after_failure(s_.film_.halvings);
    s_.film_.passage = kPassage;
    if (keeps_line() && take_up([this] { start_beside_line(); })) return true;
    if (s_.film_.halvings < kMostHalvings) return false;
    s_.film_.halvings = kMostHalvings - 2;  // if this fails, too, the next step tries it again
    return take_up([this] {
      if (carried() || c_.loaded) {
        start_anew();
      } else {
        part();
      }
    });
  }
  // From where the last step ended. False, and nothing done, if that gives no finite numbers.
  template <class Start>
  bool take_up(Start start) {
    progress_ = s_.film_;
    copy(q_next(), q(), d_.modes());
    copy(v_next(), v(), d_.modes());
    start();
    if (!measure()) {
      begin_film_trial(m_.film_layout, region_);
      return false;
    }
    progress_.gap = outputs_.minimum_gap;
    return true;
  }

  // A step that went well while the film gets back: the next one goes further, and what is left of
  // the failure passes through the contact.
  void get_on() {
    if (progress_.halvings > 0) {
      --progress_.halvings;
      progress_.passage = kPassage;
    } else if (c_.loaded) {
      const Real speed = absolute(drive(1).speed);
      progress_.passage -= larger(speed, kSlowestPassage) * (m_.h / c_.time);
      progress_.passage = larger(progress_.passage, 0);
    }
  }

  // What the line of a carried film holds is right, whatever inlet and outlet have become: they
  // alone start anew.
  bool keeps_line() const {
    return carried() && !m_.film.on_bodies && m_.film.steady.load_count > 0;
  }
  void start_beside_line() {
    const SteadyFilms& table = m_.film.steady;
    const FilmDrive now = drive(1);
    alignas(64) Real steady[kMaxFilmUnknowns] = {};
    interpolate_film(
        table,
        axis_place(table.loads, table.load_count, signal_[kInputLoad].end() / c_.load_reference),
        axis_place(table.speeds, table.speed_count, now.speed * now.viscosity_factor), unknowns(),
        steady);
    film().start_beside_line(in_basis(0), steady, now);
    account_.active = 1;
  }

  // Under a prescribed load: the steady film next to the inputs, or the initial one.
  void start_anew() {
    const Real* trial = at(m_.layout.input_trial);
    const bool table = m_.film.steady.load_count > 0;
    for (int k = 0; k < d_.inputs(); ++k) {
      const InputRange& range = m_.input_ranges[k];
      const int end = range.hold == kHoldZeroOrder ? k : d_.inputs() + k;
      stand_at(m_.film.roles[k], table ? trial[end] : range.default_value);
    }
    progress_.halvings = kHalvingsAnew;
    account_.active = 1;
    if (table) {
      take_steady_film();
    } else {
      film().start(in_basis(0), nullptr, q_next(), drive(1));
    }
  }

  // The film of the table next to where the signals stand; they are moved into its range.
  void take_steady_film() {
    const SteadyFilms& table = m_.film.steady;
    Signal& load = signal_[kInputLoad];
    const AxisPlace w = axis_place(table.loads, table.load_count, load.start / c_.load_reference);
    load.start = c_.load_reference * w.value;
    const FilmDrive now = drive(1);
    const Real pull = now.speed * now.viscosity_factor;
    const AxisPlace s = axis_place(table.speeds, table.speed_count, pull);
    const auto moved = [&](std::uint32_t role, Real value) {
      if (m_.film_input[role] >= 0 && s.value != pull) signal_[role].start = value;
    };
    moved(kInputEntrainment, c_.speed_reference * s.value / now.viscosity_factor);
    alignas(64) Real steady[kMaxFilmUnknowns] = {};
    interpolate_film(table, w, s, unknowns(), steady);
    film().start(in_basis(0), steady, q_next(), drive(1));
  }

  // The bodies leave the film from where they are; its pressure is gone.
  void part() {
    turn_around();
    fly_on();
    progress_.halvings = 0;
    account_.active = 0;
  }

  // Bodies that were parted: until they are out of the film nothing else happens to them.
  void leave_film() {
    if (progress_.gap > c_.landing_gap) {
      progress_.passage = 0;
    } else if (opening(m_.film.bases[0]) < 0) {
      turn_around();
    }
  }

  // Bodies that close part half as fast as they met: what the film would have taken is unknown, but
  // it does take some. Those that part already go on, never faster than they met.
  void turn_around() {
    const FilmBasis& b = m_.film.bases[0];
    const auto* row = reinterpret_cast<const double*>(m_.film.numbers + b.rigid_row);
    const Real now = opening(b), met = progress_.approach;
    Real wanted = kReturned * larger(met, -now);
    if (now > 0) wanted = met > 0 && now > met ? met : now;
    Real square = 0;
    for (int k = 0; k < d_.modes(); ++k) square += row[k] * row[k];
    if (!(square > 0)) return;
    for (int k = 0; k < d_.modes(); ++k) v_next()[k] += row[k] * ((wanted - now) / square);
  }

  static constexpr Real kLeastEntry = 0.35;
  static constexpr Real kOffFrame = 0.2;    // of a force from the one of its frame
  static constexpr Real kSettlingWay = 6;   // of what enters through a film that settles
  static constexpr int kBisections = 40;    // of a frame
  static constexpr Real kBackAfter = 2;     // half-widths of a way on which a film rests
  static constexpr Real kAlmostSteady = 1;  // change of a force per half-width
  static constexpr int kMostSettling = 400;
  static constexpr Real kSlowestPassage = 0.1;  // speed at which a disturbance counts as passing
  static constexpr Real kReturned = 0.5;  // of the closing velocity, to bodies that are parted

  Kind kind_;
  const FilmConstants& c_;
  unsigned char* region_;  // the film's memory
  // By role; what an assembly's film does not follow has the last one.
  Signal signal_[kInputNone + 1];
  Real distance_[kInputNone + 1] = {};
  FilmProgress progress_{};
  FilmOutputs outputs_{};
  StepAccount account_;
  bool capped_ = false;
  bool astray_ = false;      // beyond what a moving edge can follow, see FilmEdge in the schema
  bool taken_over_ = false;  // the edge has made none of its steps before this one
  bool waits_ = false;       // the edge does not take over in this step
};

}  // namespace mortise::MORTISE_ISA
