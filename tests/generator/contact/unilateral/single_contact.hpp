// The closed-form answer of one contact whose normal and tangents are uncoupled.
#pragma once

#include <algorithm>

#include "generator/contact/unilateral/contact_problem.hpp"

namespace mortise::gen {

inline double largest_entry(const Vector& v) { return v.cwiseAbs().maxCoeff(); }

// b (d), G = diag(g_n, g_t, ...): open for b_n >= 0; else the normal stops, and the tangent sticks
// if the cone allows, or slides with the full cone against b_t.
inline Vector single_contact_force(const Vector& b, double g_n, double g_t, double mu) {
  Vector lambda = Vector::Zero(b.size());
  if (b(0) >= 0.0) return lambda;
  lambda(0) = -b(0) / g_n;
  const auto b_t = b.tail(b.size() - 1);
  const double sticking = b_t.norm() / g_t;
  if (sticking > 0.0) {
    lambda.tail(b.size() - 1) = -b_t.normalized() * std::min(sticking, mu * lambda(0));
  }
  return lambda;
}

inline InterfaceProblem single_contact(const Vector& b, double g_n, double g_t, double mu) {
  InterfaceProblem p;
  p.directions = static_cast<int>(b.size());
  Vector diagonal = Vector::Constant(b.size(), g_t);
  diagonal(0) = g_n;
  p.G = diagonal.asDiagonal();
  p.b = b;
  p.mu = Vector::Constant(1, mu);
  return p;
}

}  // namespace mortise::gen
