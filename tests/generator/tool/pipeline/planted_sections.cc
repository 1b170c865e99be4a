// Kinds of definitions that show what some keys do, and are planted with these alone.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "generator/bodies/import/importer.hpp"
#include "tests/generator/tool/pipeline/planted_keys.hpp"

namespace mortise::gen {
namespace {

std::string text_of(const SparseMatrix& matrix) {
  std::string text = "\n";
  for (int k = 0; k < matrix.outerSize(); ++k)
    for (SparseMatrix::InnerIterator it(matrix, k); it; ++it)
      text += fmt::format("{},{},{} ", it.row(), it.col(), it.value());
  return text;
}

// All that an import hands on.
std::string import_text(Definition definition) {
  const FullModel model = import_model(definition.path, "planted", definition.import, nullptr);
  std::string text = text_of(model.mass) + text_of(model.stiffness);
  for (const Dof& dof : model.dofs) text += fmt::format("{}.{} ", dof.node, dof.direction);
  for (const auto& [label, x] : model.nodes)
    text += fmt::format("{}: {} {} {} ", label, x[0], x[1], x[2]);
  for (const auto& [name, nodes] : model.sets) {
    text += '\n' + name;
    for (const std::int64_t node : nodes) text += fmt::format(" {}", node);
  }
  // bodies of a plane have a damping of their own
  const auto damping = [&](const ImportSpec& import) {
    for (const PlaneBodySpec& body : import.bodies)
      text += fmt::format("\n{} {}", body.alpha.value_or(-1.0), body.beta.value_or(-1.0));
  };
  damping(definition.import);
  for (const BodyImport& part : definition.import.parts) damping(part.import);
  return text;
}

// The nodes of a mesh that takes long to assemble.
std::string mesh_text(Definition definition) {
  const ImportSpec& import =
      definition.import.parts.empty() ? definition.import : definition.import.parts[0].import;
  const BoltedBeamSpec& spec = import.bolted_beam;
  const Material& m = spec.material;
  std::string text = fmt::format("{} {} {}", m.young, m.poisson, m.density);
  for (const Vector3& x : bolted_beam(spec.shape, bolted_beam_mesh(spec.mesh)).nodes)
    text += fmt::format(" {} {} {}", x[0], x[1], x[2]);
  return text;
}

constexpr const char* kHead = "name = \"planted\"\n";
constexpr const char* kStep = "[step]\nsize = 1e-6\n";

// [import] as that of an entry of [[bodies]], with a contact somewhere else.
std::string as_body(std::string import) {
  for (std::size_t at = import.find("[import"); at != std::string::npos;
       at = import.find("[import", at + 8))
    import.insert(at + 1, "bodies.");
  return "[[bodies]]\nname = \"first\"\n" + import + R"([[bodies]]
name = "last"
[bodies.import]
kind = "lumped"
masses = [{ node = 1, mass = 0.3, directions = [1, 2] }]
springs = [{ to = 1, direction = 1, stiffness = 1e4 }, { to = 1, direction = 2, stiffness = 1e3 }]
sets = [{ name = "foot", nodes = [1] }]
[[interfaces]]
name = "stop"
kind = "unilateral"
between = ["last.1", "ground"]
normal = [0.0, 1.0, 0.0]
clearance = 1e-5
)";
}

constexpr const char* kRectangularBeam = R"([import]
kind = "beam"
[import.beam]
axis = "z"
width = 0.01
height = 0.02
young = 2e11
density = 7800.0
root = "free"
[[import.beam.segments]]
length = 0.1
elements = 2
[[import.beam.stations]]
name = "tip"
distance = 0.1
)";
constexpr const char* kRoundBeam = R"([import]
kind = "beam"
[import.beam]
diameter = 0.01
young = 2e11
density = 7800.0
[[import.beam.segments]]
length = 0.1
elements = 2
)";
constexpr const char* kPlate = R"([import]
kind = "plane"
[[import.bodies]]
name = "only"
length = 0.05
height = 0.01
width = 0.01
angle = 20.0
elements = [2, 1]
young = 7e10
density = 2700.0
alpha = 1.0
beta = 1e-6
[[import.bodies.supports]]
edge = "right"
)";
const std::string kCantileverData = MORTISE_TEST_DATA "/calculix_cantilever/cant_c3d8";
const std::string kOtherData = MORTISE_TEST_DATA "/calculix_cantilever/cant_c3d20r";
const std::string kExported = "[import]\nkind = \"calculix\"\nfile = \"" + kCantileverData +
                              "\"\nunits = \"mm,t,s,N\"\n" + R"([[import.interface_nodes]]
