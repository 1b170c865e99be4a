// A model definition (TOML) as typed values: what to import, how to condense it, the interface, the
// step, and the scenarios that train and certify it. SI units everywhere; angles in degrees. The
// keys, their ranges and defaults stand in key_list.cc.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generator/bodies/condense/component.hpp"
#include "generator/bodies/import/import_spec.hpp"
#include "generator/contact/bolted/contact_method.hpp"
#include "generator/contact/bolted/height_profile.hpp"
#include "generator/contact/system/full_system.hpp"
#include "generator/contact/system/truncate.hpp"
#include "generator/contact/unilateral/cylindrical_tip.hpp"
#include "generator/contact/unilateral/law.hpp"
#include "generator/define/definition/film_contact.hpp"
#include "generator/define/definition/scenario.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

struct MasterSpec {
  Place place;
  std::vector<int> directions;  // 1..6
};

// Two sides of an interface whose nodes match (matched_interface()).
struct PairSpec {
  std::string first, second;    // node sets
  std::vector<int> directions;  // 1..6
  bool mean = true;
};

struct CondenseSpec : CondenseOptions {
  CondenseSpec() { method = "none"; }
  KeptModes coordinates;            // which of the diagonalised modes stay dynamic
  std::vector<MasterSpec> masters;  // interface kept; empty: what the contacts need
  std::vector<PairSpec> pairs;      // kept beside the masters
  std::string shapes;               // method "given": resolved path of the file
};

// interfaces: several, each with a law of its own. film: of one of these.
enum class ContactKind { none, nodes, tip, file, joint, sliding, bolted, interfaces, film };
enum class TipKind { distributing, rigid };

// Rigid cylindrical tip with virtual contact points (Schurzig section 5).
struct TipSpec : CylindricalTip {
  TipKind kind = TipKind::distributing;
  std::vector<MasterSpec> masters;  // nodes that carry the tip; no directions: all a node has
};

// Compliant laws along two facing edges, or along one that stands on a rigid base.
struct JointSpec {
  std::vector<std::string> sides;  // one edge set with a base, else two
  bool projected = false;          // side two may be meshed otherwise
  int subdivisions = 1;            // of a segment, two Gauss points each
  std::optional<Vector3> normal;   // opening direction
  JointLaw law;
  std::vector<JointField> fields;  // of it, numbers that vary along the joint
};

// A node that slides along an edge.
struct SlidingSpec {
  Place slave;
  std::string target;           // edge set
  std::optional<double> start;  // x of the undeformed slave node at t = 0 [m]
  SlidingLaw law;
};

// How bolted contacts become few unknowns. Present where the definition has [reduce].
struct BoltedReduceSpec {
  bool asked = false;
  std::vector<int> clusters{48, 16};  // of points that the preload closes, and of open ones
  int modes = 16;                     // of the preloaded structure that stay dynamic
  int seeds = 3;
  int fit_rounds = 40;                // of the shapes' weights
  double error_bar = 0.06;            // [-] of the forces on held-out paths
  std::optional<double> trust_limit;  // [-] of what training has seen; absent: chosen by draws
  int trust_draws = 8;                // of random forces that choose it; 0: it is 1
  // Training paths.
  std::vector<int> loops;    // modes that are driven to and fro, from 1; empty: those that slip
  double slip_share = 0.85;  // of the closed points that slip at the largest amplitude [-]
  double band_hz = 0.0;      // modes below take part in random paths; 0: all
  int steps = 40, random_steps = 480;
  std::int64_t seed = 1;
};

// Surfaces that bolts press together, seen on grids of boundary elements.
struct BoltedSpec {
  std::vector<int> grid{24, 15};      // cells along and across each zone
  bool coupled = false;               // tangential directions see each other
  double young = 0.0, poisson = 0.3;  // of the half-spaces [Pa], [-]
  std::vector<std::string> zones;     // their names; empty: all that the model has
  std::optional<Vector3> along;       // of their x axes; none: as contact_frame() chooses
  std::map<std::string, HeightProfile> profiles;  // of both surfaces of a zone; flat elsewhere
  Roughness roughness;                            // on top of them
  double preload = 0.0;                           // [N] that a zone carries
  ContactSolver solver = ContactSolver::newton;
  double restricted = 0.25;  // share of the elements that are thought to close
  BoltedReduceSpec reduce;
};

struct ContactSpec {
  ContactKind kind = ContactKind::none;
  // Absent only if import.kind = "modal": then the file's values hold; restitution, until a level
  // is chosen, as well.
  std::optional<double> clearance;                                      // [m]
  std::optional<double> friction, restitution, restitution_tangential;  // [-]
  Vector3 normal = Vector3::Zero();  // from the wall towards the body, the opening direction
  std::optional<Vector3> tangent;
  ContactLevel level = ContactLevel::velocity;  // kinds nodes and tip
  Place place;                                  // kind = nodes: the set or node
  std::vector<std::int64_t> nodes;              // kind = nodes: explicit labels
  TipSpec tip;                                  // kind = tip
  JointSpec joint;                              // kind = joint
  SlidingSpec sliding;                          // kind = sliding
  BoltedSpec bolted;                            // kind = bolted
};

// What a body of an assembly has beside its import.
struct BodyTreatment {
  CondenseSpec condense;
  DampingSpec damping;
};

struct Definition;

// A film that the bodies of an assembly move as a whole.
struct FilmInterfaceSpec {
  std::string file;                        // resolved path of its definition
  std::shared_ptr<const Definition> film;  // as it was read
  double width = 0.0;                      // of a line contact, across the film [m]
};

