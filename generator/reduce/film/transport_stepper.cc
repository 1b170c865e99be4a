#include "generator/reduce/film/transport_stepper.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/film/residual_training.hpp"
#include "generator/reduce/film/spline.hpp"

namespace mortise::gen {
namespace {

constexpr int kMostIterations = 60;     // of a steady film
constexpr double kLargestChange = 0.3;  // of an unknown in one of them
constexpr double kSteady = 1e-11;
constexpr double kFirstSpacing = 0.04;  // of the deposits of a steady film

std::vector<int> rows_of(const ReducedFilm& film, bool all) {
  if (!all) return film.bases.front().rows;
  std::vector<int> rows;
  const TransportZones& z = film.transport.zones;
  for (const int node : all_rows(film.problem))
    if (node <= z.inlet || node >= z.outlet) rows.push_back(node);
  return rows;
}

}  // namespace

TransportStepper::TransportStepper(const ReducedFilm* film, bool all_rows)
    : film_(film),
      rows_(film->problem, rows_of(*film, all_rows)),
      lubricant_(film->problem.lubricant, film->problem.scales.pressure),
      P_u_(rows_.gather(contact().pressure.by_unknowns)),
      P_g_(rows_.gather(contact().pressure.by_samples)),
      H_u_(rows_.gather(contact().gap.by_unknowns)),
      H_g_(rows_.gather(contact().gap.by_samples)),
      P_0_(rows_.gather(contact().pressure.base)),
      H_0_(rows_.gather(contact().gap.base)) {
  const FilmProblemData& p = film->problem;
  if (all_rows) {
    test_ = Matrix::Zero(contact().inlet.cols() + contact().outlet.cols(), rows_.size());
    Matrix shapes(p.x.size(), test_.rows());
    shapes << contact().inlet, contact().outlet;
    test_ = Matrix(galerkin_weights(p).asDiagonal() * shapes)(rows_.rows(), Eigen::all).transpose();
  } else {
    test_ = film->bases.front().test.topRows(contact().inlet.cols() + contact().outlet.cols());
  }
  load_u_ = contact().pressure.by_unknowns.transpose() * p.weights;
  load_g_ = contact().pressure.by_samples.transpose() * p.weights;
  load_0_ = contact().pressure.base.dot(p.weights);
  entry_ = p.x[contact().zones.entry];
  between_ = straight_lines(p.x, contact().samples);
}

void TransportStepper::take_densities() { densities_ = between_ * pressure(); }

double TransportStepper::film_at(const Stage& s, double x, double* share) const {
  if (s.shift == 0.0) {
    *share = 1.0;
    return entering_;
  }
  const double a = s.drive.frame;
  return line_->at(a * x, s.way, a * entry_, entering_, share);
}

void TransportStepper::look_up(Stage* s) const {
  const double a = s->drive.frame;
  const Vector& places = contact().samples;
  LubricantState fluid;
  lubricant_.evaluate(a * densities_, &fluid);
  s->samples.resize(places.size());
  s->by_entering.resize(places.size());
  for (Eigen::Index j = 0; j < places.size(); ++j) {
    double share = 0.0;
    const double y = film_at(*s, places[j], &share), scale = 1.0 / (a * a * fluid.density[j]);
    s->samples[j] = y * scale + contact().softness[j] * densities_[j];
    s->by_entering[j] = share * scale;
  }
}

// In the outlet the content is counted from what is carried, Z: only the difference takes part in
// the differences over the grid, and no front is smeared.
void TransportStepper::look_up_outlet(Stage* s) const {
  const FilmProblemData& p = film_->problem;
  s->line = s->carried = Vector::Zero(rows_.size());
  if (s->shift == 0.0) return;  // the same everywhere
  const Vector* weights[] = {&p.rows.d2, &p.rows.d1, &p.rows.d0, &p.rows.ahead};
  for (Eigen::Index k = 0; k < rows_.size(); ++k) {
    const int i = rows_.rows()[static_cast<std::size_t>(k)];
    if (i < contact().zones.outlet) continue;
    double share = 0.0, slope = 0.0;
    for (int node = 0; node < 4; ++node) {
      const double z = film_at(*s, p.x[i - 2 + node], &share);
      slope += (*weights[node])[i] * z;
      if (node == 2) s->line[k] = z;
    }
    const double wind = (s->drive.speed - s->drive.frame_rate * p.x[i]) / s->drive.frame;
    s->carried[k] = s->line[k] + wind * slope / s->shift;
  }
}

// h0 by which the pressure carries the load, the other unknowns as they are.
void TransportStepper::balance(const Stage& s) {
  const Eigen::Index last = u_.size() - 1;
  u_[last] -= (load_0_ + load_u_.dot(u_) + load_g_.dot(s.samples) - s.drive.load) / load_u_[last];
}

void TransportStepper::set_stencils(const Stage& s) {
  const double a = s.drive.frame;
  P_ = a * P_0_;
  H_ = a * a * H_0_;
  for (int k = 0; k < 4; ++k) {
    const auto i = static_cast<std::size_t>(k);
    P_.col(k) += (a * (P_u_[i] * u_ + P_g_[i] * s.samples)).array();
    H_.col(k) += (a * a * (H_u_[i] * u_ + H_g_[i] * s.samples)).array();
  }
}

Matrix TransportStepper::row_jacobian(const Stage& s, const FilmRowSet::Stencil& by_P,
                                      const FilmRowSet::Stencil& by_H) const {
  const double a = s.drive.frame;
  const Eigen::Index u = u_.size();
  Matrix jacobian = Matrix::Zero(rows_.size(), u + 1);
  for (int k = 0; k < 4; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const auto p = (a * by_P.col(k)).matrix().asDiagonal();
    const auto h = (a * a * by_H.col(k)).matrix().asDiagonal();
    jacobian.leftCols(u) += p * P_u_[i] + h * H_u_[i];
    jacobian.col(u) += p * (P_g_[i] * s.by_entering) + h * (H_g_[i] * s.by_entering);
  }
  return jacobian;
}

// Last row of the linear system: y = rho(P) H of the film that enters.
void TransportStepper::add_entry(const Stage& s, Matrix* matrix, Vector* rest) const {
  const double a = s.drive.frame;
  const Eigen::Index u = u_.size();
  const int d = contact().zones.entry;
  const AffineField &P = contact().pressure, &H = contact().gap;
  const auto value = [&](const AffineField& f) {
    return f.base[d] + f.by_unknowns.row(d).dot(u_) + f.by_samples.row(d).dot(s.samples);
  };
  LubricantState fluid;
  lubricant_.evaluate(Vector::Constant(1, a * value(P)), &fluid);
  const double gap = a * a * value(H), by_gap = a * a * fluid.density[0];
  const double by_pressure = a * fluid.density_slope[0] * gap;
  matrix->row(u).head(u) = -by_pressure * P.by_unknowns.row(d) - by_gap * H.by_unknowns.row(d);
  (*matrix)(u, u) = 1.0 - by_pressure * P.by_samples.row(d).dot(s.by_entering) -
                    by_gap * H.by_samples.row(d).dot(s.by_entering);
  (*rest)[u] = entering_ - fluid.density[0] * gap;
}

bool TransportStepper::solve(Stage* s, const Vector& start, TransportedRows* seen) {
  const ReducedBasis& basis = film_->bases.front();
  double change = 0.0;
  for (int k = 0; k < basis.iterations; ++k) {
    if (!improve(s, start, k == 0 ? seen : nullptr, &change)) return false;
    if (change <= basis.tolerance) break;
  }
  return true;
}

bool TransportStepper::improve(Stage* s, const Vector& start, TransportedRows* seen,
                               double* largest) {
  const Eigen::Index u = u_.size(), shapes = u - 1;
  look_up(s);
  if (s->shift != 0.0) balance(*s);
  set_stencils(*s);
  FilmStage stage;
  static_cast<StageDrive&>(stage) = s->drive;
  stage.shift = s->shift;
  Vector f, carried;
  FilmRowSet::Stencil by_P, by_H;
  const Vector from = start + s->carried;
  rows_.evaluate(P_, H_, stage, from, &f, &by_P, &by_H, &carried);
  const Matrix jacobian = row_jacobian(*s, by_P, by_H);
  Matrix matrix = Matrix::Zero(u + 1, u + 1);
  Vector rest(u + 1);
  matrix.topRows(shapes) = test_ * jacobian;
  rest.head(shapes) = test_ * f;
  matrix.row(shapes).head(u) = load_u_.transpose();
  matrix(shapes, u) = load_g_.dot(s->by_entering);
  rest[shapes] = load_0_ + load_u_.dot(u_) + load_g_.dot(s->samples) - s->drive.load;
  add_entry(*s, &matrix, &rest);
  DenseLu lu;
  if (!matrix.allFinite() || !lu.factorise(matrix)) return false;
  Matrix change = -rest;
  lu.solve(change);
  if (!change.allFinite()) return false;
  if (seen != nullptr) {
    seen->residual = f;
    seen->squeezed = -s->shift * (rows_.content(P_, H_) - from);
    seen->entrained = carried - seen->squeezed;
    seen->jacobian = jacobian;
    seen->correction = change.col(0);
  }
  if (s->shift == 0.0) change *= std::min(1.0, kLargestChange / change.cwiseAbs().maxCoeff());
  *largest = change.cwiseAbs().maxCoeff();
  u_ += change.col(0).head(u);
  entering_ += change(u, 0);
  s->samples += change(u, 0) * s->by_entering;
  samples_ = s->samples;
  set_stencils(*s);
  take_densities();
  return true;
}

bool TransportStepper::start(const Vector& pressure, double approach, const ReducedDrive& drive) {
  const FilmProblemData& p = film_->problem;
  const double a = drive.frame;
  const int d = contact().zones.entry;
  LubricantState fluid;
  lubricant_.evaluate(Vector::Constant(1, a * pressure[d]), &fluid);
  const double gap = a * a * (p.geometry[d] + p.compliance.row(d).dot(pressure)) + approach;
  Vector guess(contact().inlet.cols() + contact().outlet.cols() + 2);
  guess << contact().inlet.transpose() * pressure, contact().outlet.transpose() * pressure,
      approach / (a * a), fluid.density[0] * gap;
  u_ = guess.head(guess.size() - 1);
  entering_ = guess[guess.size() - 1];
  densities_ = between_ * pressure;
  return settle(drive);
}

bool TransportStepper::start(const Vector& guess, const ReducedDrive& drive) {
  u_ = guess.head(guess.size() - 1);
  entering_ = guess[guess.size() - 1];
  // P* of a film that is the same everywhere
  densities_ = Vector::Zero(contact().samples.size());
  Stage s;
  s.drive = drive;
  for (int k = 0; k < kMostIterations; ++k) {
    const Vector before = densities_;
    look_up(&s);
    samples_ = s.samples;
    take_densities();
    if ((densities_ - before).cwiseAbs().maxCoeff() < kSteady) break;
  }
  return settle(drive);
}

bool TransportStepper::settle(const ReducedDrive& drive) {
  frame_ = drive.frame;
  Stage s;
  s.drive = drive;
  s.drive.frame_rate = 0.0;
  look_up_outlet(&s);
  bool good = false;
  for (int k = 0; k < kMostIterations && !good; ++k) {
    const Vector before = u_;
    double change = 0.0;
    if (!improve(&s, Vector::Zero(rows_.size()), nullptr, &change)) return false;
    good = (u_ - before).cwiseAbs().maxCoeff() < kSteady;
  }
  line_.emplace(contact().deposits, frame_ * entry_, kFirstSpacing, entering_);
  content_ = rows_.content(P_, H_);
  for (Eigen::Index k = 0; k < rows_.size(); ++k)
    if (rows_.rows()[static_cast<std::size_t>(k)] >= contact().zones.outlet)
      content_[k] -= entering_;
  time_ = 0.0;
  return good;
}

bool TransportStepper::step(const ReducedDriveFunction& drive, double length) {
  const double from = drive(time_).speed;
  Vector start = content_;
  for (std::size_t k = 0; k < 2; ++k) {
    Stage s;
    const double part = (k == 0 ? sdirk_gamma() : 1.0) * length;
    s.drive = drive(time_ + part);
    s.shift = stage_shift(length);
    s.way = 0.5 * (from + s.drive.speed) * part;
    frame_ = s.drive.frame;
    look_up_outlet(&s);
    if (!solve(&s, start, &seen_[k])) return false;
    const Vector content = rows_.content(P_, H_) - s.line;
    start = content_ + sdirk_carry() * (content - content_);
    if (k == 0) continue;
    content_ = content;
    line_->deposit(s.way, frame_ * entry_, entering_);
  }
  time_ += length;
  return true;
}

Vector TransportStepper::unknowns() const {
  Vector x(u_.size() + 1);
  x << u_, entering_;
  return x;
}

ReducedOutputs TransportStepper::outputs() const {
  const FilmGrid grid = problem_grid(film_->problem);
  const Vector P = pressure(), H = gap();
  ReducedOutputs out;
  out.force = frame_ * frame_ * film_->problem.weights.dot(P);
  out.central_pressure = frame_ * grid.central(P);
  out.central_gap = grid.central(H);
  out.minimum_gap = H.minCoeff();
  return out;
}

}  // namespace mortise::gen
