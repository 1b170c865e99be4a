// The step of a structure with a compliant joint, readable aloud as Stepper's: inputs -> predict ->
// where the rows go freely -> solve -> correct -> remember -> commit.
#pragma once

#include <type_traits>

#include "../energy_outputs.hpp"
#include "../residual.hpp"
#include "energy.hpp"
#include "mortise/kernel/step_frame.hpp"

namespace mortise::MORTISE_ISA {

// Kept out of the step where flash is short, so that its loops keep their registers.
#if MORTISE_NATIVE_LANES == 1
#define MORTISE_APART __attribute__((noinline))
#else
#define MORTISE_APART
#endif

class JointStepper : protected StepFrame<DynamicSizes> {
 public:
  JointStepper(const ModelView& m, State& s)
      : JointStepper(m, s, m.joint.stage[m.joint.stage_of[s.joint_case_]]) {}
  // With other operators than the file's.
  JointStepper(const ModelView& m, State& s, const JointStage& stage)
      : Frame(m, s),
        joint_(m.joint),
        l_(m.joint_layout),
        region_(s.at<unsigned char>(m.layout.law_history)),
        stage_(stage),
        motion_{stage_.from_velocity, stage_.from_position, stage_.constant, stage_.from_input,
                stage_.admittance,    d_.modes(),           d_.inputs(),     m.half_h},
        law_(*of<JointParameters>(l_.parameters)),
        laws_(point_laws(joint_, l_, region_)),
        impact_(joint_.impacts && is_impact(law_, *of<JointImpact>(l_.impact))
                    ? of<JointImpact>(l_.impact)
                    : nullptr) {}

  Status run(const Real* u, Real* y) {
    Status st = begin_step(u);
    finite_ = free_motion(motion_, q(), v(), at(m_.layout.input_mean), q_next(), v_next(),
                          [](int, const Pack&, const Pack&, const Pack&, const Pack&) {});
    free_positions();
    const JointReport report = solve();
    if (!report.converged) st |= status::kCAPPED;
    correct();
    remember();
    if (finite_ == 0) energies();
    if (finite_ == 0 && !report.converged) st |= limit();
    return end_step(
        finite_ == 0, st, {report.closed, report.iterations, 0, report.residual}, y, [] {},
        [this](Real* kept) { outputs(kept); });
  }

  // Makes everything the joint remembers anew from q, v and the inputs as they stand: springs at
  // rest, the residual compliance settled.
  //   pressure  normal forces of the points (points) [N], or null: none
  void start(const Real* pressure) {
    for (int copy = 0; copy < 2; ++copy) zero(region_ + l_.memory[copy], l_.memory_bytes);
    zero(region_ + l_.force, l_.bytes - l_.force);
    Real* normal = now(l_.normal);
    Real* phi = now(l_.residual);
    for (int k = 0; pressure && k < joint_.points; ++k) {
      normal[k] = pressure[k];
      now(l_.pressure)[k] = larger(pressure[k], 0);
      now(l_.normal_mean)[k] = pressure[k];
    }
    if (joint_.ports > 0) {
      scatter(normal, now(l_.tangent), phi);
      for (int k = 0; k < d_.inputs(); ++k) phi[joint_.rows + k] = last_inputs()[k];
    }
    positions(q(), phi, now(l_.position));
    const int n = d_.modes();
    for (int r = 0; r < joint_.rows; ++r)
      dot_rows<1>(joint_.row + static_cast<std::ptrdiff_t>(r) * n, n, v(), n, now(l_.rate) + r);
    if (!joint_.energies) return;
    JointProblem p = problem();
    p.position = now(l_.position);
    p.tangent = now(l_.tangent);
    p.bristles = now(l_.bristles);
    const ModalEnergy modal = modal_energy(motion_, m_.omega, stage_.damping, last_inputs(), v(),
                                           v(), q(), m_.dims.modes);
    JointEnergies& e = *reinterpret_cast<JointEnergies*>(now(l_.energies));
    e.kinetic = modal.kinetic;
    const PointEnergy points = point_energies(p);
    e.normal_springs = points.normal;
    e.shear_springs = points.shear;
    e.strain = modal.strain + points.stored();
    if (joint_.ports > 0)
      e.strain += Real(0.5) * compliance_energy(joint_, phi, phi, of<Real>(l_.energy_work));
  }

  // Normal forces by the law in force, where the points are: at t_n, or where a step has ended.
  void press() const { press(s_.current_); }
  void press_end() const { press(1 - s_.current_); }