// Bolted contacts within one body of an assembly, which is the structure of a definition of its
// own.
struct BoltedInterfaceSpec {
  std::string file;                             // resolved path of that definition
  std::shared_ptr<const Definition> structure;  // as it was read, with the friction in force
  std::string body;                             // whose import it brings
};

// One of several interfaces: between two sets of nodes, or from one to the ground.
struct InterfaceSpec {
  std::string name;
  std::string first, second;  // node sets "body.set", or "body.12" for a node; second empty: ground
  // nodes, joint, film, sliding or bolted; its place or slave is `first`, its sides are both
  ContactSpec contact;
  LawSpec law;
  FilmInterfaceSpec film;
  BoltedInterfaceSpec bolted;
};

// Inputs of a film besides the motion of its bodies, "interface.entrainment" and the like; none of
// another interface.
std::vector<std::string> film_input_names(const InterfaceSpec& interface);

enum class StepScheme { moreau_jean, generalised_alpha };

struct StepSpec {
  StepScheme scheme = StepScheme::moreau_jean;
  double spectral_radius = 0.9;  // of generalised alpha [-]
  std::optional<double> size;    // h [s]; absent only if import.kind = "modal"
  double damp_fast_modes = 0.0;  // ratio for modes with omega h > 4, 0 = off
  int substeps = 1;              // equal parts of h; bolted contacts
};

struct InputSpec : InputChannel {
  Place place;
  Vector3 direction = Vector3::Zero();  // normalised
  bool line = false;                    // force per length along an edge set
  // The input moves the far end of a spring that the body has there [N/m]; absent: it is a force.
  std::optional<double> stiffness;
};

struct ForceSpec {
  std::string name;
  Place place;
  Vector3 direction = Vector3::Zero();  // normalised
  bool line = false;                    // force per length along an edge set
  double value = 0.0;                   // [N], line: [N/m]
};

struct OutputSpec {
  std::string name;
  OutputQuantity quantity = OutputQuantity::displacement;
  Place place;
  Vector3 direction = Vector3::Zero();  // normalised
  std::string interface;                // of several: whose; empty: of the bodies
  int contact = 0;                      // index for contact_force and gap
  int component = 0;                    // contact_force: 0 normal, 1 and 2 tangents
  int mode = 0;                         // index for modal_coordinate
  int point = 0;                        // law point for tractions
};

struct DefinitionSetting {
  std::string key;    // dotted path
  std::string value;  // canonical text
};

struct Definition {
  std::string path;  // of the file
  std::string name, description;
  std::optional<FilmContactSpec> film;  // present if the file has [film]: what follows of
                                        // structures, up to the scenarios, is not used then
  ImportSpec import;
  DampingSpec damping;
  CondenseSpec condense;
  ContactSpec contact;
  LawSpec law;
  std::vector<BodyTreatment> bodies;  // of an assembly: one per import.parts
  std::vector<InterfaceSpec> interfaces;
  SolverSpec solver;
  StepSpec step;
  ExcitationSpec excitation;
  std::vector<ExcitationSpec> excitations;  // beside it, in every scenario
  std::optional<ImpulseSpec> impulse;
  std::optional<ScaledLoadSpec> load;
  Vector3 gravity = Vector3::Zero();  // [m/s2]
  InitialSpec initial;
  std::vector<InputSpec> inputs;
  std::vector<ForceSpec> forces;  // constant
  std::vector<OutputSpec> outputs;
  std::vector<ScenarioSpec> scenarios;  // of films at least one: "base", the definition itself, if
                                        // the file has none. Empty for dry impacts
  VerifySpec verify;
  std::vector<std::string> notices;         // choices made for the user, to be logged
  std::string why_level;                    // of contact.level = "auto", a sentence; else empty
  std::vector<DefinitionSetting> settings;  // every key that was given, sorted, overrides applied
};

// What interface i has: its own, or that of [contact] where there are no [[interfaces]].
inline const ContactSpec& contact_of(const Definition& definition, std::size_t i) {
  return definition.interfaces.empty() ? definition.contact : definition.interfaces.at(i).contact;
}
inline const LawSpec& law_of(const Definition& definition, std::size_t i) {
  return definition.interfaces.empty() ? definition.law : definition.interfaces.at(i).law;
}

// What a reader of definitions can do with.
enum class Takes { any, structures, films };

// Reads, overrides and checks a definition; it is one of a film if it has a [film] table.
// path:       of the TOML file; files it names are relative to its folder
// overrides:  "dotted.key=value"; the value is TOML, or text if it is none. List entries are
//             addressed by index or name: "inputs.force.hold=linear". Files named here are looked
//             for in the working directory first.
// Throws Error with file:line (or the override) for syntax errors, unknown keys (naming the
// nearest), wrong types, values out of range, missing keys and keys that contradict each other, and
// before all that for a definition that the caller does not take.
Definition read_definition(const std::string& path, const std::vector<std::string>& overrides = {},
                           Takes takes = Takes::any);

// The notices of a definition as they are logged: "notice: ..." for choices made for the user,
// "warning: ..." for dubious values; one line each.
std::vector<std::string> messages_of(const Definition& definition);

// Index of the scenario called `name`, of the first if it is empty. Throws Error if there is none.
std::size_t scenario_index(const Definition& definition, const std::string& name);

// Index of the scenario `name`, or of all held out if it is empty. Throws Error if there is none.
std::vector<std::size_t> chosen_scenarios(const Definition& definition, const std::string& name);

}  // namespace mortise::gen
