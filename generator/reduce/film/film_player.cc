#include "generator/reduce/film/film_player.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "generator/contact/system/output_quantity.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/residual_training.hpp"
#include "runtime/src/film/pipeline.hpp"
#include "runtime/src/film/step_kind.hpp"

namespace mortise::gen {
namespace {

constexpr double kUnlimited = 1e300;

// Without what no step reads.
ReducedFilm as_played(ReducedFilm film, bool whole_grid) {
  film.profile = false;
  if (!whole_grid) return film;
  for (ReducedBasis& basis : film.bases) {
    basis.rows = all_rows(film.problem);
    basis.watched = 0;
    basis.test = galerkin_test(film.problem, basis.pressure).transpose();
  }
  return film;
}

ReducedFilm without_end(ReducedFilm film) {
  constexpr double kEndless = 1e30;  // [unit of time]
  film.step = kEndless * film.problem.scales.time;
  film.load_slope = 0.0;
  film.every_stage = true;
  film.bases.resize(1);
  ReducedBasis& basis = film.bases.front();
  basis.substeps = 1;
  basis.iterations = basis.repeat_iterations = 60;
  basis.pivoting = true;
  basis.step_limit = 0.5;
  basis.tolerance = 1e-10;
  return film;
}

}  // namespace

FilmPlayer::FilmPlayer(const ReducedFilm& film, bool whole_grid)
    : packed_(as_played(film, whole_grid), FilmScalar::float64),
      numbers_(packed_.numbers.bytes().data(), packed_.numbers.bytes().size()) {
  const FilmProblemData& p = film.problem;
  const bool has[kInputs] = {p.loaded, p.speed_reference > 0.0, true, !p.loaded};
  constexpr OutputQuantity kShown[kOutputs] = {
      OutputQuantity::film_force, OutputQuantity::central_pressure, OutputQuantity::central_gap,
      OutputQuantity::minimum_gap};
  for (std::size_t k = 0; k < kOutputs; ++k) rules_[k] = {static_cast<std::uint32_t>(kShown[k]), 0};
  for (std::size_t k = 0; k < kInputs; ++k) {
    roles_[k] = static_cast<std::uint32_t>(k);
    ranges_[k] = {-kUnlimited, kUnlimited, 0.0, kHoldLinear, 0u};
    if (has[k]) view_.film_input[k] = static_cast<std::int32_t>(k);
  }
  view_.dims.modes = static_cast<std::int32_t>(p.modes.omega.size());
  view_.dims.modes_padded = (view_.dims.modes + 7) / 8 * 8;
  view_.dims.inputs = static_cast<std::int32_t>(kInputs);
  view_.dims.outputs = static_cast<std::int32_t>(kOutputs);
  view_.h = film.step;
  view_.linear_hold = true;
  view_.input_ranges = ranges_.data();
  view_.output_rules = rules_.data();
  view_.film = packed_.view();
  view_.film.numbers = numbers_.data();
  view_.film.roles = roles_.data();
  view_.film.kind = step_kind_of(view_.film);
  view_.film_layout = lay_out_film(view_.film, view_.dims.modes_padded);
  LayoutOptions options;
  options.film = true;
  options.film_history_bytes = view_.film_layout.bytes;
  demand(lay_out_state(view_.dims, options, &view_.layout), "reduce",
         "the film's state would take 2^31 bytes or more", "ask for fewer reduce.modes");
  arena_ = AlignedBytes(view_.layout.bytes);
}

std::array<double, FilmPlayer::kInputs> FilmPlayer::values_of(const PlayedInputs& in) const {
  const FilmConstants& c = packed_.constants;
  return {in.load * c.load_reference, in.speed * c.speed_reference, in.viscosity_factor,
          in.acceleration};
}

void FilmPlayer::start(const Vector& unknowns, const Vector& q, const Vector& v,
                       const PlayedInputs& at) {
  std::memset(arena_.data(), 0, arena_.size());
  State& s = state();
  before_ = values_of(at);
  std::copy(q.begin(), q.end(), s.at<Real>(view_.layout.q[0]));
  std::copy(v.begin(), v.end(), s.at<Real>(view_.layout.v[0]));
  std::copy(before_.begin(), before_.end(), s.at<Real>(view_.layout.film_signal));
  baseline::film_start(view_, s, unknowns.size() > 0 ? unknowns.data() : nullptr);
}

bool FilmPlayer::step(const PlayedInputs& end) {
  std::array<double, 2 * kInputs> u;
  const std::array<double, kInputs> after = values_of(end);
  std::copy(before_.begin(), before_.end(), u.begin());
  std::copy(after.begin(), after.end(), u.begin() + kInputs);
  before_ = after;
  const int at_start = basis();
  const AlignedBytes before = packed_.paces.paces.empty() ? AlignedBytes() : arena_;
  if ((play(u.data()) & (status::kROLLED_BACK | status::kRECOVERING)) != 0) return false;
  note_residuals(before, u.data(), at_start);
  return true;
}

Status FilmPlayer::play(const double* inputs) {
  return baseline::film_step(view_, state(), inputs, outputs_.data());
}

double& FilmPlayer::scale_of(std::size_t basis) {
  return basis < packed_.bases.size() ? packed_.bases[basis].residual_scale
                                      : packed_.edge->film_scale;
}

// A step tells the largest residual of all bases that it went through, over their scales: where
// these are several it is made again for each of them, the others being made blind.
// before: the state at its start, where bases may change within; basis: at its start.
void FilmPlayer::note_residuals(const AlignedBytes& before, const double* inputs, int basis) {
  const std::size_t count = packed_.bases.size(), all = count + (packed_.edge ? 1 : 0);
  residuals_.assign(count + 1, 0.0);
  if (residual() == 0.0) return;
  const auto first = static_cast<std::size_t>(std::max(basis, 0));
  std::size_t last = first;
  if (before.size() > 0)
    last = this->basis() < 0 ? all - 1 : static_cast<std::size_t>(this->basis());
  if (last == first) {
    residuals_[first] = residual() * scale_of(first);
    return;
  }
  const AlignedBytes after = arena_;
  for (std::size_t k = first; k <= last; ++k) {
    std::vector<double> scales;
    for (std::size_t other = 0; other < all; ++other) {
      scales.push_back(scale_of(other));
      if (other != k) scale_of(other) = std::numeric_limits<double>::infinity();
    }
    arena_ = before;
    play(inputs);
    for (std::size_t other = 0; other < all; ++other) scale_of(other) = scales[other];
    residuals_[k] = residual() * scale_of(k);
  }
  arena_ = after;
}

double FilmPlayer::time() const {
  return static_cast<double>(state().statistics().steps) * view_.h / packed_.constants.time;
}

ReducedOutputs FilmPlayer::outputs() const {
  const FilmConstants& c = packed_.constants;
  return {outputs_[0] / c.force, outputs_[1] / c.pressure, outputs_[2] / c.film,
          outputs_[3] / c.film};
}

SteadyPlayer::SteadyPlayer(const ReducedFilm& film, bool whole_grid)
    : player_(without_end(film), whole_grid) {}

Vector SteadyPlayer::at(const PlayedInputs& inputs, const Vector& guess) {
  player_.start(guess, Vector(), Vector(), inputs);
  demand(player_.step(inputs) && player_.settled(), "reduce",
         "the reduced film has no steady state at its default load",
         "use more modes or more sampled rows: reduce.points, or a smaller reduce.tolerance");
  return player_.unknowns();
}

Vector FilmPlayer::motion(const std::uint32_t (&copies)[2]) const {
  return Eigen::Map<const Vector>(state().at<Real>(copies[state().current_]), view_.dims.modes);
}

}  // namespace mortise::gen
