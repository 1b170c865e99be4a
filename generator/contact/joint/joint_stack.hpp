// The forces of several joints, films among them, as those of one: their rows one behind another.
// None sees the motion of another but through the compliance between their rows.
#pragma once

#include <vector>

#include "generator/contact/joint/row_forces.hpp"

namespace mortise::gen {

class JointStack : public RowForces {
 public:
  // joints: must outlive the object.
  explicit JointStack(std::vector<RowForces*> joints);

  void evaluate(const Vector& motion, const Vector& rate, double rate_per_motion,
                double duration) override;
  const Vector& force() const override { return force_; }
  SparseMatrix tangent() const override;
  bool tangent_changed() const override;
  bool continuous() const override;

  Eigen::Index rows() const override { return force_.size(); }

 private:
  std::vector<RowForces*> joints_;
  Vector force_;
};

}  // namespace mortise::gen
