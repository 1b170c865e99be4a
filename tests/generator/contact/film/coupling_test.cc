#include "generator/contact/film/coupling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kCircle = 6.283185307179586;

// Unequal, smooth: spacing varies by a factor of about two.
Vector unequal_grid(double from, double to, Eigen::Index count) {
  Vector x(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const double s = static_cast<double>(i) / static_cast<double>(count - 1);
    x[i] = from + (to - from) * (s + 0.05 * std::sin(kCircle * s));
  }
  return x;
}

// unequal_grid() with middle nodes off the centre by a tenth of the element.
Vector skewed_grid(double from, double to, Eigen::Index count) {
  Vector x = unequal_grid(from, to, count);
  for (Eigen::Index i = 1; i < count; i += 2)
    x[i] = 0.5 * (x[i - 1] + x[i + 1]) + (i % 4 == 1 ? 0.1 : -0.1) * (x[i + 1] - x[i - 1]);
  return x;
}

Vector values(const Vector& x, double (*f)(double)) { return x.unaryExpr(f); }

double bell(double x) { return std::exp(-x * x) * (1.0 + 0.3 * std::sin(3.0 * x)); }

// int x^power p(x) 2 pi x dx (or without 2 pi x) of the piecewise linear p between its nodes.
double integral(const Vector& x, const Vector& p, int power, bool axisymmetric) {
  const int shift = power + (axisymmetric ? 1 : 0);
  const auto primitive = [](double at, int k) { return std::pow(at, k + 1) / (k + 1); };
  double sum = 0.0;
  for (Eigen::Index i = 0; i + 1 < x.size(); ++i) {
    const double slope = (p[i + 1] - p[i]) / (x[i + 1] - x[i]), offset = p[i] - slope * x[i];
    for (const double sign : {1.0, -1.0}) {
      const double at = sign > 0.0 ? x[i + 1] : x[i];
      sum += sign * (offset * primitive(at, shift) + slope * primitive(at, shift + 1));
    }
  }
  return axisymmetric ? kCircle * sum : sum;
}

TEST(Coupling, TotalForceAndMomentAreThoseOfThePressure) {
  // also where the film ends inside an element
  for (const bool axisymmetric : {false, true}) {
    const Vector structure = skewed_grid(0.0, 2.0, 13), film = unequal_grid(0.0, 1.7, 30);
    const SparseMatrix integrate = pressure_integration(structure, film, axisymmetric);
    const Vector p = values(film, bell), force = integrate * p;
    const double total = integral(film, p, 0, axisymmetric);
    const double moment = integral(film, p, 1, axisymmetric);
    EXPECT_NEAR(force.sum(), total, 1e-13 * total);
    EXPECT_NEAR(structure.dot(force), moment, 1e-13 * moment);
  }
}

TEST(Coupling, ForcesDoTheWorkOfThePressureOnTheInterpolatedSurface) {
  // int p u 2 pi x dx by the trapezoidal rule on a grid that resolves both
  const Vector structure = skewed_grid(0.0, 2.0, 9), film = unequal_grid(0.0, 2.0, 12);
  std::vector<double> nodes(structure.begin(), structure.end());
  nodes.insert(nodes.end(), film.begin(), film.end());
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  constexpr int kParts = 300;
  Vector fine(static_cast<Eigen::Index>(nodes.size() - 1) * kParts + 1);
  for (Eigen::Index i = 0; i < fine.size(); ++i) {
    const auto piece =
        std::min<std::size_t>(static_cast<std::size_t>(i / kParts), nodes.size() - 2);
    const double share =
        static_cast<double>(i - static_cast<Eigen::Index>(piece) * kParts) / kParts;
    fine[i] = (1.0 - share) * nodes[piece] + share * nodes[piece + 1];
  }
  const Vector u_nodes = values(structure, [](double x) { return std::cos(2.0 * x) + 0.2 * x; });
  const Vector u = interpolation_matrix(structure, fine, false) * u_nodes;
  const Vector p_nodes = values(film, bell);
  double work = 0.0;
  Vector density(fine.size());
  for (Eigen::Index i = 0, cell = 0; i < fine.size(); ++i) {
    while (cell + 2 < film.size() && fine[i] > film[cell + 1]) ++cell;
    const double share = (fine[i] - film[cell]) / (film[cell + 1] - film[cell]);
    const double p = (1.0 - share) * p_nodes[cell] + share * p_nodes[cell + 1];
    density[i] = p * u[i] * kCircle * fine[i];
    if (i > 0) work += 0.5 * (density[i] + density[i - 1]) * (fine[i] - fine[i - 1]);
  }
  const double found = u_nodes.dot(pressure_integration(structure, film, true) * p_nodes);
  EXPECT_NEAR(found, work, 1e-6 * std::abs(work));
}

