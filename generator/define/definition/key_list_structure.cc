#include "generator/bodies/condense/component.hpp"
#include "generator/contact/system/output_quantity.hpp"
#include "generator/contact/unilateral/contact_point.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/define/definition/key_sections.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kContact = "contact.kind=nodes|tip|file";
constexpr const char* kImpacts = "contact.kind=nodes|tip|file|interfaces";
constexpr const char* kSwept = "contact.kind=nodes|tip|file|interfaces|joint|bolted";
constexpr const char* kRubbing = "contact.kind=nodes|tip|file|joint|sliding|bolted";
const std::string kStructureMethods = interface_methods("auto|modes|given|none");
const std::string kKeepsInterface = "condense.method=" + interface_methods("auto");
const std::string kCounted = "condense.method=" + interface_methods("modes|given");
const std::string kRitz = "condense.method=auto|craig_bampton|craig_chang|rubin";
constexpr const char* kChosen = "condense.method=auto";
constexpr const char* kWall = "contact.kind=nodes|tip";
constexpr const char* kNodes = "contact.kind=nodes";
constexpr const char* kImpulses = "contact.level=velocity|auto";
constexpr const char* kTip = "contact.kind=tip";
constexpr const char* kShapes = "uniform|static|pressed|modal";
constexpr const char* kExcitations = "none|harmonic|sweep";

void modal_start_keys(KeyRows& k) {
  k.integers("modes", &InitialSpec::modes, kCount, "[]",
             "modal: numbers from 1 of modes of the preloaded structure, which bend it at t = 0")
      .only(kBolted);
  k.numbers("amplitudes", &InitialSpec::amplitudes, "m", kAny, "[]",
            "modal: of each, as the sensor moves in it")
      .only(kBolted);
}

}  // namespace

void common_keys(KeyRows& k) {
  k.table("", "", Stage::bake);
  k.text("name", &Definition::name, kRequired, "name of the model, stored in the file");
  k.text("description", &Definition::description, "\"\"", "one sentence, stored in the file");
}

void structure_general_keys(KeyRows& k) {
  k.table("step", "", Stage::bake);
  k.number("size", &StepSpec::size, "s", {0.0, 1e3, false}, kNone,
           "step h of the runtime; modal data may bring its own");
  k.choice("scheme", &StepSpec::scheme, "moreau_jean|generalised_alpha", "moreau_jean",
           "time integration; generalised_alpha for bilateral sliding contacts");
  k.number("spectral_radius", &StepSpec::spectral_radius, "-", kUnit, "0.9",
           "of generalised alpha at infinite frequency: 1 keeps all, 0 damps fast modes out")
      .only("step.scheme=generalised_alpha");
  k.integer("substeps", &StepSpec::substeps, {1.0, 1000.0}, "1",
            "equal parts of a step in which bolted contacts are solved")
      .only("contact.kind=bolted");
  k.number("damp_fast_modes", &StepSpec::damp_fast_modes, "-", kUnit, "0",
           "damping ratio of modes with omega h > 4; 0 leaves them as they are");

  k.table("gravity", kPhysical, Stage::condense);
  k.vector3("acceleration", &Definition::gravity, "m/s2", "[0, 0, 0]", "acceleration of free fall");

  k.table("verify", "", Stage::certify);
  k.number("displacement", &VerifySpec::displacement, "-", kPositive, "0.01",
           "largest relative error of displacements against the full model");
  k.number("velocity", &VerifySpec::velocity, "-", kPositive, "0.05", "the same for velocities");
  k.number("force", &VerifySpec::force, "-", kPositive, "0.03",
           "the same for contact impulses: their sum, of unilateral contacts alone each over time");
  k.number("dissipated_energy", &VerifySpec::dissipated_energy, "-", kPositive, "0.05",
           "the same for the energy dissipated in joints and assemblies")
      .only("contact.kind=joint|sliding|bolted|interfaces");
  k.number("filter_time", &VerifySpec::filter_time, "s", kNotNegative, "0",
           "of unilateral contacts alone: impulses are compared as means over it, forces as means "
           "of means; at least two periods of the highest frequency with all contacts closed, and "
           "ten steps")
      .only(kImpacts);
  k.number("filtered_force", &VerifySpec::filtered_force, "-", kPositive, "0.1",
           "of these contacts: largest relative error of a force so filtered")
      .only(kImpacts);
  k.number("remaining_energy", &VerifySpec::remaining_energy, "-", kPositive, "0.03",
           "of these contacts: largest error of kinetic plus elastic energy over the largest "
           "energy or work")
      .only(kImpacts);
  k.number("scheme_loss", &VerifySpec::scheme_loss, "-", kPositive, "0.01",
           "of these contacts: largest share of that which the scheme takes, not the law")
      .only(kImpacts);
}

