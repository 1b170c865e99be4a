// Substructures condensed on their own: two plane beams with a joint, and the sliding beams of
// Brunetti et al. Reference numbers: an independent prototype.
#include "generator/contact/system/full_system.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <random>
#include <vector>

#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/mesh/plane.hpp"
#include "generator/bodies/model/damping.hpp"
#include "generator/contact/system/condense.hpp"
#include "generator/contact/unilateral/node_contact.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/bodies/condense/structures.hpp"

namespace mortise::gen {
namespace {

PlaneBody cantilever(const std::string& name, double density, double origin_y) {
  PlaneBody body;
  body.name = name;
  body.length = 1.0;
  body.height = 0.1;
  body.elements_x = 20;
  body.elements_y = 2;
  body.origin_y = origin_y;
  body.material.young = 2e11;
  body.material.density = density;
  body.supports = {{PlaneEdge::left, {1, 2}}};
  return body;
}

// Two cantilevers that face each other along their length; force on the upper one's tip.
FullSystem two_cantilevers() {
  FullSystem s = bare_system(
      build_plane("pair", {cantilever("lower", 7800.0, 0.0), cantilever("upper", 4000.0, 0.1)}));
  s.damping = {{3.0, 7e-6}, {5.0, 7e-6}};
  const auto row = [&s](std::int64_t node, double x, double y) {
    return translation_row(s.model, node, Vector3(x, y, 0));
  };
  const auto& below = s.model.sets.at("lower.top");
  const auto& above = s.model.sets.at("upper.bottom");
  Joint joint;
  for (std::size_t i = 1; i < below.size(); ++i)
    joint.nodes.push_back({std::to_string(below[i]) + ":" + std::to_string(above[i]),
                           SparseRow(row(above[i], 0, 1) - row(below[i], 0, 1)),
                           SparseRow(row(above[i], 1, 0) - row(below[i], 1, 0))});
  for (int i = 0; i + 1 < static_cast<int>(joint.nodes.size()); ++i)
    joint.points.push_back({{i, i + 1}, {0.5, 0.5}, 0.05, 0.05 * i});
  joint.law.normal.stiffness = 1e9;
  s.make_lone().law = joint;
  const std::int64_t tip = s.model.sets.at("upper.right").back();
  s.inputs.push_back({"impulse", "N", -1e5, 1e5, 0.0});
  s.input_forces.push_back(row(tip, 0, -1));
  s.outputs.push_back({"tip_y", "m", OutputQuantity::displacement, 0});
  s.output_rows.push_back(row(tip, 0, 1));
  Vector down = Vector::Zero(s.model.size());
  for (Eigen::Index i = 0; i < down.size(); ++i)
    if (s.model.dofs[static_cast<std::size_t>(i)].direction == 2) down[i] = -9.81;
  s.constant_force = s.model.mass * down;
  return s;
}

Condensation condensed_pair(const FullSystem& s, Eigen::Index modes, const ReducedForm& form = {}) {
  return condense(s, contact_interface(s), {{modes, 0.0, false}, true}, form);
}

Matrix joint_rows(const FullSystem& s) {
  std::vector<SparseRow> rows;
  for (const JointNode& node : s.lone().as<Joint>()->nodes) rows.push_back(node.normal);
  for (const JointNode& node : s.lone().as<Joint>()->nodes) rows.push_back(node.tangent);
  return Matrix(stack_rows(rows, s.model.size()));
}

// Answer of `rows` to static forces (n x k) of the full model.
Matrix static_answer(const FullSystem& s, const Matrix& rows, const Matrix& forces) {
  return rows * factorize(s.model.stiffness, "K")->solve(forces);
}

std::string message_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Substructures, HaveTheFrequenciesOfTheSeparateBodies) {
  const FullSystem s = two_cantilevers();
  const Condensation c = condensed_pair(s, 12);
  ASSERT_EQ(c.system.groups, (std::vector<Eigen::Index>{0, 53}));
  // 40 of the interface, 12 modes, weight; the force's own shape
  ASSERT_EQ(c.system.size(), 53 + 54);
  EXPECT_NEAR(c.system.omega[0] / kTwoPi, 86.247, 6e-4);
  EXPECT_NEAR(c.system.omega[53] / kTwoPi, 120.438, 6e-4);
  EXPECT_EQ(c.report.interface_dofs, 80);
  EXPECT_EQ(c.report.attachment_modes, 3);
  ASSERT_EQ(c.report.parts.size(), 2U);
  EXPECT_EQ(c.report.parts[1].name, "upper");
  EXPECT_EQ(c.report.parts[1].modes, 12);
  // no mode moves both
  EXPECT_EQ(c.shapes.topRightCorner(120, 54).norm(), 0.0);
  EXPECT_EQ(c.shapes.bottomLeftCorner(120, 53).norm(), 0.0);
  const auto below = [&c](double hz) { return (c.system.omega.array() < kTwoPi * hz).count(); };
  EXPECT_EQ(below(6e3), 15);
  EXPECT_EQ(below(20e3), 30);
  EXPECT_EQ(below(40e3), 66);
  const Matrix mass = c.shapes.transpose() * (s.model.mass * c.shapes);
  EXPECT_LT((mass - Matrix::Identity(107, 107)).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Substructures, AllTheirModesAreThoseOfTheWhole) {
  FullSystem s = two_cantilevers();
  const Condensation c = condense_modal(s, {0, 0.0, true});
  ASSERT_EQ(c.system.size(), s.model.size());
  EXPECT_EQ(c.system.groups[1], 120);
  Vector omega = c.system.omega;
  std::sort(omega.begin(), omega.end());
  const Modes whole = lowest_modes(s.model.stiffness, s.model.mass, {0, 0.0, true});
  EXPECT_LT((omega - whole.omega).cwiseAbs().maxCoeff(), 1e-9 * whole.omega.maxCoeff());
}

TEST(Substructures, ModesOfTheClosedJointDoNotDependOnTheSplit) {
  // with all modes kept, springs on the joint rows give the frequencies of the full bonded model
  FullSystem s = two_cantilevers();
  const Condensation c = condense_modal(s, {0, 0.0, true});
  const Matrix rows = joint_rows(s);
  const Matrix full = Matrix(s.model.stiffness) + 1e9 * rows.transpose() * rows;
  const PencilEigen exact = pencil_eigen(full, Matrix(s.model.mass));
  Matrix reduced = 1e9 * c.system.lone().as<ReducedJoint>()->rows.transpose() *
                   c.system.lone().as<ReducedJoint>()->rows;
  reduced.diagonal() += c.system.omega.cwiseAbs2();
  const SymmetricEigen got(reduced);
  for (Eigen::Index i = 0; i < 10; ++i)
    EXPECT_NEAR(got.eigenvalues()[i], exact.values[i], 1e-7 * exact.values[i]) << i;
}

TEST(Substructures, AreDampedEachInItsOwnWay) {
  FullSystem s = two_cantilevers();
  s.damping = {{3.0, 7e-6}, {5.0, 2e-6}};
  const Condensation c = condensed_pair(s, 4);
  const Eigen::Index second = c.system.groups[1];
  for (const Eigen::Index i : {Eigen::Index{0}, second - 1})
    EXPECT_DOUBLE_EQ(c.system.damping[i], 3.0 + 7e-6 * std::pow(c.system.omega[i], 2));
  for (const Eigen::Index i : {second, c.system.size() - 1})
    EXPECT_DOUBLE_EQ(c.system.damping[i], 5.0 + 2e-6 * std::pow(c.system.omega[i], 2));
  // the same damping as the full matrix, which is exact on the modes
  const Matrix d = c.shapes.transpose() * (damping_matrix(s) * c.shapes);
  EXPECT_LT((d - Matrix(c.system.damping.asDiagonal())).cwiseAbs().maxCoeff(),
            1e-9 * c.system.damping.maxCoeff());
  s.damping.push_back({});
  EXPECT_NE(message_of([&] { condensed_pair(s, 4); }).find("3 dampings for 2"), std::string::npos);
}

TEST(Substructures, JointRowsAreNormalsThenTangents) {
  const FullSystem s = two_cantilevers();
  const Condensation with = condensed_pair(s, 2);
  EXPECT_LT((with.system.lone().as<ReducedJoint>()->rows - joint_rows(s) * with.shapes).norm(),
            1e-12);
  EXPECT_EQ(with.system.lone().as<ReducedJoint>()->rows.rows(), 40);
  EXPECT_EQ(with.system.lone().as<ReducedJoint>()->node_names.front(), "44:65");
  EXPECT_EQ(with.system.lone().as<ReducedJoint>()->points.size(),
            s.lone().as<Joint>()->points.size());
  EXPECT_EQ(with.system.lone().as<ReducedJoint>()->law.normal.stiffness, 1e9);
  EXPECT_FALSE(with.system.lone().residual.has_value());
  const Condensation without = condensed_pair(s, 2, {{}, false});
  ASSERT_EQ(without.system.lone().as<ReducedJoint>()->rows.rows(), 20);
  EXPECT_EQ(without.system.lone().as<ReducedJoint>()->rows,
            with.system.lone().as<ReducedJoint>()->rows.topRows(20));
}

TEST(Substructures, KeptModesAndResidualHaveTheStaticComplianceOfTheFullModel) {
  const FullSystem s = two_cantilevers();
  const Condensation c = condensed_pair(s, 12, {{15, 0.0}, true});
  ASSERT_EQ(c.system.size(), 15);
  EXPECT_EQ(c.report.left_out_modes, 92);
  EXPECT_LT(c.system.omega.maxCoeff() / kTwoPi, 6200.0);
  ASSERT_TRUE(c.system.lone().residual.has_value());
  const ResidualCompliance& residual = *c.system.lone().residual;
  EXPECT_EQ(residual.lag, 7e-6);

  const Matrix rows = joint_rows(s);
  Matrix forces(s.model.size(), 41);
  forces << rows.transpose(), Vector(s.input_forces[0]);
  const auto kept = [&c](const Matrix& seen, const Matrix& forced) {
    return Matrix(seen * c.system.omega.cwiseAbs2().cwiseInverse().asDiagonal() * forced);
  };
  Matrix forced(15, 41);
  forced << c.system.lone().as<ReducedJoint>()->rows.transpose(), c.system.input_forces;
  const Matrix exact = static_answer(s, rows, forces);
  const Matrix dynamic = kept(c.system.lone().as<ReducedJoint>()->rows, forced);
  EXPECT_LT((dynamic + residual.row_compliance - exact).norm(), 1e-8 * exact.norm());
  EXPECT_GT((dynamic - exact).norm(), 1e-4 * exact.norm());

  const Matrix input = Vector(s.input_forces[0]).transpose();
  const double exact_input = static_answer(s, input, input.transpose())(0, 0);
  const double got_input = kept(c.system.input_forces.transpose(), c.system.input_forces)(0, 0) +
                           residual.input_compliance(0, 0);
  EXPECT_NEAR(got_input, exact_input, 1e-8 * exact_input);

  const Matrix output = Vector(s.output_rows[0]).transpose();
  const Matrix exact_output = static_answer(s, output, forces);
  EXPECT_LT((kept(c.system.output_rows, forced) + residual.output_compliance - exact_output).norm(),
            1e-8 * exact_output.norm());
  const Vector exact_offset = static_answer(s, rows, s.constant_force);
  EXPECT_LT((kept(c.system.lone().as<ReducedJoint>()->rows, c.system.constant_force) +
             residual.row_offset - exact_offset)
                .norm(),
            1e-8 * exact_offset.norm());
  // an input and the constant force act on no row of the output but through its attachment mode
  const Vector exact_output_offset = static_answer(s, output, s.constant_force);
  EXPECT_LT((kept(c.system.output_rows, c.system.constant_force) + residual.output_offset -
             exact_output_offset)
                .norm(),
            1e-8 * exact_output_offset.norm());
}

// What forces on the rows and the inputs do to the rows at iw, by the modes alone.
Eigen::MatrixXcd modal_answer(const ReducedSystem& system, std::complex<double> iw) {
  const Matrix& rows = system.lone().as<ReducedJoint>()->rows;
  Eigen::MatrixXcd forced(system.size(), rows.rows() + system.input_forces.cols());
  forced << rows.transpose(), system.input_forces;
  for (Eigen::Index i = 0; i < system.size(); ++i)
    forced.row(i) /= iw * iw + iw * system.damping[i] + std::pow(system.omega[i], 2);
  return rows * forced;
}

// What the modes that 15 coordinates leave out answer at 100 Hz, and what stands for them.
struct LeftOut {
  Eigen::MatrixXcd modes, lagging;
  ResidualCompliance residual;
};
LeftOut left_out(const FullSystem& s) {
  const std::complex<double> iw(0.0, kTwoPi * 100.0);
  const Condensation all = condensed_pair(s, 12), c = condensed_pair(s, 12, {{15, 0.0}, true});
  const ResidualCompliance& residual = *c.system.lone().residual;
  return {modal_answer(all.system, iw) - modal_answer(c.system, iw),
          residual.row_compliance / (1.0 + iw * residual.lag), residual};
}

TEST(Substructures, ResidualAnswersSlowForcesWithTheLagOfItsDamping) {
  // far below the modes left out only their Kelvin-Voigt compliance is left of them
  const LeftOut out = left_out(two_cantilevers());
  EXPECT_LT((out.lagging - out.modes).norm(), 1e-3 * out.modes.norm());
  EXPECT_GT((out.residual.row_compliance - out.modes).norm(), 3e-3 * out.modes.norm());
}

// The work that it takes out of forces on the rows is that of both materials.
TEST(Substructures, OneLagStandsForBodiesOfDifferentDamping) {
  FullSystem s = two_cantilevers();
  s.damping[0].beta = 2e-6;
  s.damping[1].beta = 8e-6;
  const LeftOut out = left_out(s);
  const Eigen::Index nr = out.residual.row_compliance.rows();
  const auto lost = [nr](const Eigen::MatrixXcd& answer) {
    return answer.leftCols(nr).imag().diagonal().sum();
  };
  std::printf("lag %.3e, lost %.3e of %.3e\n", out.residual.lag, lost(out.lagging),
              lost(out.modes));
  EXPECT_GT(out.residual.lag, 2e-6);
  EXPECT_LT(out.residual.lag, 8e-6);
  EXPECT_NEAR(lost(out.lagging), lost(out.modes), 0.02 * std::abs(lost(out.modes)));
  EXPECT_LT((out.lagging - out.modes).norm(), 2e-3 * out.modes.norm());
}

// Random pairs over three decades, at frequencies up to the highest mode that is kept: one lag is
// off by less than it is off anyway that modes are left out.
TEST(Substructures, OneLagIsOffByLessThanTheModesLeftOut) {
  std::mt19937 draw(7);
  std::uniform_real_distribution<double> exponent(-7.0, -4.0);
  FullSystem s = two_cantilevers();
  std::vector<double> shares;
  int refused = 0;
  for (int k = 0; k < 60; ++k) {
    for (Rayleigh& damping : s.damping) damping.beta = std::pow(10.0, exponent(draw));
    Condensation c;
    try {
      c = condensed_pair(s, 12, {{15, 0.0}, true});
    } catch (const Error&) {
      ++refused;
      continue;
    }
    const ReducedSystem all = condensed_pair(s, 12).system;
    const ResidualCompliance& residual = *c.system.lone().residual;
    const double highest = c.system.omega.maxCoeff();
    const Matrix& rows = all.lone().as<ReducedJoint>()->rows;
    double off = 0.0, left = 0.0;
    for (const double share : {0.1, 0.3, 0.6, 0.9}) {
      const std::complex<double> iw(0.0, share * highest);
      // every mode that is left out as compliance with the damping of its own body
      Eigen::MatrixXcd own = Eigen::MatrixXcd::Zero(rows.rows(), residual.row_compliance.cols());
      Eigen::MatrixXcd ports(all.size(), own.cols());
      ports << rows.transpose(), all.input_forces;
      for (Eigen::Index i = 0; i < all.size(); ++i)
        if (all.omega[i] > highest)
          own +=
              rows.col(i) * ports.row(i) /
              (std::pow(all.omega[i], 2) * (1.0 + iw * s.damping[i < all.groups[1] ? 0 : 1].beta));
      const Eigen::MatrixXcd kept = modal_answer(c.system, iw), whole = modal_answer(all, iw);
      off = std::max(
          off, (residual.row_compliance / (1.0 + iw * residual.lag) - own).norm() / whole.norm());
      left = std::max(left, (kept + own - whole).norm() / whole.norm());
    }
    shares.push_back(off / left);
  }
  ASSERT_GT(shares.size(), 20u);
  std::sort(shares.begin(), shares.end());
  std::printf("%d of 60 refused; off by one lag over off by modes left out: %.1e %.1e %.1e\n",
              refused, shares[shares.size() / 2], shares[shares.size() * 19 / 20], shares.back());
  EXPECT_LT(shares.back(), 1.0);
}

TEST(Substructures, CoordinatesAreTheLowestModesOfAllTogether) {
  const FullSystem s = two_cantilevers();
  const Condensation all = condensed_pair(s, 12);
  const Condensation c = condensed_pair(s, 12, {{0, 6000.0}, true});
  const double limit = kTwoPi * 6000.0;
  ASSERT_EQ(c.system.size(), (all.system.omega.array() < limit).count());
  ASSERT_EQ(c.system.groups.size(), 2U);
  const Eigen::Index first = c.system.groups[1];
  const Eigen::Index upper = all.system.groups[1];
  ASSERT_EQ(first, (all.system.omega.head(upper).array() < limit).count());
  EXPECT_EQ(c.system.omega.head(first), all.system.omega.head(first));
  EXPECT_EQ(c.system.damping[first], all.system.damping[upper]);
  EXPECT_EQ(c.system.input_forces.row(first), all.system.input_forces.row(upper));
  EXPECT_EQ(c.system.lone().as<ReducedJoint>()->rows.col(first),
            all.system.lone().as<ReducedJoint>()->rows.col(upper));
  EXPECT_EQ(c.shapes.col(first), all.shapes.col(upper));
  EXPECT_EQ(c.system.constant_force[first], all.system.constant_force[upper]);
}

// Four modes, the first one rigid and unseen, the third one unseen too.
ReducedSystem four_modes() {
  ReducedSystem system;
  system.omega = Eigen::Vector4d(0.0, 10.0, 20.0, 30.0);
  system.damping = system.constant_force = system.initial_q = system.initial_v =
      Eigen::Vector4d::Zero();
  system.output_rows = Matrix(1, 4);
  system.output_rows << 0.0, 1.0, 0.0, 1.0;
  system.input_forces = Matrix(4, 2);
  system.input_forces << 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0;
  return system;
}

TEST(DominantModes, AreThoseThatOutputsSee) {
  const ReducedSystem system = four_modes();
  using Kept = std::vector<Eigen::Index>;
  const auto kept = [](const ReducedSystem& s, Eigen::Index count, ModeSelection selection) {
    return truncate(s, {count, 0.0, selection}, {{}}).kept;
  };
  EXPECT_EQ(kept(system, 3, ModeSelection::lowest), (Kept{0, 1, 2}));
  EXPECT_EQ(kept(system, 3, ModeSelection::dominant), (Kept{0, 1, 3})) << "all of input 2's answer";
  EXPECT_EQ(kept(system, 1, ModeSelection::dominant), (Kept{0})) << "motions nothing holds";
  ReducedSystem other_units = system;
  other_units.input_forces.col(1) *= 1e-9;
  other_units.output_rows *= 1e3;
  EXPECT_EQ(kept(other_units, 3, ModeSelection::dominant), (Kept{0, 1, 3}));
  ReducedSystem blind = system;
  blind.output_rows.setZero();
  EXPECT_EQ(kept(blind, 3, ModeSelection::dominant), (Kept{0, 1, 2})) << "the lowest";
}

TEST(DominantModes, LeaveTheStaticComplianceWhole) {
  const FullSystem s = two_cantilevers();
  const Condensation c = condensed_pair(s, 12, {{15, 0.0, ModeSelection::dominant}, true});
  ASSERT_EQ(c.system.size(), 15);
  EXPECT_GT(c.system.omega.maxCoeff() / kTwoPi, 8000.0) << "not the lowest";
  const Matrix& kept = c.system.lone().as<ReducedJoint>()->rows;
  const Matrix rows = joint_rows(s), exact = static_answer(s, rows, rows.transpose());
  const Matrix dynamic =
      kept * c.system.omega.cwiseAbs2().cwiseInverse().asDiagonal() * kept.transpose();
  const Matrix residual = c.system.lone().residual->row_compliance.leftCols(40);
  EXPECT_LT((dynamic + residual - exact).norm(), 1e-8 * exact.norm());
}

TEST(Substructures, AnInterfaceWithoutMassIsComplianceOfTheJoint) {
  const FullSystem s = two_cantilevers();
  const Matrix rows = joint_rows(s), exact = static_answer(s, rows, rows.transpose());
  for (const char* method : {"dual_craig_bampton", "massless_boundary"}) {
    CondenseOptions options;
    options.method = method;
    options.modes.count = 8;
    const Condensation c = condense(s, contact_interface(s), options);
    EXPECT_EQ(c.system.size(), 16) << method;  // the modes of both, no interface motion
    EXPECT_GT(c.report.static_motions, 0);
    EXPECT_EQ(c.report.left_out_modes, 0);
    const Matrix& kept = c.system.lone().as<ReducedJoint>()->rows;
    const Matrix dynamic =
        kept * c.system.omega.cwiseAbs2().cwiseInverse().asDiagonal() * kept.transpose();
    ASSERT_TRUE(c.system.lone().residual) << method;
    const Matrix residual = c.system.lone().residual->row_compliance.leftCols(40);
    EXPECT_LT((dynamic + residual - exact).norm(), 1e-6 * exact.norm()) << method;
    EXPECT_EQ(c.system.lone().residual->lag, 7e-6);
  }
  FullSystem struck = two_cantilevers();
  struck.interfaces.clear();
  struck.make_lone().make<UnilateralContacts>().points.push_back(
      node_contact(struck.model, struck.model.sets.at("upper.bottom")[3],
                   contact_frame(Vector3(0, 1, 0)), {"c", 0, 0, 0, 0}));
  CondenseOptions options;
  options.method = "dual_craig_bampton";
  options.modes.count = 8;
  EXPECT_NE(
      message_of([&] { condense(struck, contact_interface(struck), options); }).find("impulses"),
      std::string::npos);
}

TEST(Substructures, AutoChoosesForEachOfThem) {
  const FullSystem s = two_cantilevers();
  CondenseOptions options;
  options.method = kAutomatic;
  options.band_hz = 800.0;
  const Condensation c = condense(s, contact_interface(s), options);
  ASSERT_EQ(c.report.choices.size(), 2U);
  EXPECT_NE(c.report.choices[0].find("lower: auto: "), std::string::npos) << c.report.choices[0];
  EXPECT_EQ(c.report.method, "auto");
  const Vector exact = lowest_modes(s.model.stiffness, s.model.mass, {4, 0.0, false}).omega;
  Vector omega = c.system.omega;
  std::sort(omega.begin(), omega.end());
  for (int i = 0; i < 4 && exact[i] < kTwoPi * 800.0; ++i)
    EXPECT_NEAR(omega[i] / exact[i], 1.0, 0.01) << i;
}

TEST(MatchedInterface, SpansWhatTheNodesOwnRowsSpan) {
  const FullSystem s = two_cantilevers();
  const auto& below = s.model.sets.at("lower.top");
  const auto& above = s.model.sets.at("upper.bottom");
  const SparseMatrix pairs = matched_interface(s.model, above, below, {1, 2}, true);
  const SparseMatrix relative = matched_interface(s.model, above, below, {1, 2}, false);
  EXPECT_EQ(relative.rows(), 40);  // the root is held
  EXPECT_EQ(pairs.rows(), 80);
  std::vector<Dof> dofs;
  for (const auto* side : {&above, &below})
    for (const std::int64_t node : *side)
      for (const int d : {1, 2})
        if (node != above.front() && node != below.front()) dofs.push_back({node, d});
  const SparseMatrix own = dof_interface(s.model, dofs);
  const auto omega = [&](const SparseMatrix& rows) {
    FullSystem one = s;
    one.model.substructures.clear();
    one.damping.resize(1);
    CondenseOptions options;
    options.modes.count = 6;
    return condense(one, rows, options).system.omega;
  };
  const Vector a = omega(pairs), b = omega(own);
  ASSERT_EQ(a.size(), b.size());
  EXPECT_LT((a - b).cwiseQuotient(b).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_EQ(omega(relative).size(), 46);
  EXPECT_THROW(matched_interface(s.model, above, {below.front()}, {1}, true), Error);
}

TEST(Substructures, ResidualsThatDoNotExistAreRefused) {
  FullSystem s = two_cantilevers();
  s.damping[1].beta = 2e-3;
  EXPECT_NE(message_of([&] {
              condensed_pair(s, 2, {{15, 0.0}, true});
            }).find("no one lag"),
            std::string::npos);
  EXPECT_EQ(condensed_pair(s, 2).system.size(), 87);
  EXPECT_NE(message_of([&] {
              condensed_pair(s, 2, {{0, 1.0}, true});
            }).find("cut-off"),
            std::string::npos);
  // three rigid motions, two coordinates
  PlaneBody floating = cantilever("free", 1000.0, 0.2);
  floating.supports.clear();
  FullSystem loose = bare_system(build_plane("loose", {floating}));
  EXPECT_NE(message_of([&] {
              condense_modal(loose, {6, 0.0, false}, {{2, 0.0}, true});
            }).find("rigid-body"),
            std::string::npos);
}

TEST(Substructures, AreCheckedBeforeTheyAreCut) {
  FullSystem s = two_cantilevers();
  FullModel gap = s.model;
  gap.substructures[1].first += 1;
  EXPECT_NE(message_of([&] { cut(gap, contact_interface(s)); }).find("upper"), std::string::npos);
  FullModel glued = s.model;
  glued.stiffness.coeffRef(0, 130) = 1.0;
  EXPECT_NE(message_of([&] { cut(glued, contact_interface(s)); }).find("joins"), std::string::npos);
  FullModel shorter = s.model;
  shorter.substructures[1].size -= 2;
  EXPECT_NE(message_of([&] { cut(shorter, contact_interface(s)); }).find("every dof"),
            std::string::npos);
  // a floating body that the interface does not hold is named
  PlaneBody floating = cantilever("slider", 1000.0, 0.1);
  floating.supports.clear();
  FullSystem loose = bare_system(build_plane("loose", {cantilever("base", 1000.0, 0.0), floating}));
  const SparseMatrix rows = dof_interface(loose.model, {{50, 1}, {70, 2}});
  EXPECT_NE(message_of([&] {
              condense(loose, rows, {{2, 0.0, false}, false});
            }).find("substructure slider"),
            std::string::npos);
  s.make_lone().as<Joint>()->points[3].node = {3, 20};
  EXPECT_NE(message_of([&] { condensed_pair(s, 2); }).find("point 3"), std::string::npos);
}

// Beams of Brunetti et al.; the edge whose u_x is prescribed is held in a frame that moves with it.
FullSystem sliding_beams() {
  PlaneBody slider;
  slider.name = "slider";
  slider.length = 0.075;
  slider.height = 0.0015;
  slider.width = 0.010;
  slider.elements_x = 75;
  slider.elements_y = 2;
  slider.angle = kTwoPi / 12.0;
  slider.origin_x = 0.05;
  slider.origin_y = 0.002;
  slider.material.young = 71e9;
  slider.material.poisson = 0.33;
  slider.material.density = 2770.0;
  slider.element = QuadKind::incompatible;
  slider.supports = {{PlaneEdge::right, {1}}};
  PlaneBody base = slider;
  base.name = "base";
  base.length = 0.1;
  base.height = 0.002;
  base.width = 0.020;
  base.elements_x = 100;
  base.angle = base.origin_x = base.origin_y = 0.0;
  base.material.young = 2.38e9;
  base.material.poisson = 0.4;
  base.material.density = 1200.0;
  base.supports = {{PlaneEdge::left, {1, 2}}};
  FullSystem s = bare_system(build_plane("beams", {slider, base}));
  s.damping = {{0.2, 4e-8}, {40.0, 4e-8}};
  const auto row = [&s](std::int64_t node, int direction) {
    return translation_row(s.model, node, direction == 1 ? Vector3(1, 0, 0) : Vector3(0, 1, 0));
  };
  SlidingContact sliding;
  const std::int64_t corner = s.model.sets.at("slider.left").front();
  sliding.slave_x = row(corner, 1);
  sliding.slave_y = row(corner, 2);
  const auto& top = s.model.sets.at("base.top");
  sliding.geometry.target_positions.resize(2, static_cast<Eigen::Index>(top.size()));
  for (std::size_t i = 0; i < top.size(); ++i) {
    const bool clamped = i == 0;
    sliding.target_x.push_back(clamped ? SparseRow(s.model.size()) : row(top[i], 1));
    sliding.target_y.push_back(clamped ? SparseRow(s.model.size()) : row(top[i], 2));
    sliding.geometry.target_positions.col(static_cast<Eigen::Index>(i)) =
        s.model.nodes.at(top[i]).head<2>();
  }
  s.make_lone().law = sliding;
  return s;
}

std::vector<Dof> boundary_dofs(const FullModel& model) {
  const std::int64_t corner = model.sets.at("slider.left").front();
  std::vector<Dof> dofs{{corner, 1}, {corner, 2}};
  for (const std::int64_t node : model.sets.at("slider.right")) dofs.push_back({node, 2});
  for (const std::int64_t node : model.sets.at("base.top"))
    if (node != model.sets.at("base.top").front()) dofs.insert(dofs.end(), {{node, 1}, {node, 2}});
  return dofs;
}

TEST(Substructures, BeamsThatSlideHaveTheFrequenciesOfTheReference) {
  const FullSystem s = sliding_beams();
  const Condensation c =
      condense(s, dof_interface(s.model, boundary_dofs(s.model)), {{20, 0.0, false}, false});
  ASSERT_EQ(c.system.size(), 245);
  EXPECT_EQ(c.system.groups, (std::vector<Eigen::Index>{0, 25}));
  const auto near = [](double got, double expected) {
    EXPECT_NEAR(got, expected, 1e-8 * expected);
  };
  near(c.report.parts[0].lowest_hz, 1089.4446228208258);
  near(c.report.parts[0].highest_hz, 148660.44645496036);
  near(c.report.parts[1].lowest_hz, 105035.44722009476);
  near(c.report.parts[1].highest_hz, 176497.69063374226);
  near(c.report.highest_hz, 3062188.771314412);
  const auto below = [&c](double hz) { return (c.system.omega.array() < kTwoPi * hz).count(); };
  EXPECT_EQ(below(500e3), 180);
  EXPECT_EQ(below(200e3), 89);
  EXPECT_EQ(below(100e3), 62);
  EXPECT_EQ(below(60e3), 44);
  EXPECT_EQ(below(40e3), 35);
  EXPECT_EQ(c.report.parts[0].interface_dofs, 5);
  EXPECT_EQ(c.report.parts[1].interface_dofs, 200);
}

TEST(Substructures, SlidingRowsAreThoseOfSlaveAndTargets) {
  const FullSystem s = sliding_beams();
  const SparseMatrix rows = contact_interface(s);
  EXPECT_EQ(rows.rows(), 2 + 200);  // the clamped target node does not move
  const std::vector<StructurePart> parts = cut(s.model, rows);
  EXPECT_EQ(parts[0].interface_rows.rows(), 2);
  EXPECT_EQ(parts[1].interface_rows.rows(), 200);

  const Condensation c = condense(s, dof_interface(s.model, boundary_dofs(s.model)),
                                  {{4, 0.0, false}, false}, {{44, 0.0}, true});
  ASSERT_TRUE(c.system.lone().as<ReducedSliding>() != nullptr);
  EXPECT_EQ(c.system.size(), 44);
  EXPECT_EQ(c.system.lone().as<ReducedSliding>()->slave_rows.rows(), 2);
  EXPECT_EQ(c.system.lone().as<ReducedSliding>()->target_rows.rows(), 202);
  EXPECT_EQ(c.system.lone().as<ReducedSliding>()->target_rows.topRows(2).norm(), 0.0);
  const Vector y = c.shapes.transpose() * Vector(s.lone().as<SlidingContact>()->target_y[50]);
  EXPECT_LT((c.system.lone().as<ReducedSliding>()->target_rows.row(101).transpose() - y).norm(),
            1e-12 * y.norm());
  const Vector slave = c.shapes.transpose() * Vector(s.lone().as<SlidingContact>()->slave_y);
  EXPECT_LT((c.system.lone().as<ReducedSliding>()->slave_rows.row(1).transpose() - slave).norm(),
            1e-12 * slave.norm());
}

}  // namespace
}  // namespace mortise::gen
