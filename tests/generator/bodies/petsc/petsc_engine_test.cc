// Condensation by MPI ranks against the same in this process.
#include "generator/bodies/petsc/petsc_engine.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "generator/bodies/condense/component.hpp"
#include "generator/bodies/mesh/solid_mesh.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

constexpr double kSame = 1e-9;  // relative

// A steel block, held at x = 0 or free.
FullModel block(bool held, const std::array<int, 3>& cells = {7, 5, 3}) {
  SolidMesh mesh = block_mesh(Vector3(0.3, 0.2, 0.1), cells, 0.1);
  if (!held) mesh.sets.erase("fixed");
  return assemble_solid(mesh, {2.1e11, 0.3, 7850.0});
}

// The dofs of three nodes of the set "tip", which hold a free block.
SparseMatrix corner_rows(const FullModel& model) {
  const std::vector<std::int64_t>& tip = model.sets.at("tip");
  Entries entries;
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
    if (dof.node == tip.front() || dof.node == tip[1] || dof.node == tip.back())
      entries.emplace_back(static_cast<Eigen::Index>(entries.size()), i, 1.0);
  }
  return sparse_matrix(static_cast<Eigen::Index>(entries.size()), model.size(), entries);
}

// Mean motions of the set "tip": rows of many entries.
SparseMatrix mean_rows(const FullModel& model) {
  const std::vector<std::int64_t>& tip = model.sets.at("tip");
  Entries entries;
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
    if (std::find(tip.begin(), tip.end(), dof.node) != tip.end())
      entries.emplace_back(dof.direction - 1, i, 1.0 / static_cast<double>(tip.size()));
  }
  return sparse_matrix(3, model.size(), entries);
}

