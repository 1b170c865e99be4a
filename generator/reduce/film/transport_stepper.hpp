// The step of a transported film in plain arithmetic: what the runtime computes, without its
// layout, and more: all rows of inlet and outlet in place of the sampled ones. Gives the states
// that rows are chosen from, and is the runtime's reference.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "generator/reduce/film/deposit_line.hpp"
#include "generator/reduce/film/reduced_drive.hpp"
#include "generator/reduce/film/row_set.hpp"

namespace mortise::gen {

// What the rows of one linear solve saw, for the choice of rows.
struct TransportedRows {
  Vector residual, entrained, squeezed;  // (m) f, and what of it is d_X and d_T of the content
  Matrix jacobian;                       // (m x (unknowns + 1))
  Vector correction;                     // (unknowns + 1) of u and the entering film
};

class TransportStepper {
 public:
  // film: transported; must outlive the object. all_rows: those of inlet and outlet in place of the
  // sampled ones.
  explicit TransportStepper(const ReducedFilm* film, bool all_rows = false);

  // The steady film at a drive, from a guess: u and the entering film (unknowns + 1), or a full
  // pressure P^ (points) and H0. False if Newton's method does not converge.
  bool start(const Vector& guess, const ReducedDrive& drive);
  bool start(const Vector& pressure, double approach, const ReducedDrive& drive);

  // One step of length dT. Returns false if its numbers are not finite.
  bool step(const ReducedDriveFunction& drive, double length);

  double time() const { return time_; }
  ReducedOutputs outputs() const;
  Vector unknowns() const;                                                         // (unknowns + 1)
  Vector pressure() const { return contact().pressure.at(u_, samples_); }          // (points) P^
  Vector gap() const { return frame_ * frame_ * contact().gap.at(u_, samples_); }  // (points) H
  const std::vector<int>& rows() const { return rows_.rows(); }
  // What the rows saw in the first linear solve of a stage of the last step.
  const TransportedRows& seen(int stage) const { return seen_[static_cast<std::size_t>(stage)]; }

 private:
  struct Stage {
    ReducedDrive drive;
    double shift = 0.0, way = 0.0;  // way: of the fluid since the last deposit; shift 0: steady
    Vector samples, by_entering;    // g and its derivative for the entering film
    Vector line, carried;           // (m) Z at the rows, and what Z adds to the start value
  };
  const TransportedContact& contact() const { return film_->transport; }
  double film_at(const Stage& stage, double x, double* share) const;
  void look_up(Stage* stage) const;
  void look_up_outlet(Stage* stage) const;
  void balance(const Stage& stage);
  void set_stencils(const Stage& stage);
  bool solve(Stage* stage, const Vector& start, TransportedRows* seen);
  // One linear solve; largest: change of an unknown.
  bool improve(Stage* stage, const Vector& start, TransportedRows* seen, double* largest);
  Matrix row_jacobian(const Stage& stage, const FilmRowSet::Stencil& by_P,
                      const FilmRowSet::Stencil& by_H) const;
  void add_entry(const Stage& stage, Matrix* matrix, Vector* rest) const;
  bool settle(const ReducedDrive& drive);
  void take_densities();

  const ReducedFilm* film_;
  FilmRowSet rows_;
  Lubricant lubricant_;
  Matrix test_;
  std::array<Matrix, 4> P_u_, P_g_, H_u_, H_g_;  // of the fields, at the stencils
  FilmRowSet::Stencil P_0_, H_0_;
  Vector load_u_, load_g_;  // of int P^
  double load_0_ = 0.0, entry_ = 0.0;
  Matrix between_;  // (samples x points) values between nodes

  std::optional<DepositLine> line_;
  Vector u_, content_;  // content_: (m) y - Z at the last step's end
  double entering_ = 0.0, time_ = 0.0, frame_ = 1.0;
  Vector densities_;  // (samples) P* of the stage before
  Vector samples_;    // g of the last stage
  FilmRowSet::Stencil P_, H_;
  std::array<TransportedRows, 2> seen_;
};

}  // namespace mortise::gen
