// Contacts at position level of an assembly through the steps of a run, on dofs that are modes of
// bodies whose boundary has no mass (massless_bodies.hpp). Half of the last end force acts from the
// start of the step on, and the laws are told 2/h times where the rows are displaced to.
#pragma once

#include "generator/simulate/structure/position_contacts.hpp"
#include "generator/simulate/structure/stepped_interface.hpp"

namespace mortise::gen {

class SteppedPositions final : public SteppedInterface {
 public:
  // interface: with its compliance. n: dofs of the model. step: h [s].
  SteppedPositions(const FullInterface& interface, Eigen::Index n, double step);

  std::vector<const SparseRow*> row_list() const override { return rows_of(interface_.law); }
  std::vector<SteppedContact> contacts() const override;
  void change(const LawChange& change, const BodyState& state) override;
  void begin(const BodyState& state, const Vector& end_inputs) override;
  Vector held_force() const override { return trial_.mean; }
  void soften(Eigen::Ref<Matrix> delassus) const override;
  void tell(Eigen::Index first, const Vector& motion, ContactStart* start) const override;
  Vector gained(const Vector& velocity) override;
  double displaced(int row) const override { return law_.displaced(row); }
  double speed(int row) const override { return law_.speed(row); }
  Vector impulse() const override { return law_.record().impulse(); }
  void add_states(std::vector<Touch>* states) const override { law_.record().add_states(states); }

 protected:
  void start(const BodyState& state) override;
  void finish(const RowStep& step, const BodyState& state) override;
  std::optional<double> own_output(const OutputChannel& channel,
                                   const BodyState& state) const override;
  const char* choice() const override {
    return "a contact force, an impulse, a filtered force, a state, the work of friction, a gap";
  }

 private:
  SparseMatrix rows_;  // (3 nc x n)
  PositionContacts law_;
  PositionContacts::Trial trial_;  // of the running step
  double excess_ = 0.0;            // gained in the last step beyond the bank [J]
};

}  // namespace mortise::gen
