// Bodies of a definition, meshed or imported.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "generator/bodies/condense/condense_body.hpp"
#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/contact/film/make_body.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/bodies/import/small_export.hpp"
#include "tests/generator/contact/film/bodies.hpp"

namespace mortise::gen {
namespace {

FilmContactSpec ball_on_plate() {
  FilmContactSpec d;
  d.path = "ball.toml";
  d.film.kind = FilmKind::point;
  d.structure = StructureKind::condensed;
  d.impact.velocity = 0.3;
  d.impact.acceleration = 9.81;
  d.upper.shape = BodyShape::sphere;
  d.upper.radius = 0.0127;
  d.lower.shape = BodyShape::plate;
  d.lower.radius = 0.02;
  d.lower.thickness = 0.01;
  for (BodySpec* body : {&d.upper, &d.lower}) {
    body->young = 2.1e11;
    body->poisson = 0.3;
    body->density = 7800.0;
    body->contact_radius = 1.4e-3;
    body->contact_elements = 6;
    body->cutoff_hz = 2e5;
  }
  return d;
}

std::string refusal(const FilmContactSpec& definition, bool upper) {
  try {
    make_body(definition, upper, nullptr);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(MakeBody, UpperApproachesAndFallsLowerRests) {
  const FilmContactSpec d = ball_on_plate();
  const CondensedBody ball = make_body(d, true, nullptr);
  EXPECT_NEAR(ball.rigid_row.dot(ball.initial_v), -0.3, 1e-9);
  EXPECT_NEAR(ball.rigid_row.dot(ball.constant_force), -9.81, 1e-7);
  EXPECT_GT(ball.height.maxCoeff(), 5e-5);
  const CondensedBody plate = make_body(d, false, nullptr);
  EXPECT_EQ(plate.initial_v.cwiseAbs().maxCoeff(), 0.0);
  EXPECT_EQ(plate.constant_force.cwiseAbs().maxCoeff(), 0.0);
  EXPECT_EQ(plate.height.cwiseAbs().maxCoeff(), 0.0);
  EXPECT_EQ(plate.mass, 0.0);
  EXPECT_EQ(plate.position.size(), 13);
}

TEST(MakeBody, ExtraMastersAreTheNearestNodes) {
  FilmContactSpec d = ball_on_plate();
  const Eigen::Index before = make_body(d, false, nullptr).constraint_modes;
  d.lower.extra_masters = {Vector3(0.0199, -0.001, 0.0)};
  EXPECT_EQ(make_body(d, false, nullptr).constraint_modes, before + 2);
  d.lower.extra_masters = {Vector3(0.01, -0.01, 0.0)};  // held
  EXPECT_NE(refusal(d, false).find("ball.toml: bodies.lower"), std::string::npos);
}

// A clamped block as lower body, its contact the edge y = 6 mm, z = 0 from 6.7 mm on; C3D20R, whose
// mass matrix is singular.
struct ImportedBlock {
  TemporaryFolder folder;
  FilmContactSpec definition;

  ImportedBlock() {
    const std::string job = std::string(MORTISE_TEST_DATA) + "/calculix_cantilever/cant_c3d20r";
    folder.write("block.inp", read_text(job + ".inp").content +
                                  "*NSET, NSET=EDGE\n8, 57, 51, 56, 50, 55, 49, 54, 48, 53, 47\n");
    definition.path = "block.toml";
    definition.film.kind = FilmKind::dry;
    BodySpec& block = definition.lower;
    block.shape = BodyShape::import;
    block.import.kind = "calculix";
    block.import.file = job;
    block.import.deck = folder.file("block.inp");
    block.import.units = "mm,t,s,N";
    block.contact_set = "EDGE";
    block.cutoff_hz = 5e4;
  }
};

TEST(MakeBody, ImportedBodiesBringNodesInAnyOrderAndKeepTheirStatics) {
  const ImportedBlock block;
  const CondensedBody body = make_body(block.definition, false, nullptr);
  ASSERT_EQ(body.position.size(), 11);
  EXPECT_NEAR(body.position[0], 0.00666666667, 1e-11);
  EXPECT_NEAR(body.position[10], 0.04, 1e-15);
  EXPECT_GT(body.omega.size(), 3);

  const BodySpec& spec = block.definition.lower;
  const FullModel model = import_matrices(
      {"calculix", spec.import.file, spec.import.deck, spec.import.units, {}}, nullptr);
  std::vector<Dof> normals;
  for (const std::int64_t node : {47, 53, 48, 54, 49, 55, 50, 56, 51, 57, 8})
    normals.push_back({node, 2});
  const SparseMatrix rows = dof_interface(model, normals);
  const Vector force = Vector::LinSpaced(11, -1.0, 2.0);
  const Vector load = rows.transpose() * force;
  const Vector expected = rows * factorize(model.stiffness, "K")->solve(load);
  EXPECT_LT((response(body, force, 0.0) - expected).norm(), 1e-8 * expected.norm());
}

TEST(MakeBody, RefusesImportsWithoutAContactLine) {
  ImportedBlock block;
  block.definition.lower.contact_set = "RIM";
  EXPECT_NE(refusal(block.definition, false).find("'RIM'"), std::string::npos);
  block.definition.lower.contact_set = "TIP";  // a face
  EXPECT_NE(refusal(block.definition, false).find("block.toml: bodies.lower"), std::string::npos);
}

TEST(MakeBody, RefusesBodiesThatDoNotFitTheContact) {
  FilmContactSpec d = ball_on_plate();
  d.film.kind = FilmKind::dry;
  EXPECT_NE(refusal(d, true).find("axisymmetric"), std::string::npos) << refusal(d, true);
  d = ball_on_plate();
  std::swap(d.upper, d.lower);
  EXPECT_NE(refusal(d, true).find("held"), std::string::npos) << refusal(d, true);
  EXPECT_NE(refusal(d, false).find("floats"), std::string::npos) << refusal(d, false);
}

}  // namespace
}  // namespace mortise::gen
