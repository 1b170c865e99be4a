// Cavitating films between rigid surfaces: conservation of mass, rupture where the pressure
// gradient vanishes, agreement of the two models where the film is full.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generator/ground/integrate/stepper.hpp"
#include "tests/generator/contact/film/gaps.hpp"

namespace mortise::gen {
namespace {

constexpr double kSpeed = 1.3;

double parabola(double x) { return 1.0 + 4.0 * x * x; }

FilmGrid slider_grid(Eigen::Index n) { return make_grid(FilmShape::line, n, -1.0, 1.0); }

struct Slider {
  FilmGrid grid;
  Reynolds law;
  Vector H;
  FilmUnknowns x;

  Slider(Eigen::Index n, Cavitation cavitation)
      : grid(slider_grid(n)),
        law(grid, Lubricant(isoviscous(), kTestScale), 0.7, kSpeed, cavitation, 1e7),
        H(grid.x.unaryExpr(&parabola)) {
    SpringGap gap = rigid_gap(H);
    gap.begin_stage(0.0, 0.0, Vector());
    NewtonOptions options = tight();
    options.iterations = 500;  // from afar the edge of the void moves node by node
    FilmNewton newton(&law, options);
    x.U = Vector::Constant(n, 0.01);
    x.U[0] = x.U[n - 1] = 0.0;
    EXPECT_TRUE(newton.solve(&gap, StageTerms(), 0.0, &x)) << newton.failure();
  }

