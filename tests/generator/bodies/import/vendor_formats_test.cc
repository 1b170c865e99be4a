// Ansys, Nastran and NumPy files give the system they were written from.
#include <cmath>
#include <nlohmann/json.hpp>

#include "generator/bodies/condense/component.hpp"
#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/mesh/beam.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "tests/generator/bodies/import/small_export.hpp"
#include "tests/generator/bodies/import/vendor_writers.hpp"

namespace mortise::gen {
namespace {

FullModel import_as(const std::string& format, const std::string& path,
                    std::vector<std::string>* warnings = nullptr) {
  ImportOptions options;
  options.format = format;
  options.path = path;
  options.units = "SI";
  return import_matrices(options, warnings);
}

FullModel rod() {
  ImportOptions options;
  options.path = MORTISE_MODELS "/rod_wall/data/beam300";
  options.units = "mm,t,s,N";
  return import_matrices(options);
}

void expect_same(const FullModel& read, const FullModel& written, double tolerance = 0.0) {
  ASSERT_EQ(read.dofs, written.dofs);
  for (SparseMatrix FullModel::*matrix : {&FullModel::stiffness, &FullModel::mass}) {
    const SparseMatrix difference = read.*matrix - written.*matrix;
    EXPECT_LE(difference.norm(), tolerance * (written.*matrix).norm());
  }
}

class TinySystem : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(TinySystem, IsReadToThePrintedDigits) {
  const auto& [format, job] = GetParam();
  const std::string folder = MORTISE_TEST_DATA "/formats_tiny/";
  std::ifstream file(folder + "expected.json");
  const auto expected = nlohmann::json::parse(file);
  const FullModel model = import_as(format, folder + job);
  ASSERT_EQ(model.size(), 3);
  for (int i = 0; i < 3; ++i) {
    const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
    EXPECT_EQ(fmt::format("{}.{}", dof.node, dof.direction), expected["free_dofs"][i]);
    for (int j = 0; j < 3; ++j) {
      EXPECT_EQ(model.stiffness.coeff(i, j), expected["K"][i][j].get<double>());
      EXPECT_EQ(model.mass.coeff(i, j), expected["M"][i][j].get<double>());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, TinySystem,
                         testing::Values(std::make_pair("ansys", "ansys"),
                                         std::make_pair("nastran", "nastran"),
                                         std::make_pair("abaqus", "abaqus"),
                                         std::make_pair("matrix_market", "mm")),
                         [](const auto& info) { return std::string(info.param.first); });

TEST(VendorFormats, TheRodComesBackToTheLastDigit) {
  const FullModel model = rod();
  const TemporaryFolder folder;
  write_ansys(model, folder.file("rod"));
  expect_same(import_as("ansys", folder.file("rod")), model);
  expect_same(import_as("ansys", folder.file("rod_m.matrix")), model);

  write_dof_list(model, folder.file("rod.dof"));
  write_bytes(folder.file("rod_k.op4"), op4_text("KAA", model.stiffness, Op4Form::strings, true));
  write_bytes(folder.file("rod_m.op4"), op4_text("MAA", model.mass, Op4Form::big, true));
  expect_same(import_as("nastran", folder.file("rod")), model);
  write_npz(npz_members(model.stiffness, "csr"), folder.file("rod_k.npz"), true);
  write_npz(npz_members(model.mass, "coo"), folder.file("rod_m.npz"), false);
  expect_same(import_as("npz", folder.file("rod")), model);
}

TEST(VendorFormats, EveryKindOfOp4GivesTheSame) {
  ImportOptions options;
  options.path = MORTISE_TEST_DATA "/calculix_cantilever/cant_c3d8";
  options.units = "mm,t,s,N";
  const FullModel model = import_matrices(options);
  const TemporaryFolder folder;
  write_dof_list(model, folder.file("job.dof"));
  for (const bool binary : {true, false})
    for (const Op4Form form : {Op4Form::dense, Op4Form::strings, Op4Form::big}) {
      write_bytes(folder.file("job.op4"), op4_text("KAA", model.stiffness, form, binary) +
                                              op4_text("MAA", model.mass, form, binary));
      expect_same(import_as("nastran", folder.file("job.op4")), model);
    }
}

// A beam condensed to its ends, as a superelement comes: 12 dofs of nodes 1 and 13, the amplitudes
// of 8 modes as scalar points 1001... .
FullModel condensed_beam() {
  BeamSpec spec;
  spec.material = {210e9, 0.3, 7850.0};
  spec.section = rectangular_section(0.012, 0.007);
  spec.segments = {{12, 0.4}};
  spec.root = BeamEnd::free;
  const FullModel beam = build_beam(spec);
  std::vector<Dof> ends;
  for (const std::int64_t node : {beam.dofs.front().node, beam.dofs.back().node})
    for (int d = 1; d <= 6; ++d) ends.push_back({node, d});
  CondenseOptions options;
  options.modes.count = 8;
  const CondensedComponent c =
      condense_component(beam.stiffness, beam.mass, dof_interface(beam, ends), options);
  FullModel model;
  model.stiffness = c.stiffness.sparseView();
  model.mass = c.mass.sparseView();
  model.dofs = ends;
  for (int i = 0; i < 8; ++i) model.dofs.push_back({1001 + i, 0});
  for (const std::int64_t node : {ends.front().node, ends.back().node})
    model.nodes[node] = beam.nodes.at(node);
  return model;
}

// In units of mm, t, s: translations scale, mass-normalised amplitudes count sqrt(t) mm.
FullModel in_millimetres(FullModel model) {
  Vector scale(model.size());
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
    scale[i] = dof.is_translation() ? 1e-3 : dof.is_rotation() ? 1.0 : std::sqrt(1e3) * 1e-3;
  }
  const SparseMatrix s(scale.asDiagonal());
  model.stiffness = SparseMatrix(s * model.stiffness * s) / 1e-3;  // N mm
  model.mass = SparseMatrix(s * model.mass * s) / 1e-3;            // t mm2 = 1e-3 kg m2
  return model;
}

Vector frequencies(const FullModel& model) {
  return dense_modes(Matrix(model.stiffness), Matrix(model.mass),
                     rigid_body_level(model.stiffness, model.mass))
      .frequencies_hz();
}

void write_punch(const FullModel& model, const std::string& path, DmigFields fields) {
  write_bytes(path, "SOL 103\nCEND\nBEGIN BULK\n" +
                        dmig_text("KAAX", model.stiffness, model.dofs, fields) +
                        dmig_text("MAAX", model.mass, model.dofs, fields) +
                        "DMIG    BAAX           0       6       2       0\nENDDATA\n");
}

TEST(CondensedExport, ComesAsItIs) {
  const FullModel beam = condensed_beam();
  const Vector hz = frequencies(beam);
  const TemporaryFolder folder;
  write_punch(beam, folder.file("beam.pch"), DmigFields::large);
  std::vector<std::string> warnings;
  const FullModel read = import_as("nastran", folder.file("beam"), &warnings);
  expect_same(read, beam, 1e-9);  // ten digits
  const Vector found = frequencies(read);
  ASSERT_EQ(found.size(), hz.size());
  for (Eigen::Index i = 6; i < hz.size(); ++i) EXPECT_NEAR(found[i] / hz[i], 1.0, 1e-6) << i;
  ASSERT_FALSE(warnings.empty());
  EXPECT_NE(warnings[0].find("BAAX"), std::string::npos);

  write_punch(beam, folder.file("free.pch"), DmigFields::free);
  expect_same(import_as("nastran", folder.file("free.pch")), beam, 1e-12);
  write_punch(beam, folder.file("small.pch"), DmigFields::small);
  expect_same(import_as("nastran", folder.file("small.pch")), beam, 5e-3);
}

TEST(CondensedExport, HasTheSameFrequenciesAndModalMatricesInEveryUnitSystem) {
  const FullModel beam = condensed_beam();
  const TemporaryFolder folder;
  const FullModel scaled = in_millimetres(beam);
  write_bytes(folder.file("b_k.op4"), op4_text("KAA", scaled.stiffness, Op4Form::dense, true));
  write_bytes(folder.file("b_m.op4"), op4_text("MAA", scaled.mass, Op4Form::dense, true));
  write_dof_list(scaled, folder.file("b.dof"));
  ImportOptions options;
  options.format = "nastran";
  options.path = folder.file("b");
  options.units = "mm,t,s,N";
  const FullModel read = import_matrices(options);
  expect_same(read, beam, 1e-14);
  const Vector hz = frequencies(beam), found = frequencies(read);
  for (Eigen::Index i = 6; i < hz.size(); ++i) EXPECT_NEAR(found[i] / hz[i], 1.0, 1e-11) << i;
  // fixed-interface modes stay mass-normalised: M = 1, K = omega^2
  for (Eigen::Index i = 12; i < read.size(); ++i) {
    EXPECT_NEAR(read.mass.coeff(i, i), 1.0, 1e-12);
    EXPECT_GT(read.stiffness.coeff(i, i), 1e6);
  }
}

TEST(CondensedExport, RigidMotionsPassGeneralisedCoordinatesOver) {
  const FullModel beam = condensed_beam();
  const TemporaryFolder folder;
  write_npz(npz_members(beam.stiffness, "csr"), folder.file("b_k.npz"), true);
  write_npz(npz_members(beam.mass, "csr"), folder.file("b_m.npz"), true);
  write_dof_list(beam, folder.file("b.dof"));
  const FullModel read = import_as("npz", folder.file("b_k.npz"));
  const double mass = 7850.0 * 0.012 * 0.007 * 0.4;
  for (int d = 1; d <= 3; ++d) {
    const Vector unit = translation(read, d);
    EXPECT_NEAR(unit.dot(read.mass * unit), mass, 1e-9 * mass);
    EXPECT_LT((read.stiffness * unit).norm(), 1e-9 * read.stiffness.norm());
  }
}

TEST(CondensedExport, GeneralisedCoordinatesCanBeDeclared) {
  FullModel beam = condensed_beam();
  for (std::size_t i = 12; i < beam.dofs.size(); ++i)
    beam.dofs[i] = {500 + static_cast<std::int64_t>(i > 17), i > 17 ? int(i) - 17 : int(i) - 11};
  const TemporaryFolder folder;
  write_ansys(beam, folder.file("b"));
  ImportOptions options;
  options.format = "ansys";
  options.path = folder.file("b");
  options.units = "mm,t,s,N";
  options.generalised_nodes = {500, 501};
  const FullModel read = import_matrices(options);
  for (std::size_t i = 0; i < read.dofs.size(); ++i)
    EXPECT_EQ(read.dofs[i].is_generalised(), i >= 12) << i;
  EXPECT_NEAR(read.mass.coeff(12, 12), 1.0, 1e-14);
  EXPECT_EQ(describe(read.dofs[13]), "dof 500.2 (generalised coordinate)");
  options.generalised_nodes = {77};
  EXPECT_NE(message_of([&] { import_matrices(options); }).find("generalised node 77 has no dof"),
            std::string::npos);
}

}  // namespace
}  // namespace mortise::gen
