#include "generator/compare/coarse_film.hpp"

#include <algorithm>
#include <cmath>

#include "generator/compare/smallest_gap.hpp"
#include "generator/reduce/problem_data.hpp"
#include "generator/reduce/stage_model.hpp"

namespace mortise::gen {
namespace {

constexpr double kGuard = 1e3;  // a larger correction is a failure
constexpr double kNear = 0.1;   // share of the age limit within a stage, as of ReducedStepper

template <class T>
std::vector<T> nodal(const Vector& v) {
  std::vector<T> out(static_cast<std::size_t>(v.size()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<T>(v[static_cast<Eigen::Index>(i)]);
  }
  return out;
}

}  // namespace

template <class T>
CoarseFilm<T>::CoarseFilm(const FilmProblemData* problem, const CoarseOptions& options)
    : problem_(*problem),
      options_(options),
      points_(static_cast<int>(problem->x.size())),
      unknowns_(problem->unknowns),
      lubricant_(problem->lubricant, problem->scales.pressure),
      geometry_(nodal<T>(problem->geometry)),
      weights_(nodal<T>(problem->weights)),
      left_(nodal<T>(problem->rows.left)),
      right_(nodal<T>(problem->rows.right)),
      d0_(nodal<T>(problem->rows.d0)),
      d1_(nodal<T>(problem->rows.d1)),
      d2_(nodal<T>(problem->rows.d2)),
      x_(nodal<T>(problem->x)),
      lu_(problem->unknowns + 1) {
  const auto n = static_cast<std::size_t>(points_);
  for (Nodal* v : {&p_, &content_, &start_, &P_, &H_, &xi_, &y_, &xi_P_, &y_P_, &f_, &scale_,
                   &kept_p_, &kept_scale_, &before_p_, &before_content_}) {
    v->assign(n, T(0));
  }
  for (Nodal& v : by_P_) v.assign(n, T(0));
  for (Nodal& v : by_H_) v.assign(n, T(0));
  rhs_.assign(static_cast<std::size_t>(unknowns_) + 1, T(0));
  pressure_.resize(points_);
  compliance_.assign((n + 3) * static_cast<std::size_t>(unknowns_), T(0));
  for (int j = 0; j < unknowns_; ++j) {
    T* column = compliance_.data() + (n + 3) * static_cast<std::size_t>(j) + 2;
    for (int i = 0; i < points_; ++i) column[i] = static_cast<T>(problem->compliance(i, j + 1));
  }
}

template <class T>
void CoarseFilm<T>::start(const Vector& pressure, double approach, const ReducedDrive& drive) {
  p_ = nodal<T>(pressure);
  approach_ = static_cast<T>(approach);
  frame_ = drive.frame;
  time_ = 0.0;
  forget();
  fields({drive, 0.0});
  content_ = y_;
}

template <class T>
bool CoarseFilm<T>::forget() {
  kept_shift_ = -1.0;
  return false;
}

// P, H, y and xi at the nodes, with the slopes of the last two for P.
template <class T>
void CoarseFilm<T>::fields(const Stage& stage) {
  const auto n = static_cast<std::size_t>(points_);
  const T a = static_cast<T>(stage.drive.frame), a2 = a * a;
  T* H = H_.data();
  for (std::size_t i = 0; i < n; ++i) H[i] = geometry_[i];
  for (int j = 0; j < unknowns_; ++j) {
    const T p = p_[static_cast<std::size_t>(j) + 1];
    const T* column = compliance_.data() + (n + 3) * static_cast<std::size_t>(j) + 2;
    for (std::size_t i = 0; i < n; ++i) H[i] += p * column[i];
  }
  const T floor = static_cast<T>(options_.gap_floor);
  for (std::size_t i = 0; i < n; ++i) {
    H[i] = std::max(a2 * H[i] + approach_, floor);
    P_[i] = a * p_[i];
    pressure_[static_cast<Eigen::Index>(i)] = static_cast<double>(P_[i]);
  }
  lubricant_.evaluate(pressure_, &fluid_);
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const T rho = static_cast<T>(fluid_.density[at]), thin = static_cast<T>(fluid_.fluidity[at]);
    const T rho_P = static_cast<T>(fluid_.density_slope[at]);
    const T cube = H[i] * H[i] * H[i];
    y_[i] = rho * H[i];
    y_P_[i] = rho_P * H[i];
    xi_[i] = rho * thin * cube;
    xi_P_[i] = cube * (rho_P * thin + rho * static_cast<T>(fluid_.fluidity_slope[at]));
  }
}

template <class T>
void CoarseFilm<T>::residual(const Stage& stage) {
  const ReducedDrive& d = stage.drive;
  const T flow = static_cast<T>(1.0 / (d.frame * d.frame * d.viscosity_factor));
  const T speed = static_cast<T>(d.speed / d.frame), turn = static_cast<T>(d.frame_rate / d.frame);
  const T s = static_cast<T>(stage.shift), penalty = static_cast<T>(problem_.penalty);
  for (std::size_t i = 1; i <= static_cast<std::size_t>(unknowns_); ++i) {
    const std::size_t far = i > 1 ? i - 2 : 0;  // d2 is 0 where there is no such node
    const T out = right_[i] * (xi_[i] + xi_[i + 1]) * (P_[i + 1] - P_[i]);
    const T in = left_[i] * (xi_[i - 1] + xi_[i]) * (P_[i] - P_[i - 1]);
    const T wind = speed - turn * x_[i];
    f_[i] = flow * (out - in) - wind * (d0_[i] * y_[i] + d1_[i] * y_[i - 1] + d2_[i] * y_[far]) -
            s * (y_[i] - start_[i]) - penalty * std::min(P_[i], T(0));
  }
}

// Of f, for P and H at the nodes i-2 .. i+1, and the scale of the row.
template <class T>
void CoarseFilm<T>::slopes(const Stage& stage) {
  const ReducedDrive& d = stage.drive;
  const T flow = static_cast<T>(1.0 / (d.frame * d.frame * d.viscosity_factor));
  const T speed = static_cast<T>(d.speed / d.frame), turn = static_cast<T>(d.frame_rate / d.frame);
  const T s = static_cast<T>(stage.shift), penalty = static_cast<T>(problem_.penalty);
  for (std::size_t i = 1; i <= static_cast<std::size_t>(unknowns_); ++i) {
    const std::size_t far = i > 1 ? i - 2 : 0;
    const T right = flow * right_[i], left = flow * left_[i];
    const T step_right = P_[i + 1] - P_[i], step_left = P_[i] - P_[i - 1];
    const T mean_right = right * (xi_[i] + xi_[i + 1]), mean_left = left * (xi_[i - 1] + xi_[i]);
    const T wind = speed - turn * x_[i];
    const std::size_t node[4] = {far, i - 1, i, i + 1};
    const T by_xi[4] = {T(0), -left * step_left, right * step_right - left * step_left,
                        right * step_right};
    const T by_y[4] = {-wind * d2_[i], -wind * d1_[i], -wind * d0_[i] - s, T(0)};
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t at = node[k];
      by_P_[k][i] = by_xi[k] * xi_P_[at] + by_y[k] * y_P_[at];
      by_H_[k][i] = (by_xi[k] * T(3) * xi_[at] + by_y[k] * y_[at]) / H_[at];
    }
    by_P_[1][i] += mean_left;
    by_P_[2][i] -= mean_right + mean_left + (P_[i] < T(0) ? penalty : T(0));
    by_P_[3][i] += mean_right;
    scale_[i] = T(1) / (std::abs(by_P_[2][i]) + std::abs(by_H_[2][i]));
  }
}

