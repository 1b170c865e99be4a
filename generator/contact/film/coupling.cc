#include "generator/contact/film/coupling.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "generator/bodies/halfspace/gauss_legendre.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// shape function (2) x pressure (2) x circumference (2) x dx/dxi (1): degree 7 in xi
constexpr int kGaussPoints = 4;
constexpr double kEdge = 1e-9;  // of the structure's width: film nodes this far out are on the edge

struct LineElement {
  Eigen::Index first;  // of its three nodes
  double left, middle, right;

  double mean() const { return 0.5 * (left + right) - middle; }
  double half() const { return 0.5 * (right - left); }
  double position(double xi) const { return middle + xi * (half() + xi * mean()); }
  double jacobian(double xi) const { return half() + 2.0 * xi * mean(); }
  // inverse of position(); this form of the root stays accurate as mean() vanishes
  double coordinate(double x) const {
    const double c = middle - x;
    const double root = std::sqrt(std::max(0.0, half() * half() - 4.0 * mean() * c));
    return std::clamp(-2.0 * c / (half() + root), -1.0, 1.0);
  }
};

Vector3 quadratic_shapes(double xi) {
  return {-0.5 * xi * (1.0 - xi), 1.0 - xi * xi, 0.5 * xi * (1.0 + xi)};
}

void check_ascending(const Vector& x, const std::string& what, Eigen::Index least) {
  if (x.size() < least)
    throw Error("coupling", "the " + what + " has " + std::to_string(x.size()) + " nodes",
                "give it at least " + std::to_string(least));
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i]) || (i > 0 && !(x[i] > x[i - 1])))
      throw Error("coupling",
                  "node " + std::to_string(i + 1) + " of the " + what + " at x = " +
                      std::to_string(x[i]) + " m is not finite or not right of the one before",
                  "sort the nodes by x and leave out those that coincide");
}

std::vector<LineElement> line_elements(const Vector& structure) {
  check_ascending(structure, "structure", 3);
  if (structure.size() % 2 == 0)
    throw Error(
        "coupling",
        "the structure has " + std::to_string(structure.size()) + " contact nodes: an even number",
        "give corner and middle nodes of 3-node elements, from corner to corner");
  std::vector<LineElement> elements;
  for (Eigen::Index i = 0; i + 2 < structure.size(); i += 2) {
    const LineElement e{i, structure[i], structure[i + 1], structure[i + 2]};
    if (!(2.0 * std::abs(e.mean()) < e.half()))
      throw Error("coupling",
                  "the middle node of contact element " + std::to_string(i / 2 + 1) +
                      " lies in an outer quarter of it",
                  "move it towards the centre, or check that corner and middle nodes alternate");
    elements.push_back(e);
  }
  return elements;
}

// The element over x, which is not outside of all of them.
const LineElement& element_at(const std::vector<LineElement>& elements, double x) {
  const auto after =
      std::upper_bound(elements.begin(), elements.end(), x,
                       [](double value, const LineElement& e) { return value < e.left; });
  return after == elements.begin() ? elements.front() : *(after - 1);
}

}  // namespace

SparseMatrix interpolation_matrix(const Vector& structure, const Vector& film, bool outside_zero) {
  const std::vector<LineElement> elements = line_elements(structure);
  const double left = elements.front().left, right = elements.back().right;
  const double slack = kEdge * (right - left);
  Entries entries;
  for (Eigen::Index i = 0; i < film.size(); ++i) {
    const double x = film[i];
    if (!(x >= left - slack && x <= right + slack)) {
      if (outside_zero && std::isfinite(x)) continue;
      throw Error("coupling",
                  "film node " + std::to_string(i + 1) + " at x = " + std::to_string(x) +
                      " m lies beyond the contact nodes, " + std::to_string(left) + " to " +
                      std::to_string(right) + " m",
                  "make the film narrower or the contact region of the body wider");
    }
    const LineElement& element = element_at(elements, x);
    const Vector3 shapes = quadratic_shapes(element.coordinate(x));
    for (int r = 0; r < 3; ++r)
      entries.emplace_back(static_cast<int>(i), static_cast<int>(element.first + r), shapes[r]);
  }
  return sparse_matrix(film.size(), structure.size(), entries);
}

SparseMatrix pressure_integration(const Vector& structure, const Vector& film, bool axisymmetric) {
  const std::vector<LineElement> elements = line_elements(structure);
  check_ascending(film, "film", 2);
  const GaussLegendre rule = gauss_legendre(kGaussPoints);
  Entries entries;
  const auto add_piece = [&](const LineElement& element, Eigen::Index cell, double a, double b) {
    const double from = element.coordinate(a), length = element.coordinate(b) - from;
    const double width = film[cell + 1] - film[cell];
    for (int q = 0; q < kGaussPoints; ++q) {
      const double xi = from + length * rule.abscissas[q], x = element.position(xi);
      const double area =
          rule.weights[q] * length * element.jacobian(xi) * (axisymmetric ? kTwoPi * x : 1.0);
      const double share = (x - film[cell]) / width;
      const Vector3 shapes = area * quadratic_shapes(xi);
      for (int r = 0; r < 3; ++r) {
        const int row = static_cast<int>(element.first + r), column = static_cast<int>(cell);
        entries.emplace_back(row, column, (1.0 - share) * shapes[r]);
        entries.emplace_back(row, column + 1, share * shapes[r]);
      }
    }
  };
  Eigen::Index cell = 0;
  for (const LineElement& element : elements) {
    while (cell > 0 && film[cell] > element.left) --cell;
    for (; cell + 1 < film.size() && film[cell] < element.right; ++cell) {
      const double a = std::max(element.left, film[cell]);
      const double b = std::min(element.right, film[cell + 1]);
      if (b > a) add_piece(element, cell, a, b);
    }
    cell = std::min(cell, film.size() - 2);
  }
  return sparse_matrix(structure.size(), film.size(), entries);
}

}  // namespace mortise::gen
