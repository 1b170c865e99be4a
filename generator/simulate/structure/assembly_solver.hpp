// All forces of a step of an assembly together, contacts by the end velocities of their rows,
// joints by the end motions of theirs:
//
//   u = u* + G_cc p + G_cj F,   s = s* + h/2 (G_jc p + G_jj F),   F = (F_start + F(s)) / 2,   p by
//   u
//
// with G = h W A^-1 W^T over the rows of all contacts, then of all joints. For given forces p of
// the contacts the joints are solved exactly, all at once (InterfaceNewton). The contacts see them
// through the tangent T = dF/ds / 2:
//
//   u = u_k + G_eff (p - p_k),   G_eff = G_cc + G_cj T (1 - h/2 G_jj T)^-1 h/2 G_jc
//
// which is one contact problem (semismooth_newton) per iteration, and the last one where the laws
// of the joints are straight. Ways that do not help are shortened; where none helps, the contacts
// are solved against the joints' forces as they are, again and again, until tangents help again.
#pragma once

#include "generator/contact/joint/interface_newton.hpp"
#include "generator/contact/joint/joint_stack.hpp"
#include "generator/simulate/structure/contact_stepper.hpp"

namespace mortise::gen {

// A step as it would be without forces of the interfaces.
struct AssemblyStep {
  Vector contact_velocity;  // u* (3 nc) [m/s]
  Vector joint_motion;      // s* (nr) [m]
  Vector joint_velocity;    // its rate [m/s]
  Vector joint_before;      // s at the start (nr) [m]
  Vector joint_force;       // F_start (nr) [N]
};

struct AssemblyForces {
  Vector contact, joint;      // p (3 nc), F (nr) [N]
  Vector velocity;            // u (3 nc) [m/s]
  bool joints_solved = true;  // every law of a joint had a solution
  bool contacts_solved = true;
  double residual = 0.0;  // largest violation of a contact, over the free motion [-]
  int worst = -1;         // contact with that
  int iterations = 0;     // contact problems solved
};

class AssemblySolver {
 public:
  // delassus: G ((3 nc + nr) x (3 nc + nr)) symmetric. step: h [s]. tolerance: of the residual;
  // what rounding allows in any case.
  AssemblySolver(const Matrix& delassus, Eigen::Index contact_rows, double step, double tolerance);

  // Rows of contacts have moved; between joints G is as it was.
  void move_contacts(const Matrix& delassus);

  // contacts: which take part has been decided. joints: left at the evaluation of the result, not
  // committed. Never throws for lack of convergence: the best forces are returned.
  AssemblyForces solve(const AssemblyStep& step, const ContactStepper& contacts,
                       JointStack* joints);

 private:
  // Contact forces, the joints' answer, and how the contacts like it.
  struct Trial {
    Vector contact, joint, velocity;
    bool joints_solved = true;
    ContactStepper::Violation violation;
  };
  class Search;

  double h_, tolerance_;
  Matrix contact_, across_;  // G_cc, G_cj
  Matrix joint_;             // h/2 G_jj
  Vector scale_;             // (nc) of block_scales()
  InterfaceNewton newton_;
};

}  // namespace mortise::gen
