// Real CalculiX exports: sizes, mass and static solutions against what CalculiX printed itself.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "generator/bodies/import/importer.hpp"
#include "generator/bodies/model/inspect.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"

namespace mortise::gen {
namespace {

using Json = nlohmann::json;

Json read_json(const std::string& path) {
  std::ifstream file(path);
  return Json::parse(file);
}

FullModel import_job(const std::string& stem) {
  ImportOptions options;
  options.path = stem;
  options.units = "mm,t,s,N";
  return import_matrices(options);
}

Eigen::Index row_of_node(const FullModel& model, std::int64_t node, int direction) {
  const auto found = std::find(model.dofs.begin(), model.dofs.end(), Dof{node, direction});
  return found == model.dofs.end() ? -1 : found - model.dofs.begin();
}

// Largest difference to the printed displacements, relative to the largest of them.
double static_error(const FullModel& model, const Vector& force, const Json& printed_mm) {
  const auto factor = factorize(model.stiffness, "test");
  const Vector u = factor->solve(force);
  double error = 0.0, largest = 0.0;
  for (const auto& [node, values] : printed_mm.items()) {
    for (int d = 0; d < 3; ++d) {
      const Eigen::Index row = row_of_node(model, std::stoll(node), d + 1);
      const double expected = 1e-3 * values[static_cast<std::size_t>(d)].get<double>();
      error = std::max(error, std::abs((row < 0 ? 0.0 : u[row]) - expected));
      largest = std::max(largest, std::abs(expected));
    }
  }
  return error / largest;
}

Vector nodal_forces(const FullModel& model, const Json& loads) {
  Vector force = Vector::Zero(model.size());
  for (const Json& load : loads)
    force[row_of_node(model, load[0], load[1])] += load[2].get<double>();
  return force;
}

class Cantilever : public testing::TestWithParam<std::string> {};

TEST_P(Cantilever, AgreesWithCalculix) {
  const std::string folder = MORTISE_TEST_DATA "/calculix_cantilever/";
  const Json expected = read_json(folder + "expected.json")["jobs"][GetParam()];
  const FullModel model = import_job(folder + GetParam());

  EXPECT_EQ(model.size(), expected["n_free_dofs"].get<Eigen::Index>());
  EXPECT_EQ(model.nodes.size(), expected["n_nodes"].get<std::size_t>());
  for (const auto& [name, labels] : expected["sets"].items())
    EXPECT_EQ(model.sets.at(name), labels.get<std::vector<std::int64_t>>()) << name;
  EXPECT_EQ((SparseMatrix(model.stiffness.transpose()) - model.stiffness).norm(), 0.0);

  Vector force = Vector::Zero(model.size());
  for (const std::int64_t node : model.sets.at("TIP")) force[row_of_node(model, node, 2)] += 1.0;
  EXPECT_LT(static_error(model, force, expected["static"]["displacement_mm"]), 1e-6);
}

TEST_P(Cantilever, HasTheMassOfItsFreePart) {
  const FullModel model = import_job(MORTISE_TEST_DATA "/calculix_cantilever/" + GetParam());
  const ImportReport report = inspect(model);
  const double total = 0.040 * 0.006 * 0.004 * 7850.0;
  for (int d = 0; d < 3; ++d) {
    EXPECT_LT(report.total_mass[d], total);
    EXPECT_GT(report.total_mass[d], 0.94 * total);
    EXPECT_NEAR(report.total_mass[d], report.total_mass[0], 1e-10 * total);
  }
  EXPECT_NEAR(report.centre_of_mass->y(), 0.003, 1e-4);
  EXPECT_NEAR(report.centre_of_mass->z(), 0.002, 1e-4);
  EXPECT_GT(report.centre_of_mass->x(), 0.020) << "the clamped nodes' share is missing at x = 0";
}

INSTANTIATE_TEST_SUITE_P(All, Cantilever, testing::Values("cant_c3d8", "cant_c3d20r", "cant_c3d10"),
                         [](const auto& info) { return info.param; });

TEST(Rod300, AgreesWithCalculix) {
  const Json expected =
      read_json(MORTISE_TEST_DATA "/calculix_beam300/expected.json")["jobs"]["beam300"];
  const FullModel model = import_job(MORTISE_MODELS "/rod_wall/data/beam300.sti.gz");
  EXPECT_EQ(model.size(), 5952);
  EXPECT_EQ(model.nodes.size(), 2029u);
  for (const auto& [name, labels] : expected["sets"].items())
    EXPECT_EQ(model.sets.at(name), labels.get<std::vector<std::int64_t>>()) << name;
  EXPECT_LT(static_error(model, nodal_forces(model, expected["static"]["loads"]),
                         expected["static"]["displacement_mm"]),
            1e-6);

  const ImportReport report = inspect(model);
  const double total = 7850.0 * kPi * 0.0045 * 0.0045 * 0.3;
  EXPECT_NEAR(report.total_mass[0] / total, 0.993, 1e-3);
  EXPECT_LT(report.mass_nonzeros, report.stiffness_nonzeros);
}

TEST(SecondRod, AgreesWithCalculixAndWithBeamTheory) {
  const std::string stem = MORTISE_MODELS "/rod_wall/data/rod_second";
  const Json expected = read_json(stem + "_expected.json");
  const FullModel model = import_job(stem);
  EXPECT_EQ(model.size(), expected["n_free_dofs"].get<Eigen::Index>());
  EXPECT_EQ(model.nodes.size(), expected["n_nodes"].get<std::size_t>());
  for (const auto& [name, count] : expected["sets"].items())
    EXPECT_EQ(model.sets.at(name).size(), count.get<std::size_t>()) << name;

  const Vector force = nodal_forces(model, expected["static"]["loads"]);
  EXPECT_LT(static_error(model, force, expected["static"]["displacement_mm"]), 1e-6);

  // F L^3 / (3 E I), to the accuracy of the coarse mesh
  const auto factor = factorize(model.stiffness, "test");
  const double second = kPi * std::pow(0.009, 4) / 64.0;
  const double deflection = 10.0 * std::pow(0.3, 3) / (3.0 * 210e9 * second);
  const Vector u = factor->solve(force);
  EXPECT_NEAR(u[row_of_node(model, expected["tip_centre_node"], 2)], deflection, 0.02 * deflection);
}

}  // namespace
}  // namespace mortise::gen