double distance(const Matrix& a, const Matrix& b) {
  return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

void expect_same(const Modes& found, const Modes& wanted, double shapes = 1e-7) {
  ASSERT_EQ(found.omega.size(), wanted.omega.size());
  EXPECT_EQ(found.rigid_body_modes, wanted.rigid_body_modes);
  EXPECT_EQ(found.splits_multiple, wanted.splits_multiple);
  for (Eigen::Index i = 0; i < wanted.omega.size(); ++i)
    EXPECT_NEAR(found.omega[i], wanted.omega[i], kSame * wanted.omega[i]) << "mode " << i;
  if (wanted.shapes.size() == 0) return;
  Modes a = found, b = wanted;
  orient_modes(&a.omega, &a.shapes, SparseMatrix(0, b.shapes.rows()));
  orient_modes(&b.omega, &b.shapes, SparseMatrix(0, b.shapes.rows()));
  // rigid motions are any six that span them
  const Eigen::Index elastic = b.omega.size() - b.rigid_body_modes;
  EXPECT_LT(distance(a.shapes.rightCols(elastic), b.shapes.rightCols(elastic)), shapes);
}

class PetscEngineTest : public testing::Test {
 protected:
  void SetUp() override {
#ifndef MORTISE_HAS_PETSC
    GTEST_SKIP() << "mortise_petsc is not built: packages of PETSc are missing";
#endif
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    folder_ = testing::TempDir() + "petsc_" + test.name();
    fs::remove_all(folder_);
  }
  PetscSettings ranks(int count) const {
    return {folder_, "mpirun -n " + std::to_string(count), ""};
  }
  std::string folder_;
};

TEST_F(PetscEngineTest, CraigBamptonIsTheSameOnOneAndTwoRanks) {
  for (const bool held : {true, false}) {
    const FullModel model = block(held);
    const SparseMatrix rows = corner_rows(model);
    const CondenseOptions options{{12, 0.0, false}};
    const CondensedComponent wanted =
        condense_component(model.stiffness, model.mass, rows, options);
    for (const int count : {1, 2}) {
      fs::remove_all(folder_);  // else kept results would answer
      PetscEngine engine(ranks(count));
      const EngineInUse use(&engine);
      const CondensedComponent found =
          condense_component(model.stiffness, model.mass, rows, options);
      SCOPED_TRACE(std::to_string(count) + " ranks, held " + std::to_string(held));
      EXPECT_LT(distance(found.constraint_modes, wanted.constraint_modes), kSame);
      EXPECT_EQ(found.rigid_body_modes, wanted.rigid_body_modes);
      expect_same(found.normal, wanted.normal);
      EXPECT_LT(found.normal.residual, 1e-6);
      Modes reduced = found.modes;
      reduced.shapes = Matrix();
      Modes reference = wanted.modes;
      reference.shapes = Matrix();
      expect_same(reduced, reference);
    }
  }
}

// Every method, and interfaces of mean motions: the operator needs its projector.
TEST_F(PetscEngineTest, EveryMethodIsTheSameOnTwoRanks) {
  PetscEngine engine(ranks(2));
  for (const bool held : {true, false}) {
    const FullModel model = block(held);
    SparseMatrix rows = corner_rows(model);
    if (held) rows = mean_rows(model);
    for (const char* method : {"craig_bampton", "craig_chang", "rubin", "dual_craig_bampton",
                               "massless_boundary", "modes"}) {
      CondenseOptions options{{10, 0.0, false}, true, method};
      Matrix loads = Matrix::Zero(model.size(), 1);
      loads(model.size() / 2, 0) = 1.0;
      const CondensedComponent wanted =
          condense_component(model.stiffness, model.mass, rows, options, loads);
      const EngineInUse use(&engine);
      const CondensedComponent found =
          condense_component(model.stiffness, model.mass, rows, options, loads);
      SCOPED_TRACE(std::string(method) + (held ? ", held" : ", free"));
      ASSERT_EQ(found.modes.omega.size(), wanted.modes.omega.size());
      EXPECT_EQ(found.rigid_body_modes, wanted.rigid_body_modes);
      EXPECT_EQ(found.modes.rigid_body_modes, wanted.modes.rigid_body_modes);
      for (Eigen::Index i = 0; i < wanted.modes.omega.size(); ++i)
        // the highest follow the basis, whose last modes are good to 1e-7
        EXPECT_NEAR(found.modes.omega[i], wanted.modes.omega[i],
                    (i < 8 ? kSame : 1e-8) * wanted.modes.omega[i])
            << i;
    }
  }
}

TEST_F(PetscEngineTest, FreeModesUpToAFrequencyAreTheSame) {
  const FullModel model = block(false);
  const Vector all = lowest_modes(model.stiffness, model.mass, {12, 0.0, false}).frequencies_hz();
  const ModeRequest request{0, 0.5 * (all[9] + all[10]), false};
  const Modes wanted = lowest_modes(model.stiffness, model.mass, request);
  ASSERT_EQ(wanted.omega.size(), 10);
  ASSERT_EQ(wanted.rigid_body_modes, 6);
  PetscEngine engine(ranks(2));
  const EngineInUse use(&engine);
  expect_same(lowest_modes(model.stiffness, model.mass, request), wanted);
}

// A single vector of Krylov's sees one of them: the count finds the others missing, and what is
// known is kept out of the next search.
TEST_F(PetscEngineTest, ClustersAreFoundWhole) {
  constexpr int kCopies = 5, kLength = 80;
  SparseMatrix k(kCopies * kLength, kCopies * kLength), m(k.rows(), k.cols());
  m.setIdentity();
  for (int i = 0; i < k.rows(); ++i) {
    k.insert(i, i) = 2e6;
    if (i % kLength > 0) k.insert(i, i - 1) = k.insert(i - 1, i) = -1e6;
  }
  k.makeCompressed();
  PetscEngine engine(ranks(2));
  const EngineInUse use(&engine);
  const Modes modes = lowest_modes(k, m, {2 * kCopies, 0.0, false});
  ASSERT_EQ(modes.omega.size(), 2 * kCopies);
  for (int i = 0; i < 2 * kCopies; ++i) {
    const double exact = 2e3 * std::sin((i / kCopies + 1) * M_PI / (2.0 * (kLength + 1.0)));
    EXPECT_NEAR(modes.omega[i] / exact, 1.0, kSame) << i;
  }
}

TEST_F(PetscEngineTest, WhatHasNoFactorIsRefusedAlike) {
  const FullModel model = block(false);
  PetscEngine engine(ranks(2));
  EXPECT_THROW(engine.factorize(SparseMatrix(6, 6), "nothing"), SingularMatrix);
  SparseMatrix indefinite(400, 400);
  for (int i = 0; i < 400; ++i) indefinite.insert(i, i) = i < 7 ? -1.0 - i : 1.0 + i;
  indefinite.makeCompressed();
  EXPECT_EQ(engine.factorize(indefinite, "A")->negative_pivots(), 7);
  const EngineInUse use(&engine);
  const SparseMatrix one = sparse_matrix(1, model.size(), {{0, 5, 1.0}});
  try {
    condense_component(model.stiffness, model.mass, one, {{4, 0.0, false}});
    FAIL() << "one row holds nothing";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("5 rigid-body motion(s) remain"), std::string::npos)
        << error.what();
  }
}

