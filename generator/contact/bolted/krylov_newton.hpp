// Contact with friction at thousands of points: a semi-smooth Newton method whose linear systems
// are solved by generalised minimal residuals; nothing grows faster than the number of points.
//
// A point that slips has only its normal force and the one across its way d unknown; along its way
// it is mu lambda_n:
//
//   Pi [C* (x + mu x_n d) + D x] = -Pi g_moved
//
// with the projection Pi on what is unknown, and D what the law gives way across d ((1 - f) / (f
// rho), f = mu lambda_n / |lambda_t - rho dg_t|). C* = C + W F W^T has a good inverse of C (a
// circulant one) and a few soft structural shapes, on which the system is solved beside it.
#pragma once

#include <vector>

#include "generator/contact/bolted/contact_method.hpp"
#include "generator/contact/bolted/surface_block.hpp"
#include "generator/ground/dense/cholesky.hpp"

namespace mortise::gen {

class KrylovNewton : public ContactMethod {
 public:
  KrylovNewton(SurfaceCompliance compliance, double friction);

  std::unique_ptr<ContactMethod> clone() const override {
    return std::make_unique<KrylovNewton>(*this);
  }
  void set_base(const SurfaceState& /*state*/) override {}
  void restrict_to(const std::vector<bool>& likely) override { likely_ = likely; }
  double advance(const Vector& free_gap, SurfaceState* state, const SurfaceState* guess) override;
  int iterations() const override { return iterations_; }
  int products() const { return products_; }  // of C*, in the last step

 private:
  double go(const Vector& free_gap, SurfaceState* state, const SurfaceState* guess);
  bool grow(const Vector& gap, double most, std::vector<Eigen::Index>* known) const;

  // What a known point does.
  struct Unknown {
    PointStatus status = PointStatus::OPEN;
    Eigen::Vector2d way = Eigen::Vector2d::Zero();  // d
    double share = 1.0;                             // f
  };

  void see(const std::vector<Eigen::Index>& known);
  void newton(double tolerance);
  void solve(double accuracy);
  Vector forces_of(const Vector& x) const;
  void aim();
  void deflate();
  void project(Vector* x) const;
  void scale_across(Vector* x) const;
  void add_given_way(const Vector& x, Vector* y) const;
  Vector on_shapes(const Vector& x) const;
  void add_shapes(const Vector& amount, Vector* x) const;
  void precondition(const Vector& r, Vector* z);
  double residual() const;

  SurfaceCompliance compliance_;
  CoulombLaw law_;
  std::shared_ptr<const Matrix> soft_;  // shapes of the structure (boundary x k)
  SurfaceBlock block_;
  std::vector<bool> likely_;         // (n) to close; empty: all
  std::vector<Eigen::Index> known_;  // points that may be closed, ascending
  // of the known points
  std::vector<Unknown> unknown_;
  Vector free_, force_, moved_;
  Matrix soft_here_;  // V: of the soft shapes what the points see (t x shapes)
  Matrix carried_;    // W V
  Cholesky gram_, coarse_;
  double stiff_ = 0.0;  // compliance of the half-spaces over long waves [m/N]
  int iterations_ = 0, products_ = 0;
};

}  // namespace mortise::gen
