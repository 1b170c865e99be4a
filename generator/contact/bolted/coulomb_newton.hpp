// Unilateral contact with Coulomb friction at many points that see each other.
//
//   g = C lambda + g_free          0 <= lambda_n  perp  g_n >= 0      (position level)
//   -(g_t - g_t,before) in the normal cone of |lambda_t| <= mu lambda_n       (Linder eq. 2)
#pragma once

#include <memory>
#include <vector>

#include "generator/contact/bolted/contact_method.hpp"
#include "generator/contact/bolted/surface_compliance.hpp"

namespace mortise::gen {

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

  // The points that are thought to close (n); whoever else does is taken in when it turns out. It
  // saves iterations, results are the same.
  void restrict_to(const std::vector<bool>& likely) { method_->restrict_to(likely); }

  // Moves on to the gap that there would be without forces (3 n) [m].
  // guess: about where it ends, as of a path beside this one; saves iterations, and may be null.
  // Returns the work of friction on the way [J], >= 0. Throws Error if it does not converge; the
  // state then stays as it was.
  double advance(const Vector& free_gap, SurfaceState* state, const SurfaceState* guess = nullptr) {
    return method_->advance(free_gap, state, guess);
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
