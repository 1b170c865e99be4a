// The modal problems against an independent nonsmooth-dynamics code, states at 40 times.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

struct ReferenceCase {
  const char* file;
  double tolerance;  // of the largest modal coordinate
  int steps;
};

void PrintTo(const ReferenceCase& c, std::ostream* out) { *out << c.file; }

class ModalReference : public ::testing::TestWithParam<ReferenceCase> {};

std::vector<std::vector<double>> read_states(const std::string& path) {
  std::vector<std::vector<double>> rows;
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    rows.emplace_back();
    std::stringstream cells(line);
    std::string cell;
    while (std::getline(cells, cell, ',')) rows.back().push_back(std::stod(cell));
  }
  return rows;
}

TEST_P(ModalReference, AgreesAtEveryRecordedStep) {
  const std::string base = std::string(MORTISE_TEST_DATA) + "/modal/" + GetParam().file;
  gen::Instance run = instance_of(prepared("modal", {"import.file=" + base + ".json"}));
  const auto states = read_states(base + "_reference.csv");
  ASSERT_EQ(states.size(), 40u);
  ScenarioPlayer player;
  ASSERT_TRUE(player.start(run.model(), 0, &run.state()));
  std::vector<double> u(4);
  const int n = run.dims().modes;
  double largest = 0, error = 0;
  std::size_t next = 0;
  for (int k = 1; k <= static_cast<int>(states.back()[0]); ++k) {
    player.next(run.model(), u.data());
    ASSERT_EQ(run.step(u.data(), nullptr), status::kOk) << "step " << k;
    if (k != static_cast<int>(states[next][0])) continue;
    for (int i = 0; i < n; ++i) {
      const double q = states[next][static_cast<std::size_t>(2 + i)];
      largest = std::max(largest, std::abs(q));
      error = std::max(error, std::abs(q - run.state().q(run.model())[i]));
    }
    ++next;
  }
  EXPECT_EQ(next, states.size());
  EXPECT_LE(error, GetParam().tolerance * largest);
  RecordProperty("relative_error", std::to_string(error / largest));
}

INSTANTIATE_TEST_SUITE_P(Problems, ModalReference,
                         ::testing::Values(ReferenceCase{"modal_n20_nc4_impact", 1e-8, 2000},
                                           ReferenceCase{"modal_n20_nc4_bolted", 1e-6, 2000},
                                           ReferenceCase{"modal_n100_nc16_impact", 1e-8, 2000},
                                           ReferenceCase{"modal_n100_nc16_bolted", 1e-6, 2000}));

// Both solvers find the same motion; the status Newton on the problem that sweeps do not finish.
TEST(ModalSolvers, AgreeOnTheBoltedJoint) {
  const std::string file = std::string(MORTISE_TEST_DATA) + "/modal/modal_n100_nc16_bolted.json";
  gen::Instance sweeps =
      instance_of(prepared("modal", {"import.file=" + file, "solver.kind=gauss_seidel",
                                     "solver.sweeps=2000", "solver.tolerance=1e-12"}));
  gen::Instance newton = instance_of(
      prepared("modal", {"import.file=" + file, "solver.kind=newton", "solver.tolerance=1e-12"}));
  ScenarioPlayer a, b;
  a.start(sweeps.model(), 0, &sweeps.state());
  b.start(newton.model(), 0, &newton.state());
  std::vector<double> u(4);
  double largest = 0, error = 0;
  for (int k = 0; k < 500; ++k) {
    a.next(sweeps.model(), u.data());
    (void)sweeps.step(u.data(), nullptr);
    b.next(newton.model(), u.data());
    (void)newton.step(u.data(), nullptr);
    for (int i = 0; i < sweeps.dims().modes; ++i) {
      const double q = sweeps.state().q(sweeps.model())[i];
      largest = std::max(largest, std::abs(q));
      error = std::max(error, std::abs(q - newton.state().q(newton.model())[i]));
    }
  }
  EXPECT_EQ(newton.state().statistics().capped, 0u);
  EXPECT_LE(error, 1e-9 * largest);
}

// Gross slip and opening, inputs ten and a hundred times the reference: every step converges, and
// the residual recomputed outside of the solver confirms it.
TEST(StatusNewton, ConvergesUnderGrossSlip) {
  for (const char* name : {"modal_n20_nc4_bolted", "modal_n50_nc16_bolted"}) {
    for (const char* factor : {"10.0", "100.0"}) {
      gen::Instance run = instance_of(prepared(
          "modal", {"import.file=" + std::string(MORTISE_TEST_DATA) + "/modal/" + name + ".json",
                    std::string("excitation.amplitude=") + factor}));
      ScenarioPlayer player;
      player.start(run.model(), 0, &run.state());
      std::vector<double> u(4);
      for (int k = 0; k < 600; ++k) {
        player.next(run.model(), u.data());
        (void)run.step(u.data(), nullptr);
      }
      EXPECT_EQ(run.state().statistics().capped, 0u) << name << " x" << factor;
      EXPECT_LE(run.state().statistics().worst_residual, 1e-8) << name << " x" << factor;
    }
  }
}

}  // namespace
}  // namespace mortise::test
