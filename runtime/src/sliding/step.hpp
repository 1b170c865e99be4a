// The step of a structure with a sliding contact (Brunetti, D'Ambrogio, Fregolent), readable aloud:
//
//   inputs    and the free motion                            free motion of Moreau-Jean, or alpha
//   place     of the slave on its chain at q + h v           eq. 34-36
//   rows      of gap and slip there                          eq. 39-42
//   force     that the law puts on the slave                 on velocities, or on positions (alpha)
//   correct   the motion by it
//   judge     whether the law still holds, and commit
//
// One place, one pair of rows and one local law per step: O(n).
#pragma once

#include "alpha_motion.hpp"
#include "mortise/kernel/step_frame.hpp"

namespace mortise::MORTISE_ISA {

// The first step in which a contact did not slide on its target as a bilateral law has it.
//   books  of the step that has just ended with the status st
inline void note_not_sliding(Status st, Statistics* books) {
  constexpr Status kNotSliding =
      status::kDETACHED | status::kSTICKING | status::kOFF_TARGET | status::kWEDGED;
  if ((st & kNotSliding) && books->first_not_sliding == 0) books->first_not_sliding = books->steps;
}

class SlidingStepper : protected StepFrame<DynamicSizes> {
 public:
  SlidingStepper(const ModelView& m, State& s)
      : Frame(m, s),
        view_(m.sliding),
        l_(m.sliding_layout),
        chain_(m.sliding, d_.modes()),
        region_(s.at<unsigned char>(m.layout.law_history)),
        settings_(*of<SlidingSettings>(l_.settings)),
        alpha_(m, accelerations(s.current_), accelerations(1 - s.current_)) {}

  Status run(const Real* u, Real* y) {
    Status st = begin_step(u);
    predict();
    const SlidingPlace place = chain_.follow(ahead(), path(1), now().segment);
    chain_.rows(place, rows());
    const SlidingForce force = view_.alpha ? step_alpha(place) : step_moreau_jean(place);
    remember(place, force);
    st |= judge(place, force);
    ++settings_.steps;
    st = end_step(
        finite_ == 0, st, {force.closed ? 1 : 0, 1, 0, 0}, y, [] {},
        [this](Real* kept) { outputs(kept); });
    note_not_sliding(st, &s_.statistics_);
    return st;
  }

  // The contact anew from q and v as they stand: place on the chain and slip, no force, no
  // acceleration.
  void start() {
    settings_.path = view_.start;
    settings_.steps = 0;
    now() = SlidingMemory{};
    now().position = view_.start;
    const SlidingPlace place = chain_.follow(q(), view_.start, chain_.segment_below(view_.start));
    chain_.rows(place, rows());
    now().segment = place.segment;
    now().slip =
        turn(place, chain_.sums(rows(), v(), v(), m_.admittance)).free_t + frame_along(place);
    next() = now();
    if (!view_.alpha) return;
    alpha_.start(place, rows(), q(), v(), last_inputs(), friction());
  }

 protected:
  using Frame = StepFrame<DynamicSizes>;

  template <class T>
  T* of(std::uint32_t offset) const {
    return reinterpret_cast<T*>(region_ + offset);
  }
  SlidingMemory& now() const { return *of<SlidingMemory>(l_.memory[s_.current_]); }
  SlidingMemory& next() const { return *of<SlidingMemory>(l_.memory[1 - s_.current_]); }
  AlphaMotion::Accelerations accelerations(std::uint32_t copy) const {
    return {of<Real>(l_.auxiliary[copy]), of<Real>(l_.acceleration[copy])};
  }
  Real* rows() const { return of<Real>(l_.rows); }     // (n x 2)
  Real* ahead() const { return at(m_.layout.probe); }  // q + h v, where the place is looked up
  const Real* inputs_end() const { return at(m_.layout.input_trial) + d_.inputs(); }

  // Where the undeformed slave stands `steps` from now [m].
  Real path(int steps) const {
    return settings_.path +
           settings_.velocity * (m_.h * (static_cast<Real>(settings_.steps) + Real(steps)));
  }
  Real sense() const { return settings_.velocity < 0 ? Real(-1) : Real(1); }
  // Coefficient in the sense of the sliding.
  Real friction() const { return settings_.friction * sense(); }

  // With alpha, v_next holds the free a+ until it is corrected, q_next the free q+ - q - h v.
  void predict() {
    if (view_.alpha) {
      alpha_.predict(q(), v(), inputs_end(), ahead(), q_next(), v_next());
      return;
    }
    const Pack h = Pack::all(m_.h);
    finite_ = free_motion(motion_of(m_, d_), q(), v(), at(m_.layout.input_mean), q_next(), v_next(),
                          [&](int j, const Pack& vj, const Pack& qj, const Pack&, const Pack&) {
                            (qj + h * vj).store(ahead() + j);
                          });
  }

