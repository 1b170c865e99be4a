// A model definition (TOML) as typed values: what to import, how to condense it, the law of its
// contacts, the step, and the scenarios that train and certify it. SI units everywhere; angles in
// degrees. The keys, their ranges and defaults stand in keys.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generator/condense/truncate.hpp"
#include "generator/fe/full_model.hpp"
#include "generator/fe/plane.hpp"
#include "generator/system/full_system.hpp"
#include "generator/system/law.hpp"

namespace mortise::gen {

// Nodes named by label, by set, as the node nearest to a point, or as the node of a set nearest to
// a point. A set without a point means the average over its nodes.
struct Place {
  std::optional<std::int64_t> node;
  std::string set;
  std::optional<Vector3> near;  // [m]
  bool empty() const { return !node && set.empty() && !near; }
};

enum class ImportKind { calculix, beam, lumped, modal, plane };

struct BeamSegmentSpec {
  int elements = 0;
  double length = 0.0;  // [m]
};

struct StationSpec {
  std::string name;       // of the node set
  double distance = 0.0;  // from the root [m]
};

struct BeamImport {
  std::string axis;  // "x", "y" or "z"
  Vector3 origin = Vector3::Zero();
  std::optional<double> diameter;       // round section [m]
  std::optional<double> width, height;  // rectangular section [m]
  double young = 0.0, density = 0.0, poisson = 0.0;
  bool root_clamped = true, tip_clamped = false;
  std::vector<BeamSegmentSpec> segments;
  std::vector<StationSpec> stations;
};

struct MassSpec {
  std::int64_t node = 0;
  double mass = 0.0;  // [kg]
  std::vector<int> directions;
  Vector3 position = Vector3::Zero();
};

struct SpringSpec {
  std::int64_t from = 0, to = 0;  // 0 is the ground
  int direction = 1;
  double stiffness = 0.0;  // [N/m]
};

struct NodeSetSpec {
  std::string name;
  std::vector<std::int64_t> nodes;
};

struct PlaneBodySpec {
  PlaneBody body;
  std::optional<double> alpha, beta;  // damping of its own [1/s], [s]
};

struct ImportSpec {
  ImportKind kind = ImportKind::lumped;
  std::string file;  // resolved path of the export or of the modal data
  std::string deck;  // resolved, may be empty
  std::string units;
  std::vector<std::int64_t> rotation_nodes;
  BeamImport beam;
  std::vector<MassSpec> masses;
  std::vector<SpringSpec> springs;
  std::vector<NodeSetSpec> sets;
  std::vector<PlaneBodySpec> bodies;
};

// D = alpha M + beta K, given directly or by a ratio at one or two frequencies or modes. One
// frequency gives alpha alone.
struct DampingSpec {
  std::optional<double> alpha, beta;        // [1/s], [s]
  std::optional<double> ratio;              // [-]
  std::vector<int> modes;                   // 1-based numbers of elastic modes
  std::vector<double> frequencies;          // [Hz]
  JointState interface = JointState::open;  // of the joint while modes are counted
};

enum class CondenseMethod { craig_bampton, modes, none };

struct MasterSpec {
  Place place;
  std::vector<int> directions;  // 1..6
};

struct CondenseSpec {
  CondenseMethod method = CondenseMethod::none;
  std::optional<int> modes;                 // number of (fixed-interface) modes kept
  std::optional<double> cutoff_hz;          // or: all of them below this frequency [Hz]
  std::optional<int> dynamic_modes;         // of the diagonalised modes that stay dynamic
  std::optional<double> dynamic_cutoff_hz;  // or: those up to this frequency [Hz]
  ModeSelection dynamic_selection = ModeSelection::lowest;  // which dynamic_modes
  bool attach_inputs = false;                               // add the static answer to every input
  std::vector<MasterSpec> masters;  // interface kept; empty: what the contacts need
};

enum class ContactKind { none, nodes, tip, file, joint, sliding };
enum class TipKind { distributing, rigid };

// Rigid cylindrical tip with virtual contact points (Schurzig section 5).
struct TipSpec {
  TipKind kind = TipKind::distributing;
  std::vector<MasterSpec> masters;   // nodes that carry the tip; no directions: all a node has
  Vector3 origin = Vector3::Zero();  // point of the axis at position 0 [m]
  Vector3 axis = Vector3::UnitZ();
  double radius = 0.0;            // [m]
  double start = 0.0, end = 0.0;  // of the tip along the axis [m]
  int points = 2;                 // virtual points per edge, start and end included
  std::vector<double> angles;     // of the edges, from the direction towards the wall [deg]
};

// Compliant laws along two facing edges, or along one that stands on a rigid base.
struct JointSpec {
  std::vector<std::string> sides;  // one edge set with a base, else two
  int subdivisions = 1;            // of a segment, two Gauss points each
  std::optional<Vector3> normal;   // opening direction
  JointLaw law;
};

// A node that slides along an edge.
struct SlidingSpec {
  Place slave;
  std::string target;           // edge set
  std::optional<double> start;  // x of the undeformed slave node at t = 0 [m]
  SlidingLaw law;
};

struct ContactSpec {
  ContactKind kind = ContactKind::none;
  // Absent only if import.kind = "modal": then the file's values hold.
  std::optional<double> clearance;                                      // [m]
  std::optional<double> friction, restitution, restitution_tangential;  // [-]
  Vector3 normal = Vector3::Zero();  // from the wall towards the body, the opening direction
  std::optional<Vector3> tangent;
  bool bushing = false;             // the wall is a bore around the tip
  Place place;                      // kind = nodes: the set or node
  std::vector<std::int64_t> nodes;  // kind = nodes: explicit labels
  TipSpec tip;                      // kind = tip
  JointSpec joint;                  // kind = joint
  SlidingSpec sliding;              // kind = sliding
};

struct SolverSpec {
  SolverChoice kind = SolverChoice::automatic;
  std::optional<int> sweeps, iterations, tail_sweeps;  // caps; absent: chosen by the bake stage
  std::optional<double> tolerance;                     // [-]; absent: the file's, else 1e-10
};

enum class StepScheme { moreau_jean, generalised_alpha };

struct StepSpec {
  StepScheme scheme = StepScheme::moreau_jean;
  double spectral_radius = 0.9;  // of generalised alpha [-]
  std::optional<double> size;    // h [s]; absent only if import.kind = "modal"
  double damp_fast_modes = 0.0;  // ratio for modes with omega h > 4, 0 = off
};

enum class ExcitationKind { none, harmonic, sweep };

// u(t) = offset + amplitude sin(2 pi (frequency + rate t / 2) t + phase)   (Schurzig eq. 32)
struct ExcitationSpec {
  ExcitationKind kind = ExcitationKind::none;
  std::string input;                // name; empty: the first input
  double amplitude = 0.0;           // [unit of the input]
  std::optional<double> frequency;  // [Hz]; absent only if import.kind = "modal"
  double rate = 0.0;                // [Hz/s]
  double phase = 0.0;               // [deg]
  double offset = 0.0;              // [unit of the input]
};

// One impulse of half a period: amplitude sin(2 pi frequency (t - start)), or its amplitude.
struct ImpulseSpec {
  std::string input;       // name; empty: the first input
  double amplitude = 0.0;  // [unit of the input]
  double frequency = 0.0;  // [Hz] > 0
  double start = 0.0;      // [s]
  bool rectangle = false;
};

// factor * reference * sin(2 pi frequency (t - start)) from start on; constant without frequency.
struct ScaledLoadSpec {
  std::string input;       // name; empty: the first input
  double factor = 1.0;     // [-]
  double reference = 0.0;  // [unit of the input]
  double frequency = 0.0;  // [Hz]
  double start = 0.0;      // [s]
};

enum class InitialShape { uniform, statics, pressed };

// uniform: every node moves alike. static: the deflection under a force at `place`, scaled so that
// the place has the given displacement or velocity. pressed: static equilibrium with the contact,
// a joint without friction, under weight, forces
// and the default values of the inputs.
struct InitialSpec {
  InitialShape shape = InitialShape::uniform;
  Place place;
  Vector3 displacement = Vector3::Zero();  // [m]
  Vector3 velocity = Vector3::Zero();      // [m/s]
};

struct InputSpec {
  std::string name;
  Place place;
  Vector3 direction = Vector3::Zero();  // normalised
  bool line = false;                    // force per length along an edge set
  Hold hold = Hold::zero_order;
  double minimum = 0.0, maximum = 0.0, default_value = 0.0;  // [N], line: [N/m]
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
  int contact = 0;                      // index for contact_force and gap
  int component = 0;                    // contact_force: 0 normal, 1 and 2 tangents
  int mode = 0;                         // index for modal_coordinate
  int point = 0;                        // law point for tractions
};

// What a joint is run with for some time.
struct PhaseSpec {
  std::string name;
  double duration = 0.0;  // [s]
  JointLaw law;
  DampingSpec damping;
};

struct ScenarioSpec {
  std::string name;
  double duration = 0.0;  // [s]
  bool held_out = false;  // certification only, seen by no reduction step
  ExcitationSpec excitation;
  InitialSpec initial;
  std::optional<ImpulseSpec> impulse;
  std::optional<ScaledLoadSpec> load;
  std::vector<PhaseSpec> phases;  // in turn, at least one
};

// Largest relative errors of the reduced against the full model [-].
struct VerifySpec {
  double displacement = 0.0, velocity = 0.0, force = 0.0, dissipated_energy = 0.0;
};

struct DefinitionSetting {
  std::string key;    // dotted path
  std::string value;  // canonical text
};

struct Definition {
  std::string path;  // of the file
  std::string name, description;
  ImportSpec import;
  DampingSpec damping;
  CondenseSpec condense;
  ContactSpec contact;
  LawSpec law;
  SolverSpec solver;
  StepSpec step;
  ExcitationSpec excitation;
  std::optional<ImpulseSpec> impulse;
  std::optional<ScaledLoadSpec> load;
  Vector3 gravity = Vector3::Zero();  // [m/s2]
  InitialSpec initial;
  std::vector<InputSpec> inputs;
  std::vector<ForceSpec> forces;  // constant
  std::vector<OutputSpec> outputs;
  std::vector<ScenarioSpec> scenarios;
  VerifySpec verify;
  std::vector<std::string> notices;         // choices made for the user, to be logged
  std::vector<DefinitionSetting> settings;  // every key that was given, sorted, overrides applied
};

// Reads, overrides and checks a definition.
// path:       of the TOML file; files it names are relative to its folder
// overrides:  "dotted.key=value"; the value is TOML, or text if it is none. List entries are
//             addressed by index or name: "inputs.force.hold=linear". Files named here are looked
//             for in the working directory first.
// Throws Error with file:line (or the override) for syntax errors, unknown keys (naming the
// nearest), wrong types, values out of range, missing keys and keys that contradict each other.
Definition read_definition(const std::string& path, const std::vector<std::string>& overrides = {});

}  // namespace mortise::gen