template <class T>
bool CoarseFilm<T>::factorise(const Stage& stage) {
  slopes(stage);
  const auto n = static_cast<std::size_t>(points_);
  const T a = static_cast<T>(stage.drive.frame), a2 = a * a;
  for (std::size_t i = 1; i <= static_cast<std::size_t>(unknowns_); ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      by_P_[k][i] *= a * scale_[i];
      by_H_[k][i] *= scale_[i];
    }
  }
  const T *h0 = by_H_[0].data() + 1, *h1 = by_H_[1].data() + 1, *h2 = by_H_[2].data() + 1,
          *h3 = by_H_[3].data() + 1;
  for (int j = 0; j < unknowns_; ++j) {
    // C at the nodes i-2 .. i+1 of row i = 1, 2, ...
    const T* c = compliance_.data() + (n + 3) * static_cast<std::size_t>(j) + 1;
    T* out = lu_.column(j);
    for (int i = 0; i < unknowns_; ++i) {
      out[i] = a2 * (h0[i] * c[i] + h1[i] * c[i + 1] + h2[i] * c[i + 2] + h3[i] * c[i + 3]);
    }
    out[unknowns_] = weights_[static_cast<std::size_t>(j) + 1];
    // column j + 1 of the grid stands at k = j - i + 2 of row i
    for (int k = 0; k < 4; ++k) {
      const int i = j - (k - 2);
      if (i >= 0 && i < unknowns_) {
        out[i] += by_P_[k][static_cast<std::size_t>(i) + 1];
      }
    }
  }
  T* lift = lu_.column(unknowns_);
  for (int i = 0; i < unknowns_; ++i) lift[i] = h0[i] + h1[i] + h2[i] + h3[i];
  lift[unknowns_] = T(0);
  forget();
  if (!lu_.factorise()) return false;
  kept_p_ = p_;
  kept_scale_ = scale_;
  kept_shift_ = stage.shift;
  kept_speed_ = stage.drive.speed;
  ++counts_.rebuilds;
  return true;
}

