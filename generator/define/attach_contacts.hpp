// The contacts that the [contact] section asks for.
#pragma once

#include <vector>

#include "generator/define/definition.hpp"

namespace mortise::gen {

struct AttachedContacts {
  std::vector<ContactPoint> points;
  SparseMatrix tip_motion;  // (m x n) independent rigid motions of a tip, no rows without a tip
};

// Builds the contact points on `model`. A rigid tip changes the model itself: its masters become
// one rigid body with a new node.
AttachedContacts attach_contacts(const Definition& definition, FullModel* model);

}  // namespace mortise::gen
