// A film through the steps of a run of its bodies: between two sides that move as a whole, at full
// order. Over a step the opening follows a parabola, the bodies' mean acceleration being constant:
//
//   s(theta) = s0 + theta h s0' + theta^2 (s1 - s0 - h s0'),   theta = gamma, 1
//
// and both stages of Alexander's scheme are solved for the film alone, of order two; the bodies see
// the mean force that its weights make of them.
#pragma once

#include <memory>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/contact/joint/row_forces.hpp"
#include "generator/contact/system/full_system.hpp"

namespace mortise::gen {

// What drives a film besides its bodies.
struct FilmInputs {
  double entrainment = 0.0;       // mean velocity of the surfaces [m/s]
  double viscosity_factor = 1.0;  // on lubricant.viscosity [-]
};

// One row, the opening [m] against that of the undeformed bodies, and the force on it [N].
class SteppedFilm final : public RowForces {
 public:
  // step: h [s]. Throws Error for a film that cannot be set up.
  SteppedFilm(const FilmBetween& film, double step);

  // Opened by `opening` [m]: without pressure, the gap full of oil; a balanced film steady at its
  // own speed. Throws Error if surfaces overlap.
  void set_state(double opening);

  // Begins a step at this opening [m] and its rate [m/s].
  void begin(double opening, double rate, const FilmInputs& inputs);

  // motion: s1 (1). A film that cannot be solved there answers as a spring with the last tangent.
  void evaluate(const Vector& motion, const Vector& rate, double rate_per_motion,
                double duration) override;
  // Twice the mean force over the step, none at its start: the mean of both is what acts.
  const Vector& force() const override { return force_; }
  SparseMatrix tangent() const override;
  bool tangent_changed() const override { return true; }
  bool continuous() const override { return true; }
  Eigen::Index rows() const override { return 1; }

  // Whether the film was solved at the last evaluation.
  bool solved() const { return solved_; }
  // The last evaluation becomes the start of the next step.
  void commit();
  double mean_force() const { return 0.5 * force_[0]; }  // of the last evaluation [N]

  // At the end of the last step; the force of a line contact is that of its whole width [N].
  const FilmSample& sample() const { return sample_; }
  bool touching() const { return sample_.force > 0.0; }

 private:
  // Opens as a whole by what it is told.
  class GivenGap;
  struct Stages {
    Vector first, second;
  };

  bool solve(double end, double share, const Stages& guess, Stages* out);
  bool approach(double end);
  void forget();
  double opening_at(double share, double end) const;
  FilmSample sample_of(const Vector& z) const;

  FilmBetween film_;
  double h_, unit_;
  ContactProblem problem_;
  std::shared_ptr<GivenGap> gap_;
  std::unique_ptr<FilmSystem> system_[2];  // a stage each: both keep their factorisations
  Vector state_;                           // of the film at the start of the step
  double start_ = 0.0, rate_ = 0.0;
  Stages stages_;       // of the last evaluation that was solved
  double at_ = 0.0;     // its s1
  double mean_ = 0.0;   // its mean force
  double slope_ = 0.0;  // dF/ds of the mean force [N/m]
  Vector force_;
  bool solved_ = true, fresh_ = true;
  FilmSample sample_;
};

}  // namespace mortise::gen