void condense_keys(KeyRows& k) {
  damping_keys("damping", kPhysical, "open", k);

  k.table("condense", kKeepsInterface, Stage::condense);
  k.choice("method", &CondenseOptions::method, kStructureMethods.c_str(), "none",
           "none keeps every mode of the full model; auto takes method and number of modes that "
           "condense.band_hz and condense.error need")
      .only(kPhysical);
  k.number("band_hz", &CondenseOptions::band_hz, "Hz", kPositive, kNone,
           "top of the band in which the condensed structure shall answer as the full one");
  k.number("error", &CondenseOptions::error, "-", {0.0, 1.0, false}, "0.01",
           "largest relative error there: natural frequencies, static answer, rms of the frequency "
           "response of interface, inputs and outputs")
      .only(kChosen);
  k.integer("modes", {&CondenseOptions::modes, &ModeRequest::count}, kCount, kNone,
            "number of (fixed-interface) modes")
      .only(kCounted);
  k.number("cutoff_hz", {&CondenseOptions::modes, &ModeRequest::cutoff_hz}, "Hz", kPositive, kNone,
           "or all modes up to this frequency")
      .only(kCounted);
  k.file("file", {&CondenseSpec::shapes}, kNone,
         "shapes of the user: CSV with the columns node, direction and one per shape, or HDF5 with "
         "/dofs (n x 2) and /shapes (n x p)")
      .only("condense.method=given");
  k.integer("interface_modes", {&CondenseOptions::characteristic, &InterfaceReduction::modes},
            kCount, kNone,
            "so many characteristic constraint modes in place of the interface's motions")
      .only(kRitz);
  k.number("interface_cutoff_hz",
           {&CondenseOptions::characteristic, &InterfaceReduction::cutoff_hz}, "Hz", kPositive,
           kNone, "or those up to this frequency")
      .only(kRitz);
  k.flag("hold_loose", &CondenseOptions::hold_loose, "false",
         "rigid-body motions that the interface leaves free are held by dofs of their own");
  k.integer(
      "dynamic_modes", {&CondenseSpec::coordinates, &KeptModes::count}, kCount, kNone,
      "of the diagonalised modes so many stay dynamic, a joint sees the others as compliance");
  k.number("dynamic_cutoff_hz", {&CondenseSpec::coordinates, &KeptModes::cutoff_hz}, "Hz",
           kPositive, kNone, "or those up to this frequency");
  k.choice("dynamic_selection", {&CondenseSpec::coordinates, &KeptModes::selection},
           "lowest|dominant", "lowest",
           "which condense.dynamic_modes: the lowest, or those with the largest share in the "
           "static answer of an output to an input or a joint force");
  k.flag("attach_inputs", &CondenseOptions::attach_inputs, "false",
         "add the static answer to every input and to the constant force");

  k.table("condense.masters.*", kKeepsInterface, Stage::condense);
  k.place(&MasterSpec::place, "interface kept by the condensation; default: what the contacts need",
          "node set", "the node nearest to this point");
  k.integers("directions", &MasterSpec::directions, kDofDirection, "[1, 2, 3]",
             "1..3 translations, 4..6 rotations");

  k.table("condense.pairs.*", kKeepsInterface, Stage::condense);
  k.text("first", &PairSpec::first, kRequired,
         "node set of one side of a matched interface, kept in coordinates of relative motion");
  k.text("second", &PairSpec::second, kRequired, "that of the other side, as many nodes");
  k.integers("directions", &PairSpec::directions, kDofDirection, "[1, 2, 3]",
             "1..3 translations, 4..6 rotations");
  k.choice("keep", &PairSpec::mean, "relative|both", "both",
           "the relative motion alone, or the mean of the two sides too");
}