template <class T>
bool CoarseFilm<T>::worn(const Stage& stage, bool within_stage) const {
  if (options_.age_limit <= 0.0 || kept_shift_ != stage.shift) return true;
  T moved = 0;
  for (std::size_t i = 0; i < p_.size(); ++i) moved = std::max(moved, std::abs(p_[i] - kept_p_[i]));
  const double limit = options_.age_limit * (within_stage ? kNear : 1.0);
  return !(static_cast<double>(moved) <= limit &&
           std::abs(stage.drive.speed - kept_speed_) <= limit);
}

template <class T>
bool CoarseFilm<T>::correct(const Stage& stage, bool within_stage) {
  fields(stage);
  residual(stage);
  if (worn(stage, within_stage) && !factorise(stage)) return false;
  T load = 0;
  for (int j = 0; j < unknowns_; ++j) {
    const auto at = static_cast<std::size_t>(j) + 1;
    rhs_[at - 1] = -kept_scale_[at] * f_[at];
    load += weights_[at] * p_[at];
  }
  rhs_.back() = static_cast<T>(stage.drive.load) - load;
  lu_.solve(rhs_.data());
  ++counts_.iterations;
  return true;
}

template <class T>
bool CoarseFilm<T>::solve(const Stage& stage, int iterations) {
  T largest = 0;
  for (int k = 0; k < iterations; ++k) {
    if (!correct(stage, k > 0)) return false;
    largest = 0;
    bool finite = true;
    for (int j = 0; j < unknowns_; ++j) {
      const T size = std::abs(rhs_[static_cast<std::size_t>(j)]);
      finite = finite && size <= T(kGuard);
      largest = std::max(largest, size);
    }
    if (!finite || !std::isfinite(rhs_.back())) return forget();
    const T limit = static_cast<T>(options_.step_limit);
    const T share = largest > limit ? limit / largest : T(1);
    for (std::size_t j = 0; j + 1 < rhs_.size(); ++j) p_[j + 1] += share * rhs_[j];
    approach_ += share * rhs_.back();
  }
  return largest <= static_cast<T>(options_.step_limit) || forget();
}

template <class T>
bool CoarseFilm<T>::substep(double time, double step, int iterations,
                            const ReducedDriveFunction& drive) {
  Stage stage;
  stage.shift = stage_shift(step);
  start_ = content_;
  for (const int index : {0, 1}) {
    stage.drive = drive(time + (index == 0 ? sdirk_gamma() : 1.0) * step);
    if (!solve(stage, iterations)) return false;
    frame_ = stage.drive.frame;
    fields(stage);
    if (index == 1) break;
    const T carry = static_cast<T>(sdirk_carry());
    for (std::size_t i = 0; i < y_.size(); ++i) {
      start_[i] = content_[i] + carry * (y_[i] - content_[i]);
    }
  }
  content_ = y_;
  return true;
}

template <class T>
bool CoarseFilm<T>::step(const ReducedDriveFunction& drive) {
  const double dT = options_.step;
  before_p_ = p_;  // copies without allocation: the sizes never change
  before_content_ = content_;
  const T approach = approach_;
  const double frame = frame_;
  const auto back = [&] {
    p_ = before_p_;
    content_ = before_content_;
    approach_ = approach;
    frame_ = frame;
  };
  if (!substep(time_, dT, 1, drive)) {
    ++counts_.repeats;
    back();
    for (const int half : {0, 1}) {
      if (substep(time_ + 0.5 * half * dT, 0.5 * dT, options_.repeat_iterations, drive)) continue;
      back();
      return false;
    }
  }
  time_ += dT;
  ++counts_.steps;
  return true;
}

template <class T>
CoarseOutputs CoarseFilm<T>::outputs() const {
  const FilmGrid grid = problem_grid(problem_);
  const auto vector = [](const Nodal& v) {
    Vector out(static_cast<Eigen::Index>(v.size()));
    for (std::size_t i = 0; i < v.size(); ++i) {
      out[static_cast<Eigen::Index>(i)] = static_cast<double>(v[i]);
    }
    return out;
  };
  const Vector H = vector(H_);
  return {grid.central(vector(P_)), grid.central(H), smallest_gap(problem_.x, H)};
}

template class CoarseFilm<float>;
template class CoarseFilm<double>;

}  // namespace mortise::gen
