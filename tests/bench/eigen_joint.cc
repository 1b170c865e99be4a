#include "tests/bench/eigen_joint.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace mortise::bench {

namespace {

using Eigen::ArrayXd;
using Eigen::Map;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kDisplacement = 0, kVelocity = 1, kAcceleration = 13, kTotal = 14, kKinetic = 15,
              kStrain = 16, kMaterial = 17, kFriction = 18, kImpact = 19, kWork = 20;
constexpr double kRounding = 1e-13;  // of the positions: motion that they cannot resolve

// A force at the end of the step and its derivatives by opening and slip.
struct Force {
  double end = 0, by_opening = 0, by_slip = 0;
};

struct Energies {
  double kinetic = 0, strain = 0, material = 0, friction = 0, impact = 0, work = 0;
};

}  // namespace

struct EigenJoint::Impl {
  NewtonStyle style;
  int n, nn, nr, nk, nu, cap;
  double h, tolerance, keep = 0, gain = 0, lag;
  bool residual, energies_wanted = false;
  EigenJointLaw law;
  std::vector<EigenJointPoint> point;
  std::vector<EigenOutput> output;
  ArrayXd omega, damping, from_v, from_q, admittance, constant, q0, v0;
  MatrixXd input_forces, from_input, rows, compliance, ports, row_ports, output_rows, output_ports;
  VectorXd constant_force, row_offset, output_offset, inputs0;

  // at t_n
  ArrayXd q, v;
  VectorXd s, phi, normal, tangent;
  Energies energies;
  // of the running step
  ArrayXd q_next, v_next;
  VectorXd s_free, s_next, phi_next, normal_next, normal_mean, tangent_next, tangent_mean, pressure,
      force, r, delta, drive;
  VectorXd displacement, velocity, port_work, push;
  MatrixXd stiffness, jacobian;
  Eigen::PartialPivLU<MatrixXd> lu;
  std::vector<signed char> branch, factored;
  bool crossing = false;  // some spring lets go or takes hold, or friction turns round
  int iterations = 0, closed = 0;
  long factorisations = 0;

  Impl(const EigenJointProblem& p, NewtonStyle how)
      : style(how),
        n(p.modes),
        nn(p.nodes),
        nr(p.rows),
        nk(p.points),
        nu(p.inputs),
        cap(p.newton_cap),
        h(p.step),
        tolerance(p.tolerance),
        lag(p.lag),
        residual(p.residual),
        law(p.law),
        point(p.point, p.point + p.points),
        output(p.output, p.output + p.outputs),
        lu(p.rows) {
    omega = Map<const ArrayXd>(p.omega, n);
    damping = Map<const ArrayXd>(p.damping, n);
    const ArrayXd a = 1 + h / 2 * damping + h * h / 4 * omega.square();
    from_v = (1 - h / 2 * damping - h * h / 4 * omega.square()) / a;
    from_q = -h * omega.square() / a;
    admittance = h / a;
    input_forces = Map<const MatrixXd>(p.input_forces, n, nu);
    constant_force = Map<const VectorXd>(p.constant, n);
    from_input = admittance.matrix().asDiagonal() * input_forces;
    constant = admittance * constant_force.array();
    rows = Map<const MatrixXd>(p.row, nr, n);
    compliance = h / 2 * rows * admittance.matrix().asDiagonal() * rows.transpose();
    output_rows = Map<const MatrixXd>(p.output_row, p.output_rows, n);
    q0 = Map<const ArrayXd>(p.initial_q, n);
    v0 = Map<const ArrayXd>(p.initial_v, n);
    inputs0 = Map<const VectorXd>(p.initial_inputs, nu);
    if (residual) take_residual(p);
    for (const EigenOutput& o : output)
      energies_wanted = energies_wanted || (o.quantity >= kTotal && o.quantity <= kWork);
    // Everything a step writes has its size from the start.
    q_next = v_next = ArrayXd::Zero(n);
    s_free = s_next = force = r = delta = VectorXd::Zero(nr);
    normal_next = normal_mean = tangent_next = tangent_mean = pressure = VectorXd::Zero(nk);
    push = VectorXd::Zero(n);
    drive = phi_next = port_work = VectorXd::Zero(nr + nu);
    displacement = velocity = VectorXd::Zero(p.output_rows);
    stiffness = jacobian = MatrixXd::Zero(nr, nr);
    branch.assign(static_cast<std::size_t>(nk), 0);
    reset();
  }

