// What a system is made of, section by section of its definition. All throw Error for places, sets
// and contacts that the model does not have.
#pragma once

#include "generator/bodies/model/nearest_node.hpp"
#include "generator/simulate/assemble/assemble.hpp"

namespace mortise::gen {

struct AttachedContacts {
  std::vector<ContactPoint> points;
  SparseMatrix tip_motion;  // (m x n) independent rigid motions of a tip, no rows without a tip
  std::vector<double> clearance_offsets;  // (nc) gap of the geometry at clearance 0 [m]
};

// [contact]: builds its contact points on `model`, with the law values of the definition. A rigid
// tip changes the model itself: its masters become one rigid body with a new node.
AttachedContacts attach_contacts(const Definition& definition, FullModel* model);

// Sets the law values of every contact of a range; its gap is offset + contact.clearance. Values
// that the definition does not give stay. offsets: of the range.
void apply_law_values(const ContactSpec& spec, const std::vector<double>& offsets,
                      const ContactRange& range, std::vector<ContactParameters>* contacts);

// The law of the definition at every point of the joint, which `what` names. Throws Error where it
// is none.
void give_law(const JointSpec& spec, const std::string& what, Joint* joint);

// contact.kind = joint: facing segments of the two sides, or of one side and the base, with the law
// of [contact]. A second side that runs the other way is turned round. Throws Error as face().
// what: names the joint in messages.
Joint attach_joint(const JointSpec& spec, const std::string& what, const FullModel& model);

// What a definition calls the parts of a sliding contact, for messages.
struct SlidingNames {
  std::string slave = "contact.slave", target = "contact.target", start = "sliding.start";
  std::string choose = "add contact.slave.near = [x, y, 0] to choose one of the set";
};

// contact.kind = sliding: rows and undeformed positions of slave and target; clamped directions
// have zero rows. Throws Error if the slave is not one node, the target no chain with ascending x,
// or the start not on it.
SlidingContact attach_sliding(const SlidingSpec& spec, const SlidingNames& names,
                              const FullModel& model);

// A joint of two nodes has its rows twice, as a joint along an edge has them at both ends; the
// second ones are named so.
inline constexpr const char* kPointEnd = ".end";

struct AttachedInterfaces {
  InterfaceList<FullInterface> list;
  SparseMatrix tip_motion;                             // as AttachedContacts has it
  std::vector<std::vector<double>> clearance_offsets;  // of each, as AttachedContacts has them
};

// [contact], which is alone, or [[interfaces]]: contacts of nodes with the ground or with the
// surface that nodes of another body span, joints along edges or between two nodes, films that the
// means of both sides move, nodes that slide along edges. Contacts at position level, which have no
// others beside them, are stacked in one interface that is alone. A rigid tip changes the model, as
// attach_contacts() says. Throws Error naming the interface.
AttachedInterfaces attach_interfaces(const Definition& definition, FullModel* model);

// Bodies with bolted contacts, once everything is attached: their dofs become the modes of the
// preloaded structure, and the interface has the rest. Displacements and velocities of such a body
// alone become outputs of its interface. Throws Error for constant forces on it, a start in motion,
// and as bolted_case() and tighten() do.
void bond_bolted(const Definition& definition, AssembledSystem* assembled,
                 std::vector<std::string>* warnings);

// Sets the damping of the system; with a joint also cases and scenario_phases: the definition's own
// law and damping first, then every further pair of law and damping once, named after the first
// scenario (and phase) that has it. The joint must be attached before.
void add_operating_cases(const Definition& definition, AssembledSystem* assembled);

// Appends channels and force patterns.
void attach_inputs(const Definition& definition, FullSystem* system);

// Appends what drives the films of [[interfaces]] besides their bodies: "name.entrainment" of a
// line contact, "name.viscosity_factor". The interfaces must be attached before.
void attach_film_inputs(const Definition& definition, FullSystem* system);

// Sum of the constant forces of [[forces]] (n) [N].
Vector constant_forces(const Definition& definition, const FullModel& model);

// Appends channels and displacement rows; channels that look at the same row share it. The
// contacts must be attached before.
void attach_outputs(const Definition& definition, FullSystem* system);

// Channel of an output without its displacement row.
// range: the contacts that it counts, for the check of the index.
OutputChannel output_channel(const Definition& definition, const OutputSpec& spec,
                             const ContactRange& range);

// The initial state that [initial] or a scenario asks for. system: complete but for its initial
// state. changes: of the scenario, those of its start count. Throws Error if what is pressed has no
// equilibrium.
InitialState initial_state(const FullSystem& system, const InitialSpec& spec,
                           const std::vector<LawChange>& changes);

// Every node moves by `motion`; rotations stay zero (n).
Vector uniform_motion(const FullModel& model, const Vector3& motion);

// What a definition's points and normals turned out to be in the model, for people to check: the
// nodes that carry or touch a contact and are given by a point (`model` as imported, before a rigid
// tip changes it), and the other places given by a point.
std::vector<NearestNode> contact_nodes_near(const Definition& definition, const FullModel& model);
std::vector<NearestNode> nodes_near(const Definition& definition, const FullModel& model);

// "output "tip": node 12 at [...] m, 0.001 m from the point given".
std::string placing_line(const NearestNode& node);

// Numbers and names of the contacts, or of a joint's pairs of nodes, with their directions in the
// world and the side of the wall; neighbours that share their directions stand on one line.
std::vector<std::string> placing_lines(const Definition& definition, const FullSystem& system);

}  // namespace mortise::gen
