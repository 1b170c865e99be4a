// A sliding contact through the steps of a run at full order, seen by the motions of its nodes:
// x and y of the slave, then of every node of the chain. Where it stands is looked up once per
// step, at u + h v and the path of the step's end (schemes.hpp); its rows stand for the whole step.
//
// n opens the gap, t runs along the segment; of the velocities c of these rows the law is told
//   normal  c + n_x V + feedback gap / h,   tangential  c at the start + c + 2 t_x V
#pragma once

#include "generator/contact/sliding/geometry.hpp"
#include "generator/simulate/structure/stepped_interface.hpp"

namespace mortise::gen {

class SteppedSlide final : public SteppedInterface {
 public:
  // n: dofs of the model. step: h [s]. Throws Error for bad rows or laws.
  SteppedSlide(const FullInterface& interface, Eigen::Index n, double step);

  std::vector<const SparseRow*> row_list() const override;
  // One that stands at the place of the slave: nothing rebounds, friction opposes the mean slip.
  std::vector<SteppedContact> contacts() const override;
  bool turns() const override { return true; }
  // The path goes on from where it is.
  void change(const LawChange& change, const BodyState& state) override;
  void begin(const BodyState& state, const Vector& end_inputs) override;
  SparseMatrix turned() const override;  // gap, slip, none
  std::string fault(const Matrix& delassus) const override;
  void tell(Eigen::Index first, const Vector& motion, ContactStart* start) const override;
  void report(StepReport* report) const override { report->sliding &= valid_; }

 protected:
  void start(const BodyState& state) override;
  void finish(const RowStep& step, const BodyState& state) override;
  std::optional<double> own_output(const OutputChannel& channel,
                                   const BodyState& state) const override;
  const char* choice() const override {
    return "a contact force, sliding_velocity, contact_position";
  }

 private:
  double path_at(int steps) const;  // so many steps from the last one's end [m]
  bool bilateral() const { return law_.kind == SlidingKind::bilateral; }
  // Friction per normal force of one that slips as its frame moves [-].
  double friction_share() const { return -law_.friction * sliding_direction(law_); }
  Vector2 frame() const;  // its velocity along n, t [m/s]

  SlidingGeometryModel geometry_;
  SlidingLaw law_;
  SparseMatrix rows_;  // of its nodes
  double path_ = 0.0;  // where this law came into force [m]
  long steps_ = 0;     // since then
  ContactPlace place_;
  double slip_ = 0.0;  // after the last step, or at the start [m/s]
  bool valid_ = true;  // a bilateral one neither pulls nor slips backwards
  Vector force_;       // (3) [N]
};

}  // namespace mortise::gen