  void take_residual(const EigenJointProblem& p) {
    const int np = nr + nu;
    row_ports = Map<const MatrixXd>(p.row_compliance, nr, np);
    ports.resize(np, np);
    ports.topRows(nr) = row_ports;
    ports.bottomLeftCorner(nu, nr) = row_ports.rightCols(nu).transpose();
    ports.bottomRightCorner(nu, nu) = Map<const MatrixXd>(p.input_compliance, nu, nu);
    row_offset = Map<const VectorXd>(p.row_offset, nr);
    output_ports = Map<const MatrixXd>(p.output_compliance, p.output_rows, np);
    output_offset = Map<const VectorXd>(p.output_offset, p.output_rows);
    keep = lag > 0 ? (2 * lag - h) / (2 * lag + h) : 0;
    gain = lag > 0 ? 2 * h / (2 * lag + h) : 1;
    compliance += gain * ports.topLeftCorner(nr, nr);
  }

  void reset() {
    q = q0;
    v = v0;
    phi = VectorXd::Zero(nr + nu);
    phi.tail(nu) = inputs0;
    s = rows * q.matrix();
    if (residual) s += row_ports * phi + row_offset;
    normal = tangent = VectorXd::Zero(nk);
    factored.clear();
    factorisations = 0;
    energies = Energies();
    energies.kinetic = v.square().sum() / 2;
    energies.strain = (omega * q).square().sum() / 2 + stored(s, tangent);
    if (residual) energies.strain += phi.dot(ports * phi) / 2;
  }

  double opening(const VectorXd& x, const EigenJointPoint& p) const {
    return p.share[0] * x[p.node[0]] + p.share[1] * x[p.node[1]];
  }
  double slip(const VectorXd& x, const EigenJointPoint& p) const {
    return p.share[0] * x[nn + p.node[0]] + p.share[1] * x[nn + p.node[1]];
  }

  // The impact unit pushes, the separation unit pulls.
  Force normal_force(double o, double length, signed char* state) const {
    const double g = -(o + law.gap);
    if (g > 0) {
      *state = 1;
      return {length * law.stiffness * g, -length * law.stiffness, 0};
    }
    if (law.separation_stiffness > 0 && o > law.separation_gap) {
      *state = 2;
      return {-length * law.separation_stiffness * (o - law.separation_gap),
              -length * law.separation_stiffness, 0};
    }
    *state = 0;
    return {};
  }

  // Oden and Pires: an elastic layer that slips at mu p of the current pressure.
  Force tangential_force(double start, double slipped, double length, const Force& push,
                         bool pressed, signed char* state) const {
    const double k = length * law.friction_modulus, trial = start - k * slipped;
    const double limit = pressed ? law.friction * push.end : 0;
    if (std::abs(trial) <= limit) {
      *state = static_cast<signed char>(*state + 4);
      return {trial, 0, -k};
    }
    const double sign = trial > 0 ? 1 : -1;
    *state = static_cast<signed char>(*state + (trial > 0 ? 8 : 12));
    return {sign * limit, pressed ? sign * law.friction * push.by_opening : 0, 0};
  }

