#include "tests/bench/modal_case.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <fstream>
#include <sstream>

#include "generator/bake/structure/bake.hpp"

namespace mortise::bench {

namespace {

std::vector<ReferenceState> read_reference(const std::string& path, int steps) {
  std::vector<ReferenceState> out;
  std::ifstream in(path);
  std::string line, cell;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::stringstream cells(line);
    ReferenceState state;
    std::getline(cells, cell, ',');
    state.step = std::stoi(cell);
    std::getline(cells, cell, ',');
    while (std::getline(cells, cell, ',')) state.q.push_back(std::stod(cell));
    if (state.step <= steps) out.push_back(state);
  }
  return out;
}

}  // namespace

ModalCase::ModalCase(const std::string& file, int step_count, double amplitude)
    : steps(step_count) {
  const std::string base = std::string(MORTISE_TEST_DATA) + "/modal/" + file;
  data = gen::read_modal_json(base + ".json");
  if (amplitude == 1.0) reference = read_reference(base + "_reference.csv", steps);
  const double turn = 2 * std::acos(-1.0) * data.force_frequency_hz * data.step_s;
  for (int k = 0; k <= steps; ++k) inputs.push_back(amplitude * std::sin(turn * k));
  bake_runtime();
  prepare_eigen();
}

// The law parameters of the reference code.
void ModalCase::bake_runtime() {
  gen::BakeOptions o;
  o.name = "modal";
  o.step = data.step_s;
  o.solver.tolerance = data.tolerance;
  gen::LawSpec& law = data.system.make_lone().make<gen::ReducedContacts>().law;
  law.friction_velocity = gen::FrictionVelocity::end;
  law.restitution_rule = gen::RestitutionRule::newton;
  law.activation = gen::Activation::start_velocity;
  data.system.inputs[0].hold = gen::Hold::linear;
  data.system.inputs[0].minimum = -1e6;
  data.system.inputs[0].maximum = 1e6;
  data.system.outputs.clear();
  runtime = std::make_unique<gen::Instance>(gen::bake(data.system, o), "bench");
}

void ModalCase::prepare_eigen() {
  const gen::ReducedSystem& s = data.system;
  const auto nc = static_cast<Eigen::Index>(s.lone().contacts().points.size());
  rows_ = s.lone().contacts().rows;
  gap_.resize(nc);
  friction_.resize(nc);
  for (Eigen::Index c = 0; c < nc; ++c) {
    gap_[c] = s.lone().contacts().points[static_cast<std::size_t>(c)].clearance;
    friction_[c] = s.lone().contacts().points[static_cast<std::size_t>(c)].friction;
  }
  ModalProblem p{};
  p.modes = static_cast<int>(s.size());
  p.contacts = static_cast<int>(nc);
  p.omega = s.omega.data();
  p.damping = s.damping.data();
  p.rows = rows_.data();
  p.gap = gap_.data();
  p.friction = friction_.data();
  p.force = s.input_forces.data();
  p.constant = s.constant_force.data();
  p.initial_q = s.initial_q.data();
  p.initial_v = s.initial_v.data();
  p.step = data.step_s;
  p.tolerance = data.tolerance;
  p.sweep_cap = 500;
  direct = std::make_unique<EigenModal>(p, SweepStyle::direct);
  gathered = std::make_unique<EigenModal>(p, SweepStyle::gathered);
  tuned = std::make_unique<EigenModal>(p, SweepStyle::tuned);
}

Judge::Judge(const ModalCase& c) : case_(c) {
  const gen::ReducedSystem& s = c.data.system;
  const double h = c.data.step_s;
  admittance_ = h / (1 + h / 2 * s.damping.array() + h * h / 4 * s.omega.array().square());
  for (Eigen::Index i = 0; i < s.lone().contacts().rows.rows(); i += 3) {
    const gen::Matrix w = s.lone().contacts().rows.middleRows(i, 3);
    const Eigen::Matrix3d g = w * admittance_.asDiagonal() * w.transpose();
    scale_.push_back(Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(g).eigenvalues().maxCoeff());
  }
}

std::vector<bool> Judge::active(const double* q, const double* v) const {
  const gen::ReducedSystem& s = case_.data.system;
  const Eigen::Map<const gen::Vector> q0(q, s.size()), v0(v, s.size());
  const gen::Vector probe = q0 + case_.data.step_s / 2 * v0;
  std::vector<bool> out;
  for (std::size_t c = 0; c < s.lone().contacts().points.size(); ++c)
    out.push_back(s.lone().contacts().points[c].clearance +
                      s.lone().contacts().rows.row(3 * static_cast<Eigen::Index>(c)).dot(probe) <=
                  0);
  return out;
}

double Judge::residual(const double* q, const double* v, double input, const double* v_next,
                       const double* force, const std::vector<bool>& active) const {
  const gen::ReducedSystem& s = case_.data.system;
  const double h = case_.data.step_s;
  const Eigen::Index n = s.size();
  const Eigen::Map<const gen::Vector> q0(q, n), v0(v, n), v1(v_next, n);
  // A (v* - v) = -h (d v + omega^2 (q + h/2 v)) + h f
  const Eigen::ArrayXd pull = s.damping.array() * v0.array() +
                              s.omega.array().square() * (q0 + h / 2 * v0).array() -
                              s.input_forces.col(0).array() * input - s.constant_force.array();
  const gen::Vector v_free = v0 - admittance_.cwiseProduct(pull.matrix());
  const gen::Vector b = s.lone().contacts().rows * v_free, u = s.lone().contacts().rows * v1;
  double worst = 0, size = 0;
  for (std::size_t c = 0; c < active.size(); ++c) {
    if (!active[c]) continue;
    const auto at = 3 * static_cast<Eigen::Index>(c);
    const double mu = s.lone().contacts().points[c].friction;
    const Eigen::Vector3d r(force + at), w = u.segment<3>(at);
    Eigen::Vector3d p = r - w / scale_[c];
    p[0] -= mu * w.tail<2>().norm() / scale_[c];
    const double t = p.tail<2>().norm();
    if (mu * t <= -p[0]) {
      p.setZero();
    } else if (t > mu * p[0]) {
      const double normal = (p[0] + mu * t) / (1 + mu * mu);
      p.tail<2>() *= mu * normal / t;
      p[0] = normal;
    }
    worst = std::max(worst, scale_[c] * (r - p).norm());
    size = std::max(size, b.segment<3>(at).lpNorm<Eigen::Infinity>());
  }
  return size > 0 ? worst / size : 0;
}

}  // namespace mortise::bench
