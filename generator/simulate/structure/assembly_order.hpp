// Time integration of the unreduced bodies of an assembly with all its interfaces, on physical
// coordinates: the steps of average_motion.hpp under the forces of contacts, held over the step,
// and the mean forces of joints and films. All of them are solved together (assembly_solver.hpp);
// what a kind of interface is in it, stepped_interface.hpp asks.
//
// Which contacts take part is decided once per step, on the free motion pushed by the forces of the
// joints as they were, carried on. Energy, exactly, as the books of the runtime's assemblies:
//   kinetic + strain at the end - at the start
//       = external work - material loss - sum over the interfaces of friction and impact
// where what moves the frames of sliding contacts is external work, too. Bolted contacts kick the
// modes of their structure at both ends of the step (stepped_bolted.hpp); with them the energy
// closes to the second order of the step.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "generator/contact/joint/joint_stack.hpp"
#include "generator/simulate/structure/assembly_rows.hpp"
#include "generator/simulate/structure/assembly_solver.hpp"
#include "generator/simulate/structure/average_motion.hpp"
#include "generator/simulate/structure/full_options.hpp"
#include "generator/simulate/structure/passive_groups.hpp"
#include "generator/simulate/structure/stepped_interface.hpp"

namespace mortise::gen {

class AssemblyOrder : public SteppedSystem {
 public:
  // system: must outlive the object. Of the options step, scheme and tolerance are used.
  // Throws Error for bad laws, a singular step matrix or a scheme that an interface does not have.
  AssemblyOrder(const FullSystem& system, const FullOrderOptions& options);
  // step: h [s].
  AssemblyOrder(const FullSystem& system, double step);

  // Inputs (nu) at both ends of the next step, or before set_state() at its start: bolted contacts
  // ask for them.
  void hold(const Vector& start, const Vector& end);

  // displacement [m], velocity [m/s] (n), empty: zero. Friction starts there without shear.
  void set_state(const Vector& displacement, const Vector& velocity);

  // Changes the law of an interface from the next step on. Throws Error for interfaces without
  // numbers that change.
  void change(const LawChange& change);

  // Another law of a joint and another damping from the next step on; the motion carries over,
  // friction if the law keeps its kind. Energy that springs lose or gain counts as dissipated.
  // Throws Error for interfaces that are no joints.
  void set_case(std::size_t interface, const OperatingCase& operating_case);

  // One step with the inputs (nu) that the hold leaves for it. Its report is not `solved` if a
  // contact violates its law by more than the tolerance, or the law of a joint has no solution, and
  // not `sliding` if a bilateral contact pulls or slips backwards. Throws Error, naming the step
  // and the interface, if contacts violate their laws grossly, a bilateral one wedges or a slave
  // has left its chain.
  std::optional<StepReport> step(const Vector& inputs) override;

  const Vector& displacement() const { return motion_.displacement(); }
  const Vector& velocity() const { return motion_.velocity(); }
  double time() const override { return motion_.time(); }
  Vector outputs() const override;
  // Work is that of the applied forces; dissipated is what the interfaces took.
  EnergyBooks books() const override;
  // Unilateral contacts of one interface behind another (3 nc), none of joints and sliding ones.
  Vector contact_impulse() const override;
  std::vector<InterfaceTotals> interfaces() const override;  // none of a lone one
  std::vector<Touch> states() const override;

  double kinetic() const { return motion_.kinetic(); }    // [J]
  double strain() const;                                  // of bodies and springs [J]
  double material() const { return motion_.material(); }  // lost in the bodies [J]
  // Work of the applied forces and of what moves the frames of sliding contacts [J].
  double external() const;
  const InterfaceBooks& books(std::size_t interface) const {
    return places_.at(interface).interface->books();
  }

  long unsolved_steps() const { return unsolved_; }
  double worst_residual() const { return worst_residual_; }  // of a step, over its free motion [-]
  long iterations() const { return iterations_; }            // contact problems solved, all steps

 private:
  // An interface and where its rows are.
  struct Place {
    std::unique_ptr<SteppedInterface> interface;
    Eigen::Index row = 0, rows = 0;
  };

  BodyState state(const Vector& inputs) const { return {displacement(), velocity(), inputs}; }
  Vector of_motions(const Vector& rows) const {
    return rows.tail(rows.size() - rows_.contact_rows());
  }
  Matrix across_of(const Matrix& delassus) const {
    return delassus.topRightCorner(rows_.contact_rows(), rows_.size() - rows_.contact_rows());
  }
  std::vector<SteppedContact> contacts_of(const Place& place) const;
  void lay_out();
  void turn_rows();
  [[noreturn]] void refuse(const Place& place, const std::string& what) const;
  AssemblyForces solve(const AssemblyStep& step, const ContactStart& start);
  void throw_if_gross(const AssemblyForces& forces) const;
  Matrix delassus() const;
  Vector held() const;
  void finish(const AssemblyForces& forces, const Vector& held, const Vector& motion,
              const Vector& velocity);
  double output(const OutputChannel& channel) const;
  double total(double InterfaceBooks::*part) const;
  Vector kicks(const Vector& inputs) const;

  const FullSystem& given_;
  std::unique_ptr<const FullSystem> exact_;  // with bolted contacts
  const FullSystem& system_;
  double h_, tolerance_;
  bool printed_;  // the scheme and the laws of Schurzig
  Vector start_inputs_, end_inputs_;
  AverageMotion motion_;
  std::vector<Place> places_;
  AssemblyRows rows_;  // of contacts, those that turn behind, of all joints and films (m)
  Matrix push_;        // contact rows per joint force (3 nc x nr) [m/s/N]
  PassiveGroups passive_;
  std::unique_ptr<ContactStepper> contacts_;
  std::unique_ptr<JointStack> forces_;  // of joints and films
  std::unique_ptr<AssemblySolver> solver_;
  long unsolved_ = 0, iterations_ = 0;
  double worst_residual_ = 0.0;
};

}  // namespace mortise::gen
