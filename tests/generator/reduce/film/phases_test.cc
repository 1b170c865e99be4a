#include "generator/reduce/film/phases.hpp"

#include <gtest/gtest.h>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// A film of one node whose force is its pressure; the gap is the modal coordinate.
FilmProblemData one_node() {
  FilmProblemData p;
  p.loaded = p.load_scaled = false;
  p.weights = Vector::Ones(1);
  p.geometry = Vector::Zero(1);
  p.compliance = Matrix::Zero(1, 1);
  p.modes.omega = Vector::Zero(1);
  p.modes.shapes = Matrix::Ones(1, 1);
  return p;
}

FilmSnapshots history(const std::vector<double>& force, const std::vector<double>& gap) {
  FilmSnapshots s;
  const auto n = static_cast<Eigen::Index>(force.size());
  s.pressure = Eigen::Map<const Vector>(force.data(), n).transpose();
  s.modal = Eigen::Map<const Vector>(gap.data(), n).transpose();
  s.approach = Vector::Zero(n);
  s.frame = Vector::Ones(n);
  s.run.assign(force.size(), 0);
  return s;
}

TEST(Phases, FollowTheForceBehindItsPeak) {
  // index                          0    1    2    3    4     5     6    7     8     9
  const FilmSnapshots s = history({0.0, 0.3, 1.0, 2.0, 1.96, 1.85, 1.2, 0.9, 0.06, 0.0},
                                  {1.0, 0.5, 0.2, 0.1, 0.1, 0.1, 0.1, 0.2, 0.5, 1.5});
  const auto phases = phase_columns(one_node(), s, {}, {0.9, 0.5, 0.05}, 1.0, 0.04);
  ASSERT_EQ(phases.size(), 3U);
  EXPECT_EQ(phases[0], (std::vector<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(phases[1], (std::vector<int>{5, 6}));
  EXPECT_EQ(phases[2], (std::vector<int>{7, 8}));
}

TEST(Phases, SecondImpactStartsAnew) {
  const FilmSnapshots s = history({0.0, 2.0, 1.0, 0.01, 0.0, 0.0, 0.5, 1.0, 0.4, 0.01},
                                  {1.0, 0.1, 0.2, 0.6, 1.5, 0.9, 0.2, 0.1, 0.3, 0.9});
  const auto phases = phase_columns(one_node(), s, {}, {0.7, 0.1}, 1.0, 0.02);
  EXPECT_EQ(phases[0], (std::vector<int>{0, 1, 5, 6, 7}));
  EXPECT_EQ(phases[1], (std::vector<int>{2, 8}));
}

TEST(Phases, LoadingIsToldByTheCentralPressure) {
  FilmProblemData p = one_node();
  p.x = Vector::LinSpaced(4, 0.0, 3.0);
  p.weights = Vector::Unit(4, 0);
  p.geometry = Vector::Zero(4);
  p.compliance = Matrix::Zero(4, 4);
  p.modes.shapes = Matrix::Ones(4, 1);
  FilmSnapshots s = history({0.0, 0.3, 0.52, 0.6, 1.5, 2.0, 1.9, 1.0, 0.05},
                            {1.0, 0.5, 0.3, 0.2, 0.1, 0.1, 0.1, 0.3, 0.6});
  const Matrix central = s.pressure;
  s.pressure = Matrix::Zero(4, central.cols());
  s.pressure.row(0) = central;
  const auto phases = phase_columns(p, s, {0.5}, {0.9, 0.1}, 1.0, 0.02);
  ASSERT_EQ(phases.size(), 3U);
  EXPECT_EQ(phases[0], (std::vector<int>{0, 1, 2})) << "a little beyond";
  EXPECT_EQ(phases[1], (std::vector<int>{2, 3, 4, 5, 6}));
  EXPECT_EQ(phases[2], (std::vector<int>{7}));
}

TEST(Phases, EmptyPhaseIsNamed) {
  const FilmSnapshots s = history({0.0, 2.0, 0.2, 0.01}, {1.0, 0.1, 0.2, 0.6});
  EXPECT_THROW(phase_columns(one_node(), s, {}, {0.9, 0.5, 0.05}, 1.0, 0.02), Error);
}

}  // namespace
}  // namespace mortise::gen
