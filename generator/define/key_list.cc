#include "generator/define/key_parts.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kExported = "import.kind=calculix";
constexpr const char* kBeam = "import.kind=beam";
constexpr const char* kLumped = "import.kind=lumped";
constexpr const char* kPhysical = "import.kind=calculix|beam|lumped";
constexpr const char* kContact = "contact.kind=nodes|tip|file";
constexpr const char* kWall = "contact.kind=nodes|tip";
constexpr const char* kNodes = "contact.kind=nodes";
constexpr const char* kTip = "contact.kind=tip";
constexpr const char* kShapes = "uniform|static";
constexpr const char* kExcitations = "none|harmonic|sweep";

Keys general_keys() {
  return {
      {"name", T::text, "", kAny, "", kRequired, "", "name of the model, stored in the file"},
      {"description", T::text, "", kAny, "", "\"\"", "", "one sentence, stored in the file"},
      {"step.size", T::number, "s", kPositive, "", kNone, "",
       "step h of the runtime; modal data may bring its own"},
      {"step.scheme", T::choice, "", kAny, "moreau_jean", "moreau_jean", "", "time integration"},
      {"step.damp_fast_modes", T::number, "-", kUnit, "", "0", "",
       "damping ratio of modes with omega h > 4; 0 leaves them as they are"},
      {"gravity.acceleration", T::vector3, "m/s2", kAny, "", "[0, 0, 0]", kPhysical,
       "acceleration of free fall"},
      {"verify.displacement", T::number, "-", kPositive, "", "0.01", "",
       "largest relative error of displacements against the full model"},
      {"verify.velocity", T::number, "-", kPositive, "", "0.05", "", "the same for velocities"},
      {"verify.force", T::number, "-", kPositive, "", "0.05", "",
       "the same for the total contact impulse"},
      {"verify.dissipated_energy", T::number, "-", kPositive, "", "0.05", "",
       "the same for the energy dissipated in contacts"},
  };
}

Keys import_keys() {
  return {
      {"import.kind", T::choice, "", kAny, "calculix|beam|lumped|modal", kRequired, "",
       "where the structure comes from"},
      {"import.file", T::text, "", kAny, "", kRequired, "import.kind=calculix|modal",
       "matrices of the export (job name or one of its files), or the modal data (JSON)"},
      {"import.deck", T::text, "", kAny, "", kNone, kExported,
       "input deck with coordinates and sets; default: next to the matrices"},
      {"import.units", T::text, "", kAny, "", kRequired, kExported,
       "\"SI\" or length,mass,time,force of the export, e.g. \"mm,t,s,N\""},
      {"import.rotation_nodes", T::integers, "", kLabel, "", "[]", kExported,
       "nodes whose directions 1..3 are rotations"},
      {"import.beam.axis", T::choice, "", kAny, "x|y|z", "z", kBeam, "direction of the beam"},
      {"import.beam.origin", T::vector3, "m", kAny, "", "[0, 0, 0]", kBeam, "position of the root"},
      {"import.beam.diameter", T::number, "m", kPositive, "", kNone, kBeam, "round section"},
      {"import.beam.width", T::number, "m", kPositive, "", kNone, kBeam,
       "rectangular section along the 1st transverse axis"},
      {"import.beam.height", T::number, "m", kPositive, "", kNone, kBeam,
       "rectangular section along the 2nd transverse axis"},
      {"import.beam.young", T::number, "Pa", kPositive, "", kRequired, kBeam, "Young's modulus"},
      {"import.beam.density", T::number, "kg/m3", kPositive, "", kRequired, kBeam, "density"},
      {"import.beam.poisson",
       T::number,
       "-",
       {-1.0, 0.5, false},
       "",
       "0.3",
       kBeam,
       "Poisson's ratio"},
      {"import.beam.root", T::choice, "", kAny, "clamped|free", "clamped", kBeam,
       "support of the first node"},
      {"import.beam.tip", T::choice, "", kAny, "clamped|free", "free", kBeam,
       "support of the last node"},
      {"import.beam.segments.*.elements", T::integer, "", kCount, "", kRequired, kBeam,
       "equal elements of the segment"},
      {"import.beam.segments.*.length", T::number, "m", kPositive, "", kRequired, kBeam,
       "length of the segment"},
      {"import.beam.stations.*.name", T::text, "", kAny, "", kRequired, kBeam,
       "node set made at a distance from the root"},
      {"import.beam.stations.*.distance", T::number, "m", kNotNegative, "", kRequired, kBeam,
       "where a node must lie"},
      {"import.masses.*.node", T::integer, "", {1.0, 9e15}, "", kRequired, kLumped, "label"},
      {"import.masses.*.mass", T::number, "kg", kPositive, "", kRequired, kLumped, "mass"},
      {"import.masses.*.directions", T::integers, "", kDirection, "", "[1, 2, 3]", kLumped,
       "directions it can move in: 1 x, 2 y, 3 z"},
      {"import.masses.*.position", T::vector3, "m", kAny, "", "[0, 0, 0]", kLumped, "position"},
      {"import.springs.*.from", T::integer, "", kLabel, "", "0", kLumped,
       "label of a mass, 0 is the ground"},
      {"import.springs.*.to", T::integer, "", kLabel, "", kRequired, kLumped, "label of a mass"},
      {"import.springs.*.direction", T::integer, "", kDirection, "", kRequired, kLumped,
       "direction it acts in"},
      {"import.springs.*.stiffness", T::number, "N/m", kPositive, "", kRequired, kLumped,
       "stiffness"},
      {"import.sets.*.name", T::text, "", kAny, "", kRequired, kLumped, "node set"},
      {"import.sets.*.nodes", T::integers, "", kLabel, "", kRequired, kLumped, "its labels"},
  };
}

