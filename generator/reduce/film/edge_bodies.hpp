// Bodies as a moving edge sees them: it needs geometry and compliance at nodes anywhere. The
// contact is small against bodies, so what tells them from half-spaces is smooth across it, and a
// few even polynomials L in the radius hold it:
//   H = X^2 / 2 + L s + (C of half-spaces + L K L^T w) P + H0
// Their modes open the contact as one: H0 is theirs at the axis.
#pragma once

#include "generator/ground/numbers/matrix.hpp"
#include "generator/reduce/film/reduced_film.hpp"

namespace mortise::gen {

class EdgeBodies {
 public:
  // problem: of an impact around an axis; outlives the object.
  // contact: its largest radius [b], in which modes are to open the gap as one: Error else.
  EdgeBodies(const FilmProblemData* problem, double contact);

  // At nodes x (n) [b] ascending from the axis.
  Vector geometry(const Vector& x) const;  // (n)
  // (n x n); weights: (n) int P X dX = weights . P.
  Matrix compliance(const Vector& x, const Vector& weights) const;

  bool half_spaces() const { return softness_.size() == 0; }
  // Largest change of a mode's opening across the contact, over the largest opening.
  double bending() const { return bending_; }
  // What the polynomials leave of the answer to a Hertz pressure across the contact, over that.
  double left() const { return left_; }

 private:
  Matrix polynomials(const Vector& x) const;

  const FilmProblemData& p_;
  double factor_, bending_ = 0.0, left_ = 0.0;
  Matrix softness_;  // K
  Vector shape_;     // s
};

}  // namespace mortise::gen
