// The unilateral contacts of an interface through the steps of a run. Those of a tip in a bore take
// the rows at the angle of the middle of the step (contact/unilateral/bore.hpp).
#pragma once

#include "generator/contact/unilateral/bore.hpp"
#include "generator/simulate/structure/contact_record.hpp"
#include "generator/simulate/structure/stepped_interface.hpp"

namespace mortise::gen {

class SteppedContacts final : public SteppedInterface {
 public:
  // n: dofs of the model. step: h [s].
  SteppedContacts(const FullInterface& interface, Eigen::Index n, double step);

  std::vector<const SparseRow*> row_list() const override { return rows_of(interface_.law); }
  std::vector<SteppedContact> contacts() const override { return contacts_; }
  bool turns() const override { return in_bore_; }
  void change(const LawChange& change, const BodyState& state) override;
  void begin(const BodyState& state, const Vector& end_inputs) override;
  SparseMatrix turned() const override;
  void tell(Eigen::Index first, const Vector& motion, ContactStart* start) const override;
  Vector impulse() const override { return record_.impulse(); }
  void add_states(std::vector<Touch>* states) const override { record_.add_states(states); }

 protected:
  void start(const BodyState& state) override;
  void finish(const RowStep& step, const BodyState& state) override;
  std::optional<double> own_output(const OutputChannel& channel,
                                   const BodyState& state) const override;
  const char* choice() const override {
    return "a contact force, an impulse, a filtered force, a state, the work of friction, a gap";
  }

 private:
  BoreMotion bore_motion(const Vector& x) const;  // x (n)

  std::vector<SteppedContact> contacts_;
  bool in_bore_;
  SparseMatrix rows_;  // (3 nc x n), in a bore (6 nc x n) with what turns them below
  BoreTurn turn_;      // of the running step
  Vector force_;
  ContactRecord record_;
};

}  // namespace mortise::gen
