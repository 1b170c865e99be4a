// From a finite-element body to a CondensedBody: component mode synthesis with the contact nodes
// as masters, diagonalised, modes split into dynamically and statically considered ones.
#pragma once

#include "generator/couple/condensed_body.hpp"
#include "generator/define/film_definition.hpp"

namespace mortise::gen {

struct BodySetup {
  std::string name;                        // "bodies.upper"
  std::vector<std::int64_t> contact;       // contact nodes by ascending x, 3-node elements
  int opening_direction = 2;               // Dof direction of the normal
  double opening_sign = 1.0;               // +1: surface recedes along +direction (upper body)
  double acceleration = 0.0;               // of gravity along the opening direction [m/s2]
  double velocity = 0.0;                   // initial, along the opening direction [m/s]
  std::vector<std::int64_t> extra_masters;  // all their dofs are masters
  BodyMethod method = BodyMethod::craig_bampton;
  double cutoff_hz = 0.0;
  StaticModes static_modes = StaticModes::feedthrough;
  std::optional<int> dynamic_modes;
  double static_damping = 0.5;
};

// Masters: the normal dof of every contact node, and all dofs of the extra ones.
// craig_bampton:  fixed-interface modes up to cutoff_hz, constraint modes (Schmidt 2.66).
// craig_chang:    free-interface modes up to cutoff_hz, brought into fixed-interface form
//                 (Schmidt 2.68), orthogonalised, dependent ones left out; constraint modes.
// full:           every mode of the unreduced body, all dynamic (small bodies only).
// Then n_q modes of the reduced pencil; the lowest n_dc = n_q - n_cm (or dynamic_modes) are
// dynamic, the others are considered statically (feedthrough, 3.11), damped (3.7), or dynamic too.
// Throws Error naming the body for contact nodes without their normal dof, a cut-off without any
// mode where the body needs one, and as condense().
CondensedBody condense_body(const FullModel& model, const BodySetup& setup);

// Mesh or import, materials, condensation of one body of a definition.
// upper: opening is +y; the lower body opens along -y.
CondensedBody make_body(const FilmDefinition& definition, bool upper,
                        std::vector<std::string>* warnings);

}  // namespace mortise::gen