TEST(Coupling, InterpolationContainsLinearFunctionsAndQuadraticOnesOfCentredElements) {
  const Vector film = unequal_grid(-1.0, 1.0, 40);
  const auto line = [](double x) { return 3.0 - 2.0 * x; };
  const auto parabola = [](double x) { return 1.0 + x - 4.0 * x * x; };
  const Vector skewed = skewed_grid(-1.0, 1.0, 7);
  EXPECT_LT((interpolation_matrix(skewed, film, false) * values(skewed, line) - values(film, line))
                .cwiseAbs()
                .maxCoeff(),
            1e-14);
  Vector centred = unequal_grid(-1.0, 1.0, 7);
  for (Eigen::Index i = 1; i < 7; i += 2) centred[i] = 0.5 * (centred[i - 1] + centred[i + 1]);
  EXPECT_LT((interpolation_matrix(centred, film, false) * values(centred, parabola) -
             values(film, parabola))
                .cwiseAbs()
                .maxCoeff(),
            1e-14);
}

TEST(Coupling, InterpolationGivesBackTheStructuresOwnNodes) {
  const Vector structure = skewed_grid(0.0, 1.0, 11);
  const Matrix identity = Matrix(interpolation_matrix(structure, structure, false));
  EXPECT_LT((identity - Matrix::Identity(11, 11)).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(Coupling, DisplacementsConvergeWithOrderThree) {
  // middle nodes approach the centres as this grid is refined
  const Vector film = unequal_grid(0.0, 2.0, 1001);
  std::vector<double> errors;
  for (const Eigen::Index count : {17, 33, 65, 129}) {
    const Vector structure = unequal_grid(0.0, 2.0, count);
    errors.push_back((interpolation_matrix(structure, film, false) * values(structure, bell) -
                      values(film, bell))
                         .cwiseAbs()
                         .maxCoeff());
  }
  EXPECT_NEAR(std::log2(errors[1] / errors[2]), 3.0, 0.25);
  EXPECT_NEAR(std::log2(errors[2] / errors[3]), 3.0, 0.25);
}

TEST(Coupling, ForcesOfASmoothPressureConvergeWithOrderTwo) {
  const Vector structure = skewed_grid(0.0, 2.0, 13);
  const auto forces = [&](Eigen::Index count) {
    const Vector film = unequal_grid(0.0, 2.0, count);
    return Vector(pressure_integration(structure, film, true) * values(film, bell));
  };
  const Vector exact = forces(20001);
  std::vector<double> errors;
  for (const Eigen::Index count : {41, 81, 161})
    errors.push_back((forces(count) - exact).cwiseAbs().maxCoeff());
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2.0, 0.15);
  EXPECT_NEAR(std::log2(errors[1] / errors[2]), 2.0, 0.15);
}

TEST(Coupling, ConstantPressureGivesSimpsonsWeights) {
  const Vector structure = Vector::LinSpaced(5, 0.0, 4.0), film = Vector::LinSpaced(4, 0.0, 4.0);
  const Vector force = pressure_integration(structure, film, false) * Vector::Constant(4, 3.0);
  const Vector expected = (Vector(5) << 1.0, 4.0, 2.0, 4.0, 1.0).finished();
  EXPECT_LT((force - expected).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(Coupling, NothingPassesBeyondTheStructure) {
  const Vector structure = Vector::LinSpaced(5, 0.0, 1.0), film = Vector::LinSpaced(13, -1.0, 2.0);
  const Vector all = Vector::Ones(13);
  EXPECT_NEAR((pressure_integration(structure, film, false) * all).sum(), 1.0, 1e-14);
  const Vector u = interpolation_matrix(structure, film, true) * Vector::Ones(5);
  for (Eigen::Index i = 0; i < 13; ++i)
    EXPECT_NEAR(u[i], film[i] < 0.0 || film[i] > 1.0 ? 0.0 : 1.0, 1e-14) << film[i];
  EXPECT_THROW(interpolation_matrix(structure, film, false), Error);
}

TEST(Coupling, RefusesGridsThatAreNotLinesOfElements) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Vector good = Vector::LinSpaced(5, 0.0, 1.0);
  const auto nodes = [](std::vector<double> x) {
    return Vector(Eigen::Map<const Vector>(x.data(), static_cast<Eigen::Index>(x.size())));
  };
  for (const Vector& bad :
       {nodes({0.0}), nodes({0.0, 0.5, 0.75, 1.0}), nodes({0.0, 0.5, 0.4, 0.8, 1.0}),
        nodes({0.0, 0.5, 0.5}), nodes({0.0, nan, 1.0}), nodes({0.0, 0.1, 1.0})}) {
    EXPECT_THROW(interpolation_matrix(bad, good, true), Error) << bad.transpose();
    EXPECT_THROW(pressure_integration(bad, good, true), Error) << bad.transpose();
  }
  for (const Vector& bad : {nodes({0.0}), nodes({0.0, 1.0, 0.5}), nodes({0.0, nan})})
    EXPECT_THROW(pressure_integration(good, bad, true), Error) << bad.transpose();
  EXPECT_THROW(interpolation_matrix(good, nodes({nan}), true), Error);
}

}  // namespace
}  // namespace mortise::gen