name = "head"
kind = "average"
set = "TIP"
position = [0.04, 0.0, 0.0]
[[import.interface_nodes]]
name = "side"
kind = "average"
nodes = [21, 30, 41, 52]
weights = [1.0, 2.0, 1.0, 1.0]
)";
const std::string kMarket = "[import]\nkind = \"matrix_market\"\nfile = \"" MORTISE_TEST_DATA
                            "/formats_tiny/mm\"\nunits = \"SI\"\n";
constexpr const char* kLumps = R"([import]
kind = "lumped"
masses = [{ node = 1, mass = 0.3, directions = [1, 2] }, { node = 5, mass = 0.3, directions = [1, 2] }, { node = 6, mass = 0.3, directions = [1] }]
springs = [{ to = 1, direction = 1, stiffness = 1e4 }, { from = 1, to = 5, direction = 2, stiffness = 1e3 }]
sets = [{ name = "foot", nodes = [1] }]
)";
constexpr const char* kBlocks = R"([import]
kind = "pressed_blocks"
[import.pressed_blocks]
young = 1e12
density = 7800.0
springs = [1e4, 1e5, 1e4]
)";
constexpr const char* kLap = R"([import]
kind = "lap_joint"
[import.lap_joint]
overlap = 0.04
arm = 0.02
width = 0.03
shank_radius = 0.003
hole_radius = 0.0033
head_radius = 0.005
head_height = 0.004
nut_height = 0.005
washer_radius = 0.006
washer_thickness = 0.0016
young = 2.1e11
density = 7850.0
)";
constexpr const char* kLongBeams = R"([import]
kind = "bolted_beam"
[import.bolted_beam]
length = 0.507
width = 0.03175
pad_length = 0.0508
bolt_offset = 0.0254
shank_radius = 0.003
hole_radius = 0.0033
head_radius = 0.005
head_height = 0.004
nut_height = 0.005
washer_radius = 0.006
washer_thickness = 0.0016
young = 2.1e11
density = 7850.0
)";

struct Imported {
  const char* name;
  std::string text;
  const char* of;  // beginning of its keys, within [import]
  std::vector<std::string> words = {};
  std::string (*observe)(Definition) = import_text;
};

std::vector<PlantedKind> imports() {
  const std::vector<Imported> all = {
      {"round_beam", kRoundBeam, "beam.", {"0.05"}},
      {"rectangular_beam", kRectangularBeam, "beam.", {"0.05"}},
      {"plate", kPlate, "bodies."},
      {"lumps", kLumps, "", {"5", "7", "9"}},
      {"market", kMarket, "", {"12", "10"}},
      {"exported",
       kExported,
       "",
       {"NALL", "9001", "TIP", "FIX", kOtherData, kOtherData + ".inp.gz", "m,kg,s,N"}},
      {"blocks", kBlocks, "pressed_blocks."},
      {"lap", kLap, "lap_joint."},
      {"long_beams",
       "mesh = \"coarse\"\n" + std::string(kLongBeams),
       "bolted_beam.",
       {},
       mesh_text},
  };
  std::vector<PlantedKind> kinds;
  for (const Imported& one : all) {
    const std::string of = std::string("import.") + one.of;
    kinds.push_back(
        {one.name, kHead + one.text + kStep, one.words, false, {of, "mesh"}, {}, one.observe});
    kinds.push_back({std::string("body_of_") + one.name,
                     kHead + as_body(one.text) + kStep,
                     one.words,
                     false,
                     {"bodies.*." + of, "bodies.*.mesh"},
                     {},
                     one.observe});
  }
  return kinds;
}