  // Mean forces of the rows at positions s_next, and dF/ds.
  void joint_forces() {
    force.setZero();
    stiffness.setZero();
    crossing = false;
    for (int k = 0; k < nk; ++k) {
      const EigenJointPoint& p = point[static_cast<std::size_t>(k)];
      signed char& state = branch[static_cast<std::size_t>(k)];
      const Force push = normal_force(opening(s_next, p), p.length, &state);
      normal_next[k] = push.end;
      pressure[k] = std::max(0.0, push.end);
      double mean = 0.5 * (normal[k] + push.end), slope = 0.5 * push.by_opening;
      const double from = opening(s, p), way = opening(s_next, p) - from;
      signed char was = 0;
      (void)normal_force(from, p.length, &was);
      if (was != state && way != 0) {
        // a spring that lets go or takes hold does the work of its energy over the whole way
        mean = (normal_energy(from, p.length) - normal_energy(from + way, p.length)) / way;
        slope = (push.end - mean) / way;
        state = static_cast<signed char>(state + 32);
        crossing = true;
      }
      normal_mean[k] = mean;
      Force rub;
      const double start = tangent[k], slipped = law.rubs ? slip(s_next, p) - slip(s, p) : 0;
      if (law.rubs) rub = tangential_force(start, slipped, p.length, push, push.end > 0, &state);
      tangent_next[k] = rub.end;
      double rub_mean = 0.5 * (start + rub.end);
      const double k_f = p.length * law.friction_modulus;
      if (rub_mean * (rub.end - (start - k_f * slipped)) > 0 && rub.by_slip == 0) {
        // a slider that turns round from more than its limit gives what its spring held
        rub_mean *= (start - rub.end) / (k_f * slipped);
        rub.by_opening *= -2 * rub.end / (k_f * slipped);
        rub.by_slip = -2 * rub_mean / slipped;
        crossing = true;
      }
      tangent_mean[k] = rub_mean;
      for (int i = 0; i < 2; ++i) {
        const int a = p.node[i];
        force[a] += p.share[i] * mean;
        if (law.rubs) force[nn + a] += p.share[i] * rub_mean;
        for (int j = 0; j < 2; ++j) {
          const int b = p.node[j];
          const double share = 0.5 * p.share[i] * p.share[j];
          stiffness(a, b) += p.share[i] * p.share[j] * slope;
          if (!law.rubs) continue;
          stiffness(nn + a, b) += share * rub.by_opening;
          stiffness(nn + a, nn + b) += share * rub.by_slip;
        }
      }
    }
  }

  void factorise() {
    if (style == NewtonStyle::kept && branch == factored && !crossing) return;
    jacobian.noalias() = -compliance * stiffness;
    jacobian.diagonal().array() += 1;
    lu.compute(jacobian);
    factored = branch;
    ++factorisations;
  }

  void newton() {
    const double far = s_free.lpNorm<Eigen::Infinity>();
    const double size = std::max((s_free - s).lpNorm<Eigen::Infinity>(), kRounding * far);
    const double enough = tolerance * size + std::numeric_limits<double>::epsilon() * far;
    s_next = s;
    iterations = 0;
    while (true) {
      joint_forces();
      r = s_next - s_free;
      r.noalias() -= compliance * force;
      if (r.lpNorm<Eigen::Infinity>() <= enough || iterations == cap) break;
      ++iterations;
      factorise();
      delta = lu.solve(r);
      s_next -= delta;
    }
    closed = static_cast<int>((pressure.array() > 0).count());
  }

  void step(const Map<const VectorXd>& f, double* y) {
    v_next = from_v * v + from_q * q + constant;
    v_next.matrix().noalias() += from_input * f;
    q_next = q + h / 2 * (v + v_next);
    s_free.noalias() = rows * q_next.matrix();
    if (residual) {
      drive = keep * phi;
      drive.tail(nu) += gain * f;
      s_free.noalias() += row_ports * drive;
      s_free += row_offset;
    }
    newton();
    delta.noalias() = compliance * force;
    s_next = s_free + delta;
    push.noalias() = rows.transpose() * force;
    v_next += admittance * push.array();
    q_next = q + h / 2 * (v + v_next);
    if (residual) {
      phi_next = drive;
      phi_next.head(nr) += gain * force;
    }
    if (energies_wanted) account(f);
    if (y != nullptr) outputs(y);
    q.swap(q_next);
    v.swap(v_next);
    s.swap(s_next);
    phi.swap(phi_next);
    normal.swap(normal_next);
    tangent.swap(tangent_next);
  }