Keys reduction_keys() {
  return {
      {"damping.alpha", T::number, "1/s", kNotNegative, "", kNone, kPhysical,
       "D = alpha M + beta K"},
      {"damping.beta", T::number, "s", kNotNegative, "", kNone, kPhysical, "see alpha"},
      {"damping.ratio", T::number, "-", kNotNegative, "", kNone, kPhysical,
       "modal damping ratio at the modes or frequencies below (Rayleigh)"},
      {"damping.modes", T::integers, "", kCount, "", kNone, kPhysical,
       "one or two numbers of modes counted from 1; one gives alpha alone"},
      {"damping.frequencies", T::numbers, "Hz", kPositive, "", kNone, kPhysical,
       "or one or two frequencies; one gives alpha alone"},
      {"condense.method", T::choice, "", kAny, "craig_bampton|modes|none", "none", kPhysical,
       "none keeps every mode of the full model"},
      {"condense.modes", T::integer, "", kCount, "", kNone, "condense.method=craig_bampton|modes",
       "number of (fixed-interface) modes"},
      {"condense.cutoff_hz", T::number, "Hz", kPositive, "", kNone,
       "condense.method=craig_bampton|modes", "or all modes up to this frequency"},
      {"condense.attach_inputs", T::boolean, "", kAny, "", "false", "condense.method=craig_bampton",
       "add the static answer to every input"},
      {"condense.masters.*.node", T::integer, "", kLabel, "", kNone,
       "condense.method=craig_bampton",
       "interface kept by the condensation; default: what the contacts need"},
      {"condense.masters.*.set", T::text, "", kAny, "", kNone, "condense.method=craig_bampton",
       "node set"},
      {"condense.masters.*.near", T::vector3, "m", kAny, "", kNone, "condense.method=craig_bampton",
       "the node nearest to this point"},
      {"condense.masters.*.directions", T::integers, "", kDofDirection, "", "[1, 2, 3]",
       "condense.method=craig_bampton", "1..3 translations, 4..6 rotations"},
  };
}

Keys contact_keys() {
  return {
      {"contact.kind", T::choice, "", kAny, "none|nodes|tip|file", "none", "",
       "nodes against a wall, a rigid cylindrical tip, or as the modal data says"},
      {"contact.clearance", T::number, "m", kAny, "", kNone, kContact, "gap at rest"},
      {"contact.friction", T::number, "-", kNotNegative, "", kNone, kContact,
       "Coulomb coefficient; 0 unless modal data brings its own"},
      {"contact.restitution", T::number, "-", kUnit, "", kNone, kContact,
       "Newton's coefficient, normal; 0 unless modal data brings its own"},
      {"contact.restitution_tangential", T::number, "-", kUnit, "", kNone, kContact,
       "the same, tangential; acts on end velocities (law.friction_velocity = \"end\")"},
      {"contact.wall.normal", T::vector3, "", kAny, "", kRequired, kWall,
       "from the wall towards the body: the gap opens along it"},
      {"contact.wall.tangent", T::vector3, "", kAny, "", kNone, kNodes,
       "first tangent; default: the coordinate axis most in the wall"},
      {"contact.wall.shape", T::choice, "", kAny, "plane|bushing", "plane", kTip,
       "flat wall, or a bore around the tip"},
      {"contact.node", T::integer, "", kLabel, "", kNone, kNodes, "the node in contact"},
      {"contact.nodes", T::integers, "", kLabel, "", kNone, kNodes, "or a list of them"},
      {"contact.set", T::text, "", kAny, "", kNone, kNodes, "or a node set"},
      {"contact.near", T::vector3, "m", kAny, "", kNone, kNodes, "or the node nearest to a point"},
      {"contact.tip.kind", T::choice, "", kAny, "distributing|rigid", "distributing", kTip,
       "distributing adds no stiffness; rigid makes the masters one rigid body"},
      {"contact.tip.masters.*.node", T::integer, "", kLabel, "", kNone, kTip,
       "nodes that carry the tip"},
      {"contact.tip.masters.*.set", T::text, "", kAny, "", kNone, kTip, "node set"},
      {"contact.tip.masters.*.near", T::vector3, "m", kAny, "", kNone, kTip,
       "the node nearest to this point"},
      {"contact.tip.masters.*.directions", T::integers, "", kDofDirection, "", "[]", kTip,
       "directions that take part; default: all the node has"},
      {"contact.tip.origin", T::vector3, "m", kAny, "", "[0, 0, 0]", kTip,
       "point of the axis at position 0"},
      {"contact.tip.axis", T::vector3, "", kAny, "", kRequired, kTip, "direction of the cylinder"},
      {"contact.tip.radius", T::number, "m", kPositive, "", kRequired, kTip, "radius"},
      {"contact.tip.start", T::number, "m", kAny, "", kRequired, kTip,
       "first position along the axis"},
      {"contact.tip.end", T::number, "m", kAny, "", kRequired, kTip,
       "last position along the axis"},
      {"contact.tip.points",
       T::integer,
       "",
       {1.0, 1000.0},
       "",
       "2",
       kTip,
       "virtual contact points per edge, both ends included"},
      {"contact.tip.angles",
       T::numbers,
       "deg",
       {-360.0, 360.0},
       "",
       "[0]",
       kTip,
       "edges with contact points; 0 faces the wall"},
  };
}

