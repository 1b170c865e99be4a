#include "generator/simulate/structure/assembly_solver.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "generator/ground/dense/small_lu.hpp"

namespace mortise::gen {
namespace {

constexpr int kTangentSteps = 30;  // contact problems with tangents in a row
constexpr int kHalvedWays = 6;
constexpr int kHeldSteps = 200;  // contact problems against held forces in a row
constexpr int kRounds = 4;       // of both
constexpr int kHopeless = 4;     // contact problems that not even restarts solve, in all
constexpr double kHelps = 0.1;   // a way must take at least this share of the violation

constexpr double kDigit = std::numeric_limits<double>::epsilon();

}  // namespace

// One solve.
class AssemblySolver::Search {
 public:
  Search(AssemblySolver* of, const AssemblyStep& step, const ContactStepper& contacts,
         JointStack* joints)
      : of_(*of), step_(step), contacts_(contacts), joints_(*joints) {
    if (joints_.rows() > 0) {
      constant_ = of_.joint_ * (0.5 * step.joint_force);
      motion_ = step.joint_motion + 2 * constant_;
    }
    best_ = answer(contacts.warm_force());
    scale_ = contacts.velocity_scale(step.contact_velocity);
    if (joints_.rows() > 0)
      scale_ = std::max(
          scale_, 2 / of_.h_ * (step.joint_motion - step.joint_before).lpNorm<Eigen::Infinity>());
    enough_ = of_.tolerance_ * scale_;
  }

  void run() {
    for (int round = 0; round < kRounds && goes_on(); ++round) {
      for (int k = 0; k < kTangentSteps && goes_on() && by_tangents(); ++k) continue;
      for (int k = 0; k < kHeldSteps && goes_on() && by_held_forces(k == 0); ++k) continue;
    }
  }

  AssemblyForces result() {
    if (!is_last_) best_ = answer(best_.contact);
    AssemblyForces forces;
    forces.contact = best_.contact;
    forces.joint = best_.joint;
    forces.velocity = best_.velocity;
    forces.joints_solved = best_.joints_solved;
    forces.contacts_solved = done();
    forces.residual = scale_ > 0.0 ? best_.violation.size / scale_ : best_.violation.size;
    forces.worst = best_.violation.contact;
    forces.iterations = iterations_;
    return forces;
  }

 private:
  bool done() const { return best_.violation.size <= std::max(enough_, rounding(best_)); }

  bool goes_on() const { return !done() && hopeless_ < kHopeless; }

  // What a violation may be of rounding alone.
  double rounding(const Trial& t) const {
    Vector sizes = of_.contact_.cwiseAbs() * t.contact.cwiseAbs();
    double noise = 0.0;
    if (joints_.rows() > 0) {
      sizes += of_.across_.cwiseAbs() * t.joint.cwiseAbs();
      noise = 2 / of_.h_ * motion_.lpNorm<Eigen::Infinity>();
    }
    return 8 * kDigit * (scale_ + noise + (sizes.size() > 0 ? sizes.maxCoeff() : 0.0));
  }

  Trial answer(const Vector& contact) {
    Trial t;
    t.contact = contact;
    t.velocity = step_.contact_velocity + of_.contact_ * contact;
    t.joint = Vector::Zero(joints_.rows());
    if (joints_.rows() > 0) {
      const Vector pushed = of_.across_.transpose() * contact;
      InterfaceStep free;
      free.x_free = step_.joint_motion + of_.h_ / 2 * pushed;
      free.rate_free = step_.joint_velocity + pushed;
      free.rate_per_motion = 2 / of_.h_;
      free.duration = of_.h_;
      t.joints_solved = of_.newton_.solve(free, constant_, &joints_, &motion_);
      t.joint = 0.5 * (step_.joint_force + joints_.force());
      t.velocity += of_.across_ * t.joint;
    }
    t.violation = contacts_.violation(contact, t.velocity, of_.scale_);
    is_last_ = true;
    return t;
  }

