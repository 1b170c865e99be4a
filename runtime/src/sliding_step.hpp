// The step of a structure with a sliding contact: inputs -> predict -> place -> row -> law ->
// correct
// -> commit. One place, one row and one local law per step: O(n).
#pragma once

#include "mortise/kernel/contact/local_solve.hpp"
#include "mortise/kernel/modal_motion.hpp"
#include "mortise/kernel/step_frame.hpp"
#include "sliding/place.hpp"

namespace mortise::MORTISE_ISA {

class SlidingStepper : StepFrame<DynamicSizes> {
 public:
  SlidingStepper(const ModelView& m, State& s)
      : Frame(m, s),
        view_(m.sliding),
        l_(m.sliding_layout),
        chain_(m.sliding, d_.modes()),
        region_(s.at<unsigned char>(m.layout.law_history)),
        settings_(*reinterpret_cast<SlidingSettings*>(region_ + l_.settings)) {}

  Status run(const Real* u, Real* y) {
    Status st = take_inputs(u);
    average_inputs();
    predict();
    SlidingPlace place = chain_.follow(at(m_.layout.probe), path(1), now().segment);
    Real* rows = of<Real>(l_.rows);
    chain_.rows(place, rows);
    next().segment = place.segment;
    next().position = path(1);
    Force force;
    if (view_.alpha) {
      force = constrain(place, rows);
      correct_alpha(place, force, rows);
    } else {
      force = solve(place, rows);
      correct(place, force, rows);
    }
    finite_ += (force.normal + force.friction + force.slip) * 0;
    next().normal = force.normal;
    next().friction = force.friction;
    next().slip = force.slip;
    next().closed = force.closed ? 1 : 0;
    st |= judge(place, force);
    if (finite_ == 0) {
      commit_frame();
    } else {
      st |= status::kROLLED_BACK;
    }
    ++settings_.steps;
    account({force.closed ? 1 : 0, 1, 0, 0}, st);
    if (y) {
      if (!(st & status::kROLLED_BACK)) outputs(at(m_.layout.outputs));
      hand_out(y);
    }
    return st;
  }

  // The contact anew from q and v as they stand: place on the chain, no force, no acceleration.
  void start() {
    settings_.path = view_.start;
    settings_.steps = 0;
    SlidingMemory& m = now();
    m = SlidingMemory{};
    m.position = view_.start;
    const int below = chain_.segment_below(view_.start);
    const SlidingPlace place = chain_.follow(q(), view_.start, below);
    m.segment = place.segment;
    next() = m;
    if (view_.alpha) start_alpha(place);
  }

 private:
  using Frame = StepFrame<DynamicSizes>;

  struct Force {
    Real normal, friction;  // [N] on the slave along n and t
    Real slip;              // after the step [m/s]
    bool closed, sticking, wedged;
  };

  template <class T>
  T* of(std::uint32_t offset) const {
    return reinterpret_cast<T*>(region_ + offset);
  }
  SlidingMemory& now() const { return *of<SlidingMemory>(l_.memory[s_.current_]); }
  SlidingMemory& next() const { return *of<SlidingMemory>(l_.memory[1 - s_.current_]); }

  // Where the undeformed slave stands `ahead` steps from now.
  Real path(int ahead) const {
    return settings_.path +
           settings_.velocity * (m_.h * (static_cast<Real>(settings_.steps) + Real(ahead)));
  }
  Real direction() const { return settings_.velocity < 0 ? Real(-1) : Real(1); }

  Motion motion() const {
    return {m_.from_velocity, m_.from_position, m_.constant, m_.from_input,
            m_.admittance,    d_.modes(),       d_.inputs(), m_.half_h};
  }

  // Free motion, and q + h v, where the place is looked up.
  void predict() {
    Real* probe = at(m_.layout.probe);
    const Pack h = Pack::all(m_.h);
    if (!view_.alpha) {
      finite_ = free_motion(motion(), q(), v(), at(m_.layout.input_mean), kHuge, q_next(), v_next(),
                            [&](int j, const Pack& vj, const Pack& qj, const Pack&, const Pack&) {
                              (qj + h * vj).store(probe + j);
                            });
      return;
    }
    predict_alpha(probe);
  }