// Heights of a surface with some waves.
std::string heights(const std::string& size) {
  std::string text = "x,y,height\n";
  for (int j = -4; j <= 4; ++j)
    for (int i = -4; i <= 4; ++i)
      text += fmt::format("{}e-4,{}e-4,{}\n", 2 * i, 2 * j,
                          (i * i + 2 * j + i * j) % 5 == 0 ? size : "0.0");
  return text;
}

std::string edited(std::string text,
                   std::initializer_list<std::pair<const char*, const char*>> edits) {
  for (const auto& [from, to] : edits) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::logic_error(from);
    text.replace(at, std::string(from).size(), to);
  }
  return text;
}

// Laws and damping that scenarios and their phases have of their own.
constexpr const char* kOwnLaws = R"(
[[scenarios]]
name = "lugre"
duration = 0.02
[scenarios.contact]
tangential = "lugre"
static_friction = 0.4
stribeck_velocity = 0.01
[scenarios.damping]
ratio = 0.01
modes = [1]
[[scenarios]]
name = "iwan"
duration = 0.02
[scenarios.contact]
tangential = "iwan"
slip_traction = 50.0
damper = "lankarani_nikravesh"
impact_restitution = 0.8
impact_velocity = 0.01
[scenarios.damping]
ratio = 0.01
frequencies = [100.0]
)";
constexpr const char* kOwnPhases = R"(
[[scenarios]]
name = "phases"
[[scenarios.phases]]
name = "lugre"
duration = 0.01
[scenarios.phases.contact]
tangential = "lugre"
static_friction = 0.4
stribeck_velocity = 0.01
[scenarios.phases.damping]
ratio = 0.01
modes = [1]
[[scenarios.phases]]
name = "iwan"
duration = 0.01
[scenarios.phases.contact]
tangential = "iwan"
slip_traction = 50.0
damper = "lankarani_nikravesh"
impact_restitution = 0.8
impact_velocity = 0.01
[scenarios.phases.damping]
ratio = 0.01
frequencies = [100.0]
[[scenarios.phases]]
name = "rayleigh"
duration = 0.01
[scenarios.phases.damping]
alpha = 2.0
beta = 1e-7
)";

constexpr const char* kMasters = R"(
[[condense.masters]]
set = "upper.top"
directions = [1]
[[condense.masters]]
node = 1
directions = [2]
[[condense.masters]]
near = [0.1, 0.02, 0.0]
directions = [1, 2]
)";
constexpr const char* kPairs = R"(
[[condense.pairs]]
first = "upper.bottom"
second = "lower.top"
directions = [1, 2]
)";
constexpr const char* kGivenShapes = R"(
[condense]
method = "given"
file = "shapes.csv"
)";
constexpr const char* kShapes =
    "node,direction,a,b\n1,1,1.0,0.0\n1,2,0.0,1.0\n2,1,1.0,0.5\n2,2,0.3,1.0\n";
constexpr const char* kOtherShapes = "node,direction,a\n1,1,1.0\n1,2,0.5\n2,1,1.0\n2,2,0.3\n";

// A plate that one corner of it leaves loose.
constexpr const char* kLoose = R"(
name = "planted"
[import]
kind = "plane"
[[import.bodies]]
name = "plate"
length = 0.1
height = 0.02
width = 0.01
elements = [2, 1]
young = 2e11
density = 7800.0
[condense]
method = "craig_bampton"
modes = 3
hold_loose = true
[contact]
kind = "nodes"
near = [0.0, 0.0, 0.0]
clearance = 1e-4
[contact.wall]
normal = [0.0, 1.0, 0.0]
[step]
size = 1e-6
[[outputs]]
name = "slow"
quantity = "filtered_force"
)";

