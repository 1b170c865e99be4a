// Time integration of the unreduced bodies of an assembly with all its interfaces, on physical
// coordinates: the steps of average_motion.hpp under the forces of unilateral and sliding contacts,
// held over the step, and the mean forces of joints and films. All of them are solved together
// (assembly_solver.hpp). A sliding contact is one whose rows are made at the start of the step
// (stepped_slide.hpp).
//
// Which contacts take part is decided once per step, on the free motion pushed by the forces of the
// joints as they were, carried on. Energy, exactly, as the books of the runtime's assemblies:
//   kinetic + strain at the end - at the start
//       = external work - material loss - sum over the interfaces of friction and impact
//   contacts  impact - h sum of normal force times mean normal velocity, friction likewise; of
//             sliding ones the frame moves as well, and what that takes is external work
//   joints    as stepped_joint.hpp
//   films     friction - h sum of mean force times mean opening velocity
// Bolted contacts kick the modes of their structure at both ends of the step (stepped_bolted.hpp);
// with them the energy closes to the second order of the step.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "generator/simulate/bolted/stepped_bolted.hpp"
#include "generator/simulate/run/run_steps.hpp"
#include "generator/simulate/structure/assembly_rows.hpp"
#include "generator/simulate/structure/assembly_solver.hpp"
#include "generator/simulate/structure/average_motion.hpp"
#include "generator/simulate/structure/stepped_film.hpp"
#include "generator/simulate/structure/stepped_joint.hpp"
#include "generator/simulate/structure/stepped_slide.hpp"

namespace mortise::gen {

// Energy of one interface, losses since set_state [J].
struct InterfaceBooks {
  double stored = 0.0;  // in the springs of a joint, now
  double impact = 0.0, friction = 0.0;
};

class AssemblyOrder : public SteppedSystem {
 public:
  // system: with interfaces; must outlive the object. step: h [s]. tolerance: of the contacts'
  // violations over the free motion. Throws Error for bad laws or a singular step matrix.
  AssemblyOrder(const FullSystem& system, double step, double tolerance = 1e-12);

  // Inputs (nu) at both ends of the next step, or before set_state() at its start: bolted contacts
  // ask for them.
  void hold(const Vector& start, const Vector& end);

  // displacement [m], velocity [m/s] (n), empty: zero. Friction starts there without shear.
  void set_state(const Vector& displacement, const Vector& velocity);

  // Changes the law of an interface from the next step on. Throws Error for interfaces without
  // numbers that change.
  void change(const LawChange& change);

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
  Vector contact_impulse() const override { return impulse_.head(3 * unilateral_); }
  std::vector<InterfaceTotals> interfaces() const override;

  double kinetic() const { return motion_.kinetic(); }    // [J]
  double strain() const;                                  // of bodies and springs [J]
  double material() const { return motion_.material(); }  // lost in the bodies [J]
  // Work of the applied forces and of what moves the frames of sliding contacts [J].
  double external() const;
  InterfaceBooks books(std::size_t interface) const;

  long unsolved_steps() const { return unsolved_; }
  double worst_residual() const { return worst_residual_; }  // of a step, over its free motion [-]
  long iterations() const { return iterations_; }            // contact problems solved, all steps

 private:
  // Where an interface has its rows and contacts.
  struct Place {
    Eigen::Index contact = 0, contacts = 0;  // first, number
    std::unique_ptr<SteppedJoint> joint;
    std::unique_ptr<SteppedFilm> film;
    std::unique_ptr<SteppedSlide> slide;
    std::unique_ptr<SteppedBolted> bolted;
    Vector scale;          // of its modes
    Eigen::Index row = 0;  // of the rows of joint or film
    // Of contacts and films.
    double impact = 0.0, friction = 0.0, normal_impulse = 0.0, tangential_impulse = 0.0;
    double turned_over = 0.0;  // [J]
  };

  Vector of_joints(const Vector& rows) const {
    return rows.tail(rows.size() - rows_.contact_rows());
  }
  template <class Visit>
  void each_slide(const Visit& visit);
  Matrix across_of(const Matrix& delassus) const {
    return delassus.topRightCorner(rows_.contact_rows(), rows_.size() - rows_.contact_rows());
  }
  bool move_rows();
  void begin_slides(ContactStart* start);
  [[noreturn]] void refuse(const Place& place, const std::string& what) const;
  void begin_films(const Vector& motion, const Vector& velocity, const Vector& inputs);
  void throw_if_gross(const AssemblyForces& forces) const;
  void finish(const AssemblyForces& forces, const Vector& motion, const Vector& velocity);
  double output(const OutputChannel& channel) const;
  double output_of(const Place& place, const OutputChannel& channel) const;
  double total(double InterfaceBooks::*part) const;

  Vector kicks(const Vector& inputs) const;
  void solve_bolted();
  Vector eta_of(std::size_t interface) const;

  const FullSystem& given_;
  std::unique_ptr<const FullSystem> exact_;  // with bolted contacts
  const FullSystem& system_;
  double h_;
  Vector start_inputs_, end_inputs_;
  AverageMotion motion_;
  std::vector<Place> places_;
  AssemblyRows rows_;  // of unilateral contacts, of sliding ones, of all joints and films (m)
  Eigen::Index unilateral_ = 0;  // contacts whose rows stay; those of sliding ones follow
  Vector clearance_;             // (nc), 0 of sliding ones [m]
  Matrix push_;                  // contact rows per joint force (3 nc x nr) [m/s/N]
  std::unique_ptr<ContactStepper> contacts_;
  std::unique_ptr<JointStack> joints_;  // and films
  std::unique_ptr<AssemblySolver> solver_;
  Vector lambda_, impulse_;
  double drive_ = 0.0;  // work on the frames of sliding contacts [J]
  long unsolved_ = 0, iterations_ = 0;
  double worst_residual_ = 0.0;
};

}  // namespace mortise::gen