  // Sliders that hold more than the law in force lets them, for its numbers have changed, give it
  // up; all of it where no spring is left.
  void cut() const {
    with_tangential_law(law_.tangential, [&](auto law) {
      for (int k = 0; law.kRubs && k < joint_.points; ++k) {
        const JointParameters& own = laws_[k];
        const Real length = own.friction_modulus > 0 ? joint_.point[k].length : Real(0);
        const Real pressure = length > 0 ? now(l_.pressure)[k] : Real(0);
        Real &force = now(l_.tangent)[k], sum = 0;
        if (law.memory(own) == 0) force = clip(force, law.limit(own, pressure, length));
        Real* slider = now(l_.bristles) + static_cast<std::ptrdiff_t>(k) * joint_.memory;
        for (std::uint32_t j = 0; law.kSliders && j < own.elements; ++j) {
          slider[j] = clip(slider[j], law.strength(own, length, j));
          force = sum = sum + slider[j];
        }
      }
    });
  }

  // Numbers that the parameters and the stage in force determine.
  void prepare() {
    JointFactors* factors = of<JointFactors>(l_.factors);
    static_assert(sizeof(JointFactors) == 9 * sizeof(Real), "as lay_out_joint counts");
    const int nn = joint_.tangential ? joint_.nodes : 0;
    for (int k = 0; k < joint_.points; ++k) {
      if (joint_.varies) laws_[k] = law_at(joint_, law_, k);
      const JointParameters& own = laws_[k];
      JointFactors& f = factors[k];
      const JointPoint& at = joint_.point[k];
      const Real stiffness = own.stiffness + 2 * own.damping / m_.h;
      const Real half_c = Real(0.5) * stage_.point_compliance[2 * k];
      f.damper = at.length / (1 + at.length * stiffness * half_c);
      f.normal = stiffness * f.damper;
      const Real apart = at.length * own.separation_stiffness;
      f.separation = apart / (1 + apart * half_c);
      f.tangential = with_tangential_law(law_.tangential, [&](auto law) {
        return law.factor(own, at.length, stage_.point_compliance[2 * k + 1]);
      });
      f.own = coupling(joint_, stage_, at, nn, at, 0);
      const JointPoint& next = joint_.point[k + 1 < joint_.points ? k + 1 : k];
      f.next[0] = coupling(joint_, stage_, next, 0, at, 0);
      f.next[1] = coupling(joint_, stage_, next, nn, at, 0);
      f.next[2] = coupling(joint_, stage_, next, 0, at, nn);
      f.next[3] = coupling(joint_, stage_, next, nn, at, nn);
    }
  }

 protected:
  using Frame = StepFrame<DynamicSizes>;

  template <class T>
  T* of(std::uint32_t offset) const {
    return reinterpret_cast<T*>(region_ + offset);
  }
  // Arrays of the memory at t_n and at t_n+1.
  Real* now(std::uint32_t offset) const { return of<Real>(l_.memory[s_.current_] + offset); }
  Real* next(std::uint32_t offset) const { return of<Real>(l_.memory[1 - s_.current_] + offset); }

  void press(std::uint32_t copy) const {
    const auto of_copy = [&](std::uint32_t offset) { return of<Real>(l_.memory[copy] + offset); };
    for (int k = 0; k < joint_.points; ++k) {
      const JointPoint& at = joint_.point[k];
      const Real opening = at_nodes(of_copy(l_.position), at),
                 rate = at_nodes(of_copy(l_.rate), at);
      const JointParameters& own = laws_[k];
      const Real depth = -(opening + own.gap);
      const Real force =
          impact_ && depth > 0
              ? ImpactUnit(own, *impact_, at.length, of_copy(l_.approach)[k]).force(depth, -rate)
              : force_at(own, at.length, opening, rate);
      of_copy(l_.normal)[k] = force;
      of_copy(l_.pressure)[k] = larger(force, 0);
    }
  }

  static void zero(unsigned char* from, std::uint32_t bytes) { __builtin_memset(from, 0, bytes); }

  // s = W q + C phi + offset (pp).
  void positions(const Real* q, const Real* phi, Real* s) const {
    const int n = d_.modes(), nr = joint_.rows;
    if (joint_.ports > 0) {
      residual_rows(joint_, nr, phi, s);
    } else {
      fill_zero(s, joint_.rows_padded);
    }
    Real w[kRowBatch];
    int r = 0;
    for (; r + kRowBatch <= nr; r += kRowBatch) {
      dot_rows<kRowBatch>(joint_.row + static_cast<std::ptrdiff_t>(r) * n, n, q, n, w);
      for (int k = 0; k < kRowBatch; ++k) s[r + k] += w[k];
    }
    for (; r < nr; ++r) {
      dot_rows<1>(joint_.row + static_cast<std::ptrdiff_t>(r) * n, n, q, n, w);
      s[r] += w[0];
    }
  }

