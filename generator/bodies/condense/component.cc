#include "generator/bodies/condense/component.hpp"

#include <cmath>
#include <utility>

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/sparse/symmetric_product.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kContained = 1e-12;  // share of the energy of an attachment mode that is worth it

// Without the rigid-body motions that the masters leave free: constraint modes contain these.
Modes fixed_interface_modes(const Component& c, const ModeRequest& request) {
  const bool masters_alone = c.masters.rows() == c.interface_rows.rows();
  const HeldStatics statics{c.solver, c.constraint_modes};
  Modes modes = lowest_modes(c.stiffness, c.mass, request, c.masters,
                             masters_alone && c.solver != nullptr ? &statics : nullptr);
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

// The interface alone loads constraint modes, all others rest there: stiffness couples nothing but
// the constraint modes, and normal and attachment modes have unit mass and unit stiffness.
void reduce_by_blocks(const SparseMatrix& k, const SparseMatrix& m, CondensedComponent* c) {
  const Matrix &psi = c->constraint_modes, &phi = c->normal.shapes;
  const Eigen::Index r = psi.cols(), p = phi.cols();
  c->stiffness = Matrix::Zero(r + p, r + p);
  c->stiffness.topLeftCorner(r, r) = interface_stiffness(k, c->interface_rows, psi);
  c->stiffness.diagonal().tail(p) = c->normal.omega.cwiseAbs2();
  const Matrix inertia = symmetric_product(m, psi);
  const Matrix coupling = phi.transpose() * inertia;
  c->mass = Matrix::Identity(r + p, r + p);
  c->mass.topLeftCorner(r, r) = product(psi.transpose(), inertia);
  c->mass.bottomLeftCorner(p, r) = coupling;
  c->mass.topRightCorner(r, p) = coupling.transpose();
}

void reduce_by_products(const SparseMatrix& k, const SparseMatrix& m, CondensedComponent* c) {
  const Matrix span = c->basis();
  c->stiffness = span.transpose() * symmetric_product(k, span);
  c->mass = span.transpose() * symmetric_product(m, span);
}

// Galerkin: the reduced pencil of the basis.
void diagonalise_ritz(const Component& c, const Matrix& loads, bool by_blocks,
                      CondensedComponent* result) {
  attach(c, loads, result);
  by_blocks && result->attachment_modes.cols() == 0
      ? reduce_by_blocks(c.stiffness, c.mass, result)
      : reduce_by_products(c.stiffness, c.mass, result);
}

constexpr CondensationMethod kMethods[] = {
    {"craig_bampton", true, false, "fixed-interface ", fixed_interface_modes, diagonalise_ritz},
    {"craig_chang", true, false, "free-interface ", craig_chang, diagonalise_ritz},
    {"rubin", true, false, "free-interface ", rubin, diagonalise_ritz},
    {"dual_craig_bampton", true, true, "free-interface ", free_modes, diagonalise_dual},
    {"massless_boundary", true, true, "fixed-interface ", fixed_interface_modes,
     diagonalise_massless},
    {"modes", false, false, "", free_modes, nullptr},
    {"given", false, false, "given ", given_modes, nullptr},
    {"none", false, false, "", every_mode, nullptr},
    {"full", false, false, "", every_mode, nullptr},
};

}  // namespace

void attach(const Component& body, const Matrix& loads, CondensedComponent* condensed) {
  if (loads.cols() == 0) return;
  const SparseMatrix& stiffness = body.stiffness;
  const CondensedComponent& c = *condensed;
  Matrix answers = body.solver->solve(loads);
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
  condensed->attachment_modes = std::move(kept);
}

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

Matrix CondensedComponent::shapes() const {
  return modes.shapes.rows() == normal.shapes.rows() && constraint_modes.cols() == 0
             ? modes.shapes
             : Matrix(basis() * modes.shapes);
}

CondensedComponent condense_component(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                      const SparseMatrix& interface_rows,
                                      const CondenseOptions& options, const Matrix& loads,
                                      std::shared_ptr<const SparseSolver> factor) {
  const CondensationMethod& method = condensation_method(options.method);
  const Eigen::Index n = mass.rows();
  CondensedComponent c;
  c.constraint_modes = c.attachment_modes = Matrix(n, 0);
  c.interface_rows = SparseMatrix(0, n);
  c.statics = Matrix(n, 0);
  if (!method.interface) {
    Component free{stiffness, mass, c.interface_rows, c.interface_rows, c.constraint_modes};
    free.given = &options.given;
    c.normal = c.modes = method.normal_modes(free, options.modes);
    c.rigid_body_modes = c.modes.rigid_body_modes;
    return c;
  }
  demand(options.characteristic.empty() || !method.massless, "condensation",
         options.method + " keeps no interface motion that could be left out",
         "take craig_bampton or rubin with interface modes");
  c.interface_rows =
      options.hold_loose ? with_holding_rows(stiffness, mass, interface_rows) : interface_rows;
  ConstraintModes constraint =
      constraint_modes(stiffness, mass, c.interface_rows, std::move(factor));
  c.constraint_modes = std::move(constraint.shapes);
  c.rigid_body_modes = constraint.rigid_body_modes;
  const Component body{stiffness,
                       mass,
                       interface_rows,
                       c.interface_rows,
                       c.constraint_modes,
                       constraint.solver.get(),
                       constraint.rigid_body_modes,
                       nullptr,
                       options.heavy_masters};
  demand(
      options.heavy_masters == 0 || !method.massless || method.diagonalise == diagonalise_massless,
      "condensation", options.method + " takes the mass from all of the interface",
      "take massless_boundary");
  c.normal = method.normal_modes(body, options.modes);
  method.diagonalise(body, options.attach_inputs ? loads : Matrix(n, 0),
                     options.by_blocks || !options.characteristic.empty(), &c);
  c.modes.residual = c.normal.residual;
  if (method.massless || !options.diagonal) return c;
  const double level = rigid_body_level(stiffness, mass);
  if (!options.characteristic.empty())
    reduce_interface(options.characteristic, options.band_hz, level, &c);
  c.modes = dense_modes(c.stiffness, c.mass, level);
  c.modes.residual = c.normal.residual;
  return c;
}

}  // namespace mortise::gen