  // Rotates sums over x and y into normal and tangential ones.
  struct Turned {
    Real free_n, free_t, start_n, start_t, nn, nt, tt;
  };
  static Turned turn(const SlidingPlace& p, const SlidingSums& s) {
    const Real c = p.cosine, d = p.sine, cross = Real(2) * c * d * s.xy;
    return {c * s.free_y - d * s.free_x,         c * s.free_x + d * s.free_y,
            c * s.start_y - d * s.start_x,       c * s.start_x + d * s.start_y,
            d * d * s.xx + c * c * s.yy - cross, (c * c - d * d) * s.xy + c * d * (s.yy - s.xx),
            c * c * s.xx + d * d * s.yy + cross};
  }

  // Force of the velocity-level constraint with position feedback, or of Signorini-Coulomb.
  Force solve(const SlidingPlace& p, const Real* rows) {
    const Turned g = turn(p, chain_.sums(rows, v_next(), v(), m_.admittance));
    const Real frame_n = -p.sine * settings_.velocity, frame_t = p.cosine * settings_.velocity;
    const Real back = view_.feedback * p.gap / m_.h;
    Force f{0, 0, 0, true, false, false};
    if (!view_.unilateral) {
      const Friction mu = friction_in_sense(g);
      f.normal = -(back + frame_n + g.free_n) / (g.nn - mu.value * g.nt);
      f.friction = -mu.value * f.normal;
      f.wedged = mu.wedged;
    } else if (p.gap + m_.half_h * (g.free_n - g.start_n) > 0 || p.off) {
      f.closed = false;
    } else {
      f = unilateral(g, frame_n + back, frame_t);
    }
    f.slip = g.free_t + frame_t + g.nt * f.normal + g.tt * f.friction;
    return f;
  }

  // The coefficient of friction in the sense of sliding, or as much of it as leaves kWedgeShare.
  struct Friction {
    Real value;
    bool wedged;
  };
  Friction friction_in_sense(const Turned& g) const {
    const Real mu = settings_.friction * direction();
    if (!(g.nn - mu * g.nt < Real(kWedgeShare) * g.nn)) return {mu, false};
    return {(1 - Real(kWedgeShare)) * g.nn / g.nt, true};
  }

  // Friction against the mean tangential velocity of the step, as in every other contact. What
  // would wedge sticks: the force that holds the slave is found without a division by what is left
  // of g_nn.
  Force unilateral(const Turned& g, Real shift_n, Real frame_t) const {
    const Real block[6] = {g.nn, g.nt, 0, g.tt, 0, 0};
    const LocalContact local = make_local_contact(block, 0);
    ContactMemory memory{};
    memory.status = contact_status::kStick;
    memory.direction[0] = 1;
    const Real velocity[3] = {g.free_n + shift_n, g.free_t + g.start_t + 2 * frame_t, 0};
    Real r[3] = {0, 0, 0};
    (void)local_solve(local, settings_.friction, velocity, memory, r);
    const bool sticks = r[0] > 0 && absolute(r[1]) < settings_.friction * r[0] * (1 - kStickMargin);
    return {r[0], r[1], 0, r[0] > 0, sticks, false};
  }

  // q+ and v+ with the force.
  void correct(const SlidingPlace& p, const Force& f, const Real* rows) {
    const Pack x = Pack::all(p.cosine * f.friction - p.sine * f.normal),
               y = Pack::all(p.cosine * f.normal + p.sine * f.friction);
    const Pack half_h = Pack::all(m_.half_h), zero = Pack::all(0), huge = Pack::all(kHuge);
    const int n = d_.modes();
    Pack finite = zero;
    for (int j = 0; j < n; j += kLanes) {
      const Pack push = x * Pack::load(rows + j) + y * Pack::load(rows + n + j);
      const Pack dv = Pack::load(m_.admittance + j) * push;
      const Pack vk = Pack::load(v_next() + j) + dv, qk = Pack::load(q_next() + j) + half_h * dv;
      vk.store(v_next() + j);
      qk.store(q_next() + j);
      finite = finite + (vk * huge + qk * huge) * zero;
    }
    finite_ += sum(finite);
  }