// Two plates, one above the other, that become one.
constexpr const char* kTied = R"(
name = "planted"
[[bodies]]
name = "upper"
import = { kind = "plane", bodies = [{ length = 0.1, height = 0.02, width = 0.01, elements = [2, 1], young = 2e11, density = 7800.0 }] }
condense = { method = "craig_bampton", modes = 3 }
damping = { alpha = 5.0, beta = 1e-6 }
placement = { position = [0.0, 0.02, 0.0] }
[[bodies]]
name = "lower"
import = { kind = "plane", bodies = [{ length = 0.1, height = 0.02, width = 0.01, elements = [3, 1], young = 1e11, density = 5000.0, supports = [{ edge = "bottom" }] }] }
[[ties]]
between = ["upper.bottom", "lower.top"]
normal = [0.0, 1.0, 0.0]
[[interfaces]]
name = "stop"
kind = "unilateral"
between = ["upper.left", "ground"]
normal = [1.0, 0.0, 0.0]
clearance = 1e-5
[step]
size = 1e-6
[[inputs]]
name = "force"
set = "upper.top"
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "slow"
quantity = "filtered_force"
interface = "stop"
)";

// Bodies on each other and on the ground at position level.
constexpr const char* kSeatedBodies = R"(
name = "planted"
[[bodies]]
name = "upper"
import = { kind = "plane", bodies = [{ length = 0.1, height = 0.02, width = 0.01, elements = [2, 1], young = 2e11, density = 7800.0 }] }
placement = { position = [0.0, 0.02, 0.0] }
[[bodies]]
name = "lower"
import = { kind = "plane", bodies = [{ length = 0.1, height = 0.02, width = 0.01, elements = [3, 3], young = 1e11, density = 5000.0 }] }
[condense]
method = "massless_boundary"
modes = 6
[[interfaces]]
name = "seam"
kind = "unilateral"
level = "position"
between = ["upper.bottom", "lower.top"]
normal = [0.0, 1.0, 0.0]
friction = 0.2
[[interfaces]]
name = "floor"
kind = "unilateral"
level = "position"
between = ["lower.bottom", "ground"]
normal = [0.0, 1.0, 0.0]
clearance = 1e-5
friction = 0.3
[step]
size = 1e-6
[[inputs]]
name = "force"
set = "upper.top"
direction = [1.0, -1.0, 0.0]
[[outputs]]
name = "slow"
quantity = "filtered_force"
interface = "floor"
[[scenarios]]
name = "pushed"
duration = 2e-3
held_out = true
[[scenarios.phases]]
at = 1e-3
interface = "floor"
friction = 0.1
)";