void contact_keys(KeyRows& k) {
  k.table("contact", "", Stage::bake);
  k.choice(
       "kind", &ContactSpec::kind, "none|nodes|tip|file|joint|sliding|bolted|interfaces", "none",
       "nodes against a wall, a rigid cylindrical tip, as the modal data says, compliant laws "
       "along facing edges, a node that slides along an edge, surfaces that bolts press together, "
       "or as [[interfaces]] say")
      .at(Stage::condense);
  const auto& [clearance, friction, restitution, tangential] = contact_numbers();
  k.number(clearance, &ContactSpec::clearance, kNone).only(kContact);
  k.number(friction, &ContactSpec::friction, kNone)
      .only(kRubbing)
      .at(Stage::condense)
      .late("contact.kind=none|nodes|tip|file")
      .range.maximum = 1e3;  // of the file
  k.choice(
       "level", &ContactSpec::level, "velocity|position|auto", "velocity",
       "velocity: impulses, with Newton's restitution; position: no overlap at the end of a "
       "step, on an "
       "interface without mass that is compliant (condense.method = \"massless_boundary\"); auto: "
       "position where compliance and step are fit for it")
      .only(kWall)
      .at(Stage::condense);
  k.number(restitution, &ContactSpec::restitution, kNone).only(kContact);
  k.number(tangential, &ContactSpec::restitution_tangential, kNone).only(kContact);

  k.table("contact.wall", "", Stage::condense);
  k.vector3("normal", {}, "", kRequired, "from the wall towards the body: the gap opens along it")
      .only(kWall);
  k.vector3("tangent", {}, "", kNone,
            "first tangent; default: the coordinate axis most in the wall")
      .only(kNodes);
  k.choice("shape", &CylindricalTip::wall, "plane|bushing", "plane",
           "flat wall, or a round bore around the tip, touched where it comes nearest; normal is "
           "then only where tangents are counted from")
      .only(kTip);

  k.table("contact", kNodes, Stage::condense);
  k.integer("node", {&ContactSpec::place, &Place::node}, kLabel, kNone, "the node in contact");
  k.integers("nodes", &ContactSpec::nodes, kLabel, kNone, "or a list of them");
  k.text("set", {&ContactSpec::place, &Place::set}, kNone, "or a node set");
  k.vector3("near", {&ContactSpec::place, &Place::near}, "m", kNone,
            "or the node nearest to a point");

  k.table("contact.tip", kTip, Stage::condense);
  k.choice("kind", &TipSpec::kind, "distributing|rigid", "distributing",
           "distributing adds no stiffness; rigid makes the masters one rigid body");

  k.table("contact.tip.masters.*", kTip, Stage::condense);
  k.place(&MasterSpec::place, "nodes that carry the tip", "node set",
          "the node nearest to this point");
  k.integers("directions", &MasterSpec::directions, kDofDirection, "[]",
             "directions that take part; default: all the node has");

  k.table("contact.tip", kTip, Stage::condense);
  k.vector3("origin", &CylindricalTip::origin, "m", "[0, 0, 0]", "point of the axis at position 0");
  k.vector3("axis", &CylindricalTip::axis, "", kRequired, "direction of the cylinder");
  k.number("radius", &CylindricalTip::radius, "m", kPositive, kRequired, "radius");
  k.number("start", &CylindricalTip::start, "m", kAny, kRequired, "first position along the axis");
  k.number("end", &CylindricalTip::end, "m", kAny, kRequired, "last position along the axis");
  k.integer("points", &CylindricalTip::points, {1.0, 1000.0}, "2",
            "virtual contact points per edge, in a bore along the axis, both ends included");
  k.numbers("angles", &CylindricalTip::angles, "deg", {-360.0, 360.0}, "[0]",
            "edges with contact points at a plane wall; 0 faces it");
}