  // ---- generalised alpha: v_next holds the free auxiliary acceleration until it is corrected
  // ------

  Real* auxiliary(int copy) const { return of<Real>(l_.auxiliary[copy]); }
  Real* acceleration(int copy) const { return of<Real>(l_.acceleration[copy]); }

  // Inputs at the end of the step.
  const Real* inputs_end() const { return at(m_.layout.input_trial) + d_.inputs(); }

  void predict_alpha(Real* probe) {
    const int n = d_.modes(), now_copy = static_cast<int>(s_.current_);
    const Pack h = Pack::all(m_.h), rest = Pack::all(m_.h * m_.h * (Real(0.5) - view_.beta)),
               last = Pack::all(m_.h * m_.h * view_.beta);
    const Real *a = auxiliary(now_copy), *z = acceleration(now_copy), *f = inputs_end();
    for (int j = 0; j < n; j += kLanes) {
      const Pack qj = Pack::load(q() + j), vj = Pack::load(v() + j), aj = Pack::load(a + j);
      Pack w = Pack::load(m_.from_velocity + j) * vj + Pack::load(m_.from_position + j) * qj;
      w = w + Pack::load(view_.from_auxiliary + j) * aj;
      w = w + Pack::load(view_.from_acceleration + j) * Pack::load(z + j);
      w = w + Pack::load(m_.constant + j);
      for (int k = 0; k < d_.inputs(); ++k)
        w = w +
            Pack::load(m_.from_input + static_cast<std::ptrdiff_t>(k) * n + j) * Pack::all(f[k]);
      const Pack ahead = qj + h * vj;
      ahead.store(probe + j);
      w.store(v_next() + j);
      (rest * aj + last * w).store(q_next() + j);  // free q+ - q - h v
    }
  }

  // g + c (q+ - q - h v) = 0.
  Force constrain(const SlidingPlace& p, const Real* rows) {
    const Turned g = turn(p, chain_.sums(rows, q_next(), v(), m_.admittance));
    const Friction mu = friction_in_sense(g);
    const Real scale = m_.h * m_.h * view_.beta;
    Force f{0, 0, 0, true, false, mu.wedged};
    f.normal = -(p.gap + g.free_n) / (scale * (g.nn - mu.value * g.nt));
    f.friction = -mu.value * f.normal;
    return f;
  }

  void correct_alpha(const SlidingPlace& p, Force& f, const Real* rows) {
    const Pack x = Pack::all(p.cosine * f.friction - p.sine * f.normal),
               y = Pack::all(p.cosine * f.normal + p.sine * f.friction);
    const int n = d_.modes(), from = static_cast<int>(s_.current_), to = 1 - from;
    const Pack zero = Pack::all(0), huge = Pack::all(kHuge), h = Pack::all(m_.h);
    const Pack rest = Pack::all(m_.h * m_.h * (Real(0.5) - view_.beta)),
               last = Pack::all(m_.h * m_.h * view_.beta), before = Pack::all(1 - view_.gamma),
               after = Pack::all(view_.gamma);
    const Real* probe = at(m_.layout.probe);
    Real sums[2];  // slip, and what is finite
    lane_sums<2>(n, sums, [&](Pack* acc, int j) {
      const Pack rx = Pack::load(rows + j), ry = Pack::load(rows + n + j);
      const Pack push = x * rx + y * ry, a0 = Pack::load(auxiliary(from) + j);
      const Pack a1 = Pack::load(v_next() + j) + Pack::load(m_.admittance + j) * push;
      const Pack qk = Pack::load(probe + j) + (rest * a0 + last * a1);
      const Pack vk = Pack::load(v() + j) + h * (before * a0 + after * a1);
      Pack z = Pack::load(view_.constant_force + j) + push;
      for (int k = 0; k < d_.inputs(); ++k)
        z = z + Pack::load(view_.input_force + static_cast<std::ptrdiff_t>(k) * n + j) *
                    Pack::all(inputs_end()[k]);
      const Pack w = Pack::load(m_.omega + j);
      z = z - Pack::load(m_.damping + j) * vk - w * w * qk;
      a1.store(auxiliary(to) + j);
      z.store(acceleration(to) + j);
      qk.store(q_next() + j);
      vk.store(v_next() + j);
      acc[0] = acc[0] + (Pack::all(p.cosine) * rx + Pack::all(p.sine) * ry) * vk;
      acc[1] = acc[1] + (vk * huge + qk * huge + (a1 + z)) * zero;
    });
    finite_ = sums[1];
    f.slip = sums[0] + p.cosine * settings_.velocity;
  }