// Ranks that descend from this process.
std::vector<pid_t> rank_processes() {
  std::vector<pid_t> found;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::string program;
    std::getline(std::ifstream(entry.path() / "comm") >> std::ws, program);
    if (program != "mortise_petsc") continue;
    pid_t above = std::stoi(name);
    while (above > 1 && above != getpid()) {
      std::ifstream stat("/proc/" + std::to_string(above) + "/stat");
      std::string id, comm, state;
      pid_t parent = 0;
      if (!(stat >> id >> comm >> state >> parent)) break;
      above = parent;
    }
    if (above == getpid()) found.push_back(std::stoi(name));
  }
  return found;
}

TEST_F(PetscEngineTest, AKilledRankIsNamedAndARerunResumes) {
  const FullModel model = block(true);
  const Matrix loads = Matrix::Identity(model.size(), 4);
  Matrix kept;
  {
    PetscEngine engine(ranks(2));
    const auto solver = engine.factorize(model.stiffness, "K");
    kept = solver->solve(loads);
    const std::vector<pid_t> processes = rank_processes();
    ASSERT_EQ(processes.size(), 2u);
    kill(processes[1], SIGKILL);
    try {
      solver->solve(2.0 * loads);
      FAIL() << "a rank is missing";
    } catch (const Error& error) {
      const std::string text = error.what();
      for (const char* part : {"process rank", "signal 9", "answers of K to 4 loads",
                               "run the same command again", folder_.c_str()})
        EXPECT_NE(text.find(part), std::string::npos) << part << " in: " << text;
    }
  }
  {
    // what was done needs no ranks any more
    PetscEngine engine({folder_, "no_such_launcher", ""});
    const auto solver = engine.factorize(model.stiffness, "K");
    EXPECT_EQ(solver->negative_pivots(), 0);
    EXPECT_EQ(solver->solve(loads), kept);
    EXPECT_THROW(solver->solve(2.0 * loads), Error);
  }
  PetscEngine engine(ranks(1));
  const auto solver = engine.factorize(model.stiffness, "K");
  EXPECT_LT(distance(solver->solve(2.0 * loads), 2.0 * kept), 1e-11);
  int left = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_))
    left += entry.is_directory() ? 1 : 0;
  EXPECT_EQ(left, 1) << "folders of inputs: only that of the engine that lives";
}

TEST_F(PetscEngineTest, LaunchersThatRefuseAreQuoted) {
  const FullModel model = block(true);
  const auto refusal = [&](const std::string& launcher) {
    PetscEngine engine({"", launcher, ""});
    try {
      engine.factorize(model.stiffness, "K");
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refusal("no_such_launcher").find("no_such_launcher cannot be started"),
            std::string::npos);
  EXPECT_NE(refusal("false").find("false ended with exit code 1"), std::string::npos);
  if (getuid() != 0) return;
  unsetenv("OMPI_ALLOW_RUN_AS_ROOT");
  EXPECT_NE(refusal("mpirun -n 2").find("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"), std::string::npos);
}

TEST(AbsentPetscEngine, NamesThePackages) {
  try {
    PetscEngine({"", "mpirun", "/nowhere/mortise_petsc"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("libslepc-real-dev"), std::string::npos);
  }
}

}  // namespace
}  // namespace mortise::gen
