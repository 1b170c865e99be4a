// Solved stages of full-order runs, as the reduction of a film wants them. Everything
// dimensionless, see FilmScales.
#pragma once

#include <string>
#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// One column, or entry, per stage; stages of one run stand together, in the order of time.
//   H = a^2 (geometry + C P^) + mode_shapes q + H0,   P = a P^,   y = rho(P) H
// Only the rate of y is kept: with y of the column itself it gives the start value
// y - content_rate / s of a stage of any length, whose solution the column is.
struct FilmSnapshots {
  Matrix pressure;             // (points x count) P^ = P / a; both boundary nodes included
  Matrix content_rate;         // (points x count) dy/dT = shift (y - start of the stage)
  Matrix modal;                // (n x count) q at the stage, as in FilmModes; no rows if loaded
  Vector approach;             // (count) H0; 0 if not loaded
  Vector frame, frame_rate;    // (count) a, da/dT; 1 and 0 in a fixed frame
  Vector load;                 // (count) w over the reference load; 0 if not loaded
  Vector speed;                // (count) u, entrainment over the reference speed; 0 without
  Vector viscosity_factor;     // (count) eta0 over that of the definition
  Vector acceleration;         // (count) of the upper body towards the lower one [m/s2]
  Vector time;                 // (count) of the stage, from the start of its run [unit of time]
  std::vector<int> run;        // (count) number of the run, from 0, ascending
  double largest_slope = 0.0;  // largest |dw/dT| of the runs' loads [1/unit of time]
  std::vector<std::string> warnings;  // of the runs, each once

  Eigen::Index count() const { return pressure.cols(); }
  Eigen::Index points() const { return pressure.rows(); }
};

// Its members with a column, or an entry, per stage, as files call them and in their order.
template <class Member>
struct StageMember {
  const char* name;
  Member FilmSnapshots::*member;
};
inline constexpr StageMember<Matrix> kStageColumns[] = {
    {"pressure", &FilmSnapshots::pressure},
    {"content_rate", &FilmSnapshots::content_rate},
    {"modal", &FilmSnapshots::modal}};
inline constexpr StageMember<Vector> kStageEntries[] = {
    {"approach", &FilmSnapshots::approach},
    {"frame", &FilmSnapshots::frame},
    {"frame_rate", &FilmSnapshots::frame_rate},
    {"load", &FilmSnapshots::load},
    {"speed", &FilmSnapshots::speed},
    {"viscosity_factor", &FilmSnapshots::viscosity_factor},
    {"acceleration", &FilmSnapshots::acceleration},
    {"time", &FilmSnapshots::time}};

}  // namespace mortise::gen