  // z'' at the start, with the force that keeps the acceleration of the gap at zero.
  void start_alpha(const SlidingPlace& p) {
    const int n = d_.modes(), copy = static_cast<int>(s_.current_);
    Real *z = acceleration(copy), *rows = of<Real>(l_.rows);
    chain_.rows(p, rows);
    const Real* f = last_inputs();
    Real mu = settings_.friction * direction();
    Real free = 0, own = 0, nn = 0, nt = 0;
    const auto force_of = [&](int j) {
      const Real nrow = p.cosine * rows[n + j] - p.sine * rows[j];
      return nrow - mu * (p.cosine * rows[j] + p.sine * rows[n + j]);
    };
    for (int j = 0; j < n; ++j) {
      Real push = view_.constant_force[j];
      for (int k = 0; k < d_.inputs(); ++k)
        push += view_.input_force[static_cast<std::ptrdiff_t>(k) * n + j] * f[k];
      z[j] = push - m_.damping[j] * v()[j] - m_.omega[j] * m_.omega[j] * q()[j];
      const Real nrow = p.cosine * rows[n + j] - p.sine * rows[j];
      free += nrow * z[j];
      own += nrow * force_of(j);
      nn += nrow * nrow;
      nt += nrow * (p.cosine * rows[j] + p.sine * rows[n + j]);
    }
    if (own < Real(kWedgeShare) * nn) {  // as in the steps
      mu = (1 - Real(kWedgeShare)) * nn / nt;
      own = Real(kWedgeShare) * nn;
    }
    for (int j = 0; j < n && own > 0; ++j) z[j] -= free / own * force_of(j);
    copy_numbers(auxiliary(copy), z, n);
  }
  static void copy_numbers(Real* to, const Real* from, int n) { copy(to, from, n); }

  // What ends the validity of the bilateral law, or happens in the unilateral one.
  Status judge(const SlidingPlace& p, const Force& f) {
    Status st = p.off ? status::kOFF_TARGET : status::kOk;
    if (f.wedged) st |= status::kWEDGED;
    if (view_.unilateral) {
      if (!f.closed) st |= status::kDETACHED;
      if (f.sticking) st |= status::kSTICKING;
    } else {
      if (f.normal < 0) st |= status::kDETACHED;
      if (settings_.friction > 0 && f.slip * direction() < 0) st |= status::kSTICKING;
    }
    return st;
  }

  void outputs(Real* y) const {
    for (int k = 0; k < d_.outputs(); ++k) {
      const OutputRule& o = m_.output_rules[k];
      switch (o.quantity) {
        case kOutputForce:
          y[k] = o.index == 0 ? now().normal : now().friction;
          break;
        case kOutputSlidingVelocity:
          y[k] = now().slip;
          break;
        case kOutputContactPosition:
          y[k] = now().position;
          break;
        case kOutputAcceleration:
          y[k] = mean_acceleration(o.index);
          break;
        default:
          y[k] = this->modal_output(o, q(), v());
      }
    }
  }

  static constexpr Real kHuge = 1e158;  // as in Stepper
  static constexpr Real kStickMargin = 1e-9;

  const SlidingView& view_;
  const SlidingLayout& l_;
  SlidingChain chain_;
  unsigned char* region_;
  SlidingSettings& settings_;
  Real finite_ = 0;
};

}  // namespace mortise::MORTISE_ISA
