#include "generator/bodies/condense/elastic_answers.hpp"

#include <utility>

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"

namespace mortise::gen {
namespace {

// K_rr^+ of an interface that knows k rigid-body motions; rotations and translations are scaled
// alike.
Matrix generalised_inverse(const Matrix& stiffness, Eigen::Index k) {
  const Vector scale = stiffness.diagonal().unaryExpr(
      [](double entry) { return entry > 0.0 ? 1.0 / std::sqrt(entry) : 0.0; });
  const SymmetricEigen eigen(scale.asDiagonal() * stiffness * scale.asDiagonal());
  const Eigen::Index rank = stiffness.rows() - k;
  const Matrix vectors = scale.asDiagonal() * eigen.eigenvectors().rightCols(rank);
  return vectors * eigen.eigenvalues().tail(rank).cwiseInverse().asDiagonal() * vectors.transpose();
}

}  // namespace

Matrix answers_at_rest(const Component& c, const Matrix& loads) {
  if (loads.cols() == 0) return Matrix(c.mass.rows(), 0);
  Matrix answers = c.solver->solve(loads);
  answers -= product(c.constraint_modes, c.interface_rows * answers);
  return answers;
}

Matrix without_modes(const SparseMatrix& mass, const Matrix& modes, Matrix answers) {
  if (modes.cols() == 0) return answers;
  answers -= product(modes, product(Matrix(mass * modes).transpose(), answers));
  return answers;
}

ElasticAnswers::ElasticAnswers(const Component& component, const Matrix& rigid)
    : component_(component), rigid_(rigid), inertia_(component.mass * rigid) {
  const Component& c = component_;
  relief_ = answers_at_rest(c, inertia_);
  softness_ = generalised_inverse(
      interface_stiffness(c.stiffness, c.interface_rows, c.constraint_modes), rigid.cols());
}

// held: A f. interface_loads: Psi^T f. share: X^T f (k x a).
Matrix ElasticAnswers::answer(Matrix held, const Matrix& interface_loads,
                              const Matrix& share) const {
  const Matrix& psi = component_.constraint_modes;
  Matrix loads = interface_loads;
  if (rigid_.cols() > 0) {
    held -= relief_ * share;
    loads -= product(psi.transpose(), inertia_) * share;
  }
  held += product(psi, softness_ * loads);
  return without_modes(component_.mass, rigid_, std::move(held));
}

Matrix ElasticAnswers::of_interface(const Matrix& loads) const {
  return answer(Matrix::Zero(component_.mass.rows(), loads.cols()), loads,
                (component_.interface_rows * rigid_).transpose() * loads);
}

Matrix ElasticAnswers::of(const Matrix& loads) const {
  return answer(answers_at_rest(component_, loads),
                product(component_.constraint_modes.transpose(), loads),
                product(rigid_.transpose(), loads));
}

}  // namespace mortise::gen
