// Every trap is told by its name on a model made for it, none on models that are right.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "generator/bodies/check/check_model.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/bodies/import/local_axes.hpp"
#include "generator/bodies/mesh/solid_mesh.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/bodies/model/follow.hpp"
#include "generator/ground/numbers/rows.hpp"

namespace mortise::gen {
namespace {

constexpr double kBlockMass = 7850.0 * 0.06 * 0.03 * 0.02;

FullModel block(bool free, double distortion = 0.1) {
  SolidMesh mesh = block_mesh(Vector3(0.06, 0.03, 0.02), {6, 3, 2}, distortion);
  if (free) mesh.sets.erase("fixed");
  return assemble_solid(mesh, {210e9, 0.3, 7850.0});
}

CheckRequest exported(const std::string& units = "SI") {
  CheckRequest request;
  request.exported = true;
  request.units = units;
  request.eigenvalues = true;
  return request;
}

// "severity trap", one line each.
std::string names(const CheckReport& report) {
  std::string text;
  for (const CheckFinding& f : report.findings)
    text += std::string(name_of(f.severity)) + " " + f.trap + "\n";
  return text;
}

std::string told(const CheckReport& report, const std::string& trap) {
  for (const CheckFinding& f : report.findings)
    if (f.trap == trap) return finding_text(f);
  return "no " + trap + " in: " + names(report);
}

void expect_told(const CheckReport& report, const std::string& trap, const std::string& words) {
  EXPECT_NE(told(report, trap).find(words), std::string::npos) << told(report, trap);
}

// x of a corner moves as x of its neighbour, as an *EQUATION does it.
TEST(SoundModel, DofsThatFollowOthersAreNoFault) {
  FullModel model = block(true);
  const DofTable table(model);
  const auto row = [&](std::int64_t node) {
    return static_cast<std::size_t>(table.at({node, 1}, "test"));
  };
  const std::int64_t first = model.nodes.begin()->first, last = model.nodes.rbegin()->first;
  model = follow(std::move(model), {{row(last), {{row(first), 1.0}}}});
  EXPECT_EQ(names(check_model(model, exported())), "");
}

TEST(SoundModel, FreeBlockHasSixMotionsItsMassAndItsSpeedOfSound) {
  const CheckReport report = check_model(block(true), exported());
  EXPECT_EQ(names(report), "");
  EXPECT_TRUE(report.not_tested.empty());
  EXPECT_EQ(report.rigid_motions, 6);
  EXPECT_EQ(report.parts, 1);
  EXPECT_EQ(report.held_nodes, 0);
  for (int d = 0; d < 3; ++d) EXPECT_NEAR(report.facts.total_mass[d], kBlockMass, 1e-12);
  // a box about its middle: m (b^2 + c^2) / 12; trilinear elements add a little
  const Eigen::Matrix3d& inertia = *report.facts.inertia;
  EXPECT_NEAR(inertia(0, 0), kBlockMass * (9e-4 + 4e-4) / 12.0, 0.01 * inertia(0, 0));
  EXPECT_NEAR(inertia(2, 2), kBlockMass * (36e-4 + 9e-4) / 12.0, 0.01 * inertia(2, 2));
  EXPECT_NEAR(inertia(0, 1), 0.0, 1e-2 * inertia(0, 0));
  // (lambda + 2 mu) / rho, whatever the mesh
  const double modulus = 210e9 * 0.7 / (1.3 * 0.4);
  EXPECT_NEAR(*report.wave_speed, std::sqrt(modulus / 7850.0), 1e-6 * *report.wave_speed);
}

TEST(SoundModel, ClampedBlockSaysWhatHoldsIt) {
  const CheckReport report = check_model(block(false), exported());
  EXPECT_EQ(names(report), "");
  EXPECT_EQ(report.rigid_motions, 0);
  EXPECT_EQ(report.held_nodes, 12);
  EXPECT_EQ(report.held_sets, std::vector<std::string>{"fixed"});
}

TEST(SoundModel, ExpectedMassOfAClampedBlockIsExplainedByTheClamp) {
  CheckRequest request = exported();
  request.expected_mass = kBlockMass;
  const CheckReport report = check_model(block(false), request);
  EXPECT_EQ(names(report), "notice mass\n");
  expect_told(report, "mass", "stay at the 12 held nodes");
  EXPECT_EQ(names(check_model(block(true), request)), "");
}

TEST(Trap, Mass) {
  const auto with = [](double expected) {
    CheckRequest request = exported();
    request.expected_mass = expected;
    return check_model(block(true), request);
  };
  expect_told(with(3.0 * kBlockMass), "mass", "a third of it");
  expect_told(with(3.0 * kBlockMass), "mass", "once per direction");
  expect_told(with(kBlockMass / 3.0), "mass", "three times as much");
  expect_told(with(kBlockMass * 1e3), "mass", "10^-3 times");
  expect_told(with(kBlockMass * 1e3), "mass", "tonnes");
  EXPECT_EQ(names(with(1.5 * kBlockMass)), "error mass\n");
  EXPECT_EQ(names(with(1.1 * kBlockMass)), "warning mass\n");
}

TEST(Trap, MassByDirection) {
  FullModel model = block(true);
  for (Eigen::Index i = 0; i < 30; i += 3) model.mass.coeffRef(i, i) *= 1.2;
  const CheckReport report = check_model(model, exported());
  EXPECT_EQ(names(report), "warning mass_by_direction\n");
  expect_told(report, "mass_by_direction", "nodes 1, 2, 3 and 7 more");
}

TEST(Trap, Units) {
  // mm, t, s, N read as if it were SI, and inches likewise
  FullModel model = block(true);
  for (auto& [label, place] : model.nodes) place *= 1e3;
  model.stiffness *= 1e-3;
  model.mass *= 1e-3;
  const CheckReport report = check_model(model, exported("SI"));
  EXPECT_EQ(names(report), "error units\n");
  expect_told(report, "units", "\"mm,t,s,N\": 6e+03 m/s");
  EXPECT_EQ(told(report, "units").find("\"SI\":"), std::string::npos);

  FullModel inches = block(true);
  for (auto& [label, place] : inches.nodes) place /= 0.0254;
  inches.stiffness *= 0.0254 / 4.4482216152605;
  inches.mass *= 0.0254 / 4.4482216152605;
  expect_told(check_model(inches, exported("SI")), "units", "in,slinch,s,lbf");
}

// The model with its rows in another order: new row k is row order[k].
FullModel reordered(const FullModel& model, const std::vector<std::size_t>& order, bool list_too) {
  Entries entries;
  for (std::size_t k = 0; k < order.size(); ++k)
    entries.emplace_back(static_cast<int>(k), static_cast<int>(order[k]), 1.0);
  const SparseMatrix turn = sparse_matrix(model.size(), model.size(), entries);
  const SparseMatrix back = turn.transpose();
  FullModel result = model;
  result.stiffness = turn * (model.stiffness * back);
  result.mass = turn * (model.mass * back);
  for (std::size_t k = 0; list_too && k < order.size(); ++k) result.dofs[k] = model.dofs[order[k]];
  return result;
}

TEST(Trap, DofOrder) {
  for (const bool free : {true, false}) {
    const FullModel model = block(free);
    const std::size_t n = model.dofs.size();
    std::vector<std::size_t> by_direction, shuffled;
    for (std::size_t d = 0; d < 3; ++d)
      for (std::size_t i = d; i < n; i += 3) by_direction.push_back(i);
    // rows direction by direction, the list node by node
    const CheckReport blocked = check_model(reordered(model, by_direction, false), exported());
    EXPECT_EQ(names(blocked).substr(0, 16), "error dof_order\n");
    expect_told(blocked, "dof_order", "x of all nodes, then y, then z");
    // told by its list, the same order is right
    EXPECT_EQ(names(check_model(reordered(model, by_direction, true), exported())), "");
    // the list unsorted by direction, the rows sorted
    FullModel interleaved = model;
    for (std::size_t k = 0; k < n; ++k) interleaved.dofs[k] = model.dofs[by_direction[k]];
    expect_told(check_model(interleaved, exported()), "dof_order", "of one node after the other");
  }
}

TEST(Trap, CoordinatesOfAnotherModel) {
  FullModel model = block(true);
  for (auto& [label, place] : model.nodes) place = Vector3(place.x(), place.z(), place.y());
  EXPECT_EQ(names(check_model(model, exported())).substr(0, 18), "error coordinates\n");
  // nodes numbered otherwise: translations cannot tell, rotations do
  FullModel renumbered = block(true);
  std::vector<std::int64_t> labels;
  for (const auto& [label, place] : renumbered.nodes) labels.push_back(label);
  std::rotate(labels.begin(), labels.begin() + 17, labels.end());
  FullModel other = renumbered;
  std::size_t k = 0;
  for (const auto& [label, place] : renumbered.nodes) other.nodes[labels[k++]] = place;
  EXPECT_NE(names(check_model(other, exported())).find("error coordinates"), std::string::npos);
}

TEST(Trap, DifferentMeshes) {
  FullModel model = block(true, 0.0);
  SolidMesh mesh = block_mesh(Vector3(0.06, 0.03, 0.02), {3, 2, 6}, 0.0);  // as many nodes
  mesh.sets.erase("fixed");
  const FullModel other = assemble_solid(mesh, {210e9, 0.3, 7850.0});
  ASSERT_EQ(other.size(), model.size());
  model.mass = other.mass;
  expect_told(check_model(model, exported()), "different_meshes", "different meshes");
}

TEST(Trap, MasslessDofs) {
  FullModel model = block(true);
  model.mass.prune([](Eigen::Index i, Eigen::Index j, double) { return i > 20 && j > 20; });
  const CheckReport report = check_model(model, exported());
  EXPECT_EQ(names(report).find("error"), std::string::npos);
  expect_told(report, "massless_dofs", "21 of 252 translations carry no mass");
}

TEST(Trap, UnconnectedPart) {
  const FullModel one = block(true);
  FullModel two = one;
  const int n = static_cast<int>(one.size());
  const auto twice = [n](const SparseMatrix& matrix) {
    Entries entries;
    for (Eigen::Index j = 0; j < matrix.cols(); ++j)
      for (SparseMatrix::InnerIterator it(matrix, j); it; ++it)
        for (const int shift : {0, n})
          entries.emplace_back(static_cast<int>(it.row()) + shift, static_cast<int>(j) + shift,
                               it.value());
    return sparse_matrix(2 * n, 2 * n, entries);
  };
  two.stiffness = twice(one.stiffness);
  two.mass = twice(one.mass);
  for (const Dof& dof : one.dofs) two.dofs.push_back({dof.node + 1000, dof.direction});
  for (const auto& [label, place] : one.nodes) {
    two.nodes[label + 1000] = place + Vector3(1.0, 0.0, 0.0);
    two.sets["SECOND"].push_back(label + 1000);
  }
  const CheckReport report = check_model(two, exported());
  EXPECT_EQ(report.parts, 2);
  EXPECT_EQ(names(report), "warning unconnected_part\n");
  expect_told(report, "unconnected_part", "84 nodes (1001, 1002, 1003 and 81 more; set SECOND)");
}

TEST(Trap, GeneralisedDofsAtTheTail) {
  FullModel model = block(false);
  const int n = static_cast<int>(model.size());
  const auto extended = [n](const SparseMatrix& matrix, double diagonal, double coupling) {
    Entries entries;
    for (Eigen::Index j = 0; j < matrix.cols(); ++j)
      for (SparseMatrix::InnerIterator it(matrix, j); it; ++it)
        entries.emplace_back(static_cast<int>(it.row()), static_cast<int>(j), it.value());
    for (int k = 0; k < 3; ++k) {
      entries.emplace_back(n + k, n + k, diagonal * (k + 1));
      if (coupling == 0.0) continue;
      entries.emplace_back(k, n + k, coupling);
      entries.emplace_back(n + k, k, coupling);
    }
    return sparse_matrix(n + 3, n + 3, entries);
  };
  model.stiffness = extended(model.stiffness, 1e9, 0.0);
  model.mass = extended(model.mass, 1.0, 1e-3);
  for (int k = 1; k <= 3; ++k) model.dofs.push_back({9000, k});
  model.nodes[9000] = Vector3::Zero();
  expect_told(check_model(model, exported()), "generalised_dofs", "labels 9000");
  for (std::size_t k = 0; k < 3; ++k)
    model.dofs[model.dofs.size() - 1 - k].direction = -static_cast<int>(k + 1);
  EXPECT_EQ(names(check_model(model, exported())), "");
}

TEST(Trap, LagrangeMultipliers) {
  FullModel model = block(true);
  Entries entries;
  const int n = static_cast<int>(model.size());
  for (Eigen::Index j = 0; j < n; ++j)
    for (SparseMatrix::InnerIterator it(model.stiffness, j); it; ++it)
      entries.emplace_back(static_cast<int>(it.row()), static_cast<int>(j), it.value());
  for (const auto& [row, value] : {std::pair{0, 1.0}, std::pair{99, -1.0}}) {
    entries.emplace_back(n, row, value);
    entries.emplace_back(row, n, value);
  }
  model.stiffness = sparse_matrix(n + 1, n + 1, entries);
  model.mass.conservativeResize(n + 1, n + 1);
  model.dofs.push_back({9999, 1});
  model.nodes[9999] = Vector3::Zero();
  expect_told(check_model(model, exported()), "lagrange_multipliers", "labels 9999");
}

TEST(Trap, SymmetryAndDefiniteness) {
  FullModel skew = block(true);
  skew.stiffness.coeffRef(0, 1) += 1e-3 * skew.stiffness.coeff(0, 0);
  EXPECT_NE(names(check_model(skew, exported())).find("error symmetry"), std::string::npos);

  FullModel soft = block(true);  // as an element turned inside out would
  soft.stiffness -= 0.5 * SparseMatrix(soft.stiffness.diagonal().asDiagonal());
  EXPECT_NE(names(check_model(soft, exported())).find("error indefinite_stiffness"),
            std::string::npos);

  FullModel negative = block(true);
  negative.mass -= 0.5 * SparseMatrix(negative.mass.diagonal().asDiagonal());
  EXPECT_NE(names(check_model(negative, exported())).find("error indefinite_mass"),
            std::string::npos);
}

TEST(Trap, Mechanism) {
  // one node on nothing but a spring to its neighbour in x: y and z move freely
  FullModel model = block(false);
  for (const Eigen::Index row : {model.size() - 1, model.size() - 2}) {
    model.stiffness.prune(
        [row](Eigen::Index i, Eigen::Index j, double) { return (i != row && j != row); });
  }
  const CheckReport report = check_model(model, exported());
  expect_told(report, "mechanism", "2 modes have no frequency");
}

TEST(NotTested, IsSaid) {
  CheckRequest request = exported();
  request.largest_factorised = 10;
  FullModel model = block(true);
  model.nodes.clear();
  const CheckReport report = check_model(model, request);
  ASSERT_EQ(report.not_tested.size(), 2u);
  EXPECT_NE(report.not_tested[0].find("coordinates are unknown"), std::string::npos);
  EXPECT_NE(report.not_tested[1].find("252 dofs are more than 10"), std::string::npos);
}

// Real exports of CalculiX: nothing is cried, and what CalculiX is known for is noticed.
TEST(Exports, AreNotCriedAt) {
  for (const char* job :
       {MORTISE_TEST_DATA "/calculix_cantilever/cant_c3d8",
        MORTISE_TEST_DATA "/calculix_cantilever/cant_c3d20r",
        MORTISE_TEST_DATA "/calculix_cantilever/cant_c3d10",
        MORTISE_MODELS "/rod_wall/data/beam300", MORTISE_MODELS "/rod_wall/data/rod_second"}) {
    ImportOptions options;
    options.path = job;
    options.units = "mm,t,s,N";
    const CheckReport report = check_model(import_matrices(options), exported("mm,t,s,N"));
    const bool reduced = std::string(job).find("20r") != std::string::npos;
    EXPECT_EQ(names(report), reduced ? "notice singular_mass\n" : "") << job;
    EXPECT_EQ(report.rigid_motions, 0) << job;
    EXPECT_GT(report.held_nodes, 0) << job;
    EXPECT_NEAR(*report.wave_speed, 5900.0, 800.0) << job;
  }
}

// The dofs of these nodes turned by 40 degrees about z.
FullModel with_turned_nodes(const FullModel& model, const std::vector<std::int64_t>& nodes) {
  const double c = std::cos(40.0 * M_PI / 180.0), s = std::sin(40.0 * M_PI / 180.0);
  LocalAxes turned;
  turned.axes << c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0;
  std::map<std::int64_t, LocalAxes> local;
  for (const std::int64_t node : nodes) local[node] = turned;
  return in_global_axes(model, local, [](const Dof&) { return true; });
}

TEST(LocalAxes, OfFewNodesAreToldNodeByNode) {
  const FullModel model = block(false);
  const std::int64_t a = model.dofs[30].node, b = model.dofs[33].node;
  const CheckReport report = check_model(with_turned_nodes(model, {a, b}), exported());
  expect_told(report, "local_axes", "2 of");
  expect_told(report, "local_axes", std::to_string(a) + ", " + std::to_string(b));
  expect_told(report, "local_axes", "by 40 degrees");
}

TEST(LocalAxes, AreToldByTheStiffnessWhereMassIsLumped) {
  FullModel model = block(true);
  const Vector sums = model.mass * Vector::Ones(model.size());
  SparseMatrix lumped(model.size(), model.size());
  for (Eigen::Index i = 0; i < model.size(); ++i) lumped.insert(i, i) = sums[i];
  model.mass = lumped;
  const std::int64_t node = model.dofs[30].node;
  EXPECT_EQ(told(check_model(model, exported()), "local_axes").substr(0, 3), "no ");
  const CheckReport report = check_model(with_turned_nodes(model, {node}), exported());
  expect_told(report, "local_axes", "1 of");
  expect_told(report, "local_axes", ": " + std::to_string(node) + " (");
}

TEST(SoundModel, SpringsAndMassesHaveNoSpeedOfSound) {
  FullModel model;
  model.nodes = {{2, Vector3(0.005, 0.0, 0.0)}, {3, Vector3(0.01, 0.0, 0.0)}};
  model.dofs = {{2, 1}, {3, 1}};
  model.stiffness = SparseMatrix(2, 2);
  model.stiffness.insert(0, 0) = 5e4;
  model.stiffness.insert(0, 1) = -2.5e4;
  model.stiffness.insert(1, 0) = -2.5e4;
  model.stiffness.insert(1, 1) = 2.5e4;
  model.mass = SparseMatrix(2, 2);
  model.mass.insert(0, 0) = model.mass.insert(1, 1) = 2.0;
  const CheckReport report = check_model(model, exported("mm,t,s,N"));
  EXPECT_EQ(names(report).find("error"), std::string::npos) << names(report);
  EXPECT_EQ(report.not_tested.size(), 1u);
}

}  // namespace
}  // namespace mortise::gen
