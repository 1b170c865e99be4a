// From a finite-element body to a CondensedBody: component mode synthesis with the contact nodes
// as masters, diagonalised, modes split into dynamically and statically considered ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// An elastic body as a contact sees it: nodes along a line of the surface, how they answer to
// forces, and which of its modes move on their own (Schmidt 3.1-3.3).
//
// All motion is measured along the opening direction: positive where the surface recedes from the
// other body. A contact force is positive where it pushes the body away, so it acts along the
// same direction and the response is symmetric:
//   q'' + 2 zeta omega q' + omega^2 q = Phi^T F + constant,   u = Phi q + D F      (Schmidt 3.11)
struct CondensedBody {
  std::string name;          // for messages
  Vector position;           // x of the contact nodes, ascending [m]; (n_S), odd: 3-node elements
  Vector height;             // undeformed surface, share of the gap that the body gives [m] (n_S)
  Vector omega;              // (n_dc) dynamically considered modes [rad/s], ascending, 0 = rigid
  Vector damping;            // (n_dc) ratios zeta [-]
  Matrix shapes;             // Phi (n_S x n_dc), mass-normalised [1/sqrt(kg)]
  Matrix static_compliance;  // D (n_S x n_S) [m/N]; zero where every mode moves on its own
  Vector constant_force;     // (n_dc) modal force of gravity [N/sqrt(kg)]
  Vector initial_q;          // (n_dc)
  Vector initial_v;          // (n_dc)
  Vector rigid_row;          // (n_dc) motion of the centre of mass along the opening direction is
                             // rigid_row . q; zero for a fixed body
  double mass = 0.0;         // of the free body [kg], per metre [kg/m] if plane; 0 = fixed
  Eigen::Index full_dofs = 0, constraint_modes = 0, normal_modes = 0;
};

// What happens to modes above the dynamically considered ones (Schmidt 3.3).
enum class StaticModes { dynamic, feedthrough, damped };

// How a body beside a film or a dry contact is condensed.
struct BodyCondensation {
  std::string method = "craig_bampton";  // of condensation_method()
  double cutoff_hz = 0.0;  // of the normal modes; 0 = none: dynamics of a rigid body [Hz]
  StaticModes static_modes = StaticModes::feedthrough;
  std::optional<int> dynamic_modes;  // n_dc, rigid-body modes included
  double static_damping = 0.5;       // zeta of StaticModes::damped [-]
};

struct BodySetup : BodyCondensation {
  std::string name;                   // for messages, e.g. "bodies.upper"
  std::vector<std::int64_t> contact;  // contact nodes by ascending x, 3-node elements
  int opening_direction = 2;          // 1..3, of the normal
  double opening_sign = 1.0;          // +1: surface recedes along +direction (upper body); else -1
  double acceleration = 0.0;          // of gravity along the opening direction [m/s2]
  double velocity = 0.0;              // initial, along the opening direction [m/s]
  // All their dofs are masters too. Extra masters and contact nodes may overlap.
  std::vector<std::int64_t> extra_masters;
};

// Masters: the normal dof of every contact node, and all dofs of the extra ones. A floating body
// may still slide or turn with these at rest; such motions join the constraint modes.
// Methods that keep an interface have normal modes below cutoff_hz beside the constraint modes;
// "full" has every mode of the unreduced body (small bodies only), all of them dynamic unless
// dynamic_modes is given.
// The reduced pencil is diagonalised. Its lowest n_dc modes are dynamic; the others follow
// statically (feedthrough, 3.11), are damped (3.7), or are dynamic too.
//
// Without dynamic_modes, n_dc is the number of modes of the reduced body below cutoff_hz. Those
// approximate modes of the full body, those above are artificial. By interlacing there are at
// least n_q - n_cm of them (the rule of Schmidt 4.2.3: as many as normal modes), for craig_bampton
// hardly more; that rule itself would drop true modes of a floating body from craig_chang, whose
// rigid-body modes are no normal modes, and the rigid-body mode itself if nothing lies below
// cutoff_hz. Rigid-body modes are always dynamic.
//
// craig_chang knows the indentation of a floating body by a net force badly (too stiff), as that
// takes modes far above cutoff_hz; craig_bampton has it from the constraint modes and a few normal
// ones. Both are exact in statics for forces in equilibrium, and for bodies that are held.
//
// An acceleration acts on dynamic modes only: it moves a floating body as a whole, but the static
// sag of a held one lacks the share of the statically considered modes.
//
// Throws Error naming the body for contact nodes that are not such a line or have no normal dof,
// extra masters without dofs, numbers that are not finite or out of range, a number of dynamic
// modes beyond those there are, too large a body for `full`; otherwise as constraint_modes() and
// lowest_modes().
CondensedBody condense_body(const FullModel& model, const BodySetup& setup);

struct ContactLine {
  Vector position;    // x [m]; (n_S) ascending
  Vector height;      // distance of the surface from its apex, in opening direction [m]; (n_S)
  SparseMatrix rows;  // R (n_S x n): opening of every contact node
};

// Throws Error naming the body unless setup.contact has an odd number (3 at least) of nodes of the
// model with ascending x and a dof of their own in the opening direction.
ContactLine contact_line(const FullModel& model, const BodySetup& setup);

}  // namespace mortise::gen