void law_keys(KeyRows& k) {
  k.table("law", kImpacts, Stage::bake);
  k.choice(
       "friction_velocity", &LawSpec::friction_velocity, "mean|end|passive", "passive",
       "velocity that friction opposes: passive: the end of the step's, and where contact would "
       "create energy so, as far towards the mean as is needed; mean, end: always that one")
      .used(kImpulses);
  k.choice("restitution_rule", &LawSpec::restitution_rule, "energy_safe|newton", "energy_safe",
           "energy_safe applies restitution only to contacts that approach")
      .used(kImpulses);
  k.choice("activation", &LawSpec::activation, "free_end_gap|start_velocity", "free_end_gap",
           "which predicted gap decides that a contact takes part")
      .used(kImpulses);
  k.number("activation_threshold", &LawSpec::activation_threshold, "m", kNotNegative, "1e-12",
           "predicted gap up to which a contact takes part")
      .used(kImpulses);
  k.number("activation_hysteresis", &LawSpec::activation_hysteresis, "m", kNotNegative, "1e-12",
           "added to the threshold while it does")
      .used(kImpulses);
  k.number("filter_time", &LawSpec::filter_time, "s", kNotNegative, "1e-3",
           "lag of the first order of outputs filtered_force; 0: none");
  k.number("restitution_threshold", &LawSpec::restitution_threshold, "m/s", kNotNegative, "0",
           "slower impacts do not bounce")
      .used(kImpulses);

  k.table("solver", kImpacts, Stage::bake);
  k.choice("kind", &SolverSpec::kind, "auto|gauss_seidel|newton", "auto",
           "interface solver; auto measures the coupling");
  k.integer("sweeps", &SolverSpec::sweeps, kCount, kNone, "cap on Gauss-Seidel sweeps")
      .only(kSwept);
  k.integer("iterations", &SolverSpec::iterations, kCount, kNone, "cap on Newton iterations");
  k.integer("tail_sweeps", &SolverSpec::tail_sweeps, kCount, kNone,
            "sweeps after a Newton that met its cap");
  k.number("tolerance", &SolverSpec::tolerance, "-", {0.0, 1.0, false}, kNone,
           "residual relative to the free interface velocity")
      .only(kSwept);
}

