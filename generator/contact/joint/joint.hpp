// A joint of compliant contact laws along facing segments (Song et al., "Stick-slip-slap interface
// response simulation"): law points (Gauss points) between interface nodes.
//
//   o = share . (normal rows of two nodes) u      opening at a point, positive when it opens [m]
//   s = share . (tangential rows) u               slip [m]
//   rows get the forces  length * share * traction;  tractions are per length of interface, the
//   width of a plane model included [N/m].
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "generator/contact/joint/friction_laws.hpp"
#include "generator/contact/law/law_answers.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// Two facing nodes, or one that faces a rigid base: their relative motion in the frame of a
// segment.
struct JointNode {
  std::string name;   // unique, e.g. "17:59"
  SparseRow normal;   // opening positive
  SparseRow tangent;  // along the segments
};

// A number of the law that a point has differently: a clearance by so much, any other so many
// times.
struct VariedNumber {
  int number = 0;      // of joint_numbers()
  double value = 0.0;  // [m], [-]
};

struct JointPoint {
  std::array<int, 2> node{};              // interface nodes at the ends of its segment
  std::array<double, 2> share{};          // shape functions there [-], sum 1
  double length = 0.0;                    // of interface that it stands for [m] > 0
  double position = 0.0;                  // along the interface from its first node [m]
  std::vector<VariedNumber> varied = {};  // the same numbers at all points, see law_at()
};

// How the damper of the impact unit acts (theory: as printed the law may have no solution).
//   printed         p = k g + c g' for g > 0, may pull; offline only
//   clamped         p = max(0, k g + c g') for g > 0; at g = 0 what a step needs of the jump
//   filled          the same law
//   hunt_crossley   p = k g max(0, 1 + (c/k) g'), with c/k [s/m] in the place of c
//   lankarani_nikravesh   the same with 3 (1 - r^2) / (4 v) in the place of c/k, v: g' when the
//                         point began to touch (Lankarani, Nikravesh 1990)
// With an exponent e (Hertz: 3/2) g^e stands in the place of g in all of them.
enum class ImpactDamper { clamped, filled, hunt_crossley, lankarani_nikravesh, printed };
template <>
inline constexpr std::array enum_names<ImpactDamper> = {"clamped", "filled", "hunt_crossley",
                                                        "lankarani_nikravesh", "printed"};

// Song eq. 14, 15, 19, per length of interface. g = -(o + gap) is the penetration.
struct NormalLaw {
  double stiffness = 0.0;  // k_I [N/m^(1+e)] > 0
  double damping = 0.0;    // c_I [N s/m2]; hunt_crossley: chi k_I
  ImpactDamper damper = ImpactDamper::clamped;
  double gap = 0.0;                   // e_I, initial clearance [m]
  double separation_stiffness = 0.0;  // k_S [N/m2], 0: free to separate
  double separation_gap = 0.0;        // e_S, opening from which the separation unit pulls [m]
  double exponent = 1.0;              // e, 1..8 [-]
  double restitution = 1.0;           // r of lankarani_nikravesh [-]
  double impact_velocity = 1.0;       // and the least v that it counts with [m/s] > 0

  // Whether the impact unit is a linear spring with a damper of c_I.
  bool linear() const { return exponent == 1.0 && damper != ImpactDamper::lankarani_nikravesh; }
  // The impact spring at a depth g > 0: p / g [N/m2] and its energy [J/m].
  double secant(double g) const {
    return exponent == 1.0 ? stiffness : stiffness * std::pow(g, exponent - 1.0);
  }
  double energy(double g) const { return secant(g) * g * g / (exponent + 1.0); }
  // p = spring max(0, 1 + chi g') [s/m]; v: as the point remembers it [m/s]
  double chi(double v) const {
    if (damper == ImpactDamper::lankarani_nikravesh)
      return 0.75 * (1.0 - restitution * restitution) / std::max(v, impact_velocity);
    return damper == ImpactDamper::hunt_crossley ? damping / stiffness : 0.0;
  }
};

struct JointLaw {
  NormalLaw normal;
  TangentialLaw tangential;
};

// A number that varies along a joint, as a table.
struct JointField {
  int number = 0;              // of joint_numbers(), one of varying_numbers()
  std::vector<double> at;      // (n >= 1) strictly ascending, along the interface from its first
                               // node [m]
  std::vector<double> values;  // (n) as VariedNumber::value, linear in between, constant beyond
  std::string file;            // that they were read from; empty: they stand in the definition
};

struct Joint {
  std::vector<JointNode> nodes;
  std::vector<JointPoint> points;
  JointLaw law;
};

// The normal rows of all nodes, then, with friction, the tangential ones.
inline std::vector<const SparseRow*> rows_of(const Joint& joint, bool friction) {
  std::vector<const SparseRow*> rows;
  for (const JointNode& node : joint.nodes) rows.push_back(&node.normal);
  if (friction)
    for (const JointNode& node : joint.nodes) rows.push_back(&node.tangent);
  return rows;
}

// Which springs of a joint hold while modes are counted: none, the normal ones at every law point,
// or the tangential ones as well.
enum class JointState { open, bonded, stuck };
template <>
inline constexpr std::array enum_names<JointState> = {"open", "bonded", "stuck"};

// A compliant joint seen by the modes: nr = nn rows without friction, else 2 nn: the normal rows of
// all nodes, then the tangential ones.
struct ReducedJoint {
  Matrix rows;                          // (nr x n)
  std::vector<std::string> node_names;  // (nn)
  std::vector<JointPoint> points;
  JointLaw law;

  Eigen::Index nodes() const { return static_cast<Eigen::Index>(node_names.size()); }
  // Rows of a node: its normal one, with friction its tangential one.
  Eigen::Index axes() const { return rows.rows() > nodes() ? 2 : 1; }
};

// Rows of friction only where the joint has tangents.
MORTISE_LAW_ANSWERS(Joint, ReducedJoint)

}  // namespace mortise::gen
