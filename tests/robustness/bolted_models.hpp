// Small bolted contacts, made of what they are reduced from: the compliance C of the clusters, the
// gaps G that modes open and the frequencies of the bonded structure. So all of the algebra that a
// step relies on holds.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "generator/bake/structure/bolted_writer.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/small_lu.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"

namespace mortise::robustness {

// What a bolted contact is reduced from; rows as of ReducedBolted, `base` clusters closed.
struct BoltedParts {
  int base = 0;
  gen::Matrix compliance;  // C (3 p x 3 p) SPD [m/N]
  gen::Matrix gaps;        // G (3 p x m) of the structure with bonded base [kg^-0.5]
  gen::Matrix input_gaps;  // (3 p x nu) gaps by inputs themselves
  gen::Vector preload;     // forces of the base, gaps of the others (3 p)
  gen::Vector omega;       // (m) bonded [rad/s]
  double zeta = 0.01;
  std::vector<int> zone_of;  // (p)
  std::vector<double> friction;
  gen::Matrix input_force;  // (m x nu)
};

inline gen::ReducedBolted bolted_of(const BoltedParts& parts) {
  using gen::Matrix;
  const Eigen::Index r = parts.compliance.rows(), d = 3 * parts.base, o = r - d;
  const Eigen::Index m = parts.omega.size(), nu = parts.input_force.cols();
  const Matrix& c = parts.compliance;
  const Matrix b = gen::inverse(c.topLeftCorner(d, d));
  const Matrix bc = b * c.topRightCorner(d, o), cb = c.bottomLeftCorner(o, d) * b;
  gen::ReducedBolted out;
  out.omega = parts.omega;
  out.zeta = gen::Vector::Constant(m, parts.zeta);
  out.friction.resize(static_cast<Eigen::Index>(parts.friction.size()));
  for (std::size_t z = 0; z < parts.friction.size(); ++z) {
    out.zones.push_back("zone" + std::to_string(z));
    out.friction[static_cast<Eigen::Index>(z)] = parts.friction[z];
  }
  for (std::size_t k = 0; k < parts.zone_of.size(); ++k)
    out.clusters.push_back({parts.zone_of[k], static_cast<int>(k) < parts.base, 3});
  out.constant = parts.preload;
  const auto rows_of = [&](const Matrix& gaps) {
    Matrix rows(r, gaps.cols());
    rows << -b * gaps.topRows(d), gaps.bottomRows(o) - cb * gaps.topRows(d);
    return rows;
  };
  out.from_modes = rows_of(parts.gaps);
  out.from_inputs = rows_of(parts.input_gaps);
  out.pivot.resize(r, r);
  out.pivot << b, -bc, cb, c.bottomRightCorner(o, o) - cb * c.topRightCorner(d, o);
  out.input_force = parts.input_force;
  out.motions = {gen::Vector::Constant(1, 1e-6), Matrix::Constant(1, m, 0.3),
                 Matrix::Constant(1, r, 1e-3), Matrix::Constant(1, nu, 1e-9)};
  // on the upper surface: forces of the base are y, those of the others x
  const auto zones = static_cast<Eigen::Index>(parts.friction.size());
  out.resultants = {gen::Vector::Zero(3 * zones), Matrix::Zero(3 * zones, m),
                    Matrix::Zero(3 * zones, r), Matrix::Zero(3 * zones, nu)};
  for (Eigen::Index k = 0; k < r; ++k) {
    const Eigen::Index row = 3 * parts.zone_of[static_cast<std::size_t>(k / 3)] + k % 3;
    if (k < d) {
      out.resultants.constant[row] += out.constant[k];
      out.resultants.modes.row(row) += out.from_modes.row(k);
      out.resultants.contact.row(row) += out.pivot.row(k);
      out.resultants.inputs.row(row) += out.from_inputs.row(k);
    } else {
      out.resultants.contact(row, k) += 1.0;
    }
  }
  return out;
}

// Two zones. Clusters slip, open and close when modes have amplitudes of about 1e-4 kg^0.5 m, and
// take half of the stiffness of the softest combination of modes with them.
inline BoltedParts bolted_parts(int modes, int base, int others) {
  using gen::Matrix;
  BoltedParts parts;
  const int p = base + others, r = 3 * p;
  double place = 0.0;
  const auto next = [&] {  // a sequence without a pattern in (-1, 1)
    place += 0.6180339887498949;
    place -= std::floor(place);
    return 2.0 * place - 1.0;
  };
  const auto fill = [&](int rows, int columns) {
    Matrix a(rows, columns);
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i) a(i, j) = next() * (1.0 + 0.3 * next());
    return a;
  };
  parts.base = base;
  const Matrix mixed = fill(r, r);
  parts.compliance = 1e-8 * (Matrix::Identity(r, r) + mixed * mixed.transpose() / r);
  parts.omega = gen::Vector::LinSpaced(modes, 600.0, 600.0 + 900.0 * (modes - 1));
  parts.gaps = fill(r, modes);
  const Matrix scaled = parts.gaps.topRows(3 * base) * parts.omega.cwiseInverse().asDiagonal();
  const Matrix lost =
      scaled.transpose() *
      gen::PivotedCholesky(parts.compliance.topLeftCorner(3 * base, 3 * base)).solve(scaled);
  const double most = gen::SymmetricEigen(lost).eigenvalues()[modes - 1];
  parts.gaps *= std::sqrt(0.5 / most);
  parts.input_force = fill(modes, 1);
  parts.input_gaps = 1e-9 * fill(r, 1);
  parts.preload = gen::Vector::Zero(r);
  for (int c = 0; c < p; ++c) {
    parts.zone_of.push_back(c % 2);
    parts.preload[3 * c] = c < base ? 20.0 * (1.5 + next()) : 2e-7 * (1.2 + next());
    if (c < base) parts.preload.segment(3 * c + 1, 2) << next(), next();
  }
  parts.friction = {0.4, 0.6};
  return parts;
}

