#include "generator/contact/film/grid.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

// Value at 0 of the cubic through four nodes (Lagrange).
double cubic_at_zero(const Vector& x, const Vector& values, Eigen::Index first) {
  double sum = 0.0;
  for (Eigen::Index i = first; i < first + 4; ++i) {
    double share = 1.0;
    for (Eigen::Index k = first; k < first + 4; ++k) {
      if (k != i) share *= x[k] / (x[k] - x[i]);
    }
    sum += share * values[i];
  }
  return sum;
}

// Integral of the density from an arbitrary origin, and the density itself.
double nodes_up_to(const std::vector<GridRefinement>& refinements, double x) {
  double sum = x;
  for (const GridRefinement& r : refinements)
    sum += r.factor * r.width * std::atan((x - r.at) / r.width);
  return sum;
}

double density_at(const std::vector<GridRefinement>& refinements, double x) {
  double sum = 1.0;
  for (const GridRefinement& r : refinements) {
    const double s = (x - r.at) / r.width;
    sum += r.factor / (1.0 + s * s);
  }
  return sum;
}

void check_refinements(const std::vector<GridRefinement>& refinements, double start, double end) {
  for (const GridRefinement& r : refinements) {
    demand(std::isfinite(r.at) && std::isfinite(r.factor) && std::isfinite(r.width) &&
               r.factor > -1.0 && r.width > 0.0,
           "film grid",
           "a refinement at " + number_text(r.at) + " has the factor " + number_text(r.factor) +
               " and the width " + number_text(r.width),
           "give numbers with factor > -1 and width > 0");
  }
  constexpr int kSamples = 4000;
  for (int k = 0; k <= kSamples; ++k) {
    const double x = start + (end - start) * k / kSamples;
    demand(density_at(refinements, x) > 0.0, "film grid",
           "the density of the nodes is not positive at " + std::to_string(x),
           "raise the factors of the refinements around it");
  }
}

}  // namespace

Vector FilmGrid::weights() const {
  const Eigen::Index last = points() - 1;
  if (shape == FilmShape::line) {
    Vector w = Vector::Constant(points(), spacing);
    for (Eigen::Index i = 1; i < last; ++i) w[i] *= cell(i);
    w[0] = 0.5 * spacing * width[0];
    w[last] = 0.5 * spacing * width[last - 1];
    return w;
  }
  Vector w = spacing * x;
  w[0] = spacing * spacing / 6.0;
  w[last] *= 0.5;
  return w;
}

double FilmGrid::central(const Vector& values) const {
  if (shape == FilmShape::axis) return values[0];
  if (!equidistant()) {
    const auto above = std::upper_bound(x.begin(), x.end(), 1e-9 * spacing) - x.begin();
    return cubic_at_zero(x, values, std::clamp<Eigen::Index>(above - 2, 0, points() - 4));
  }
  const double at = -x[0] / spacing;
  const auto left =
      std::clamp<Eigen::Index>(static_cast<Eigen::Index>(std::floor(at + 1e-9)), 1, points() - 3);
  const double s = at - static_cast<double>(left);
  return values[left - 1] * (-s * (s - 1.0) * (s - 2.0) / 6.0) +
         values[left] * ((s + 1.0) * (s - 1.0) * (s - 2.0) / 2.0) +
         values[left + 1] * (-(s + 1.0) * s * (s - 2.0) / 2.0) +
         values[left + 2] * ((s + 1.0) * s * (s - 1.0) / 6.0);
}

FilmGrid make_grid(FilmShape shape, Eigen::Index points, double start, double end) {
  FilmGrid grid;
  grid.shape = shape;
  grid.spacing = (end - start) / static_cast<double>(points - 1);
  grid.x = Vector::LinSpaced(points, start, end);
  grid.width = Vector::Ones(points - 1);
  if (shape == FilmShape::axis) grid.x[0] = 0.0;
  return grid;
}

FilmGrid make_graded_grid(const Vector& x) {
  const Eigen::Index n = x.size();
  FilmGrid grid;
  grid.x = x;
  if (n >= 4) {
    grid.spacing = (x[n - 1] - x[0]) / static_cast<double>(n - 1);
    grid.width = (x.tail(n - 1) - x.head(n - 1)) / grid.spacing;
  }
  demand(n >= 4 && x.allFinite() && (grid.width.array() > 0.0).all(), "film grid",
         "the nodes do not ascend or are too few",
         "give at least 4 finite positions in ascending order");
  return grid;
}

Vector refined_nodes(Eigen::Index points, double start, double end,
                     const std::vector<GridRefinement>& refinements) {
  demand(points >= 4 && end > start, "film grid",
         std::to_string(points) + " nodes from " + number_text(start) + " to " + number_text(end) +
             " make no grid",
         "give at least 4 nodes and start < end");
  check_refinements(refinements, start, end);
  const double from = nodes_up_to(refinements, start);
  const double whole = nodes_up_to(refinements, end) - from;
  Vector x(points);
  x[0] = start;
  x[points - 1] = end;
  for (Eigen::Index i = 1; i + 1 < points; ++i) {
    const double wanted = from + whole * static_cast<double>(i) / static_cast<double>(points - 1);
    double low = x[i - 1], high = end;  // the integral ascends
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (nodes_up_to(refinements, middle) < wanted ? low : high) = middle;
    }
    x[i] = 0.5 * (low + high);
  }
  return x;
}

}  // namespace mortise::gen
