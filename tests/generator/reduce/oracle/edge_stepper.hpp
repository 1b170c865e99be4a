// The step of a moving edge in plain arithmetic: what the runtime computes, without its layout.
#pragma once

#include "generator/reduce/film/moving_edge.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/film/row_set.hpp"

namespace mortise::gen {

struct EdgeState {
  double a = 0.0, rate = 0.0;  // rate 0: not known yet
  Vector pressures;            // (zone + r) p and c
  Vector film;                 // (z) coefficients of Z
  Vector moved;                // (rows) y - Z
  double force = 0.0, central_pressure = 0.0, central_gap = 0.0, minimum_gap = 0.0;
};

class EdgeStepper {
 public:
  // problem and edge outlive the object. step, ticks: of the file, [unit of time] and [-].
  EdgeStepper(const FilmProblemData* problem, const MovingEdge* edge, double gap_floor, double step,
              int ticks);

  // From the pressure P of the grid's nodes (points), at the approach H0, which is all that this
  // film sees of its bodies. False if the film there is not one that freezes, or its edge lies
  // outside of the tables.
  bool take_over(const Vector& pressure, double approach, EdgeState* state) const;

  // One step of length dT; q, v: (n) modal coordinates of bodies that open the contact as one.
  // constant: (n) their constant force at both stages. viscosity: factors there.
  // Returns false where no solution is found.
  bool step(double length, int iterations, const Matrix& constant, const Eigen::Vector2d& viscosity,
            EdgeState* state, Vector* q, Vector* v) const;

  Vector pressure(const EdgeState& state, double approach) const;  // (points) P
  Vector gap(const EdgeState& state, double approach) const;       // (points) H

 private:
  struct Stage {
    double shift, viscosity;
    Vector moved;         // (rows) start value of y - Z
    double a;             // start value
    double free, spring;  // H0 = free + spring force
    double settled;       // largest change that ends the iterations
    bool still = false;   // the film does not move against the nodes
  };
  struct Unknowns {
    double a, approach;
    Vector pressures;
  };
  struct System {
    Matrix matrix;  // unknowns p, c, a, H0; equations of the zone, outside, at the edge, of motion
    Vector right, moved;
    double force = 0.0, central_pressure = 0.0, central_gap = 0.0, minimum_gap = 0.0;
  };
  EdgeTable table_at(double a, const Eigen::Vector4d& weights, double scale) const;
  Vector columns(const Unknowns& x, const Vector& film) const;
  Vector gap_under(const Vector& pressure, double approach) const;  // (points)
  System system(const Stage& stage, const Unknowns& x, const Vector& film) const;
  bool solve(const Stage& stage, int iterations, const Vector& film, Unknowns* x) const;

  const FilmProblemData& p_;
  const MovingEdge& e_;
  Lubricant lubricant_;
  double gap_floor_, step_;
  int ticks_;
};

}  // namespace mortise::gen