// Step 1e-4 s in two substeps, one linear input "force"; outputs of every quantity that bolted
// contacts have; scenarios "push" (a sine and a ramp) and "still".
inline gen::BoltedBakeOptions bolted_options(const std::string& name) {
  using Q = gen::OutputQuantity;
  gen::BoltedBakeOptions o;
  o.name = name;
  o.step = 1e-4;
  o.substeps = 2;
  o.golden_steps = 24;
  o.provenance.definition_hash = o.provenance.input_hash = "0";
  o.inputs = {{"force", "N", -400.0, 400.0, 0.0, gen::Hold::linear}};
  o.outputs = {
      {"displacement", "m", Q::displacement, 0},    {"velocity", "m/s", Q::velocity, 0},
      {"mode", "kg^0.5 m", Q::modal_coordinate, 0}, {"normal", "N", Q::contact_force, 0},
      {"along", "N", Q::contact_force, 4},          {"gap", "m", Q::gap, 1},
      {"total", "J", Q::energy_total, 0},           {"kinetic", "J", Q::energy_kinetic, 0},
      {"strain", "J", Q::energy_strain, 0},         {"material", "J", Q::dissipated_material, 0},
      {"friction", "J", Q::dissipated_friction, 0}, {"work", "J", Q::work_external, 0},
      {"slipping", "1", Q::slipping_share, 0},      {"ratio", "1", Q::training_ratio, 0}};
  gen::ScenarioOptions push, still;
  push.name = "push";
  push.duration = still.duration = 0.02;
  push.sources = {{0, 0.0, 150.0, 130.0, 0.0, 0.4}};
  push.ramps = {{0, {0.001, 0.004, 0.02}, {0.0, 150.0, -150.0}}};
  still.name = "still";
  o.scenarios = {push, still};
  return o;
}

// 6 modes, 8 clusters closed by the preload and 4 others.
inline gen::ReducedBolted small_bolted() {
  gen::ReducedBolted b = bolted_of(bolted_parts(6, 8, 4));
  b.trained_modes = gen::Vector::Constant(6, 2e-4);
  b.trained_contact = gen::Vector::Constant(36, 1e-6);
  b.trained_contact.tail(12).setConstant(20.0);
  return b;
}

