// The contact nodes of a body: where they are and how they open.
#pragma once

#include "generator/bodies/condense/condense_body.hpp"
#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

struct ContactLine {
  Vector position;    // x [m]; (n_S) ascending
  Vector height;      // distance of the surface from its apex, in opening direction [m]; (n_S)
  SparseMatrix rows;  // R (n_S x n): opening of every contact node
};

// Throws Error naming the body unless setup.contact has an odd number (3 at least) of nodes of the
// model with ascending x and a dof of their own in the opening direction.
ContactLine contact_line(const FullModel& model, const BodySetup& setup);

// Rigid translation by one metre in opening direction (n).
Vector opening_translation(const FullModel& model, const BodySetup& setup);

}  // namespace mortise::gen