// Bodies that are condensed in several ways, and pads between them with other friction laws.
constexpr const char* kCondensedBodies = R"(
name = "planted"
[[bodies]]
name = "kept"
import = { kind = "plane", bodies = [{ length = 0.1, height = 0.02, width = 0.01, elements = [2, 2], young = 2e11, density = 7800.0, supports = [{ edge = "bottom" }] }] }
[bodies.condense]
method = "craig_bampton"
modes = 3
[[bodies.condense.masters]]
set = "top"
directions = [1]
[[bodies.condense.masters]]
node = 4
directions = [1, 2]
[[bodies.condense.masters]]
near = [0.1, 0.01, 0.0]
directions = [1]
[bodies.damping]
ratio = 0.01
modes = [1, 2]
[[bodies]]
name = "chosen"
import = { kind = "plane", bodies = [{ length = 0.1, height = 0.02, width = 0.01, elements = [2, 1], origin = [0.0, 0.3], young = 2e11, density = 7800.0, supports = [{ edge = "bottom" }] }] }
damping = { ratio = 0.01, frequencies = [100.0] }
condense = { method = "auto", band_hz = 20000.0 }
[[bodies]]
name = "loose"
import = { kind = "plane", bodies = [{ length = 0.1, height = 0.02, width = 0.01, elements = [2, 1], origin = [0.0, 0.4], young = 2e11, density = 7800.0 }] }
condense = { method = "craig_bampton", modes = 2, hold_loose = true }
[[interfaces]]
name = "pad"
kind = "joint"
between = ["kept.top", "ground"]
normal = [0.0, -1.0, 0.0]
stiffness = 1e6
friction = 0.3
friction_modulus = 1e5
tangential = "lugre"
static_friction = 0.4
stribeck_velocity = 0.01
[[interfaces]]
name = "bank"
kind = "joint"
between = ["chosen.top", "ground"]
normal = [0.0, -1.0, 0.0]
stiffness = 1e6
friction_modulus = 1e5
tangential = "iwan"
slip_traction = 4.0
damper = "lankarani_nikravesh"
impact_restitution = 0.8
impact_velocity = 0.01
[[interfaces]]
name = "stop"
kind = "unilateral"
between = ["loose.4", "ground"]
normal = [0.0, 1.0, 0.0]
clearance = 1e-5
[interfaces.law]
friction_velocity = "end"
[step]
size = 1e-6
[[inputs]]
name = "force"
set = "kept.top"
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "slow"
quantity = "filtered_force"
interface = "stop"
[[scenarios]]
name = "first"
duration = 0.01
[[scenarios.phases]]
at = 0.001
interface = "pad"
friction = 0.2
[[scenarios.phases]]
at = 0.002
interface = "bank"
slip_traction = 3.0
[[scenarios.phases]]
at = 0.0025
interface = "pad"
stiffness = 1.1e6
[[scenarios.phases]]
at = 0.003
interface = "stop"
friction = 0.1
)";

}  // namespace