// A bolted model as body of an assembly, with `others` modes of a second body: a stop that rubs,
// and a spring between the bodies that slips. The bolts are interface 2.
inline gen::ReducedSystem screwed_system(const gen::ReducedBolted& bolted, int others) {
  using Q = gen::OutputQuantity;
  using gen::Matrix;
  using gen::Vector;
  const Eigen::Index m = bolted.omega.size(), n = m + others;
  gen::ReducedSystem s;
  s.omega = Vector::LinSpaced(n, 500.0, 5000.0);
  s.omega.head(m) = bolted.omega;
  s.damping = 0.02 * s.omega;
  s.damping.head(m) = 2.0 * bolted.zeta.cwiseProduct(bolted.omega);
  s.groups = {0, m};
  s.inputs = {{"force", "N", -400.0, 400.0, 0.0, gen::Hold::linear}};
  s.input_forces = Matrix::Zero(n, 1);
  s.output_rows = Matrix::Constant(1, n, 0.5);
  s.constant_force = s.initial_q = s.initial_v = Vector::Zero(n);
  gen::ReducedInterface stop, spring, bolts;
  stop.name = "stop";
  auto& contact = stop.make<gen::ReducedContacts>();
  contact.points = {{"stop", 2e-5, 0.3, 0.4, 0.0}};
  contact.rows = Matrix::Zero(3, n);
  contact.rows.row(0).head(m) = Vector::LinSpaced(m, 1.0, -0.4).transpose();
  contact.rows.row(1).head(m) = Vector::LinSpaced(m, 0.1, 0.5).transpose();
  gen::ReducedJoint joint;
  joint.node_names = {"a", "b"};
  joint.rows = Matrix::Zero(4, n);
  joint.rows.row(2).head(m) = Vector::LinSpaced(m, 0.3, 1.0).transpose();
  joint.rows.row(2).tail(others).setConstant(-1.5);
  joint.rows.row(3) = joint.rows.row(2);
  joint.points = {{{0, 1}, {0.5, 0.5}, 1.0, 0.0}};
  joint.law.normal.stiffness = joint.law.normal.gap = 1.0;  // never pressed
  joint.law.tangential.kind = gen::TangentialKind::jenkins;
  joint.law.tangential.friction_modulus = 3e4;
  joint.law.tangential.slip_traction = 20.0;
  spring.name = "spring";
  spring.law = joint;
  bolts.name = "bolts";
  bolts.law = gen::BoltedPlace{Matrix::Identity(m, n), 0};
  s.interfaces = {stop, spring, bolts};
  s.outputs = {{"displacement", "m", Q::displacement, 0, -1},
               {"end", "m", Q::displacement, 0, 2},
               {"speed", "m/s", Q::velocity, 0, 2},
               {"stop", "N", Q::contact_force, 0, 0},
               {"normal", "N", Q::contact_force, 0, 2},
               {"along", "N", Q::contact_force, 4, 2},
               {"gap", "m", Q::gap, 1, 2},
               {"slipping", "1", Q::slipping_share, 0, 2},
               {"ratio", "1", Q::training_ratio, 0, 2},
               {"total", "J", Q::energy_total, 0, -1},
               {"work", "J", Q::work_external, 0, -1},
               {"friction", "J", Q::dissipated_friction, 0, -1},
               {"bolts", "J", Q::dissipated_friction, 0, 2}};
  return s;
}
inline gen::BakeOptions screwed_options(const std::string& name) {
  gen::BakeOptions o;
  o.name = name;
  o.step = 5e-5;
  o.golden_steps = 24;
  o.provenance.definition_hash = o.provenance.input_hash = "0";
  o.bolted = {{small_bolted(), {}, 1.0}};
  o.training_box = {{"bolts.friction", 0.2, 0.8}, {"force", -200.0, 200.0}};
  gen::ScenarioOptions push, still;
  push.name = "push";
  push.duration = still.duration = 0.02;
  push.sources = {{0, 0.0, 150.0, 130.0, 0.0, 0.4}};
  still.name = "still";
  o.scenarios = {push, still};
  return o;
}

}  // namespace mortise::robustness
