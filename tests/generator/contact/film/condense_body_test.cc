// A held body: statics, dynamics below the cut-off, the split of the modes.
#include "generator/bodies/condense/condense_body.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "generator/bodies/condense/modes.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/contact/film/bodies.hpp"

namespace mortise::gen {
namespace {

constexpr double kRad = 6.283185307179586;

Vector uneven_force(Eigen::Index count) {
  Vector force(count);
  for (Eigen::Index i = 0; i < count; ++i)
    force[i] = 1.0 + 0.7 * std::sin(2.3 * static_cast<double>(i));
  return force;
}

// R (K - omega^2 M)^-1 R^T of the unreduced body.
Matrix full_compliance(const TriedBody& body, double omega) {
  const ContactLine line = contact_line(body.model, body.setup);
  const SparseMatrix pencil = body.model.stiffness - (omega * omega) * body.model.mass;
  return line.rows * factorize(pencil, "pencil")->solve(Matrix(line.rows.transpose()));
}

double relative(const Matrix& found, const Matrix& expected) {
  return (found - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

TEST(CondenseBody, FeedthroughKeepsTheStaticAnswer) {
  TriedBody plate = steel_plate();
  const Matrix expected = full_compliance(plate, 0.0);
  for (const std::string method : {"craig_bampton", "craig_chang"}) {
    plate.setup.method = method;
    for (const int dynamic : {0, 3, 7}) {
      plate.setup.dynamic_modes = dynamic;
      const CondensedBody body = condense_body(plate.model, plate.setup);
      ASSERT_EQ(body.omega.size(), dynamic);
      const Vector square = body.omega.cwiseAbs2();
      const Matrix found = body.static_compliance + body.shapes *
                                                        square.cwiseInverse().asDiagonal() *
                                                        body.shapes.transpose();
      EXPECT_LT(relative(found, expected), 1e-9);
    }
  }
}

TEST(CondenseBody, EveryTreatmentOfTheOtherModesHasTheSameStatics) {
  TriedBody plate = steel_plate();
  const Vector force = uneven_force(static_cast<Eigen::Index>(plate.setup.contact.size()));
  const Vector expected = full_compliance(plate, 0.0) * force;
  plate.setup.dynamic_modes = 5;
  for (const StaticModes treatment : {StaticModes::damped, StaticModes::dynamic}) {
    plate.setup.static_modes = treatment;
    plate.setup.static_damping = 0.4;
    const CondensedBody body = condense_body(plate.model, plate.setup);
    EXPECT_EQ(body.omega.size(), body.constraint_modes + body.normal_modes);
    EXPECT_LT(relative(response(body, force, 0.0), expected), 1e-9);
    EXPECT_EQ(body.static_compliance.cwiseAbs().maxCoeff(), 0.0);
    EXPECT_EQ(body.damping.head(5).maxCoeff(), 0.0);
    const double others = treatment == StaticModes::damped ? 0.4 : 0.0;
    EXPECT_EQ(body.damping.tail(body.damping.size() - 5).minCoeff(), others);
    EXPECT_EQ(body.damping.tail(body.damping.size() - 5).maxCoeff(), others);
  }
}

TEST(CondenseBody, StaticComplianceIsSymmetricAndDissipatesNothing) {
  const TriedBody plate = steel_plate();
  const Matrix d = condense_body(plate.model, plate.setup).static_compliance;
  EXPECT_LT((d - d.transpose()).cwiseAbs().maxCoeff(), 1e-15 * d.cwiseAbs().maxCoeff());
  const SymmetricEigen eigen(d);
  EXPECT_GT(eigen.eigenvalues()[0], -1e-14 * eigen.eigenvalues().tail(1)[0]);
  EXPECT_GT(eigen.eigenvalues().tail(1)[0], 0.0);
}

TEST(CondenseBody, DynamicModesAreThoseOfTheFullBodyBelowTheCutOff) {
  TriedBody plate = steel_plate();
  const Modes full =
      lowest_modes(plate.model.stiffness, plate.model.mass, {0, plate.setup.cutoff_hz, false});
  ASSERT_GT(full.omega.size(), 5);
  for (const std::string method : {"craig_bampton", "craig_chang"}) {
    plate.setup.method = method;
    const CondensedBody body = condense_body(plate.model, plate.setup);
    // free-interface modes are kept as they are; fixed-interface ones approximate from above
    const bool exact = method == "craig_chang";
    ASSERT_EQ(body.omega.size(), full.omega.size());
    for (Eigen::Index i = 0; i < full.omega.size(); ++i) {
      EXPECT_NEAR(body.omega[i] / full.omega[i], 1.0, exact ? 1e-9 : 0.01) << i;
      EXPECT_GT(body.omega[i], (1.0 - 1e-9) * full.omega[i]) << i;
    }
    EXPECT_GE(body.omega.size(), body.normal_modes);
    EXPECT_EQ(body.constraint_modes, 13);
    EXPECT_EQ(body.full_dofs, plate.model.size());
  }
}

TEST(CondenseBody, InertiaOfTheStaticModesIsWhatHarmonicAnswersMiss) {
  // the error grows with the square of the frequency and falls with the cut-off
  TriedBody plate = steel_plate();
  const Vector force = uneven_force(static_cast<Eigen::Index>(plate.setup.contact.size()));
  for (const std::string method : {"craig_bampton", "craig_chang"}) {
    plate.setup.method = method;
    const auto error = [&](double cutoff_hz, double hz) {
      plate.setup.cutoff_hz = cutoff_hz;
      const CondensedBody body = condense_body(plate.model, plate.setup);
      const Vector expected = full_compliance(plate, kRad * hz) * force;
      return (response(body, force, kRad * hz) - expected).norm() / expected.norm();
    };
    const double low = error(3e5, 2e4), high = error(3e5, 8e4);
    EXPECT_LT(high, 0.02);
    EXPECT_NEAR(high / low, 16.0, 3.0);
    EXPECT_LT(error(6e5, 8e4), 0.4 * high);
  }
}

TEST(CondenseBody, WithoutNormalModesItIsStatic) {
  TriedBody plate = steel_plate();
  plate.setup.cutoff_hz = 0.0;
  const CondensedBody body = condense_body(plate.model, plate.setup);
  EXPECT_EQ(body.omega.size(), 0);
  EXPECT_EQ(body.normal_modes, 0);
  EXPECT_LT(relative(body.static_compliance, full_compliance(plate, 0.0)), 1e-9);
}

TEST(CondenseBody, ExtraMastersBringTheirDofs) {
  TriedBody plate = steel_plate();
  const std::int64_t contact = plate.setup.contact[4];
  plate.setup.extra_masters = {contact, contact, plate.model.dofs.back().node};
  const CondensedBody body = condense_body(plate.model, plate.setup);
  EXPECT_EQ(body.constraint_modes, 13 + 1 + 2);
  const Vector force = uneven_force(13);
  EXPECT_LT(relative(response(body, force, 0.0), full_compliance(plate, 0.0) * force), 1e-9);
}

TEST(CondenseBody, FullKeepsEveryMode) {
  TriedBody plate = tried_body(plate_mesh(0.02, 0.01, 4e-3, 1), {2.1e11, 0.3, 7800.0}, -1.0);
  plate.setup.method = "full";
  const CondensedBody body = condense_body(plate.model, plate.setup);
  EXPECT_EQ(body.omega.size(), plate.model.size());
  const Vector force = uneven_force(body.position.size());
  for (const double hz : {0.0, 1.1e5, 9e5})
    EXPECT_LT(relative(response(body, force, kRad * hz), full_compliance(plate, kRad * hz) * force),
              1e-7);
}

TEST(CondenseBody, DofsWithoutMassFollowStatically) {
  // the matrices of elements with reduced integration have such motions
  TriedBody plate = tried_body(plate_mesh(0.02, 0.01, 4e-3, 1), {2.1e11, 0.3, 7800.0}, -1.0);
  const ContactLine line = contact_line(plate.model, plate.setup);
  Vector massive = Vector::Ones(plate.model.size());
  massive -= line.rows.row(1).transpose().cwiseAbs();
  plate.model.mass = massive.asDiagonal() * plate.model.mass * massive.asDiagonal();
  const Vector force = uneven_force(line.position.size());
  const Vector expected = full_compliance(plate, 0.0) * force;
  for (const char* method : {"craig_bampton", "full"}) {
    plate.setup.method = method;
    plate.setup.cutoff_hz = 3e5;
    EXPECT_LT(relative(response(condense_body(plate.model, plate.setup), force, 0.0), expected),
              1e-7);
  }
}

TEST(CondenseBody, LowerSurfaceRecedesDownwards) {
  // a push opens the gap; a crowned surface (higher in the middle) leaves it open at the rim
  TriedBody plate = steel_plate();
  for (std::size_t i = 0; i < plate.setup.contact.size(); ++i) {
    const std::int64_t node = plate.setup.contact[i];
    plate.model.nodes[node][1] -= 0.1 * std::pow(plate.model.nodes[node][0], 2);
  }
  const CondensedBody body = condense_body(plate.model, plate.setup);
  EXPECT_LT((body.height - 0.1 * body.position.cwiseAbs2()).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_GT(response(body, Vector::Ones(13), 0.0).minCoeff(), 0.0);
  EXPECT_EQ(body.mass, 0.0);
  EXPECT_EQ(body.rigid_row.cwiseAbs().maxCoeff(), 0.0);
}

TEST(CondenseBody, RefusesWhatIsNoContact) {
  const TriedBody plate = steel_plate();
  const auto refused = [&](auto change) {
    BodySetup setup = plate.setup;
    setup.name = "bodies.lower";
    change(&setup);
    try {
      condense_body(plate.model, setup);
      ADD_FAILURE() << "accepted";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("bodies.lower"), std::string::npos) << error.what();
    }
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  refused([](BodySetup* s) { s->contact.pop_back(); });
  refused([](BodySetup* s) { s->contact.clear(); });
  refused([](BodySetup* s) { s->contact[2] = 987654; });
  refused([](BodySetup* s) { std::swap(s->contact[2], s->contact[3]); });
  refused([&](BodySetup* s) {
    for (std::size_t i = 0; i < 3; ++i) s->contact[i] = plate.model.sets.at("fixed")[i];
    s->contact.resize(3);
  });
  refused([](BodySetup* s) { s->opening_direction = 4; });
  refused([](BodySetup* s) { s->opening_sign = 0.5; });
  refused([](BodySetup* s) { s->extra_masters = {987654}; });
  refused([](BodySetup* s) { s->dynamic_modes = 100000; });
  refused([](BodySetup* s) { s->dynamic_modes = -1; });
  refused([&](BodySetup* s) { s->cutoff_hz = nan; });
  refused([&](BodySetup* s) { s->velocity = nan; });
  refused([&](BodySetup* s) { s->acceleration = 1.0 / 0.0; });
  refused([](BodySetup* s) { s->static_damping = -0.1; });
}

}  // namespace
}  // namespace mortise::gen
