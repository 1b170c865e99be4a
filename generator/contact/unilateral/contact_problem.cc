#include "generator/contact/unilateral/contact_problem.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kWhere = "contact problem";

void check_shapes(const InterfaceProblem& p) {
  if (p.directions < 1 || p.directions > 3)
    throw Error(kWhere, "directions = " + std::to_string(p.directions),
                "use 1 (frictionless), 2 (planar) or 3 (round cone)");
  const Eigen::Index rows = p.directions * p.contacts();
  if (p.G.rows() != rows || p.G.cols() != rows || p.b.size() != rows)
    throw Error(kWhere,
                "G is " + std::to_string(p.G.rows()) + " x " + std::to_string(p.G.cols()) +
                    ", b has " + std::to_string(p.b.size()) + " rows, " + std::to_string(rows) +
                    " expected",
                "give `directions` rows per entry of mu");
}

// velocity of the De Saxce form: u + mu |u_t| e_n
Vector augmented(const Vector& u, double mu) {
  Vector v = u;
  v(0) += mu * u.tail(u.size() - 1).norm();
  return v;
}

double scale_of(const Vector& b) {
  const double largest = b.size() ? b.cwiseAbs().maxCoeff() : 0.0;
  return largest > 0.0 ? largest : 1.0;
}

}  // namespace

void check(const InterfaceProblem& p) {
  check_shapes(p);
  if (!p.G.allFinite() || !p.b.allFinite() || !p.mu.allFinite())
    throw Error(kWhere, "an entry of G, b or mu is not finite", "check where the data come from");
  if (p.contacts() == 0) return;
  if (p.mu.minCoeff() < 0.0)
    throw Error(kWhere, "friction coefficient " + number_text(p.mu.minCoeff()),
                "friction is 0 or positive");
  if (!p.symmetric) return;
  const double asymmetry = (p.G - p.G.transpose()).cwiseAbs().maxCoeff();
  if (asymmetry > 1e-12 * p.G.cwiseAbs().maxCoeff())
    throw Error(kWhere, "G is asymmetric by " + number_text(asymmetry),
                "G = W A^-1 W^T must be symmetric");
  if (p.G.diagonal().minCoeff() < 0.0)
    throw Error(kWhere, "G has a negative diagonal entry", "G must be positive semi-definite");
}

Vector project_on_cone(const Vector& force, double mu) {
  const Eigen::Index tangents = force.size() - 1;
  const double normal = force(0);
  const double tangential = force.tail(tangents).norm();
  if (normal >= 0.0 && tangential <= mu * normal) return force;
  Vector projected = Vector::Zero(force.size());
  const double along = (normal + mu * tangential) / (1.0 + mu * mu);
  if (along <= 0.0) return projected;
  projected(0) = along;
  if (tangential > 0.0) projected.tail(tangents) = (mu * along / tangential) * force.tail(tangents);
  return projected;
}

Vector block_scales(const InterfaceProblem& p) {
  const Eigen::Index nc = p.contacts();
  const int d = p.directions;
  Vector scales(nc);
  for (Eigen::Index i = 0; i < nc; ++i) {
    Eigen::Matrix3d block = Eigen::Matrix3d::Zero();
    block.topLeftCorner(d, d) = p.G.block(d * i, d * i, d, d);
    const SymmetricEigenOf<3> eigen(block, kEigenvaluesOnly);
    scales(i) = eigen.eigenvalues()(2);
  }
  const double largest = nc ? scales.maxCoeff() : 1.0;
  for (double& s : scales)
    if (s <= 1e-14 * largest) s = largest > 0.0 ? largest : 1.0;
  return scales;
}

double natural_residual(const Vector& force, const Vector& velocity, double mu, double scale) {
  const Vector projected = project_on_cone(force - augmented(velocity, mu) / scale, mu);
  return scale * (force - projected).norm();
}

Violations violations(const InterfaceProblem& p, const Vector& lambda) {
  check_shapes(p);
  if (lambda.size() != p.b.size())
    throw Error(kWhere, "lambda has " + std::to_string(lambda.size()) + " rows",
                "give one entry per row of b");
  Violations v;
  const int d = p.directions;
  const Vector u = p.G * lambda + p.b;
  const Vector scales = block_scales(p);
  const double velocity_scale = scale_of(p.b);
  const double force_scale = scale_of(lambda);
  const double power_scale = velocity_scale * force_scale;
  for (Eigen::Index i = 0; i < p.contacts(); ++i) {
    const double mu = d > 1 ? p.mu(i) : 0.0;
    const Vector ui = u.segment(d * i, d);
    const Vector li = lambda.segment(d * i, d);
    const double slip = ui.tail(d - 1).norm();
    v.residual = std::max(v.residual, natural_residual(li, ui, mu, scales(i)) / velocity_scale);
    v.gap = std::max(v.gap, -ui(0) / velocity_scale);
    const double outside = std::max(li.tail(d - 1).norm() - mu * li(0), -li(0));
    v.cone = std::max(v.cone, outside / force_scale);
    v.signorini = std::max(v.signorini, std::abs(li(0) * ui(0)) / power_scale);
    const double defect = li.tail(d - 1).dot(ui.tail(d - 1)) + mu * li(0) * slip;
    v.dissipation = std::max(v.dissipation, std::abs(defect) / power_scale);
  }
  return v;
}

double residual(const InterfaceProblem& p, const Vector& lambda) {
  return violations(p, lambda).residual;
}

}  // namespace mortise::gen