  // F (nr) = sum of share x force over the points.
  void scatter(const Real* normal, const Real* tangent, Real* force) const {
    fill_zero(force, joint_.ports > 0 ? joint_.ports_padded : joint_.rows_padded);
    for (int k = 0; k < joint_.points; ++k) {
      const JointPoint& p = joint_.point[k];
      force[p.first] += p.share_first * normal[k];
      force[p.second] += p.share_second * normal[k];
      if (!joint_.tangential) continue;
      Real* along = force + joint_.nodes;
      along[p.first] += p.share_first * tangent[k];
      along[p.second] += p.share_second * tangent[k];
    }
  }

  // Where the rows would be at t_n+1 without joint forces, and the scale of their motion.
  MORTISE_APART void free_positions() {
    Real* s = next(l_.position);
    if (joint_.ports > 0) {
      Real* drive = of<Real>(l_.drive);
      const Real *phi = now(l_.residual), *f = at(m_.layout.input_mean);
      const Pack keep = Pack::all(stage_.residual_keep);
      for (int j = 0; j < joint_.ports_padded; j += kLanes)
        without_traces(keep * Pack::load(phi + j)).store(drive + j);
      for (int k = 0; k < d_.inputs(); ++k) drive[joint_.rows + k] += stage_.residual_gain * f[k];
      positions(q_next(), drive, s);
    } else {
      positions(q_next(), nullptr, s);
    }
    const Real* start = now(l_.position);
    Real moved = 0, far = 0;
    for (int r = 0; r < joint_.rows; ++r) {
      moved = larger(moved, absolute(s[r] - start[r]));
      far = larger(far, absolute(s[r]));
    }
    size_ = larger(moved, kRounding * far);
    least_ = kLastDigit * far;
    enough_ = larger(m_.tolerance * size_, least_);
  }

  JointProblem problem() const {
    JointProblem p;
    p.laws = laws_;
    p.view = &joint_;
    p.stage = &stage_;
    p.impact = impact_;
    p.factors = of<JointFactors>(l_.factors);
    p.inverse_h = 1 / m_.h;
    p.position_start = now(l_.position);
    p.rate_start = now(l_.rate);
    p.normal_start = now(l_.normal);
    p.pressure_start = now(l_.pressure);
    p.tangent_start = now(l_.tangent);
    p.bristles_start = now(l_.bristles);
    p.approach_start = now(l_.approach);
    p.position = next(l_.position);
    p.normal = next(l_.normal);
    p.pressure = next(l_.pressure);
    p.tangent = next(l_.tangent);
    p.bristles = next(l_.bristles);
    p.normal_mean = next(l_.normal_mean);
    p.tangent_mean = next(l_.tangent_mean);
    return p;
  }

  // Start values of the mean forces, what the last step ended with, carried on: F.
  void warm_forces(const JointProblem& p) const {
    const bool rubs = law_.tangential != kTangentialNone;
    for (int k = 0; k < joint_.points; ++k) {
      p.normal_mean[k] = carried_on(p.normal_start[k], now(l_.normal_mean)[k]);
      if (rubs) {
        p.tangent_mean[k] = carried_on(p.tangent_start[k], now(l_.tangent_mean)[k]);
      } else {
        p.tangent[k] = p.tangent_mean[k] = 0;
      }
    }
    scatter(p.normal_mean, p.tangent_mean, of<Real>(l_.force));
  }
  // Start values; then s = s* + H F.
  MORTISE_APART void warm_start(const JointProblem& p) const {
    warm_forces(p);
    add_forces(p);
  }
  void add_forces(const JointProblem& p) const {
    const Real* force = of<Real>(l_.force);
    const int ld = joint_.rows_padded;
    for (int r = 0; r < joint_.rows; ++r)
      if (force[r] != 0)
        add_scaled(p.position, stage_.compliance + static_cast<std::ptrdiff_t>(r) * ld, force[r],
                   ld);
  }
  static Real carried_on(Real end, Real mean) {
    const Real guess = 2 * end - mean;
    return end * guess > 0 ? guess : Real(0);
  }

  JointReport solve() {
    const JointProblem p = problem();
    warm_start(p);
    return with_tangential_law(
        law_.tangential, [&](auto law) __attribute__((always_inline)) {
          using Law = decltype(law);  // without friction there is nothing to solve along the joint
          return joint_sweeps<Law, Law::kRubs>(p, m_.sweep_cap, enough_, size_);
        });
  }