Keys law_keys() {
  return {
      {"law.friction_velocity", T::choice, "", kAny, "mean|end", "mean", "",
       "velocity that friction opposes: mean of the step or its end"},
      {"law.restitution_rule", T::choice, "", kAny, "energy_safe|newton", "energy_safe", "",
       "energy_safe applies restitution only to contacts that approach"},
      {"law.activation", T::choice, "", kAny, "free_end_gap|start_velocity", "free_end_gap", "",
       "which predicted gap decides that a contact takes part"},
      {"law.activation_threshold", T::number, "m", kNotNegative, "", "1e-12", "",
       "predicted gap up to which a contact takes part"},
      {"law.activation_hysteresis", T::number, "m", kNotNegative, "", "1e-12", "",
       "added to the threshold while it does"},
      {"law.restitution_threshold", T::number, "m/s", kNotNegative, "", "0", "",
       "slower impacts do not bounce"},
      {"solver.kind", T::choice, "", kAny, "auto|gauss_seidel|newton", "auto", "",
       "interface solver; auto measures the coupling"},
      {"solver.sweeps", T::integer, "", kCount, "", kNone, "", "cap on Gauss-Seidel sweeps"},
      {"solver.iterations", T::integer, "", kCount, "", kNone, "", "cap on Newton iterations"},
      {"solver.tail_sweeps", T::integer, "", kCount, "", kNone, "",
       "sweeps after a Newton that met its cap"},
      {"solver.tolerance",
       T::number,
       "-",
       {0.0, 1.0, false},
       "",
       kNone,
       "",
       "residual relative to the free interface velocity"},
  };
}

Keys signal_keys() {
  return {
      {"excitation.kind", T::choice, "", kAny, kExcitations, "none", "",
       "signal on one input: offset + amplitude sin(2 pi (frequency + rate t / 2) t + phase)"},
      {"excitation.input", T::text, "", kAny, "", "\"\"", "", "its name; default: the first"},
      {"excitation.amplitude", T::number, "N", kAny, "", "0", "", "amplitude"},
      {"excitation.frequency", T::number, "Hz", kNotNegative, "", kNone, "",
       "frequency (of a sweep: at the start)"},
      {"excitation.rate", T::number, "Hz/s", kAny, "", "0", "excitation.kind=sweep",
       "growth of the frequency"},
      {"excitation.phase", T::number, "deg", kAny, "", "0", "", "phase at the start"},
      {"excitation.offset", T::number, "N", kAny, "", "0", "", "constant part"},
      {"initial.shape", T::choice, "", kAny, kShapes, "uniform", kPhysical,
       "uniform: all nodes alike; static: as a force at the place would bend it"},
      {"initial.node", T::integer, "", kLabel, "", kNone, kPhysical, "place, for shape = static"},
      {"initial.set", T::text, "", kAny, "", kNone, kPhysical, "or the mean over a node set"},
      {"initial.near", T::vector3, "m", kAny, "", kNone, kPhysical, "or the node nearest to it"},
      {"initial.displacement", T::vector3, "m", kAny, "", "[0, 0, 0]", kPhysical,
       "displacement at t = 0"},
      {"initial.velocity", T::vector3, "m/s", kAny, "", "[0, 0, 0]", kPhysical,
       "velocity at t = 0"},
  };
}

