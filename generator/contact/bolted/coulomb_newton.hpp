// Unilateral contact with Coulomb friction at many points that see each other.
//
//   g = C lambda + g_free          0 <= lambda_n  perp  g_n >= 0      (position level)
//   -(g_t - g_t,before) in the normal cone of |lambda_t| <= mu lambda_n       (Linder eq. 2)
#pragma once

#include <memory>
#include <vector>

#include "generator/contact/bolted/contact_method.hpp"
#include "generator/contact/bolted/surface_compliance.hpp"
#include "generator/ground/text/enum_names.hpp"

namespace mortise::gen {

#define MORTISE_CONTACT_SOLVERS(SOLVER)                                                      \
  SOLVER(newton,                                                                             \
         "semi-smooth Newton, by the matrix of the closed points or by iterations, "         \
         "whichever suits their number")                                                     \
  SOLVER(pivot, "by the matrix")                                                             \
  SOLVER(krylov, "by iterations")                                                            \
  SOLVER(condensed, "Gauss-Seidel over those that are predicted to slip, and who else does") \
  SOLVER(relaxation, "Gauss-Seidel over all closed points")
MORTISE_ENUM(ContactSolver, MORTISE_CONTACT_SOLVERS)

// Semi-smooth Newton from the stick predictor, unless another method is asked for. Copies go on
// from the same place, each on a thread of its own.
class CoulombNewton {
 public:
  // friction: mu >= 0 [-].
  CoulombNewton(SurfaceCompliance compliance, double friction,
                ContactSolver solver = ContactSolver::newton);
  CoulombNewton(const CoulombNewton& other);
  CoulombNewton(CoulombNewton&&) noexcept = default;
  CoulombNewton& operator=(const CoulombNewton& other);
  CoulombNewton& operator=(CoulombNewton&&) noexcept = default;
  ~CoulombNewton() = default;

  // The points that are closed in `state` are to be expected so from now on.
  void set_base(const SurfaceState& state);

  // Moves on to the gap that there would be without forces (3 n) [m].
  // Returns the work of friction on the way [J], >= 0. Throws Error if it does not converge; the
  // state then stays as it was.
  double advance(const Vector& free_gap, SurfaceState* state) {
    return method_->advance(free_gap, state);
  }

  Eigen::Index points() const { return points_; }
  const std::vector<Eigen::Index>& base() const { return base_; }
  int iterations() const { return method_->iterations(); }  // of the last step

 private:
  Eigen::Index points_;
  std::vector<Eigen::Index> base_;
  std::unique_ptr<ContactMethod> method_;
};

}  // namespace mortise::gen