  double normal_energy(double o, double length) const {
    const double g = std::max(0.0, -(o + law.gap)), e = std::max(0.0, o - law.separation_gap);
    return 0.5 * length * (law.stiffness * g * g + law.separation_stiffness * e * e);
  }
  double tangential_energy(double end, double length) const {
    return law.rubs ? 0.5 * end * end / (law.friction_modulus * length) : 0;
  }
  double stored(const VectorXd& x, const VectorXd& rub) const {
    double sum = 0;
    for (int k = 0; k < nk; ++k) {
      const EigenJointPoint& p = point[static_cast<std::size_t>(k)];
      sum += normal_energy(opening(x, p), p.length) + tangential_energy(rub[k], p.length);
    }
    return sum;
  }

  // What the step did with the energy; sums since the start.
  void account(const Map<const VectorXd>& f) {
    Energies& e = energies;
    e.kinetic = v_next.square().sum() / 2;
    e.strain = (omega * q_next).square().sum() / 2;
    e.material += h / 4 * (damping * (v + v_next).square()).sum();
    push = constant_force;
    push.noalias() += input_forces * f;
    e.work += h / 2 * (push.array() * (v + v_next)).sum();
    for (int k = 0; k < nk; ++k) {
      const EigenJointPoint& p = point[static_cast<std::size_t>(k)];
      const double o0 = opening(s, p), o1 = opening(s_next, p);
      const double after = normal_energy(o1, p.length);
      e.strain += after;
      e.impact += normal_energy(o0, p.length) - after - normal_mean[k] * (o1 - o0);
      if (!law.rubs) continue;
      const double bent = tangential_energy(tangent_next[k], p.length);
      e.strain += bent;
      e.friction += tangential_energy(tangent[k], p.length) - bent -
                    tangent_mean[k] * (slip(s_next, p) - slip(s, p));
    }
    if (!residual) return;
    port_work.noalias() = ports * phi_next;
    e.strain += phi_next.dot(port_work) / 2;
    drive = phi_next - phi;
    port_work.noalias() = ports * drive;
    e.material += (h / gain - h / 2) / h * drive.dot(port_work);
    e.work += f.dot(port_work.tail(nu));
  }

  void outputs(double* y) {
    displacement.noalias() = output_rows * q_next.matrix();
    velocity.noalias() = output_rows * v_next.matrix();
    if (residual) {
      displacement.noalias() += output_ports * phi_next;
      displacement += output_offset;
    }
    for (std::size_t k = 0; k < output.size(); ++k) y[k] = value(output[k]);
  }
  double value(const EigenOutput& o) const {
    const Energies& e = energies;
    switch (o.quantity) {
      case kDisplacement:
        return displacement[o.row];
      case kVelocity:
        return velocity[o.row] + (residual ? output_ports.row(o.row).dot(phi_next - phi) / h : 0.0);
      case kAcceleration:
        return output_rows.row(o.row).dot((v_next - v).matrix()) / h;
      case kTotal:
        return e.kinetic + e.strain;
      case kKinetic:
        return e.kinetic;
      case kStrain:
        return e.strain;
      case kMaterial:
        return e.material;
      case kFriction:
        return e.friction;
      case kImpact:
        return e.impact;
      case kWork:
        return e.work;
      default:
        return std::numeric_limits<double>::quiet_NaN();
    }
  }
};

EigenJoint::EigenJoint(const EigenJointProblem& problem, NewtonStyle style)
    : impl_(new Impl(problem, style)) {}
EigenJoint::~EigenJoint() { delete impl_; }
void EigenJoint::reset() { impl_->reset(); }
void EigenJoint::step(const double* inputs, double* y) {
  impl_->step(Map<const VectorXd>(inputs, impl_->nu), y);
}
const double* EigenJoint::q() const { return impl_->q.data(); }
const double* EigenJoint::v() const { return impl_->v.data(); }
int EigenJoint::iterations() const { return impl_->iterations; }
int EigenJoint::closed() const { return impl_->closed; }
long EigenJoint::factorisations() const { return impl_->factorisations; }

}  // namespace mortise::bench
