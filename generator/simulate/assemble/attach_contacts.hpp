// The contacts that the [contact] section asks for.
#pragma once

#include <vector>

#include "generator/contact/unilateral/cylindrical_tip.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

struct AttachedContacts {
  std::vector<ContactPoint> points;
  SparseMatrix tip_motion;  // (m x n) independent rigid motions of a tip, no rows without a tip
  std::vector<double> clearance_offsets;  // (nc) gap of the geometry at clearance 0 [m]
};

// Builds the contact points on `model`. A rigid tip changes the model itself: its masters become
// one rigid body with a new node.
// Their law values are those of the definition.
AttachedContacts attach_contacts(const Definition& definition, FullModel* model);

// The cylinder of contact.kind = tip.
CylindricalTip cylindrical_tip(const ContactSpec& spec);

// Sets the law values of every contact; its gap is offset + contact.clearance. Values that the
// definition does not give stay. offsets: (nc).
void apply_law_values(const ContactSpec& spec, const std::vector<double>& offsets,
                      std::vector<ContactParameters>* contacts);

}  // namespace mortise::gen
