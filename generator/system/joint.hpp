// A joint of compliant contact laws along facing segments (Song et al., "Stick-slip-slap interface
// response simulation"): law points (Gauss points) between interface nodes.
//
//   o = share . (normal rows of two nodes) u      opening at a point, positive when it opens [m]
//   s = share . (tangential rows) u               slip [m]
//   rows get the forces  length * share * traction;  tractions are per length of interface, the
//   width of a plane model included [N/m].
#pragma once

#include <array>
#include <string>
#include <vector>

#include "generator/fe/full_model.hpp"

namespace mortise::gen {

using SparseRow = Eigen::SparseVector<double>;  // a linear functional of the displacement, (n)

// Two facing nodes, or one that faces a rigid base: their relative motion in the frame of a
// segment.
struct JointNode {
  std::string name;   // unique, e.g. "17:59"
  SparseRow normal;   // opening positive
  SparseRow tangent;  // along the segments
};

struct JointPoint {
  std::array<int, 2> node{};      // interface nodes at the ends of its segment
  std::array<double, 2> share{};  // shape functions there [-], sum 1
  double length = 0.0;            // of interface that it stands for [m] > 0
  double position = 0.0;          // along the interface from its first node [m]
};

// How the damper of the impact unit acts (theory: as printed the law may have no solution).
//   printed         p = k g + c g' for g > 0, may pull; offline only
//   clamped         p = max(0, k g + c g') for g > 0
//   filled          the same, and 0 <= p <= c g' allowed at g = 0: always one solution
//   hunt_crossley   p = k g max(0, 1 + (c/k) g'), with c/k [s/m] in the place of c
enum class ImpactDamper { clamped, filled, hunt_crossley, printed };

// Song eq. 14, 15, 19, per length of interface. g = -(o + gap) is the penetration.
struct NormalLaw {
  double stiffness = 0.0;  // k_I [N/m2] > 0
  double damping = 0.0;    // c_I [N s/m2]; hunt_crossley: chi k_I
  ImpactDamper damper = ImpactDamper::clamped;
  double gap = 0.0;                   // e_I, initial clearance [m]
  double separation_stiffness = 0.0;  // k_S [N/m2], 0: free to separate
  double separation_gap = 0.0;        // e_S, opening from which the separation unit pulls [m]
};

enum class TangentialKind { none, oden_pires, jenkins, iwan, lugre };

// Tractions per length of interface; p is the compressive part of the normal traction.
//   oden_pires  tau' = -E_f s', |tau| <= mu p (Song eq. 26, with history); 0 when open
//   jenkins     tau' = -E_f s', |tau| <= slip_traction
//   iwan        `elements` parallel Jenkins elements of stiffness E_f / elements whose limits are
//               spread evenly over (0, 2 slip_traction / elements)
//   lugre       bristles: z' = s' - |s'| z E_f / g(s'), tau = -p (E_f z + bristle_damping z' +
//               viscous s') with E_f [1/m], g = friction + (static_friction - friction)
//               exp(-(s'/stribeck_velocity)^2)
struct TangentialLaw {
  TangentialKind kind = TangentialKind::none;
  double friction = 0.0;           // mu [-]
  double friction_modulus = 0.0;   // E_f [N/m2], lugre [1/m]
  double slip_traction = 0.0;      // [N/m]
  int elements = 1;                // iwan
  double static_friction = 0.0;    // lugre [-] >= friction
  double stribeck_velocity = 0.0;  // lugre [m/s] > 0
  double bristle_damping = 0.0;    // lugre [s/m]
  double viscous = 0.0;            // lugre [s/m]
};

struct JointLaw {
  NormalLaw normal;
  TangentialLaw tangential;
};

struct Joint {
  std::vector<JointNode> nodes;
  std::vector<JointPoint> points;
  JointLaw law;
};

// Which springs of a joint hold while modes are counted: none, the normal ones at every law point,
// or the tangential ones as well.
enum class JointState { open, bonded, stuck };

// D = alpha M + beta K.
struct Rayleigh {
  double alpha = 0.0;  // [1/s]
  double beta = 0.0;   // [s]
};

// One way the same structure is run: the law and the damping of a scenario, or of a phase of it.
struct OperatingCase {
  std::string name;
  JointLaw law;
  std::vector<Rayleigh> damping;  // one per substructure
};

}  // namespace mortise::gen
