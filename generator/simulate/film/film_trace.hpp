// Films among the trajectories: their quantities by the names of the outputs.
#pragma once

#include <vector>

#include "generator/contact/film/film_run.hpp"
#include "generator/simulate/run/trajectory.hpp"

namespace mortise::gen {

// A quantity of a film as outputs of model files and full runs call it.
struct FilmChannel {
  const char* name;
  double FilmSample::*member;
};
inline constexpr FilmChannel kFilmChannels[] = {
    {"force", &FilmSample::force}, {"p_central", &FilmSample::p_central},
    {"p_max", &FilmSample::p_max}, {"h_central", &FilmSample::h_central},
    {"h_min", &FilmSample::h_min}, {"velocity", &FilmSample::velocity}};
inline constexpr Eigen::Index kFilmChannelCount = 6;

// One sample per recorded time; what has no output is zero.
std::vector<FilmSample> film_samples(const Trajectory& trajectory);

}  // namespace mortise::gen
