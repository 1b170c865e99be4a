// A film and what surrounds it as one system of differential and algebraic equations. The quantity
// differentiated is the content y = rho H theta: with P or H instead, the order of the time
// integration is lost.
#pragma once

#include <functional>
#include <string>

#include "generator/contact/film/newton.hpp"
#include "generator/ground/integrate/stepper.hpp"

namespace mortise::gen {

// State z = [ y (n) | states of the gap model (n_s) | U (n) | H (n) | H0 ]; U as in PressureLaw,
// H0 = 0 where no load is prescribed.
class FilmLayout {
 public:
  FilmLayout(Eigen::Index points, Eigen::Index states) : n_(points), s_(states) {}
  Eigen::Index size() const { return 3 * n_ + s_ + 1; }
  auto content(const Vector& z) const { return z.head(n_); }
  auto states(const Vector& z) const { return z.segment(n_, s_); }
  auto unknowns(const Vector& z) const { return z.segment(n_ + s_, n_); }
  auto gap(const Vector& z) const { return z.segment(2 * n_ + s_, n_); }
  double approach(const Vector& z) const { return z[size() - 1]; }
  Vector pack(const Vector& content, const Vector& states, const Vector& U, const Vector& H,
              double approach) const {
    Vector z(size());
    z << content, states, U, H, approach;
    return z;
  }

 private:
  Eigen::Index n_, s_;
};

// Tolerances of the error measure, dimensionless: eps_r |z| + eps_a (Schmidt 2.78).
struct FilmTolerances {
  double relative = 1e-4, pressure = 1e-3, gap = 1e-5;
};

// Scale a(T) > 0 of a moving frame x = a X and its rate a'(T); both empty = fixed. Speed and
// viscosity over those of the law; empty = 1.
struct FilmFrameMotion {
  std::function<double(double)> scale, rate, speed, viscosity;
};

class FilmSystem final : public StagedSystem {
 public:
  // gap and law, both over the same n nodes, must outlive the object.
  FilmSystem(GapModel* gap, const PressureLaw* law, const FilmFrameMotion& frame,
             const NewtonOptions& newton, const FilmTolerances& tolerances)
      : gap_(gap),
        layout_(gap->points(), gap->states()),
        newton_(law, newton),
        frame_(frame),
        tolerances_(tolerances) {}

  Eigen::Index size() const override { return layout_.size(); }
  bool solve_stage(double time, double shift, const Vector& start, Vector* z) override;
  std::string failure() const override { return failure_; }
  // Root mean square over the nodes, the larger of pressure and gap; NaN if either is. The states
  // of the gap model are judged by the gap only.
  double error_measure(const Vector& error, const Vector& z) const override;

  const FilmLayout& layout() const { return layout_; }
  GapModel& gap() { return *gap_; }
  FilmNewton& newton() { return newton_; }
  const FilmTolerances& tolerances() const { return tolerances_; }
  const FilmFrameMotion& frame() const { return frame_; }

  // State from unknowns (U, H, approach) that solve the equations, and the states of the gap model
  // (n_s).
  Vector state_of(const FilmUnknowns& x, const Vector& gap_states) const;

 private:
  GapModel* gap_;
  FilmLayout layout_;
  FilmNewton newton_;
  FilmFrameMotion frame_;
  FilmTolerances tolerances_;
  std::string failure_;
};

}  // namespace mortise::gen