  SlidingForce step_moreau_jean(const SlidingPlace& p) {
    const SlidingForce f = force_on_velocities(p, axes_at(p));
    const SlidingPush push = push_of(p, f);
    const Pack x = Pack::all(push.x), y = Pack::all(push.y);
    const Real *rx = rows(), *ry = rx + d_.modes();
    const auto by_rows = [&](int j, auto& force) {
      constexpr int kPacks = static_cast<int>(sizeof force / sizeof *force);
      for (int k = 0; k < kPacks; ++k)
        force[k] = x * Pack::load(rx + j + k * kLanes) + y * Pack::load(ry + j + k * kLanes);
    };
    finite_ += correct_motion(motion_of(m_, d_), q_next(), v_next(), by_rows);
    return f;
  }

  // What the rows of the place see of the free motion.
  SlidingAxes axes_at(const SlidingPlace& p) const {
    return turn(p, chain_.sums(rows(), v_next(), v(), m_.admittance));
  }
  // Does a unilateral contact stay open, whose gap changes by `opening` against q + h v [m]?
  static bool stays_open(const SlidingPlace& p, Real opening) {
    return p.gap + opening > 0 || p.off;
  }
  // Velocity of the moving frame along the axes of the place [m/s].
  Real frame_normal(const SlidingPlace& p) const { return -p.sine * settings_.velocity; }
  Real frame_along(const SlidingPlace& p) const { return p.cosine * settings_.velocity; }
  // Velocity with which a gap is taken back [m/s].
  Real taken_back(const SlidingPlace& p) const { return view_.feedback * p.gap / m_.h; }

  // c v+ + n_x velocity = -feedback gap / h, or Signorini and Coulomb where the gap would close.
  SlidingForce force_on_velocities(const SlidingPlace& p, const SlidingAxes& g) const {
    const Real frame_n = frame_normal(p), frame_t = frame_along(p);
    const Real back = taken_back(p);
    SlidingForce f;
    if (!view_.unilateral) {
      f = hold_closed(g, friction(), back + frame_n + g.free_n, 1);
    } else if (stays_open(p, m_.half_h * (g.free_n - g.start_n))) {
      f.closed = false;
    } else {
      f = push_apart(g, settings_.friction, g.free_n + (frame_n + back), frame_t);
    }
    f.slip = g.free_t + frame_t + g.nt * f.normal + g.tt * f.friction;
    return f;
  }

  // gap + c (q+ - q - h v) = 0.
  SlidingForce step_alpha(const SlidingPlace& p) {
    const SlidingAxes g = turn(p, chain_.sums(rows(), q_next(), v(), m_.admittance));
    SlidingForce f = hold_closed(g, friction(), p.gap + g.free_n, m_.h * m_.h * view_.beta);
    finite_ = alpha_.correct(p, push_of(p, f), rows(), inputs_end(), ahead(), v(), q_next(),
                             v_next(), &f.slip);
    f.slip += p.cosine * settings_.velocity;
    return f;
  }

  void remember(const SlidingPlace& place, const SlidingForce& force) {
    SlidingMemory& m = next();
    m.segment = place.segment;
    m.closed = force.closed ? 1 : 0;
    m.normal = force.normal;
    m.friction = force.friction;
    m.slip = force.slip;
    m.position = path(1);
    finite_ += (force.normal + force.friction + force.slip) * 0;
  }

  // What ends the validity of the bilateral law, or happens in the unilateral one.
  Status judge(const SlidingPlace& p, const SlidingForce& f) const {
    Status st = p.off ? status::kOFF_TARGET : status::kOk;
    if (f.wedged) st |= status::kWEDGED;
    if (view_.unilateral) {
      if (!f.closed) st |= status::kDETACHED;
      if (f.sticking) st |= status::kSTICKING;
    } else {
      if (f.normal < 0) st |= status::kDETACHED;
      if (settings_.friction > 0 && f.slip * sense() < 0) st |= status::kSTICKING;
    }
    return st;
  }

  void outputs(Real* y) const {
    for (int k = 0; k < d_.outputs(); ++k) y[k] = output(m_.output_rules[k]);
  }
  Real output(const OutputRule& o) const {
    switch (o.quantity) {
      case quantity::contact_force:
        return o.index == 0 ? now().normal : now().friction;
      case quantity::sliding_velocity:
        return now().slip;
      case quantity::contact_position:
        return now().position;
      case quantity::acceleration:
        return mean_acceleration(o.index);
      default:
        return modal_output(o, q(), v());
    }
  }

  const SlidingView& view_;
  const SlidingLayout& l_;
  SlidingChain chain_;
  unsigned char* region_;
  SlidingSettings& settings_;
  AlphaMotion alpha_;
  Real finite_ = 0;  // 0 if the result is finite
};

}  // namespace mortise::MORTISE_ISA