Keys channel_keys() {
  return {
      {"inputs.*.name", T::text, "", kAny, "", kRequired, "", "name of the channel"},
      {"inputs.*.node", T::integer, "", kLabel, "", kNone, kPhysical, "where the force acts"},
      {"inputs.*.set", T::text, "", kAny, "", kNone, kPhysical,
       "or a node set that shares the force equally"},
      {"inputs.*.near", T::vector3, "m", kAny, "", kNone, kPhysical, "or the node nearest to it"},
      {"inputs.*.direction", T::vector3, "", kAny, "", kNone, kPhysical, "direction, any length"},
      {"inputs.*.hold", T::choice, "", kAny, "zero_order|linear", "zero_order", "",
       "between two samples: constant, or linear (the caller gives both ends)"},
      {"inputs.*.minimum", T::number, "N", kAny, "", "-1e6", "", "smaller values are held"},
      {"inputs.*.maximum", T::number, "N", kAny, "", "1e6", "", "larger values are held"},
      {"inputs.*.default", T::number, "N", kAny, "", "0", "", "before the first good value"},
      {"outputs.*.name", T::text, "", kAny, "", kRequired, "", "name of the channel"},
      {"outputs.*.quantity", T::choice, "", kAny, "displacement|velocity|contact_force|gap|modal",
       "displacement", "", "what is given out"},
      {"outputs.*.node", T::integer, "", kLabel, "", kNone, kPhysical,
       "displacement, velocity: where"},
      {"outputs.*.set", T::text, "", kAny, "", kNone, kPhysical, "or the mean over a node set"},
      {"outputs.*.near", T::vector3, "m", kAny, "", kNone, kPhysical, "or the node nearest to it"},
      {"outputs.*.direction", T::vector3, "", kAny, "", kNone, kPhysical,
       "displacement, velocity: direction, any length"},
      {"outputs.*.contact", T::integer, "", kLabel, "", "0", "",
       "contact_force, gap: number of the contact from 0"},
      {"outputs.*.component", T::choice, "", kAny, "normal|tangent1|tangent2", "normal", "",
       "contact_force: which component"},
      {"outputs.*.mode", T::integer, "", kLabel, "", "0", "", "modal: number of the mode from 0"},
  };
}

Keys scenario_keys() {
  return {
      {"scenarios.*.name", T::text, "", kAny, "", kRequired, "", "name"},
      {"scenarios.*.duration", T::number, "s", kPositive, "", kRequired, "", "duration"},
      {"scenarios.*.held_out", T::boolean, "", kAny, "", "false", "",
       "kept away from every reduction step, for the certificate"},
      {"scenarios.*.kind", T::choice, "", kAny, kExcitations, kNone, "",
       "these replace the keys of [excitation]"},
      {"scenarios.*.input", T::text, "", kAny, "", kNone, "", "see excitation.input"},
      {"scenarios.*.amplitude", T::number, "N", kAny, "", kNone, "", "see excitation.amplitude"},
      {"scenarios.*.frequency", T::number, "Hz", kNotNegative, "", kNone, "",
       "see excitation.frequency"},
      {"scenarios.*.rate", T::number, "Hz/s", kAny, "", kNone, "", "see excitation.rate"},
      {"scenarios.*.phase", T::number, "deg", kAny, "", kNone, "", "see excitation.phase"},
      {"scenarios.*.offset", T::number, "N", kAny, "", kNone, "", "see excitation.offset"},
      {"scenarios.*.initial.shape", T::choice, "", kAny, kShapes, kNone, kPhysical,
       "an initial table here replaces [initial] as a whole"},
      {"scenarios.*.initial.node", T::integer, "", kLabel, "", kNone, kPhysical, "see [initial]"},
      {"scenarios.*.initial.set", T::text, "", kAny, "", kNone, kPhysical, "see [initial]"},
      {"scenarios.*.initial.near", T::vector3, "m", kAny, "", kNone, kPhysical, "see [initial]"},
      {"scenarios.*.initial.displacement", T::vector3, "m", kAny, "", kNone, kPhysical,
       "see [initial]"},
      {"scenarios.*.initial.velocity", T::vector3, "m/s", kAny, "", kNone, kPhysical,
       "see [initial]"},
  };
}

}  // namespace

const KeyList& structure_keys() {
  static const KeyList list(
      "Keys of a definition (TOML). '*' is the index or the name of a list entry.",
      joined_keys({general_keys(), import_keys(), reduction_keys(), contact_keys(), law_keys(),
                   signal_keys(), channel_keys(), scenario_keys()}));
  return list;
}

}  // namespace mortise::gen