  // Better than the best: taken.
  bool take(Trial t, double most) {
    const bool better = t.violation.size < most;
    if (t.violation.size < best_.violation.size) {
      best_ = std::move(t);
    } else {
      is_last_ = false;
    }
    return better;
  }

  // Forces for contacts that see the joints through `delassus` about the trial.
  Vector contact_forces(const Matrix& delassus, const Trial& from) {
    ++iterations_;
    const Vector free = from.velocity - delassus * from.contact;
    SemismoothOptions options;
    const double size = contacts_.velocity_scale(free);
    if (size > 0.0) options.tolerance = std::clamp(0.3 * enough_ / size, 3e-13, 1e-9);
    const NewtonResult solved = contacts_.solve(delassus, free, from.contact, options);
    hopeless_ += solved.converged ? 0 : 1;
    return solved.lambda;
  }

  bool by_tangents() {
    const Matrix effective = effective_delassus();
    const Trial from = best_;
    const Vector way = contact_forces(effective, from) - from.contact;
    double share = 1.0;
    for (int k = 0; k < kHalvedWays && !done(); ++k, share *= 0.5)
      if (take(answer(from.contact + share * way), (1 - kHelps * share) * from.violation.size))
        return true;
    return false;
  }

  // From the last trial, better or not: forces against each other contract, violations need not
  // shrink at once.
  bool by_held_forces(bool first) {
    if (joints_.rows() == 0) return false;
    if (first) held_ = best_;
    held_ = answer(contact_forces(of_.contact_, held_));
    take(held_, 0.0);
    return true;
  }

  // G_eff about the best trial.
  Matrix effective_delassus() {
    if (joints_.rows() == 0 || of_.across_.isZero(0.0)) return of_.contact_;
    if (!is_last_) best_ = answer(best_.contact);
    const SparseMatrix tangent = 0.5 * joints_.tangent();
    Matrix system = Matrix::Identity(joints_.rows(), joints_.rows());
    system -= of_.joint_ * tangent;
    const Matrix moved = SmallLu(system).solve(Matrix(of_.h_ / 2 * of_.across_.transpose()));
    const Matrix answered = of_.across_ * Matrix(tangent * moved);
    Matrix effective = of_.contact_ + 0.5 * (answered + answered.transpose());
    if (!effective.allFinite() || effective.diagonal().minCoeff() < 0.0) return of_.contact_;
    return effective;
  }

  AssemblySolver& of_;
  const AssemblyStep& step_;
  const ContactStepper& contacts_;
  JointStack& joints_;
  Vector constant_, motion_;
  Trial best_, held_;
  double scale_ = 0.0, enough_ = 0.0;
  int iterations_ = 0, hopeless_ = 0;
  bool is_last_ = false;  // the joints' forces are those of the best trial
};

AssemblySolver::AssemblySolver(const Matrix& delassus, Eigen::Index contact_rows, double step,
                               double tolerance)
    : h_(step),
      tolerance_(tolerance),
      across_(contact_rows, delassus.cols() - contact_rows),
      joint_(step / 2 * delassus.bottomRightCorner(across_.cols(), across_.cols())),
      newton_(joint_, 0.5) {
  move_contacts(delassus);
}

void AssemblySolver::move_contacts(const Matrix& delassus) {
  const Eigen::Index rows = across_.rows();
  contact_ = delassus.topLeftCorner(rows, rows);
  across_ = delassus.topRightCorner(rows, across_.cols()).eval();
  InterfaceProblem contacts;
  contacts.G = contact_;
  contacts.b = Vector::Zero(rows);
  contacts.mu = Vector::Zero(rows / 3);
  scale_ = block_scales(contacts);
}

AssemblyForces AssemblySolver::solve(const AssemblyStep& step, const ContactStepper& contacts,
                                     JointStack* joints) {
  Search search(this, step, contacts, joints);
  if (contacts.active() > 0) search.run();
  return search.result();
}

}  // namespace mortise::gen
