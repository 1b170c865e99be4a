#include "generator/define/definition/key_sections.hpp"

namespace mortise::gen {
namespace {

const std::string kExported = "import.kind=" + matrix_formats();
constexpr const char* kBeam = "import.kind=beam";
constexpr const char* kLumped = "import.kind=lumped";
constexpr const char* kPlane = "import.kind=plane";
constexpr const char* kBoltedBeam = "import.kind=bolted_beam";
constexpr const char* kLapJoint = "import.kind=lap_joint";
constexpr const char* kPressedBlocks = "import.kind=pressed_blocks";
constexpr KeyRange kPlaneDirection = {1.0, 2.0};

template <class Shape>
void bolt_keys(KeyRows& k) {
  const auto length = [&](const char* key, double Shape::*member, const char* standard,
                          const char* meaning) {
    k.number(key, member, "m", kPositive, standard, meaning);
  };
  length("shank_radius", &Shape::shank_radius, "0.003", "of the bolts");
  length("hole_radius", &Shape::hole_radius, "0.0033",
         "of the holes, which the shanks do not touch");
  length("head_radius", &Shape::head_radius, "0.005", "of heads and nuts");
  length("head_height", &Shape::head_height, "0.004", "of the heads");
  length("nut_height", &Shape::nut_height, "0.005", "of the nuts");
  length("washer_radius", &Shape::washer_radius, "0.006", "of the washers");
  length("washer_thickness", &Shape::washer_thickness, "0.0016", "of the washers");
}

void material_keys(KeyRows& k) {
  k.number("young", &Material::young, "Pa", kPositive, kRequired, "Young's modulus");
  k.number("poisson", &Material::poisson, "-", {-1.0, 0.5, false}, "0.3", "Poisson's ratio");
  k.number("density", &Material::density, "kg/m3", kPositive, kRequired, "density");
}

}  // namespace

void import_keys(KeyRows& k) {
  k.table("import", "", Stage::import);
  k.choice("kind", &ImportSpec::kind, import_kinds().c_str(), kRequired,
           "where the structure comes from");
  k.file("file", {}, kRequired,
         "matrices of the export (job name or one of its files; nastran: punched DMIG or OUTPUT4; "
         "abaqus: job_STIFn.mtx and job_MASSn.mtx, or of a substructure sub.mtx; matrix_market: "
         "job_k.mtx and job_m.mtx, npz: "
         "job_k.npz and job_m.npz of scipy.sparse, both with job.dof that names node.direction of "
         "every row), or the modal data (JSON); texts may be compressed (.gz, .zst)")
      .only(kExported + "|modal");

  k.number("expected_mass", &ImportSpec::expected_mass, "kg", kPositive, kNone,
           "total mass of the body, clamped parts included, that `mortise check` and every import "
           "compare with")
      .only("import.kind=" + physical_kinds());

  k.table("import", kExported, Stage::import);
  k.file("deck", {}, kNone,
         "input deck with coordinates, sets and local axes of nodes, of Abaqus, CalculiX, Nastran "
         "or Ansys (CDWRITE); default: next to the matrices");
  k.text("units", &ImportSpec::units, kRequired,
         "\"SI\" or length,mass,time,force of the export, e.g. \"mm,t,s,N\"");
  k.integers("rotation_nodes", &ImportSpec::rotation_nodes, kLabel, "[]",
             "nodes whose directions 1..3 are rotations");
  k.integers(
      "generalised_nodes", &ImportSpec::generalised_nodes, kLabel, "[]",
      "labels whose dofs are generalised coordinates (amplitudes of modes) of a body that came "
      "condensed, where the format cannot say so: Nastran's scalar points and node.0 in a "
      ".dof list need no mention");

  k.table("import.interface_nodes.*", kExported, Stage::import);
  k.text(
      "name", &InterfaceNodeSpec::name, kRequired,
      "node with six dofs made here, and the set that holds it, for contacts, inputs, outputs and "
      "masters: export free, once");
  k.choice(
      "kind", &InterfaceNodeSpec::kind, choices_of<InterfaceKind>(), "rigid",
      "its nodes move with it as one rigid body (RBE2), or it moves as their weighted mean and "
      "stiffens nothing (RBE3; six dofs of its nodes give way to it)");
  k.text("set", &InterfaceNodeSpec::set, kNone, "its nodes: a node set of the deck, or");
  k.integers("nodes", &InterfaceNodeSpec::nodes, kLabel, "[]", "labels");
  k.vector3("position", &InterfaceNodeSpec::position, "m", kNone,
            "where it lies; default: the mean of its nodes");
  k.numbers("weights", &InterfaceNodeSpec::weights, "", kPositive, "[]",
            "of the nodes of an average, one each; default: equal");
  k.integer("node", &InterfaceNodeSpec::node, {1.0, 9e15}, kNone,
            "its label; default: the next one above all others");

  k.table("import.beam", kBeam, Stage::import);
  k.choice("axis", &BeamSpec::axis, "x|y|z", "z", "direction of the beam");
  k.vector3("origin", &BeamSpec::origin, "m", "[0, 0, 0]", "position of the root");
  k.number("diameter", {}, "m", kPositive, kNone, "round section");
  k.number("width", {}, "m", kPositive, kNone, "rectangular section along the 1st transverse axis");
  k.number("height", {}, "m", kPositive, kNone,
           "rectangular section along the 2nd transverse axis");
  k.number("young", &Material::young, "Pa", kPositive, kRequired, "Young's modulus");
  k.number("density", &Material::density, "kg/m3", kPositive, kRequired, "density");
  k.number("poisson", &Material::poisson, "-", {-1.0, 0.5, false}, "0.3", "Poisson's ratio");
  k.choice("root", &BeamSpec::root, "clamped|free", "clamped", "support of the first node");
  k.choice("tip", &BeamSpec::tip, "clamped|free", "free", "support of the last node");
  k.integer("segments.*.elements", &BeamSegment::elements, kCount, kRequired,
            "equal elements of the segment");
  k.number("segments.*.length", &BeamSegment::length, "m", kPositive, kRequired,
           "length of the segment");
  k.text("stations.*.name", {}, kRequired, "node set made at a distance from the root");
  k.number("stations.*.distance", {}, "m", kNotNegative, kRequired, "where a node must lie");

  k.table("import.masses.*", kLumped, Stage::import);
  k.integer("node", &PointMass::node, {1.0, 9e15}, kRequired, "label");
  k.number("mass", &PointMass::mass, "kg", kPositive, kRequired, "mass");
  k.integers("directions", &PointMass::directions, kDirection, "[1, 2, 3]",
             "directions it can move in: 1 x, 2 y, 3 z");
  k.vector3("position", &PointMass::position, "m", "[0, 0, 0]", "position");

  k.table("import.springs.*", kLumped, Stage::import);
  k.integer("from", &Spring::from, kLabel, "0", "label of a mass, 0 is the ground");
  k.integer("to", &Spring::to, kLabel, kRequired, "label of a mass");
  k.integer("direction", &Spring::direction, kDirection, kRequired, "direction it acts in");
  k.number("stiffness", &Spring::stiffness, "N/m", kPositive, kRequired, "stiffness");

  k.table("import.sets.*", kLumped, Stage::import);
  k.text("name", {}, kRequired, "node set");
  k.integers("nodes", {}, kLabel, kRequired, "its labels");

  k.table("import.bodies.*", kPlane, Stage::import);
  k.text("name", &PlaneBody::name, kRequired,
         "rectangle of quadrilaterals; its edges are the sets name.left, .right, .bottom, .top");
  k.number("length", &PlaneBody::length, "m", kPositive, kRequired, "along x");
  k.number("height", &PlaneBody::height, "m", kPositive, kRequired, "along y");
  k.number("width", &PlaneBody::width, "m", kPositive, "1", "out of the plane");
  k.integers("elements", {}, kCount, kRequired, "along length and height, e.g. [20, 2]");
  k.numbers("origin", {}, "m", kAny, "[0, 0]",
            "position of the left end of the bottom edge, [x, y]");
  k.number("angle", &PlaneBody::angle, "deg", {-360.0, 360.0}, "0",
           "turns the body about its origin");
  k.number("young", &Material::young, "Pa", kPositive, kRequired, "Young's modulus");
  k.number("poisson", &Material::poisson, "-", {-1.0, 0.5, false}, "0.3", "Poisson's ratio");
  k.number("density", &Material::density, "kg/m3", kPositive, kRequired, "density");
  k.choice("state", &PlaneBody::state, "stress|strain", "stress", "plane stress or plane strain");
  k.choice("element", &PlaneBody::element, choices_of<QuadKind>(), "full",
           "bilinear with full integration, or with incompatible modes (no locking in bending)");
  k.number("alpha", &PlaneBodySpec::alpha, "1/s", kNotNegative, kNone,
           "damping of this body, in place of what [damping] gives");
  k.number("beta", &PlaneBodySpec::beta, "s", kNotNegative, kNone, "see alpha");
  k.choice("supports.*.edge", &EdgeSupport::edge, choices_of<PlaneEdge>(), kRequired,
           "edge that is held");
  k.integers("supports.*.directions", &EdgeSupport::directions, kPlaneDirection, "[1, 2]",
             "in these directions: 1 x, 2 y, not turned with the body");

  k.table("", kExported + "|bolted_beam", Stage::import);
  k.choice("mesh", &BoltedBeamSpec::mesh, "coarse|medium|file", "coarse",
           "of the two beams and their bolts, 6792 or 15576 nodes; file: your own, exported by "
           "another code, as [import] says");
  k.table("import.bolted_beam", kBoltedBeam, Stage::import);
  using Shape = BoltedBeamShape;
  const auto length = [&](const char* key, double Shape::*member, const char* standard,
                          const char* meaning) {
    k.number(key, member, "m", kPositive, standard, meaning);
  };
  length("length", &Shape::length, "0.507", "of the beams, along x");
  length("width", &Shape::width, "0.03175", "along y");
  length("pad_length", &Shape::pad_length, "0.0508", "of the ends where the beams touch");
  length("pad_thickness", &Shape::pad_thickness, "0.0127", "of one beam there");
  length("mid_thickness", &Shape::mid_thickness, "0.009652", "of one beam between the pads");
  length("bolt_offset", &Shape::bolt_offset, "0.0254", "of the bolts' axes from the ends");
  bolt_keys<Shape>(k);
  material_keys(k);

  k.table("import.lap_joint", kLapJoint, Stage::import);
  using Lap = LapJointShape;
  k.number("overlap", &Lap::overlap, "m", kPositive, "0.04",
           "of the two plates, along x; the bolt is in its middle");
  k.number("arm", &Lap::arm, "m", kPositive, "0.1", "of each plate beyond it");
  k.number("width", &Lap::width, "m", kPositive, "0.03", "of the plates, along y");
  k.number("thickness", &Lap::thickness, "m", kPositive, "0.006", "of each plate");
  bolt_keys<Lap>(k);
  material_keys(k);

  k.table("import.pressed_blocks", kPressedBlocks, Stage::import);
  using Blocks = PressedBlocksSpec;
  k.number("length", &Blocks::length, "m", kPositive, "1e-3", "of both blocks, along x");
  k.number("width", &Blocks::width, "m", kPositive, "1e-3", "along y");
  k.number("height", &Blocks::height, "m", kPositive, "2e-4", "of each along z");
  k.vector3("springs", &Blocks::springs, "N/m", "[1e4, 1e4, 1e4]",
            "that hold the upper face of the upper block, along x, y, z");
  material_keys(k);
}

}  // namespace mortise::gen