  PointEnergy point_energies(const JointProblem& p) const {
    return with_tangential_law(law_.tangential,
                               [&](auto law) { return point_energy<decltype(law)>(p); });
  }

  // After a capped solve forces and motion do not belong together as the law says. Energy made by
  // that is taken from the motion; if there is more of it, the structure stops where it was. The
  // next step begins with the forces of the law where this one has ended.
  Status limit() {
    press_end();
    const PointEnergy points = point_energies(problem());
    const Real made = -(points.friction + points.impact);
    if (made <= 0) return status::kOk;
    JointEnergies& e = *reinterpret_cast<JointEnergies*>(next(l_.energies));
    Real kinetic = 0;
    for (int j = 0; j < d_.modes(); ++j) kinetic += v_next()[j] * v_next()[j];
    kinetic *= Real(0.5);
    if (made < kinetic) {
      const Real scale = square_root(1 - made / kinetic);
      for (int j = 0; j < d_.modes(); ++j) v_next()[j] *= scale;
      for (int j = 0; j < joint_.rows_padded; ++j) next(l_.rate)[j] *= scale;
      e.kinetic -= made;
      e.impact += made;
    } else {
      stop();
    }
    return status::kLIMITED;
  }
  void stop() {
    copy(q_next(), q(), d_.modes());
    fill_zero(v_next(), d_.modes());
    forget_step();
    JointEnergies& e = *reinterpret_cast<JointEnergies*>(next(l_.energies));
    e.impact += e.kinetic;
    e.kinetic = 0;
  }

  // What is remembered stays as it was, at rest.
  void forget_step() {
    __builtin_memcpy(region_ + l_.memory[1 - s_.current_], region_ + l_.memory[s_.current_],
                     l_.memory_bytes);
    fill_zero(next(l_.rate), joint_.rows_padded);
  }

  // By f = W^T F.
  void correct() {
    Real* force = of<Real>(l_.force);
    scatter(next(l_.normal_mean), next(l_.tangent_mean), force);
    const auto push = [&](int j, auto& f) {
      constexpr int kPacks = static_cast<int>(sizeof f / sizeof *f);
      alignas(64) Real sums[kPacks * kLanes];
      combine_block<kPacks>(sums, joint_.row + j, motion_.n, force, joint_.rows);
      for (int k = 0; k < kPacks; ++k) f[k] = Pack::load(sums + k * kLanes);
    };
    finite_ += correct_motion(motion_, q_next(), v_next(), push);
  }

  // phi+ = drive + gain F, and the rates of the rows by the trapezoidal rule.
  void remember() {
    const Real *force = of<Real>(l_.force), *s0 = now(l_.position), *s1 = next(l_.position);
    if (joint_.ports > 0) {
      const Real* drive = of<Real>(l_.drive);
      const Pack gain = Pack::all(stage_.residual_gain);
      for (int j = 0; j < joint_.ports_padded; j += kLanes)
        (Pack::load(drive + j) + gain * Pack::load(force + j)).store(next(l_.residual) + j);
    }
    const Pack twice = Pack::all(2 / m_.h);
    const Real* rate = now(l_.rate);
    for (int j = 0; j < joint_.rows_padded; j += kLanes)
      (twice * (Pack::load(s1 + j) - Pack::load(s0 + j)) - Pack::load(rate + j))
          .store(next(l_.rate) + j);
    if (joint_.impacts) {
      const JointProblem p = problem();
      for (int k = 0; k < joint_.points; ++k) next(l_.approach)[k] = approach_of(p, k);
    }
    finite_ += sum(remembered());
  }

  // Zeros if what is remembered is finite as well: an opening need not move a mode. In one sweep,
  // over the zeros between the arrays too, which tests fence off. Nothing that keeps variables is
  // called from here: where they are checked, GCC 12 marks those of a caller without checks as out
  // of scope for good.
  __attribute__((no_sanitize_address)) Pack remembered() const {
    const Pack huge = Pack::all(kHuge), none = Pack::all(0);
    const int count = static_cast<int>(l_.energies / sizeof(Real));
    const Real* memory = next(0);
    Pack finite = none;
    for (int j = 0; j < count; j += kLanes)
      finite = finite + (Pack::load(memory + j) * huge) * none;
    return finite;
  }

