#include "tests/bench/assembly_case.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::bench {

namespace {

using gen::Matrix;
using gen::ReducedInterface;
using gen::ReducedSystem;

// Law forces and their rows, as whoever writes them down for this assembly alone: without those
// that can never act.
struct LawForces {
  std::vector<EigenForce> force;
  std::vector<Eigen::RowVectorXd> row;

  void joint(const gen::ReducedJoint& joint) {
    const auto nodes = static_cast<Eigen::Index>(joint.node_names.size());
    for (const gen::JointPoint& at : joint.points) {
      const auto row_from = [&](Eigen::Index first) -> Eigen::RowVectorXd {
        return at.share[0] * joint.rows.row(first + at.node[0]) +
               at.share[1] * joint.rows.row(first + at.node[1]);
      };
      const gen::NormalLaw& n = joint.law.normal;
      EigenForce f{};
      f.law = EigenLaw::spring;
      f.stiffness = at.length * n.stiffness;
      f.separation_stiffness = at.length * n.separation_stiffness;
      f.gap = n.gap;
      f.separation_gap = n.separation_gap;
      add(f, row_from(0));
      const gen::TangentialLaw& t = joint.law.tangential;
      f = {};
      f.law = EigenLaw::slider;
      f.stiffness = at.length * t.friction_modulus;
      f.limit = at.length * t.slip_traction;
      add(f, row_from(nodes));
    }
  }
  void contact(const gen::ContactParameters& c, const Eigen::RowVectorXd& normal,
               const Eigen::RowVectorXd& along) {
    EigenForce f{};
    f.law = EigenLaw::stop;
    f.gap = c.clearance;
    f.restitution = c.restitution;
    add(f, normal);
    f.law = EigenLaw::rubbing;
    f.friction = c.friction;
    if (c.friction > 0) add(f, along);
  }

 private:
  void add(const EigenForce& f, const Eigen::RowVectorXd& r) {
    if (r.isZero(0)) return;
    force.push_back(f);
    row.push_back(r);
  }
};

// Friction as the yardstick has it.
ReducedSystem opposing_mean_velocity(ReducedSystem system) {
  for (ReducedInterface& i : system.interfaces)
    if (auto* contacts = i.as<gen::ReducedContacts>())
      contacts->law.friction_velocity = gen::FrictionVelocity::mean;
  return system;
}

}  // namespace

AssemblyCase::AssemblyCase(const test::Assembly& assembly, double step, int steps,
                           const std::function<double(double)>& force)
    : system_(opposing_mean_velocity(assembly.system())),
      run_(gen::bake(system_, test::assembly_options(step)), "case") {
  const ReducedSystem& s = system_;
  LawForces laws;
  for (const ReducedInterface& i : s.interfaces) {
    if (const auto* joint = i.as<gen::ReducedJoint>()) laws.joint(*joint);
    for (std::size_t c = 0; c < i.contacts().points.size(); ++c) {
      const auto row = static_cast<Eigen::Index>(3 * c);
      laws.contact(i.contacts().points[c], i.contacts().rows.row(row),
                   i.contacts().rows.row(row + 1));
    }
  }
  force_ = laws.force;
  rows_.resize(static_cast<Eigen::Index>(laws.row.size()), s.size());
  for (Eigen::Index r = 0; r < rows_.rows(); ++r)
    rows_.row(r) = laws.row[static_cast<std::size_t>(r)];
  std::vector<Eigen::Index> first = s.groups.empty() ? std::vector<Eigen::Index>{0} : s.groups;
  first.push_back(s.size());
  std::ptrdiff_t at = 0;
  for (std::size_t b = 0; b + 1 < first.size(); ++b) {
    for (Eigen::Index m = first[b]; m < first[b + 1]; ++m) place_.push_back(at + m - first[b]);
    at += (first[b + 1] - first[b] + 7) / 8 * 8;
  }
  for (int k = 0; k <= steps; ++k) input_at_.push_back(force(k * step));

  const auto& view = static_cast<const AssemblyView&>(run_.model().view());
  EigenAssemblyProblem p{};
  p.modes = static_cast<int>(s.size());
  p.forces = static_cast<int>(force_.size());
  p.step = step;
  p.omega = s.omega.data();
  p.damping = s.damping.data();
  p.input_force = s.input_forces.data();
  p.constant = s.constant_force.data();
  p.row = rows_.data();
  p.force = force_.data();
  p.initial_q = s.initial_q.data();
  p.initial_v = s.initial_v.data();
  for (int k = 0; k < view.interfaces; ++k) {
    if (view.interface[k].is_joint()) continue;
    p.activation_threshold = view.interface[k].activation_threshold;
    p.activation_hysteresis = view.interface[k].activation_hysteresis;
    p.restitution_threshold = view.interface[k].restitution_threshold;
  }
  p.tolerance = view.group[0].tolerance;
  p.newton_cap = 40;
  eigen_ = std::make_unique<EigenAssembly>(p);
}

void AssemblyCase::restart() {
  run_.state().reset(run_.model());
  eigen_->reset();
}
void AssemblyCase::step_runtime(int k) {
  const auto at = static_cast<std::size_t>(k);
  const double u[] = {input_at_[at], input_at_[at + 1]};
  (void)run_.step(u, nullptr);
}
void AssemblyCase::step_eigen(int k) {
  const auto at = static_cast<std::size_t>(k);
  eigen_->step(0.5 * (input_at_[at] + input_at_[at + 1]));
}
double AssemblyCase::eigen_iterations() const {
  return static_cast<double>(eigen_->iterations()) / static_cast<double>(input_at_.size() - 1);
}

double AssemblyCase::disagreement() {
  restart();
  double largest = 0, apart = 0;
  for (int k = 0; k + 1 < static_cast<int>(input_at_.size()); ++k) {
    step_runtime(k);
    step_eigen(k);
    const double* v = run_.state().v(run_.model());
    for (std::size_t m = 0; m < place_.size(); ++m) {
      largest = std::max(largest, std::abs(v[place_[m]]));
      apart = std::max(apart, std::abs(v[place_[m]] - eigen_->v()[m]));
    }
  }
  return apart / largest;
}

void AssemblyCase::time(double clock, StepTimes* runtime, StepTimes* eigen) {
  constexpr int kBlock = 100;
  restart();
  const int steps = static_cast<int>(input_at_.size()) - 1;
  std::vector<double> ours, theirs;
  const auto timed = [&](std::vector<double>* to, const auto& step) {
    const auto start = Clock::now();
    step();
    to->push_back(nanoseconds(start, Clock::now()) - clock);
  };
  for (int first = 0; first < steps; first += kBlock) {
    const int last = std::min(steps, first + kBlock);
    for (int k = first; k < last; ++k) timed(&ours, [&] { step_runtime(k); });
    for (int k = first; k < last; ++k) timed(&theirs, [&] { step_eigen(k); });
  }
  runtime->add(ours);
  eigen->add(theirs);
}

}  // namespace mortise::bench