std::vector<PlantedKind> section_kinds(const std::vector<PlantedKind>& whole) {
  const auto text_of = [&](const char* name) {
    return std::find_if(whole.begin(), whole.end(),
                        [&](const PlantedKind& kind) { return kind.name == name; })
        ->text;
  };
  const std::string nodes = text_of("nodes"), joint = text_of("joint"), tip = text_of("tip"),
                    sliding = text_of("sliding"), free = text_of("free"),
                    bolted = text_of("bolted");
  const std::string undamped = edited(joint, {{"[damping]\nalpha = 10.0\nbeta = 1e-8\n", ""}});
  const std::string seated = edited(kLoose, {{"clearance", "level = \"position\"\nclearance"},
                                             {"\"craig_bampton\"\nmodes = 3\nhold_loose = true",
                                              "\"massless_boundary\"\nmodes = 6"},
                                             {"near = [0.0, 0.0, 0.0]", "set = \"plate.bottom\""}});
  const std::vector<std::string> tip_words = {"tip", "middle"};
  const char* const lugre =
      "tangential = \"lugre\"\nstatic_friction = 0.4\nstribeck_velocity = 0.01\n";
  const char* const iwan =
      "tangential = \"iwan\"\nslip_traction = 50.0\ndamper = \"lankarani_nikravesh\"\n"
      "impact_restitution = 0.8\nimpact_velocity = 0.01\n";
  std::vector<PlantedKind> kinds = {
      {"node",
       edited(nodes, {{"set = \"tip\"\nclear", "node = 2\nclear"}}),
       {},
       false,
       {"contact.node"}},
      {"near",
       edited(nodes, {{"set = \"tip\"\nclear", "near = [0.1, 0.0, 0.0]\nclear"}}),
       {},
       false,
       {"contact.near"}},
      {"node_list",
       edited(nodes, {{"set = \"tip\"\nclear", "nodes = [2]\nclear"}}),
       {},
       false,
       {"contact.nodes"}},
      {"start_at_node",
       edited(free, {{"set = \"all\"\nvelocity", "node = 2\nvelocity"},
                     {"set = \"all\"\ndisplacement", "node = 2\ndisplacement"}}),
       {},
       false,
       {"initial.node", "scenarios.*.initial.node"}},
      {"start_near",
       edited(free, {{"set = \"all\"\nvelocity", "near = [0.1, 0.0, 0.0]\nvelocity"},
                     {"set = \"all\"\ndisplacement", "near = [0.1, 0.0, 0.0]\ndisplacement"}}),
       {},
       false,
       {"initial.near", "scenarios.*.initial.near"}},
      {"tip_at_node",
       edited(tip, {{"masters]]\nset = \"tip\"", "masters]]\nnode = 4"}}),
       {},
       false,
       {"contact.tip.masters."}},
      {"tip_near",
       edited(tip, {{"masters]]\nset = \"tip\"", "masters]]\nnear = [0.0, 0.0, 0.15]"}}),
       {},
       false,
       {"contact.tip.masters."}},
      {"bore",
       edited(tip, {{"normal = [-1.0, 0.0, 0.0]", "normal = [-1.0, 0.0, 0.0]\nshape = \"bushing\""},
                    {"angles = [0.0, 45.0]\n", ""}}),
       tip_words,
       false,
       {"contact.", "law.", "solver."}},
      {"bilateral",
       edited(sliding, {{"law = \"unilateral\"", "law = \"bilateral\""},
                        {"size = 1e-5", "size = 1e-5\nscheme = \"generalised_alpha\""}}),
       {"slave", "table"},
       false,
       {"step.", "contact.", "sliding."}},
      {"slave_node",
       edited(sliding, {{"[contact.slave]\nset = \"slave\"", "[contact.slave]\nnode = 1"}}),
       {},
       false,
       {"contact.slave."}},
      {"slave_near",
       edited(sliding,
              {{"[contact.slave]\nset = \"slave\"", "[contact.slave]\nnear = [0.0, 0.1, 0.0]"}}),
       {},
       false,
       {"contact.slave."}},
      {"lugre",
       edited(joint, {{"tangential = \"oden_pires\"\n", lugre}}),
       {},
       false,
       {"contact.", "scenarios.*.contact."}},
      {"iwan",
       edited(joint, {{"tangential = \"oden_pires\"\n", iwan}}),
       {"lower.top", "upper.bottom"},
       false,
       {"contact.", "scenarios.*.contact."}},
      {"on_base",
       edited(joint, {{"sides = [\"upper.bottom\", \"lower.top\"]",
                       "side = \"upper.bottom\"\nbase = true"}}),
       {"upper.top", "upper.left"},
       false,
       {"contact."}},
      {"own_laws", undamped + kOwnLaws, {}, false, {"scenarios."}},
      {"own_phases", undamped + kOwnPhases, {}, false, {"scenarios.*.phases."}},
      {"ratio",
       edited(joint, {{"alpha = 10.0\nbeta = 1e-8", "ratio = 0.01\nmodes = [1, 3]"}}),
       {},
       false,
       {"damping."}},
      {"frequencies",
       edited(joint, {{"alpha = 10.0\nbeta = 1e-8", "ratio = 0.01\nfrequencies = [100.0]"}}),
       {},
       false,
       {"damping."}},
      {"masters", joint + kMasters, {"upper.left", "lower.right"}, false, {"condense."}},
      {"pairs", joint + kPairs, {"upper.bottom", "lower.top"}, false, {"condense.pairs."}},
      {"automatic",
       edited(joint,
              {{"method = \"craig_bampton\"\nmodes = 3", "method = \"auto\"\nband_hz = 20000.0"}}),
       {},
       false,
       {"condense."}},
      {"given",
       edited(free, {{"mode = 1", "mode = 0"}}) + kGivenShapes,
       {"shapes.csv", "other.csv"},
       false,
       {"condense."},
       {{"shapes.csv", kShapes}, {"other.csv", kOtherShapes}}},
      {"dynamic",
       edited(joint, {{"modes = 3", "modes = 3\ndynamic_modes = 8"}}),
       {},
       false,
       {"condense.dynamic_"}},
      {"swept",
       edited(nodes, {{"kind = \"harmonic\"", "kind = \"sweep\"\nrate = 3.0"}}),
       {},
       false,
       {"excitation."}},
      {"bent",
       bolted + "[scenarios.initial]\nshape = \"modal\"\nmodes = [1]\namplitudes = "
                "[1e-6]\n[initial]\nshape = \"modal\"\nmodes = [1]\namplitudes = [1e-6]\n",
       {},
       false,
       {"initial.", "scenarios.*.initial."}},
      {"swapped",
       edited(bolted,
              {{"kind = \"parabolic\"\npeak_to_peak = 1e-7", "kind = \"spherical\"\nradius = 1.0"},
               {"opposite]\nkind = \"spherical\"\nradius = 1.0",
                "opposite]\nkind = \"parabolic\"\npeak_to_peak = 1e-7"},
               {"sigma = 1e-8", "sigma = 1e-8\nwavelength_max = 4e-3"}}),
       {"300000", "3000000", "10000000", "0.00075"},
       false,
       {"contact.profile.", "contact.roughness.", "train."}},
      {"measured",
       edited(bolted,
              {{"kind = \"parabolic\"\npeak_to_peak = 1e-7",
                "kind = \"file\"\nfile = \"heights.csv\""},
               {"kind = \"spherical\"\nradius = 1.0", "kind = \"file\"\nfile = \"heights.csv\""}}),
       {"other.csv"},
       false,
       {"contact.profile."},
       {{"heights.csv", heights("1e-8")}, {"other.csv", heights("2e-8")}}},
      {"turned",
       kHead +
           edited(as_body(kRoundBeam),
                  {{"[bodies.import]",
                    "placement = { position = [0.0, 0.1, 0.0], axis = [0.0, 0.0, 1.0], angle = "
                    "10.0, mirror = [1.0, 0.0, 0.0] }\n[bodies.import]"}}) +
           kStep,
       {},
       false,
       {"bodies.*.placement."},
       {},
       import_text},
      {"tied_rigidly",
       edited(kTied, {{"normal = [0.0, 1.0, 0.0]\n[[interfaces]]", "rigid = true\n[[interfaces]]"},
                      {"elements = [3, 1]", "elements = [2, 1]"}}),
       {"upper.left", "lower.left", "upper.bottom", "lower.top"},
       false,
       {"ties."}},
      {"loose", kLoose, {}, false, {"condense.hold_loose"}},
      {"seated",
       seated,
       {"plate.left", "plate.top"},
       false,
       {"contact.", "law.", "solver.", "step."}},
      {"tied",
       kTied,
       {"upper.bottom", "lower.top", "upper.right", "upper.left"},
       false,
       {"bodies.", "ties.", "interfaces."}},
  };
  kinds.push_back({"seated_bodies",
                   kSeatedBodies,
                   {"upper.left", "lower.top", "upper.bottom", "seam", "floor"},
                   false,
                   {"interfaces.", "law.", "outputs.", "scenarios.*.phases."}});
  kinds.push_back(
      {"condensed_bodies",
       kCondensedBodies,
       {"top", "right", "a.bottom", "b.top", "a.right"},
       false,
       {"bodies.*.condense.", "bodies.*.damping.", "interfaces.", "scenarios.*.phases."}});
  for (PlantedKind& kind : imports()) kinds.push_back(std::move(kind));
  return kinds;
}

}  // namespace mortise::gen
