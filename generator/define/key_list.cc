#include "generator/define/key_list_structure.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kContact = "contact.kind=nodes|tip|file";
constexpr const char* kRubbing = "contact.kind=nodes|tip|file|joint|sliding";
constexpr const char* kCraigBampton = "condense.method=craig_bampton";
constexpr const char* kWall = "contact.kind=nodes|tip";
constexpr const char* kNodes = "contact.kind=nodes";
constexpr const char* kTip = "contact.kind=tip";
constexpr const char* kShapes = "uniform|static|pressed";
constexpr const char* kQuantityNames =
    "displacement|velocity|contact_force|gap|modal|acceleration|energy_total|energy_kinetic|"
    "energy_strain|dissipated_material|dissipated_friction|dissipated_impact|work_external|"
    "normal_traction|friction_traction|slipping_share|sliding_velocity|contact_position";
constexpr const char* kExcitations = "none|harmonic|sweep";

Keys general_keys() {
  return {
      {"name", T::text, "", kAny, "", kRequired, "", "name of the model, stored in the file"},
      {"description", T::text, "", kAny, "", "\"\"", "", "one sentence, stored in the file"},
      {"step.size", T::number, "s", kPositive, "", kNone, "",
       "step h of the runtime; modal data may bring its own"},
      {"step.scheme", T::choice, "", kAny, "moreau_jean|generalised_alpha", "moreau_jean", "",
       "time integration; generalised_alpha for bilateral sliding contacts"},
      {"step.spectral_radius", T::number, "-", kUnit, "", "0.9", "step.scheme=generalised_alpha",
       "of generalised alpha at infinite frequency: 1 keeps all, 0 damps fast modes out"},
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

Keys condense_keys() {
  return {
      {"condense.method", T::choice, "", kAny, "craig_bampton|modes|none", "none", kPhysical,
       "none keeps every mode of the full model"},
      {"condense.modes", T::integer, "", kCount, "", kNone, "condense.method=craig_bampton|modes",
       "number of (fixed-interface) modes"},
      {"condense.cutoff_hz", T::number, "Hz", kPositive, "", kNone,
       "condense.method=craig_bampton|modes", "or all modes up to this frequency"},
      {"condense.dynamic_modes", T::integer, "", kCount, "", kNone, kCraigBampton,
       "of the diagonalised modes so many stay dynamic, a joint sees the others as compliance"},
      {"condense.dynamic_cutoff_hz", T::number, "Hz", kPositive, "", kNone, kCraigBampton,
       "or those up to this frequency"},
      {"condense.dynamic_selection", T::choice, "", kAny, "lowest|dominant", "lowest",
       kCraigBampton,
       "which condense.dynamic_modes: the lowest, or those with the largest share in the static "
       "answer of an output to an input or a joint force"},
      {"condense.attach_inputs", T::boolean, "", kAny, "", "false", kCraigBampton,
       "add the static answer to every input and to the constant force"},
      {"condense.masters.*.node", T::integer, "", kLabel, "", kNone, kCraigBampton,
       "interface kept by the condensation; default: what the contacts need"},
      {"condense.masters.*.set", T::text, "", kAny, "", kNone, kCraigBampton, "node set"},
      {"condense.masters.*.near", T::vector3, "m", kAny, "", kNone, kCraigBampton,
       "the node nearest to this point"},
      {"condense.masters.*.directions", T::integers, "", kDofDirection, "", "[1, 2, 3]",
       kCraigBampton, "1..3 translations, 4..6 rotations"},
  };
}

Keys contact_keys() {
  return {
      {"contact.kind", T::choice, "", kAny, "none|nodes|tip|file|joint|sliding", "none", "",
       "nodes against a wall, a rigid cylindrical tip, as the modal data says, compliant laws "
       "along "
       "facing edges, or a node that slides along an edge"},
      {"contact.clearance", T::number, "m", kAny, "", kNone, kContact, "gap at rest"},
      {"contact.friction", T::number, "-", kNotNegative, "", kNone, kRubbing,
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
      {"impulse.input", T::text, "", kAny, "", "\"\"", "", "input that is hit; default: the first"},
      {"impulse.amplitude", T::number, "N", kAny, "", kRequired, "", "largest value"},
      {"impulse.frequency", T::number, "Hz", kPositive, "", kRequired, "",
       "half a period of it is the duration"},
      {"impulse.shape", T::choice, "", kAny, "half_sine|rectangle", "half_sine", "",
       "course of the impulse"},
      {"impulse.start", T::number, "s", kNotNegative, "", "0", "", "when it begins"},
      {"load.input", T::text, "", kAny, "", "\"\"", "",
       "input that carries factor * reference * sin(2 pi frequency t); default: the first"},
      {"load.factor", T::number, "-", kAny, "", "1", "", "share of the reference"},
      {"load.reference", T::number, "", kAny, "", kRequired, "",
       "value at factor 1, in the unit of the input"},
      {"load.frequency", T::number, "Hz", kNotNegative, "", "0", "", "0: constant"},
      {"load.start", T::number, "s", kNotNegative, "", "0", "", "zero before; t counts from here"},
      {"output.energies", T::boolean, "", kAny, "", "false", kJoint,
       "adds energy_total, energy_kinetic, energy_strain, dissipated_material, "
       "dissipated_friction, dissipated_impact and work_external to the outputs"},
      {"initial.shape", T::choice, "", kAny, kShapes, "uniform", kPhysical,
       "uniform: all nodes alike; static: as a force at the place would bend it; pressed: static "
       "equilibrium with the contact under weight and defaults of the inputs"},
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
      {"inputs.*.distribution", T::choice, "", kAny, "equal|line", "equal", kPhysical,
       "line: the signal is a force per length [N/m] along an edge set"},
      {"inputs.*.hold", T::choice, "", kAny, "zero_order|linear", "zero_order", "",
       "between two samples: constant, or linear (the caller gives both ends)"},
      {"inputs.*.minimum", T::number, "N", kAny, "", "-1e6", "", "smaller values are held"},
      {"inputs.*.maximum", T::number, "N", kAny, "", "1e6", "", "larger values are held"},
      {"inputs.*.default", T::number, "N", kAny, "", "0", "", "before the first good value"},
      {"forces.*.name", T::text, "", kAny, "", kRequired, kPhysical, "name of a constant force"},
      {"forces.*.value", T::number, "N", kAny, "", kRequired, kPhysical, "its size"},
      {"forces.*.node", T::integer, "", kLabel, "", kNone, kPhysical, "where it acts"},
      {"forces.*.set", T::text, "", kAny, "", kNone, kPhysical,
       "or a node set that shares it equally"},
      {"forces.*.near", T::vector3, "m", kAny, "", kNone, kPhysical, "or the node nearest to it"},
      {"forces.*.direction", T::vector3, "", kAny, "", kRequired, kPhysical,
       "direction, any length"},
      {"forces.*.distribution", T::choice, "", kAny, "equal|line", "equal", kPhysical,
       "line: the value is a force per length [N/m] along an edge set"},
      {"outputs.*.name", T::text, "", kAny, "", kRequired, "", "name of the channel"},
      {"outputs.*.quantity", T::choice, "", kAny, kQuantityNames, "displacement", "",
       "what is given out"},
      {"outputs.*.node", T::integer, "", kLabel, "", kNone, kPhysical,
       "displacement, velocity, acceleration: where"},
      {"outputs.*.set", T::text, "", kAny, "", kNone, kPhysical, "or the mean over a node set"},
      {"outputs.*.near", T::vector3, "m", kAny, "", kNone, kPhysical, "or the node nearest to it"},
      {"outputs.*.direction", T::vector3, "", kAny, "", kNone, kPhysical,
       "displacement, velocity, acceleration: direction, any length"},
      {"outputs.*.contact", T::integer, "", kLabel, "", "0", "",
       "contact_force, gap: number of the contact from 0"},
      {"outputs.*.component", T::choice, "", kAny, "normal|tangent1|tangent2", "normal", "",
       "contact_force: which component"},
      {"outputs.*.point", T::integer, "", kLabel, "", "0", kJoint,
       "normal_traction, friction_traction: number of the law point from 0"},
      {"outputs.*.mode", T::integer, "", kLabel, "", "0", "", "modal: number of the mode from 0"},
  };
}

Keys scenario_keys() {
  return {
      {"scenarios.*.name", T::text, "", kAny, "", kRequired, "", "name"},
      {"scenarios.*.duration", T::number, "s", kPositive, "", kNone, "",
       "duration; with phases: their sum"},
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
      {"scenarios.*.impulse", T::boolean, "", kAny, "", "true", "", "false: without [impulse]"},
      {"scenarios.*.load", T::boolean, "", kAny, "", "true", "", "false: without [load]"},
      {"scenarios.*.load.factor", T::number, "-", kAny, "", kNone, "",
       "these replace the keys of [load]"},
      {"scenarios.*.load.frequency", T::number, "Hz", kNotNegative, "", kNone, "",
       "see load.frequency"},
      {"scenarios.*.load.start", T::number, "s", kNotNegative, "", kNone, "", "see load.start"},
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
      joined_keys({general_keys(), import_keys(), damping_keys("damping", kPhysical, "open"),
                   condense_keys(), contact_keys(), joint_keys(), sliding_keys(), law_keys(),
                   signal_keys(), channel_keys(), scenario_keys(), case_keys()}));
  return list;
}

}  // namespace mortise::gen
