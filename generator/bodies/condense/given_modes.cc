// A basis that the user brings: checked, and made the modes of the pencil within its span.
#include <cmath>

#include "generator/bodies/condense/component.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kGivenDependent = 1e-10;  // squared sine of the angle to the other shapes

void check_shapes(const Component& c) {
  demand(
      c.given != nullptr && c.given->rows() == c.mass.rows() && c.given->cols() > 0, "condense",
      "the given shapes do not fit the model, which has " + std::to_string(c.mass.rows()) + " dofs",
      "give a column per shape, a row per dof");
  demand(c.given->allFinite(), "condense", "a given shape is not finite", "check the file");
}

// Unit-mass columns. Throws Error if they depend linearly.
Matrix scaled_shapes(const Component& c) {
  Matrix shapes = *c.given;
  for (Eigen::Index i = 0; i < shapes.cols(); ++i) {
    const double mass = shapes.col(i).dot(c.mass * shapes.col(i));
    demand(mass > 0.0, "condense", "given shape " + std::to_string(i + 1) + " moves no mass",
           "leave it out");
    shapes.col(i) /= std::sqrt(mass);
  }
  const SymmetricEigen eigen(product(shapes.transpose(), Matrix(c.mass * shapes)));
  const Eigen::Index rank = (eigen.eigenvalues().array() > kGivenDependent).count();
  demand(rank == shapes.cols(), "condense",
         "the " + std::to_string(shapes.cols()) + " given shapes have rank " + std::to_string(rank),
         "leave out those that depend on the others");
  return shapes;
}

}  // namespace

Modes given_modes(const Component& c, const ModeRequest& request) {
  check_shapes(c);
  const Matrix shapes = scaled_shapes(c);
  Modes modes = dense_modes(product(shapes.transpose(), Matrix(c.stiffness * shapes)),
                            product(shapes.transpose(), Matrix(c.mass * shapes)),
                            rigid_body_level(c.stiffness, c.mass));
  Eigen::Index count = modes.omega.size();
  if (request.count > 0) count = std::min(count, request.count);
  if (request.cutoff_hz > 0.0)
    count =
        std::min<Eigen::Index>(count, (modes.omega.array() < kTwoPi * request.cutoff_hz).count());
  modes.omega.conservativeResize(count);
  modes.shapes = product(shapes, modes.shapes.leftCols(count));
  modes.rigid_body_modes = std::min(modes.rigid_body_modes, count);
  return modes;
}

}  // namespace mortise::gen
