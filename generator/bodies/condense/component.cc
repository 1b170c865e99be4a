#include "generator/bodies/condense/component.hpp"

#include <cmath>
#include <utility>

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kContained = 1e-12;  // share of the energy of an attachment mode that is worth it

// Without the rigid-body motions that the masters leave free: constraint modes contain these.
Modes fixed_interface_modes(const Component& c, const ModeRequest& request) {
  Modes modes = lowest_modes(c.stiffness, c.mass, request, c.masters);
  const Eigen::Index elastic = modes.omega.size() - modes.rigid_body_modes;
  modes.omega = Vector(modes.omega.tail(elastic));
  modes.shapes = Matrix(modes.shapes.rightCols(elastic));
  modes.rigid_body_modes = 0;
  return modes;
}

Modes free_modes(const Component& c, const ModeRequest& request) {
  return lowest_modes(c.stiffness, c.mass, request);
}

Modes every_mode(const Component& c, const ModeRequest&) {
  return lowest_modes(c.stiffness, c.mass, {0, 0.0, true});
}

constexpr CondensationMethod kMethods[] = {
    {"craig_bampton", true, "fixed-interface ", fixed_interface_modes},
    {"craig_chang", true, "free-interface ", craig_chang},
    {"modes", false, "", free_modes},
    {"none", false, "", every_mode},
    {"full", false, "", every_mode},
};

// Static answers, what the interface, Phi and the earlier answers contain removed in the energy
// product.
Matrix attachment(const SparseMatrix& stiffness, const CondensedComponent& c, Matrix answers) {
  answers -= c.constraint_modes * (c.interface_rows * answers);
  const Modes& normal = c.normal;
  Matrix kept(answers.rows(), 0);
  for (Eigen::Index i = 0; i < answers.cols(); ++i) {
    Vector a = answers.col(i);
    const double energy = a.dot(stiffness * a);
    for (int pass = 0; pass < 2; ++pass) {
      const Vector share =
          (normal.shapes.transpose() * (stiffness * a)).array() / normal.omega.array().square();
      a -= normal.shapes * share;
      a -= kept * (kept.transpose() * (stiffness * a));
    }
    const double rest = a.dot(stiffness * a);
    if (!(rest > kContained * energy)) continue;
    kept.conservativeResize(Eigen::NoChange, kept.cols() + 1);
    kept.rightCols(1) = a / std::sqrt(rest);
  }
  return kept;
}

// The interface alone loads constraint modes, all others rest there: stiffness couples nothing but
// the constraint modes, and normal and attachment modes have unit mass and unit stiffness.
void reduce_by_blocks(const SparseMatrix& k, const SparseMatrix& m, CondensedComponent* c) {
  const Matrix &psi = c->constraint_modes, &phi = c->normal.shapes;
  const Eigen::Index r = psi.cols(), p = phi.cols();
  const Matrix reaction = SparseMatrix(c->interface_rows * k) * psi;
  c->stiffness = Matrix::Zero(r + p, r + p);
  c->stiffness.topLeftCorner(r, r) = 0.5 * (reaction + reaction.transpose());
  c->stiffness.diagonal().tail(p) = c->normal.omega.cwiseAbs2();
  const Matrix inertia = m * psi;
  const Matrix coupling = phi.transpose() * inertia;
  c->mass = Matrix::Identity(r + p, r + p);
  c->mass.topLeftCorner(r, r) = product(psi.transpose(), inertia);
  c->mass.bottomLeftCorner(p, r) = coupling;
  c->mass.topRightCorner(r, p) = coupling.transpose();
}

void reduce_by_products(const SparseMatrix& k, const SparseMatrix& m, CondensedComponent* c) {
  const Matrix span = c->basis();
  c->stiffness = span.transpose() * (k * span);
  c->mass = span.transpose() * (m * span);
}

}  // namespace

const CondensationMethod& condensation_method(const std::string& name) {
  std::string known;
  for (const CondensationMethod& method : kMethods) {
    if (method.name == name) return method;
    known += (known.empty() ? "" : ", ") + std::string(method.name);
  }
  throw Error("condensation", "\"" + name + "\" is no known method", "use one of: " + known);
}

std::string interface_methods(const std::string& more) {
  std::string names;
  for (const CondensationMethod& method : kMethods)
    if (method.interface) names += (names.empty() ? "" : "|") + std::string(method.name);
  return more.empty() ? names : names + "|" + more;
}

Matrix CondensedComponent::basis() const {
  Matrix span(normal.shapes.rows(),
              constraint_modes.cols() + normal.shapes.cols() + attachment_modes.cols());
  span << constraint_modes, normal.shapes, attachment_modes;
  return span;
}

CondensedComponent condense_component(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                      const SparseMatrix& interface_rows,
                                      const CondenseOptions& options, const Matrix& loads) {
  const CondensationMethod& method = condensation_method(options.method);
  const Eigen::Index n = mass.rows();
  CondensedComponent c;
  c.constraint_modes = c.attachment_modes = Matrix(n, 0);
  c.interface_rows = SparseMatrix(0, n);
  if (!method.interface) {
    c.normal = c.modes = method.normal_modes(
        {stiffness, mass, c.interface_rows, c.interface_rows, c.constraint_modes}, options.modes);
    c.rigid_body_modes = c.modes.rigid_body_modes;
    return c;
  }
  c.interface_rows =
      options.hold_loose ? with_holding_rows(stiffness, mass, interface_rows) : interface_rows;
  ConstraintModes constraint = constraint_modes(stiffness, mass, c.interface_rows);
  c.constraint_modes = std::move(constraint.shapes);
  c.rigid_body_modes = constraint.rigid_body_modes;
  c.normal = method.normal_modes(
      {stiffness, mass, interface_rows, c.interface_rows, c.constraint_modes}, options.modes);
  if (options.attach_inputs && loads.cols() > 0)
    c.attachment_modes = attachment(stiffness, c, constraint.solver->solve(loads));
  options.by_blocks ? reduce_by_blocks(stiffness, mass, &c)
                    : reduce_by_products(stiffness, mass, &c);
  c.modes = dense_modes(c.stiffness, c.mass, rigid_body_level(stiffness, mass));
  c.modes.residual = c.normal.residual;
  return c;
}

}  // namespace mortise::gen
