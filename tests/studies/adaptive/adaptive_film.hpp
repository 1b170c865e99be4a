// A film whose stages are solved in reduced spaces made of the stages solved before, and at full
// order where those do not suffice: adaptive construction of local reduced models while a
// simulation runs (Schmidt 4.3.4, figure 4.27). "Local" in time, the last few stages, and in space,
// nodes by themselves where the pressure moves, such as a travelling spike. The content y = rho H
// stays that of every node, so that a space may change at any stage.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "generator/contact/film/film_system.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "tests/studies/adaptive/local_basis.hpp"
#include "tests/studies/adaptive/reduced_newton.hpp"

namespace mortise::gen {

// Corrections are measured node by node over the tolerances of the step, eps_r |P| + eps_a: 1 is
// the error a step may make.
struct AdaptiveOptions {
  int modes = 8;           // differences of the last stages in a basis
  double accept = 0.1;     // a solution stands if no node would be corrected by more
  double enlarge = 0.03;   // otherwise nodes are set free that would be corrected by more
  double follow = 0.1;     // free nodes stay free if their pressure left its forecast by more
  int margin = 4;          // nodes set free on either side of those
  double wide = 0.3;       // share of the nodes to set free at once; more: one mode, the correction
  double most_free = 0.7;  // share of free nodes; more: full order
  int rounds = 8;          // enlargements of the space per stage; more: full order
  double noise = 1e-6;     // see make_local_basis
  NewtonOptions newton{1e-5, 40};
};

struct AdaptiveCounts {
  long reduced = 0, full = 0;         // solved stages
  long bases = 0;                     // spaces made
  long checks = 0, enlargements = 0;  // of the residual of all rows; those that led to more modes
                                      // or free nodes
  long iterations = 0, factorisations = 0;   // of the reduced Newton
  double mean_modes = 0.0, mean_free = 0.0;  // of the space that solved a stage
  long largest = 0;                          // unknowns of such a space, at most
  double worst_accepted = 0.0;               // largest correction left, see AdaptiveOptions
};

class AdaptiveFilm final : public StagedSystem {
 public:
  // full: must outlive the object; without prescribed load, its gap with compliance_parts(), its
  // law with the pressure as unknown (no mass-conserving cavitation).
  AdaptiveFilm(FilmSystem* full, const AdaptiveOptions& options)
      : full_(*full),
        options_(options),
        newton_(&full->newton().law(), &full->gap(), options.newton),
        follow_(static_cast<std::size_t>(full->gap().points()), false) {}

  Eigen::Index size() const override { return full_.size(); }
  bool solve_stage(double time, double shift, const Vector& start, Vector* z) override;
  std::string failure() const override { return full_.failure(); }
  double error_measure(const Vector& error, const Vector& z) const override {
    return full_.error_measure(error, z);
  }
  AdaptiveCounts counts() const;

 private:
  bool solve_reduced(double time, double shift, const Vector& start, Vector* z);
  // Space for the free nodes of a stage and x->P, x->still as near to the guess as it allows.
  LocalBasis first_space(const std::vector<bool>& free, const Vector& guess, StageFields* x);
  // (n) remaining correction over the tolerances.
  Vector over_tolerance(const Vector& correction, const Vector& P) const {
    const FilmTolerances& t = full_.tolerances();
    return correction.array().abs() / (t.relative * P.array().abs() + t.pressure);
  }
  // Nodes where `measure` is above `limit`, and their neighbours, added to `nodes`.
  void spread(const Vector& measure, double limit, std::vector<bool>* nodes) const;
  // More modes or free nodes for what a stage left over; false: full order.
  bool enlarge(const Vector& correction, const Vector& measure, std::vector<bool>* free,
               std::vector<PressureField>* directions) const;
  void accept(const LocalBasis& basis, const StageFields& x, const Vector& guess,
              const std::vector<bool>& free, double worst);
  void remember(const Vector& P, const Vector& still) {
    stages_.push_front({P, still});
    if (stages_.size() > static_cast<std::size_t>(options_.modes) + 1) stages_.pop_back();
  }
  Vector state_of(const StageFields& x) const {
    FilmUnknowns u;
    u.U = u.P = x.P;
    u.H = x.H;
    return full_.state_of(u, full_.gap().end_states(x.P));
  }

  FilmSystem& full_;
  AdaptiveOptions options_;
  ReducedNewton newton_;
  std::deque<PressureField> stages_;  // newest first
  std::vector<bool> follow_;          // (n) free at the start of the next stage
  AdaptiveCounts counts_;
};

struct AdaptiveRun {
  FilmRun run;  // counts.iterations and .factorisations: of the full order
  AdaptiveCounts counts;
};

// Throws Error for definitions other than film.kind = "point" with cavitation by penalty.
void check_adaptive(const FilmCase& definition);

// Simulates as simulate_film(), which see. Checks the definition.
AdaptiveRun simulate_adaptive(const FilmCase& definition, const AdaptiveOptions& options,
                              const Progress& progress, std::vector<std::string>* warnings);

}  // namespace mortise::gen