void signal_keys(KeyRows& k) {
  for (const std::string table : {"excitation", "excitations.*"}) {
    k.table(table, "", Stage::bake);
    k.choice("kind", &ExcitationSpec::kind, kExcitations, "none",
             table == "excitation"
                 ? "signal on one input: offset + amplitude sin(2 pi (frequency + rate t / 2) t + "
                   "phase)"
                 : "further signals, in every scenario; see [excitation]");
    k.text("input", &ExcitationSpec::input, "\"\"", "its name; default: the first");
    k.number("amplitude", &ExcitationSpec::amplitude, "N", kAny, "0", "amplitude");
    k.number("frequency", &ExcitationSpec::frequency, "Hz", kNotNegative, kNone,
             "frequency (of a sweep: at the start)");
    k.number("rate", &ExcitationSpec::rate, "Hz/s", kAny, "0", "growth of the frequency")
        .only(table + ".kind=sweep");
    k.number("phase", &ExcitationSpec::phase, "deg", kAny, "0", "phase at the start");
    k.number("offset", &ExcitationSpec::offset, "N", kAny, "0", "constant part");
  }

  k.table("impulse", "", Stage::bake);
  k.text("input", &ImpulseSpec::input, "\"\"", "input that is hit; default: the first");
  k.number("amplitude", &ImpulseSpec::amplitude, "N", kAny, kRequired, "largest value");
  k.number("frequency", &ImpulseSpec::frequency, "Hz", kPositive, kRequired,
           "half a period of it is the duration");
  k.choice("shape", &ImpulseSpec::rectangle, "half_sine|rectangle", "half_sine",
           "course of the impulse");
  k.number("start", &ImpulseSpec::start, "s", kNotNegative, "0", "when it begins");

  k.table("load", "", Stage::bake);
  k.text("input", &ScaledLoadSpec::input, "\"\"",
         "input that carries factor * reference * sin(2 pi frequency t); default: the first");
  k.number("factor", &ScaledLoadSpec::factor, "-", kAny, "1", "share of the reference");
  k.number("reference", &ScaledLoadSpec::reference, "", kAny, kRequired,
           "value at factor 1, in the unit of the input");
  k.number("frequency", &ScaledLoadSpec::frequency, "Hz", kNotNegative, "0", "0: constant");
  k.number("start", &ScaledLoadSpec::start, "s", kNotNegative, "0",
           "zero before; t counts from here");

  k.table("output", kBooks, Stage::condense);
  k.flag("energies", {}, "false",
         "adds energy_total, energy_kinetic, energy_strain, dissipated_material, "
         "dissipated_friction, dissipated_impact and work_external to the outputs");

  k.table("initial", kPhysical, Stage::condense);
  k.choice(
      "shape", &InitialSpec::shape, kShapes, "uniform",
      "uniform: all nodes alike; static: as a force at the place would bend it; pressed: "
      "static equilibrium with all joints, contacts, slides and rolling films under weight, forces "
      "and defaults of the inputs, an interference fit among them; modal: of bolted contacts, "
      "preloaded and bent by modes");
  k.place(&InitialSpec::place, "place, for shape = static", "or the mean over a node set",
          "or the node nearest to it");
  k.vector3("displacement", &InitialSpec::displacement, "m", "[0, 0, 0]", "displacement at t = 0");
  k.vector3("velocity", &InitialSpec::velocity, "m/s", "[0, 0, 0]", "velocity at t = 0");
  modal_start_keys(k);
}

void channel_keys(KeyRows& k) {
  k.table("inputs.*", "", Stage::condense);
  k.text("name", &InputSpec::name, kRequired, "name of the channel");

  k.table("inputs.*", kPhysical, Stage::condense);
  k.place(&InputSpec::place, "where the force acts", "or a node set that shares the force equally",
          "or the node nearest to it");
  k.vector3("direction", {}, "", kNone, "direction, any length");
  k.choice("distribution", &InputSpec::line, "equal|line", "equal",
           "line: the signal is a force per length [N/m] along an edge set");
  k.number("stiffness", &InputSpec::stiffness, "N/m", kPositive, kNone,
           "of a spring that holds the body there, and must stand in its import as well: the input "
           "is the motion [m] of its far end, the force stiffness times it. Default: the input is "
           "the force");

  k.table("inputs.*", "", Stage::condense);
  k.choice("hold", &InputSpec::hold, "zero_order|linear", "zero_order",
           "between two samples: constant, or linear (the caller gives both ends)");
  k.number("minimum", &InputSpec::minimum, "N", kAny, "-1e6", "smaller values are held");
  k.number("maximum", &InputSpec::maximum, "N", kAny, "1e6", "larger values are held");
  k.number("default", &InputSpec::default_value, "N", kAny, "0", "before the first good value");

  k.table("forces.*", kPhysical, Stage::condense);
  k.text("name", &ForceSpec::name, kRequired, "name of a constant force");
  k.number("value", &ForceSpec::value, "N", kAny, kRequired, "its size");
  k.place(&ForceSpec::place, "where it acts", "or a node set that shares it equally",
          "or the node nearest to it");
  k.vector3("direction", {}, "", kRequired, "direction, any length");
  k.choice("distribution", &ForceSpec::line, "equal|line", "equal",
           "line: the value is a force per length [N/m] along an edge set");

  k.table("outputs.*", "", Stage::condense);
  k.text("name", &OutputSpec::name, kRequired, "name of the channel");
  k.choice("quantity", {}, structure_quantities(), "displacement", "what is given out");

  k.table("outputs.*", kPhysical, Stage::condense);
  k.place(&OutputSpec::place, "displacement, velocity, acceleration: where",
          "or the mean over a node set", "or the node nearest to it");
  k.vector3("direction", {}, "", kNone,
            "displacement, velocity, acceleration: direction, any length");

  k.table("outputs.*", "", Stage::condense);
  k.integer("contact", &OutputSpec::contact, kLabel, "0",
            "contact_force, contact_impulse, filtered_force, gap, contact_state, friction_work: "
            "number of the contact from 0");
  k.choice("component", &OutputSpec::component, "normal|tangent1|tangent2", "normal",
           "contact_force, contact_impulse, filtered_force: which component");
  k.integer("point", &OutputSpec::point, kLabel, "0",
            "normal_traction, friction_traction: number of the law point from 0")
      .only(kBooks);
  k.text("interface", &OutputSpec::interface, kNone,
         "whose contact_force, gap, traction or energy it is; default of energies: the whole")
      .only(kInterfaces);
  k.integer("mode", &OutputSpec::mode, kLabel, "0", "modal: number of the mode from 0");
}

