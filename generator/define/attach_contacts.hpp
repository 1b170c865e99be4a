// The contacts that the [contact] section asks for.
#pragma once

#include <vector>

#include "generator/define/definition.hpp"

namespace mortise::gen {

// Builds the contact points on `model`. A rigid tip changes the model itself: its masters become
// one rigid body with a new node.
std::vector<ContactPoint> attach_contacts(const Definition& definition, FullModel* model);

}  // namespace mortise::gen
