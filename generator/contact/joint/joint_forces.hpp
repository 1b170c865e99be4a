// The forces of all law points of a joint on its interface nodes, with their history.
//
// Motions and forces of the rows: opening of every node, then, with friction, slip of every node.
#pragma once

#include <vector>

#include "generator/contact/joint/laws.hpp"
#include "generator/contact/joint/normal_mean.hpp"
#include "generator/contact/joint/row_forces.hpp"

namespace mortise::gen {

// W (nr x n) in the order above; nr = nn without friction, else 2 nn. n: dofs of the model.
SparseMatrix joint_rows(const Joint& joint, const TangentialLaw& law, Eigen::Index n);

class JointForces : public RowForces {
 public:
  // nodes: number of interface nodes. Every point starts free of shear.
  JointForces(std::vector<JointPoint> points, Eigen::Index nodes, const JointLaw& law);

  void evaluate(const Vector& motion, const Vector& rate, double rate_per_motion,
                double duration) override;
  // Weighed equally with those at the start they do the work of the step: those at its end, but for
  // points where springs let go or take hold in between, dampers take all, or friction turns round
  // from more than its limit.
  const Vector& force() const override { return force_; }
  // Forces at the end of the step (nr) [N].
  Vector end_force() const { return row_forces(tractions_); }
  SparseMatrix tangent() const override;
  bool tangent_changed() const override { return tangent_changed_; }
  bool continuous() const override;
  // Tractions of the last evaluation.
  const std::vector<PointTraction>& tractions() const { return tractions_; }
  // The forces of the rows (nr) under other tractions of the points [N].
  Vector row_forces(const std::vector<PointTraction>& tractions) const;

  // The last evaluation becomes the start of the next step.
  void commit();

  // Motion (nr) from which the next step counts its slip; the history of friction is kept.
  void start_from(const Vector& motion) { start_ = motion; }

  // Recoverable energy of the springs at the last committed state [J].
  double normal_energy() const;
  double friction_energy() const;

  Eigen::Index rows() const override { return force_.size(); }
  const std::vector<JointPoint>& points() const { return points_; }
  const JointLaw& law() const { return law_; }

  // Numbers of all points, (memory_size) each: state that a phase hands to the next.
  const std::vector<double>& memory() const { return memory_; }
  void set_memory(const std::vector<double>& memory) { memory_ = memory; }
  // Closing velocities of all points when they began to touch [m/s], likewise.
  const std::vector<double>& approaches() const { return approach_; }
  void set_approaches(const std::vector<double>& approaches) { approach_ = approaches; }

 private:
  double at_point(const Vector& rows, const JointPoint& point, Eigen::Index first) const;
  PointMotion motion_of(const JointPoint& point, const Vector& motion, const Vector& rate) const;
  void spread(const JointPoint& point, double normal, double friction, Vector* force) const;
  MeanTraction held(std::size_t point, const PointMotion& motion) const;
  // That of the step: what is remembered, or where a point is open at its start, the one there.
  double approach_of(std::size_t point) const;

  std::vector<JointPoint> points_;
  Eigen::Index nodes_;
  JointLaw law_;
  std::vector<JointLaw> laws_;  // of the points
  bool friction_;
  std::size_t memory_size_;
  std::vector<double> memory_, after_, approach_;
  std::vector<PointTraction> tractions_, start_tractions_;
  std::vector<MeanTraction> held_;  // in the place of the normal tractions at the end
  Vector start_, start_rate_, motion_, rate_, force_;
  bool tangent_changed_ = true;
};

}  // namespace mortise::gen