  void energies() {
    if (!joint_.energies) return;
    const JointProblem p = problem();
    const Real* f = at(m_.layout.input_mean);
    const ModalEnergy modal =
        modal_energy(motion_, m_.omega, stage_.damping, f, v(), v_next(), q_next(), m_.dims.modes);
    const PointEnergy points = point_energies(p);
    const JointEnergies& e0 = *reinterpret_cast<const JointEnergies*>(now(l_.energies));
    JointEnergies& e1 = *reinterpret_cast<JointEnergies*>(next(l_.energies));
    e1.kinetic = modal.kinetic;
    e1.strain = modal.strain + points.stored();
    e1.normal_springs = points.normal;
    e1.shear_springs = points.shear;
    e1.material = e0.material + modal.loss;
    e1.friction = e0.friction + points.friction + (e0.shear_springs - points.shear_start);
    e1.impact = e0.impact + points.impact + (e0.normal_springs - points.normal_start);
    e1.external = e0.external + modal.work;
    if (joint_.ports > 0) residual_energies(f, &e1);
    finite_ = (e1.kinetic + e1.strain + e1.material + e1.friction + e1.impact + e1.external) * 0;
  }
  void residual_energies(const Real* f, JointEnergies* e) {
    Real *product = of<Real>(l_.energy_work), *change = of<Real>(l_.drive);
    const Real *phi0 = now(l_.residual), *phi1 = next(l_.residual);
    e->strain += Real(0.5) * compliance_energy(joint_, phi1, phi1, product);
    for (int j = 0; j < joint_.ports_padded; j += kLanes)
      (Pack::load(phi1 + j) - Pack::load(phi0 + j)).store(change + j);
    const Real lag = m_.h / stage_.residual_gain - m_.half_h;
    e->material += lag / m_.h * compliance_energy(joint_, change, change, product);
    for (int k = 0; k < d_.inputs(); ++k) e->external += f[k] * product[joint_.rows + k];
  }

  void outputs(Real* y) const {
    const JointEnergies& e = *reinterpret_cast<const JointEnergies*>(now(l_.energies));
    for (int k = 0; k < d_.outputs(); ++k) y[k] = output(m_.output_rules[k], e);
  }
  Real output(const OutputRule& o, const JointEnergies& e) const {
    Real energy;
    if (booked_energy(e, o.quantity, &energy)) return energy;
    switch (o.quantity) {
      case quantity::dissipated_friction:
        return e.friction;
      case quantity::dissipated_impact:
        return e.impact;
      case quantity::normal_traction:
        return now(l_.normal)[o.index] / joint_.point[o.index].length;
      case quantity::friction_traction:
        return now(l_.tangent)[o.index] / joint_.point[o.index].length;
      case quantity::slipping_share:
        return slipping();
      default:
        return functional(o);
    }
  }

  // Displacement, velocity and acceleration, with what the residual compliance adds.
  Real functional(const OutputRule& o) const {
    if (o.quantity == quantity::modal_coordinate) return q()[o.index];
    const int n = d_.modes();
    const Real* row = m_.output_rows + static_cast<std::ptrdiff_t>(o.index) * n;
    Real value;
    if (o.quantity == quantity::acceleration) return mean_acceleration(o.index);
    if (o.quantity == quantity::displacement) {
      dot_rows<1>(row, 0, q(), n, &value);
      return value + residual_output(joint_, d_.output_rows(), o.index, now(l_.residual));
    }
    dot_rows<1>(row, 0, v(), n, &value);
    return value +
           residual_change(joint_, d_.output_rows(), o.index, now(l_.residual), next(l_.residual)) /
               m_.h;
  }
  // Share of the points that slip at their limit.
  Real slipping() const {
    int count = 0;
    for (int k = 0; k < joint_.points; ++k) {
      const Real limit = with_tangential_law(law_.tangential, [&](auto law) {
        return law.limit(laws_[k], now(l_.pressure)[k], joint_.point[k].length);
      });
      const bool slips = slips_at(limit, now(l_.tangent)[k]);
      count += slips ? 1 : 0;
    }
    return Real(count) / Real(joint_.points);
  }

  static constexpr Real kRounding = 1e-13;  // motion that positions cannot resolve

  const JointView& joint_;
  const JointLayout& l_;
  unsigned char* region_;
  const JointStage& stage_;
  Motion motion_;
  const JointParameters& law_;  // in force, before anything varies along the joint
  const PointLaws laws_;
  const JointImpact* impact_;  // null: the impact unit is a linear spring
  Real size_ = 0, least_ = 0, enough_ = 0, finite_ = 0;
};

#undef MORTISE_APART

}  // namespace mortise::MORTISE_ISA
