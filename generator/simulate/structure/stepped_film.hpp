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
#include "generator/simulate/structure/stepped_interface.hpp"

namespace mortise::gen {

// One row, the opening [m] against that of the undeformed bodies, and the force on it [N]. The mean
// force takes  friction - h sum of mean force times mean opening velocity.
class SteppedFilm final : public SteppedInterface, public RowForces {
 public:
  // step: h [s]. Throws Error for a film that cannot be set up.
  SteppedFilm(const FullInterface& interface, double step);

  std::vector<const SparseRow*> row_list() const override { return {&film_.opening}; }
  RowForces* forces() override { return this; }
  void begin(const BodyState& state, const Vector& end_inputs) override;
  Vector start_force() const override { return Vector::Zero(1); }
  Vector warm_force() const override { return 0.5 * force_; }
  void report(StepReport* report) const override;

  // motion: s1 (1). A film that cannot be solved there answers as a spring with the last tangent.
  void evaluate(const Vector& motion, const Vector& rate, double rate_per_motion,
                double duration) override;
  // Twice the mean force over the step, none at its start: the mean of both is what acts.
  const Vector& force() const override { return force_; }
  SparseMatrix tangent() const override;
  bool tangent_changed() const override { return true; }
  bool continuous() const override { return true; }
  Eigen::Index rows() const override { return 1; }

 protected:
  // Without pressure, the gap full of oil; a balanced film steady at its own speed. Throws Error if
  // surfaces overlap.
  void start(const BodyState& state) override;
  // The last evaluation becomes the start of the next step.
  void finish(const RowStep& step, const BodyState& state) override;
  std::optional<double> own_output(const OutputChannel& channel,
                                   const BodyState& state) const override;
  const char* choice() const override { return "the force, a gap or the pressure of the film"; }

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

  const FilmBetween& film_;
  double unit_;
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
  FilmSample sample_;  // at the end of the last step; force of the whole width of a line contact
};

}  // namespace mortise::gen