  // first node without a full film
  Eigen::Index rupture() const {
    Eigen::Index i = 1;
    while (x.fill[i] == 1.0) ++i;
    return i;
  }
};

// Rupture of the parabolic slider (Swift-Stieber): int (H - H_r) / H^3 dX = 0 from the inlet on.
double rupture_reference() {
  const auto balance = [](double end) {
    const int n = 2000;
    const double h = (end + 1.0) / n;
    double sum = 0.0;
    for (int k = 0; k <= n; ++k) {
      const double H = parabola(-1.0 + h * k);
      const double simpson = k == 0 || k == n ? 1.0 : k % 2 == 1 ? 4.0 : 2.0;
      sum += simpson * (H - parabola(end)) / (H * H * H);
    }
    return sum;
  };
  double low = 0.01, high = 0.9;  // the balance falls
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (balance(middle) > 0.0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

TEST(MassConserving, FluxIsTheSameEverywhere) {
  const Slider s(201, Cavitation::mass_conserving);
  const double flux = face_flux(s.law, s.x.U, s.H, 0);
  for (Eigen::Index i = 1; i < 200; ++i) {
    EXPECT_NEAR(face_flux(s.law, s.x.U, s.H, i) / flux, 1.0, 1e-10) << i;
  }
}

TEST(MassConserving, PressureAndVoidExcludeEachOther) {
  const Slider s(201, Cavitation::mass_conserving);
  EXPECT_GE(s.x.P.minCoeff(), 0.0);
  EXPECT_GT(s.x.P.maxCoeff(), 0.04);
  EXPECT_LE(s.x.fill.maxCoeff(), 1.0);
  EXPECT_GT(s.x.fill.minCoeff(), 0.0);
  for (Eigen::Index i = 0; i < 201; ++i) EXPECT_EQ(s.x.P[i] * (1.0 - s.x.fill[i]), 0.0);
  // full in front of the rupture, void behind it
  const Eigen::Index r = s.rupture();
  for (Eigen::Index i = r; i < 200; ++i) EXPECT_LT(s.x.fill[i], 1.0);
}

TEST(MassConserving, FilmRupturesWhereThePressureGradientVanishes) {
  const double wanted = rupture_reference();
  const double flux = kSpeed * parabola(wanted);
  for (const Eigen::Index n : {101, 201, 401, 801}) {
    const Slider s(n, Cavitation::mass_conserving);
    const double h = s.grid.spacing;
    const Eigen::Index r = s.rupture();
    EXPECT_NEAR(s.grid.x[r], wanted, 2.0 * h) << n;
    EXPECT_NEAR(face_flux(s.law, s.x.U, s.H, 0) / flux, 1.0, 4.0 * h) << n;
    // the gradient at the inlet side of the peak is of size 1
    EXPECT_LT(std::abs(s.x.P[r] - s.x.P[r - 1]) / h, 4.0 * h) << n;
  }
}

TEST(MassConserving, FillFallsWithTheGapBehindTheRupture) {
  const double wanted = parabola(rupture_reference());
  const auto error = [&](Eigen::Index n) {
    const Slider s(n, Cavitation::mass_conserving);
    double largest = 0.0;
    for (Eigen::Index i = 0; i < n - 1; ++i) {
      if (s.grid.x[i] < 0.5) continue;
      largest = std::max(largest, std::abs(s.x.fill[i] - wanted / s.H[i]));
    }
    return largest;
  };
  EXPECT_LT(error(801), 4e-3);
  // of first order, as the upwind difference of the void is
  EXPECT_NEAR(std::log2(error(201) / error(801)) / 2.0, 1.0, 0.3);
}

TEST(Penalty, AgreesWithMassConservationWhereTheFilmIsFull) {
  const Slider a(401, Cavitation::mass_conserving), b(401, Cavitation::penalty);
  EXPECT_GT(b.x.P.minCoeff(), -1e-5);
  EXPECT_EQ(b.x.fill.minCoeff(), 1.0);
  EXPECT_LT((a.x.P - b.x.P).cwiseAbs().maxCoeff() / b.x.P.maxCoeff(), 1e-4);
}

TEST(Penalty, NegativePressureFallsWithItsFactor) {
  const FilmGrid grid = slider_grid(101);
  const Vector H = grid.x.unaryExpr(&parabola);
  const auto lowest = [&](double penalty) {
    const Reynolds law(grid, Lubricant(isoviscous(), kTestScale), 0.7, kSpeed, Cavitation::penalty,
                       penalty);
    SpringGap gap = rigid_gap(H);
    gap.begin_stage(0.0, 0.0, Vector());
    FilmNewton newton(&law, tight());
    FilmUnknowns x;
    x.U = Vector::Zero(101);
    EXPECT_TRUE(newton.solve(&gap, StageTerms(), 0.0, &x)) << newton.failure();
    return x.P.minCoeff();
  };
  EXPECT_NEAR(lowest(1e6) / lowest(1e7), 10.0, 0.5);
  EXPECT_LT(lowest(1e7), 0.0);
}

// Checks at every stage that what the content gains is what flows in through the outer faces.
class Balance final : public StagedSystem {
 public:
  Balance(FilmSystem* system, const Reynolds* law) : system_(*system), law_(*law) {}
  Eigen::Index size() const override { return system_.size(); }
  std::string failure() const override { return system_.failure(); }
  double error_measure(const Vector& e, const Vector& z) const override {
    return system_.error_measure(e, z);
  }
  bool solve_stage(double time, double shift, const Vector& start, Vector* z) override {
    if (!system_.solve_stage(time, shift, start, z)) return false;
    const FilmLayout& layout = system_.layout();
    const FilmGrid& grid = law_.grid();
    const Eigen::Index first = grid.first(), last = grid.points() - 2;
    const Vector gain = shift * (layout.content(*z) - layout.content(start));
    double sum = 0.0;
    for (Eigen::Index i = first; i <= last; ++i) {
      // rings around the axis: from the face before to the face behind, over the angle
      const double width = grid.shape == FilmShape::line ? grid.spacing
                           : i == 0                      ? grid.spacing * grid.spacing / 8.0
                                                         : grid.x[i] * grid.spacing;
      sum += width * gain[i];
    }
    const Vector U = layout.unknowns(*z), H = layout.gap(*z);
    const double in = first == 0 ? 0.0 : face_flux(law_, U, H, 0);
    const double out = face_flux(law_, U, H, last);
    largest = std::max(largest, std::abs(sum - in + out));
    moved = std::max(moved, std::abs(sum));
    Vector P, fill;
    law_.pressure(U, &P, &fill);
    if (fill.minCoeff() < 1.0) ++cavitated;
    ++stages;
    return true;
  }
  double largest = 0.0, moved = 0.0;
  long cavitated = 0, stages = 0;

 private:
  FilmSystem& system_;
  const Reynolds& law_;
};

// A gap that breathes and a compressible oil: the film ruptures and fills again.
TEST(MassConserving, ContentChangesByTheFluxesAtEveryStage) {
  for (const FilmShape shape : {FilmShape::line, FilmShape::axis}) {
    const bool line = shape == FilmShape::line;
    const FilmGrid grid = make_grid(shape, 41, line ? -1.0 : 0.0, 1.0);
    const Reynolds law(grid, Lubricant(compressible(), kTestScale), 0.2, line ? 0.5 : 0.0,
                       Cavitation::mass_conserving, 0.0);
    SpringGap gap = rigid_gap([&](double t) {
      return Vector(0.5 + 0.2 * std::cos(3.0 * t) + 0.4 * grid.x.array().square());
    });
    FilmSystem film(&gap, &law, {}, tight(), {});
    Balance balance(&film, &law);
    for (const Tableau* t : {&alexander(), &hairer_wanner()}) {
      Stepper stepper(&balance, t);
      FilmUnknowns x;
      x.U = Vector::Zero(41);
      x.H = gap.base();
      gap.begin_stage(0.0, 1.0, Vector());
      x.H = gap.base();
      stepper.reset(0.0, film.state_of(x, Vector()));
      for (int k = 0; k < 100; ++k) {
        ASSERT_TRUE(stepper.attempt(0.02)) << film.failure() << " at " << stepper.time();
        stepper.commit();
      }
    }
    EXPECT_LT(balance.largest, 1e-9);
    EXPECT_GT(balance.moved, 0.1);
    EXPECT_GT(balance.cavitated, 20);
    EXPECT_LT(balance.cavitated, balance.stages - 20);
  }
}

}  // namespace
}  // namespace mortise::gen
