#include "tests/studies/bolted/slip_pod.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/dense/nnls.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/bolted/clusters.hpp"
#include "generator/reduce/bolted/project_tractions.hpp"

namespace mortise::gen {
namespace {

constexpr double kMostChanged =
    0.1;                             // points that open or close in a step, of D: still learnt from
constexpr int kChoosingSteps = 100;  // of training, evenly taken, for the weights
constexpr double kLeastShape = 1e-10;  // of the largest singular value: none beyond is kept
constexpr int kHalvings = 30;          // of a step of Newton's method

// Every point of D for itself.
ReducedBolted by_points(const BoltedSystem& system) {
  const std::vector<bool> closed = system.closed();
  std::vector<int> labels(closed.size(), -1);
  int next = 0;
  for (std::size_t p = 0; p < closed.size(); ++p)
    if (closed[p]) labels[p] = next++;
  return TractionProjector(system).project(
      cluster_shapes(system, labels, Vector::Ones(system.points())));
}

// Rows of all tangents, or of all normals, of d points.
std::vector<Eigen::Index> rows_of(Eigen::Index d, bool tangents) {
  std::vector<Eigen::Index> rows;
  for (Eigen::Index row = 0; row < 3 * d; ++row)
    if ((row % 3 != 0) == tangents) rows.push_back(row);
  return rows;
}

// Steps of a path in which the joint is nearly as the preload closes it.
std::vector<Eigen::Index> closed_steps(const BoltedSystem& system, const BoltedSnapshots& path) {
  const std::vector<bool> closed = system.closed();
  const auto all = std::count(closed.begin(), closed.end(), true);
  std::vector<Eigen::Index> steps;
  for (Eigen::Index k = 0; k < path.force.cols(); ++k) {
    int changed = 0;
    for (std::size_t p = 0; p < closed.size(); ++p)
      changed += closed[p] != (path.force(3 * Eigen::Index(p), k) > 0.0) ? 1 : 0;
    if (changed <= kMostChanged * double(all)) steps.push_back(k);
  }
  return steps;
}

// Slip of D since the preload along a path (2 d x steps).
Matrix slip_of(const BoltedSystem& system, const BoltedSnapshots& path) {
  SurfaceCompliance compliance = system.compliance();
  const std::vector<bool> closed = system.closed();
  const Matrix moved = system.structure->points * (system.modes.boundary_motions() * path.eta);
  Matrix slip(2 * std::count(closed.begin(), closed.end(), true), path.eta.cols());
  for (Eigen::Index k = 0; k < path.eta.cols(); ++k) {
    const Vector gap =
        compliance.product(path.force.col(k) - system.preloaded.state.force) + moved.col(k);
    Eigen::Index row = 0;
    for (std::size_t p = 0; p < closed.size(); ++p) {
      if (!closed[p]) continue;
      slip.col(k).segment<2>(row) = gap.segment<2>(3 * Eigen::Index(p) + 1);
      row += 2;
    }
  }
  return slip;
}

// Slip and increments that shapes are made of, (2 d x k) each, weighed as fits weigh the steps.
struct LearntSlip {
  Matrix slip, increments;
};

LearntSlip learnt_slip(const BoltedSystem& system, const std::vector<BoltedSnapshots>& seen) {
  LearntSlip learnt;
  for (const BoltedSnapshots& path : seen) {
    const Matrix slip = slip_of(system, path);
    Matrix increments = slip;
    increments.rightCols(slip.cols() - 1) -= slip.leftCols(slip.cols() - 1);
    const std::vector<Eigen::Index> steps = closed_steps(system, path);
    const Vector scale = path.scale(steps);
    const auto append = [&](Matrix* to, const Matrix& from) {
      const Eigen::Index before = to->cols();
      to->conservativeResize(from.rows(), before + scale.size());
      to->rightCols(scale.size()) = from(Eigen::all, steps) * scale.asDiagonal();
    };
    append(&learnt.slip, slip);
    append(&learnt.increments, increments);
  }
  demand(learnt.slip.norm() > 0.0, "slip_pod",
         "in training the joint never slips with the points closed that the preload closes",
         "take clusters, or a tighter bolt");
  return learnt;
}

// Friction is read at these points of D with these weights.
void read_at(const ReducedBolted& all, const std::vector<Eigen::Index>& points,
             const Vector& weight, double holding, SlipPod* pod) {
  const auto e = static_cast<Eigen::Index>(points.size());
  pod->sampled = points;
  pod->weight = weight;
  pod->friction.resize(e);
  pod->stiffness.resize(e);
  pod->held.resize(2, e);
  pod->constant = Vector::Zero(pod->shapes.cols());
  for (Eigen::Index k = 0; k < e; ++k) {
    const Eigen::Index p = points[static_cast<std::size_t>(k)], row = 3 * p + 1;
    pod->friction[k] = all.friction[all.clusters[static_cast<std::size_t>(p)].zone];
    pod->stiffness[k] = 0.5 * holding * all.pivot.block<2, 2>(row, row).trace();
    pod->held.col(k) = -all.constant.segment<2>(row);
    // at rest in the preload: its tractions as the read points see them
    pod->constant -= weight[k] * pod->shapes.middleRows<2>(2 * p).transpose() * pod->held.col(k);
  }
}

// Weights of few points that do on the shapes what all do, along the training paths as the model
// itself goes them. pod: reads all.
SparseSolution chosen(const std::vector<BoltedSnapshots>& seen,
                      const std::vector<std::vector<Eigen::Index>>& steps, const SlipPod& pod,
                      int points) {
  std::size_t count = 0;
  for (const auto& of_path : steps) count += of_path.size();
  const std::size_t stride = std::max<std::size_t>(1, count / kChoosingSteps);
  const Eigen::Index r = pod.shapes.cols(), d = pod.held.cols();
  const Vector none = Vector::Zero(pod.from_inputs.cols());
  std::vector<Matrix> parts;  // V_i^T (q_i - q_i in the preload) of all points (r x d)
  std::size_t met = 0;
  for (std::size_t path = 0; path < seen.size(); ++path) {
    SlipPodContact contact(pod);
    auto next = steps[path].begin();
    for (Eigen::Index k = 0; k < seen[path].eta.cols() && next != steps[path].end(); ++k) {
      contact.advance(seen[path].eta.col(k), none);
      if (*next != k) continue;
      ++next;
      if (met++ % stride != stride / 2) continue;
      const Matrix change = contact.held() - pod.held;
      Matrix part(r, d);
      for (Eigen::Index p = 0; p < d; ++p)
        part.col(p) = pod.shapes.middleRows<2>(2 * p).transpose() * change.col(p);
      parts.push_back(std::move(part));
    }
  }
  Matrix work(r * static_cast<Eigen::Index>(parts.size()), d);
  for (std::size_t k = 0; k < parts.size(); ++k)
    work.middleRows(r * static_cast<Eigen::Index>(k), r) = parts[k];
  return sparse_nnls_of(work, work.rowwise().sum(), points, 1.0);
}

}  // namespace

SlipPod slip_pod(const BoltedSystem& system, const std::vector<BoltedSnapshots>& seen,
                 const SlipPodOptions& o) {
  const ReducedBolted all = by_points(system);
  const auto d = static_cast<Eigen::Index>(all.clusters.size());
  const std::vector<Eigen::Index> tangents = rows_of(d, true), normals = rows_of(d, false);
  const Eigen::LLT<Matrix> elastic(Matrix(all.pivot(tangents, tangents)));  // B = L L^T of slip
  demand(elastic.info() == Eigen::Success, "contact compliance", "is not positive definite",
         "two points may not be in one place");
  const LearntSlip learnt = learnt_slip(system, seen);
  const auto energies = [&](const Matrix& slip) {
    const Matrix roots = elastic.matrixU() * slip;
    return Matrix(roots / roots.norm());
  };
  Matrix moved(2 * d, learnt.slip.cols() + learnt.increments.cols());
  moved << energies(learnt.slip), energies(learnt.increments);
  const ThinSvd svd = thin_svd(moved);
  Eigen::Index r = std::min<Eigen::Index>(o.modes, svd.values.size());
  while (r > 1 && svd.values[r - 1] < kLeastShape * svd.values[0]) --r;
  SlipPod pod;
  pod.missed = 1.0 - svd.values.head(r).squaredNorm() / svd.values.squaredNorm();
  pod.shapes = elastic.matrixU().solve(Matrix(svd.left.leftCols(r)));
  Matrix ways = Matrix::Zero(3 * d, r);  // V in rows of points: no motion along normals
  ways(tangents, Eigen::all) = pod.shapes;
  pod.omega = all.omega;
  pod.zeta = all.zeta;
  pod.from_modes = ways.transpose() * all.from_modes;
  pod.from_inputs = ways.transpose() * all.from_inputs;
  pod.normal = all.constant(normals);
  pod.normal_modes = all.from_modes(normals, Eigen::all);
  pod.normal_inputs = all.from_inputs(normals, Eigen::all);
  pod.normal_slip = Matrix(all.pivot(normals, Eigen::all)) * ways;
  pod.input_force = all.input_force;
  pod.motions = all.motions;
  pod.motions.contact = all.motions.contact * ways;
  pod.resultants = all.resultants;
  pod.resultants.contact = all.resultants.contact * ways;
  std::vector<Eigen::Index> points(static_cast<std::size_t>(d));
  std::iota(points.begin(), points.end(), 0);
  read_at(all, points, Vector::Ones(d), o.holding, &pod);
  if (o.points >= d) return pod;
  std::vector<std::vector<Eigen::Index>> steps;
  for (const BoltedSnapshots& path : seen) steps.push_back(closed_steps(system, path));
  const SparseSolution few = chosen(seen, steps, pod, o.points);
  read_at(all, {few.columns.begin(), few.columns.end()}, few.values, o.holding, &pod);
  pod.residual = few.residual;
  return pod;
}

SlipPodContact::SlipPodContact(const SlipPod& pod, const SlipPodSolver& solver)
    : pod_(pod), solver_(solver) {
  const auto e = static_cast<Eigen::Index>(pod.sampled.size());
  rows_.resize(2 * e, pod.shapes.cols());
  Vector most = Vector::Zero(pod.shapes.cols());
  for (Eigen::Index k = 0; k < e; ++k) {
    const Eigen::Index p = pod.sampled[static_cast<std::size_t>(k)];
    const Matrix row = pod.shapes.middleRows<2>(2 * p);
    rows_.middleRows<2>(2 * k) = row;
    most += pod.weight[k] * pod.friction[k] * pod.normal[p] * row.colwise().norm().transpose();
  }
  scale_ = most.norm();
  reset();
}

void SlipPodContact::reset() {
  z_ = Vector::Zero(pod_.shapes.cols());
  held_ = pod_.held;
  force_ = pod_.constant;
  limit_ = Vector::Zero(held_.cols());
  press(Vector::Zero(pod_.omega.size()), Vector::Zero(pod_.from_inputs.cols()));
}

// Limits of friction in the next step.
void SlipPodContact::press(const Vector& eta, const Vector& inputs) {
  const Vector normal =
      pod_.normal + pod_.normal_modes * eta + pod_.normal_inputs * inputs + pod_.normal_slip * z_;
  pulling_ = static_cast<int>((normal.array() < 0.0).count());
  for (Eigen::Index k = 0; k < limit_.size(); ++k)
    limit_[k] = pod_.friction[k] * std::max(0.0, normal[pod_.sampled[static_cast<std::size_t>(k)]]);
}

// Forces of the springs if nothing slid.
Matrix SlipPodContact::tried(const Vector& moved) const {
  const Vector way = rows_ * moved;
  return held_ +
         Eigen::Map<const Matrix>(way.data(), 2, held_.cols()) * pod_.stiffness.asDiagonal();
}

Matrix SlipPodContact::in_cone(const Matrix& forces) const {
  Matrix q = forces;
  for (Eigen::Index k = 0; k < q.cols(); ++k) {
    const double size = q.col(k).norm();
    if (size > limit_[k]) q.col(k) *= limit_[k] / size;
  }
  return q;
}

Vector SlipPodContact::on_shapes(const Matrix& forces) const {
  const Matrix weighted = forces * pod_.weight.asDiagonal();
  return rows_.transpose() * Eigen::Map<const Vector>(weighted.data(), weighted.size());
}

// I + sum w_i V_i^T (dq_i / dslip) V_i, positive definite.
Matrix SlipPodContact::tangent(const Matrix& forces) const {
  Matrix stiff(rows_.rows(), rows_.cols());
  for (Eigen::Index k = 0; k < forces.cols(); ++k) {
    const double size = forces.col(k).norm();
    Eigen::Matrix2d part = Eigen::Matrix2d::Identity();
    if (size > limit_[k]) {
      const Eigen::Vector2d along = forces.col(k) / size;
      part = limit_[k] / size * (part - along * along.transpose());
    }
    stiff.middleRows<2>(2 * k) =
        pod_.weight[k] * pod_.stiffness[k] * part * rows_.middleRows<2>(2 * k);
  }
  Matrix tangent = rows_.transpose() * stiff;
  tangent.diagonal().array() += 1.0;
  return tangent;
}

double SlipPodContact::potential(const Vector& drive, const Vector& moved) const {
  const Matrix forces = tried(moved);
  double sum = moved.dot(drive) + 0.5 * moved.squaredNorm();
  for (Eigen::Index k = 0; k < forces.cols(); ++k) {
    const double size = forces.col(k).norm(), limit = limit_[k];
    sum += pod_.weight[k] / pod_.stiffness[k] *
           (size <= limit ? 0.5 * size * size : limit * (size - 0.5 * limit));
  }
  return sum;
}

// The way of z, of lowest potential; drive: lambda_z without it (r).
Vector SlipPodContact::solve(const Vector& drive) {
  Vector moved = Vector::Zero(drive.size());
  double now = potential(drive, moved);
  for (iterations_ = 0;; ++iterations_) {
    const Matrix forces = tried(moved);
    const Vector slope = drive + moved + on_shapes(in_cone(forces));
    converged_ = slope.norm() <= solver_.tolerance * scale_;
    if (converged_ || iterations_ >= solver_.iterations) return moved;
    const Vector way = -tangent(forces).llt().solve(slope);
    const double fall = 1e-4 * slope.dot(way);
    double share = 1.0, next = potential(drive, moved + way);
    for (int k = 0; k < kHalvings && !(next <= now + share * fall); ++k) {
      share *= 0.5;
      next = potential(drive, moved + share * way);
    }
    moved += share * way;
    now = next;
  }
}

double SlipPodContact::advance(const Vector& eta, const Vector& inputs) {
  press(eta, inputs);
  const Vector drive = pod_.constant + pod_.from_modes * eta + pod_.from_inputs * inputs + z_;
  const Vector moved = solve(drive);
  const Matrix forces = tried(moved);
  held_ = in_cone(forces);
  lost_ = 0.0;
  for (Eigen::Index k = 0; k < held_.cols(); ++k)  // what goes beyond the cone has slid
    lost_ += pod_.weight[k] * limit_[k] * (forces.col(k) - held_.col(k)).norm() / pod_.stiffness[k];
  z_ += moved;
  const Vector before = std::exchange(force_, drive + moved);
  return -0.5 * (before + force_).dot(moved);
}

ForceError force_error(const SlipPod& pod, const std::vector<BoltedSnapshots>& paths) {
  const Vector weight = pod.omega.cwiseInverse(), none = Vector::Zero(pod.from_inputs.cols());
  return force_error(weight, paths, [&](const BoltedSnapshots& path) {
    SlipPodContact contact(pod);
    Matrix force(path.eta.rows(), path.eta.cols());
    for (Eigen::Index k = 0; k < path.eta.cols(); ++k) {
      contact.advance(path.eta.col(k), none);
      force.col(k) = -pod.from_modes.transpose() * contact.z();
    }
    return force;
  });
}

SlipPodStepper::SlipPodStepper(const SlipPod& pod, double h, const SlipPodSolver& solver)
    : pod_(pod),
      h_(h),
      flow_(pod.omega, pod.zeta.cwiseProduct(pod.omega), h),
      contact_(pod, solver) {
  start_from(Vector::Zero(pod.omega.size()), Vector::Zero(pod.from_inputs.cols()));
}

void SlipPodStepper::start_from(const Vector& eta, const Vector& inputs, int increments) {
  contact_.reset();
  if (!eta.isZero())
    for (int k = 1; k <= increments; ++k) contact_.advance(eta * (double(k) / increments), inputs);
  eta_ = eta;
  velocity_ = Vector::Zero(eta.size());
  dissipated_ = 0.0;
}

void SlipPodStepper::step(const Vector& at_start, const Vector& at_end) {
  velocity_ += 0.5 * h_ * (contact_force() + pod_.input_force * at_start);
  flow_.advance(&eta_, &velocity_);
  dissipated_ += contact_.advance(eta_, at_end);
  velocity_ += 0.5 * h_ * (contact_force() + pod_.input_force * at_end);
}

Vector SlipPodStepper::observed(const BoltedRows& rows, const Vector& inputs) const {
  return rows.constant + rows.modes * eta_ + rows.contact * contact_.z() + rows.inputs * inputs;
}

}  // namespace mortise::gen
