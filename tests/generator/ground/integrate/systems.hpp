// Small systems with known solutions for the tests of the time integration.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "generator/ground/dense/small_lu.hpp"
#include "generator/ground/integrate/stepper.hpp"

namespace mortise::gen {

// z' = A z + g(t). It can be told where to fail and how to measure errors.
class LinearSystem : public StagedSystem {
 public:
  explicit LinearSystem(Matrix a, std::function<Vector(double)> g = {})
      : a_(std::move(a)), g_(std::move(g)) {}

  Eigen::Index size() const override { return a_.rows(); }

  bool solve_stage(double time, double shift, const Vector& start, Vector* z) override {
    ++calls;
    last_shift = shift;
    if (refuses && refuses(time, shift)) {
      z->setConstant(std::numeric_limits<double>::quiet_NaN());
      return false;
    }
    Vector rhs = shift * start;
    if (g_) rhs += g_(time);
    const Matrix lhs = shift * Matrix::Identity(a_.rows(), a_.rows()) - a_;
    *z = SmallLu(lhs).solve(rhs);
    return true;
  }

  std::string failure() const override { return "refused"; }

  double error_measure(const Vector& error, const Vector& z) const override {
    if (measure) return measure(error, z);
    return error.norm() / tolerance;
  }

  std::function<bool(double time, double shift)> refuses;
  std::function<double(const Vector&, const Vector&)> measure;
  double tolerance = 1.0;
  double last_shift = 0.0;
  long calls = 0;

 private:
  Matrix a_;
  std::function<Vector(double)> g_;
};

constexpr double kCircle = 6.283185307179586;

// u'' + (2 pi)^2 u = 0 as a system of first order, period 1.
inline LinearSystem oscillator() {
  Matrix a(2, 2);
  a << 0.0, 1.0, -kCircle * kCircle, 0.0;
  return LinearSystem(a);
}

// z' = rate z
inline LinearSystem decay(double rate) { return LinearSystem(Matrix::Constant(1, 1, rate)); }

// z' = g(t)
inline LinearSystem quadrature(const std::function<double(double)>& g) {
  return LinearSystem(Matrix::Zero(1, 1), [g](double t) { return Vector::Constant(1, g(t)); });
}

}  // namespace mortise::gen