void scenario_keys(KeyRows& k) {
  k.table("scenarios.*", "", Stage::bake);
  k.text("name", &ScenarioSpec::name, kRequired, "name").at(Stage::condense);
  k.number("duration", {}, "s", kPositive, kNone, "duration; with phases: their sum")
      .at(Stage::condense)
      .late("contact.kind=none|nodes|tip|file|sliding|interfaces|bolted");
  k.flag("held_out", &ScenarioSpec::held_out, "false",
         "kept away from every reduction step, for the certificate")
      .at(Stage::certify);
  k.choice("kind", &ExcitationSpec::kind, kExcitations, kNone,
           "these replace the keys of [excitation]");
  k.text("input", &ExcitationSpec::input, kNone, "see excitation.input");
  k.number("amplitude", &ExcitationSpec::amplitude, "N", kAny, kNone, "see excitation.amplitude");
  k.number("frequency", &ExcitationSpec::frequency, "Hz", kNotNegative, kNone,
           "see excitation.frequency");
  k.number("rate", &ExcitationSpec::rate, "Hz/s", kAny, kNone, "see excitation.rate");
  k.number("phase", &ExcitationSpec::phase, "deg", kAny, kNone, "see excitation.phase");
  k.number("offset", &ExcitationSpec::offset, "N", kAny, kNone, "see excitation.offset");
  k.flag("impulse", {}, "true", "false: without [impulse]");
  k.flag("load", {}, "true", "false: without [load]");

  k.table("scenarios.*.load", "", Stage::bake);
  k.number("factor", &ScaledLoadSpec::factor, "-", kAny, kNone, "these replace the keys of [load]");
  k.number("frequency", &ScaledLoadSpec::frequency, "Hz", kNotNegative, kNone,
           "see load.frequency");
  k.number("start", &ScaledLoadSpec::start, "s", kNotNegative, kNone, "see load.start");

  k.table("scenarios.*.initial", kPhysical, Stage::condense);
  k.choice("shape", &InitialSpec::shape, kShapes, kNone,
           "an initial table here replaces [initial] as a whole");
  k.place(&InitialSpec::place, "see [initial]", "see [initial]", "see [initial]");
  k.vector3("displacement", &InitialSpec::displacement, "m", kNone, "see [initial]");
  k.vector3("velocity", &InitialSpec::velocity, "m/s", kNone, "see [initial]");
  modal_start_keys(k);
}

}  // namespace mortise::gen
