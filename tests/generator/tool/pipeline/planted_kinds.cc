#include "tests/generator/tool/pipeline/planted_keys.hpp"

namespace mortise::gen {
namespace {

// What drives, loads and starts every one of them.
constexpr const char* kSignals = R"(
[excitation]
kind = "harmonic"
input = "force"
amplitude = 2.0
frequency = 40.0
[[excitations]]
kind = "sweep"
input = "other"
amplitude = 0.5
frequency = 30.0
rate = 3.0
[impulse]
input = "force"
amplitude = 3.0
frequency = 500.0
start = 0.001
[load]
input = "other"
reference = 2.0
frequency = 20.0
start = 0.002
[[scenarios]]
name = "first"
duration = 0.01
kind = "sweep"
amplitude = 1.5
frequency = 35.0
rate = 5.0
[scenarios.load]
factor = 0.5
[[scenarios]]
name = "second"
duration = 0.02
)";

// Masses on springs, one of them stiff.
constexpr const char* kMasses = R"(
name = "planted"
[import]
kind = "lumped"
[[import.masses]]
node = 1
mass = 1.0
directions = [1, 2]
[[import.masses]]
node = 2
mass = 0.5
directions = [1, 2]
position = [0.1, 0.0, 0.0]
[[import.springs]]
to = 1
direction = 1
stiffness = 10000.0
[[import.springs]]
to = 1
direction = 2
stiffness = 12000.0
[[import.springs]]
from = 1
to = 2
direction = 1
stiffness = 2000.0
[[import.springs]]
from = 1
to = 2
direction = 2
stiffness = 3000.0
[[import.springs]]
to = 2
direction = 1
stiffness = 1e9
[[import.sets]]
name = "tip"
nodes = [2]
[[import.sets]]
name = "all"
nodes = [1, 2]
[damping]
alpha = 1.0
beta = 1e-5
)";

constexpr const char* kWall = R"(
[contact]
kind = "nodes"
set = "tip"
clearance = 1e-4
friction = 0.2
restitution = 0.5
[contact.wall]
normal = [0.0, 1.0, 0.0]
[solver]
kind = "newton"
[[outputs]]
name = "n"
quantity = "contact_force"
[[outputs]]
name = "slow"
quantity = "filtered_force"
)";

constexpr const char* kMassSignals = R"(
[initial]
shape = "static"
set = "tip"
velocity = [0.1, 0.2, 0.0]
[step]
size = 1e-4
[gravity]
acceleration = [0.0, -9.81, 0.0]
[[forces]]
name = "weight"
set = "tip"
direction = [0.0, -1.0, 0.0]
value = 3.0
[[inputs]]
name = "force"
set = "tip"
direction = [0.0, 1.0, 0.0]
[[inputs]]
name = "other"
set = "all"
direction = [1.0, 0.0, 0.0]
hold = "linear"
[[outputs]]
name = "y"
set = "tip"
direction = [0.0, 1.0, 0.0]
)";

// Places of every form, where nothing is in contact.
constexpr const char* kFree = R"(
[initial]
shape = "static"
set = "all"
velocity = [0.1, 0.2, 0.0]
[step]
size = 1e-4
[gravity]
acceleration = [0.0, -9.81, 0.0]
[[forces]]
name = "weight"
node = 2
direction = [0.0, -1.0, 0.0]
value = 3.0
[[forces]]
name = "pull"
near = [0.01, 0.0, 0.0]
direction = [1.0, 0.0, 0.0]
value = 2.0
[[inputs]]
name = "force"
node = 2
direction = [0.0, 1.0, 0.0]
[[inputs]]
name = "other"
near = [0.01, 0.0, 0.0]
direction = [1.0, 0.0, 0.0]
hold = "linear"
[[inputs]]
name = "root"
node = 1
direction = [1.0, 0.0, 0.0]
stiffness = 10000.0
minimum = -1.0
maximum = 1.0
[[outputs]]
name = "y"
node = 2
direction = [0.0, 1.0, 0.0]
[[outputs]]
name = "x"
quantity = "velocity"
near = [0.01, 0.0, 0.0]
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "t"
set = "tip"
direction = [0.0, 1.0, 0.0]
[[outputs]]
name = "second"
quantity = "modal"
mode = 1
)";
constexpr const char* kFreeStart = R"(
[scenarios.initial]
shape = "static"
set = "all"
displacement = [0.0, 0.001, 0.0]
velocity = [0.1, 0.0, 0.0]
)";

// Blocks that a bolt presses together, trained in a moment.
constexpr const char* kScrewedBlocks = R"(
name = "planted"
[import]
kind = "pressed_blocks"
[import.pressed_blocks]
springs = [1e4, 1e6, 1e6]
young = 1e12
density = 7800.0
[damping]
ratio = 0.01
[contact]
kind = "bolted"
zones = ["left"]
friction = 0.4
grid = [4, 4]
young = 2e11
[contact.profile.left]
kind = "parabolic"
peak_to_peak = 1e-7
[contact.profile.left.opposite]
kind = "spherical"
radius = 1.0
[contact.roughness]
sigma = 1e-8
[preload]
force = 50.0
[step]
size = 1e-6
[reduce]
clusters = [3, 1]
modes = 6
seeds = 1
fit_rounds = 2
error_bar = 10.0
trust_draws = 0
[train]
modes = [1]
steps = 4
random_steps = 20
[[inputs]]
name = "force"
set = "left_top"
direction = [1.0, 0.0, 0.0]
[[inputs]]
name = "other"
set = "left_top"
direction = [0.0, 0.0, 1.0]
[[outputs]]
name = "x"
set = "left_top"
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "n"
quantity = "contact_force"
)";

// Modes that the user brings.
const std::string kModal = std::string(R"(
name = "planted"
[import]
kind = "modal"
file = ")" MORTISE_MODELS R"(/modal/example.json"
[contact]
kind = "file"
[law]
friction_velocity = "end"
[[inputs]]
name = "excitation"
hold = "linear"
[[outputs]]
name = "g"
quantity = "gap"
[[outputs]]
name = "slow"
quantity = "filtered_force"
[excitation]
kind = "harmonic"
input = "excitation"
amplitude = 1.0
[[scenarios]]
name = "first"
duration = 0.01
)");

// A plate on another one, pressed.
constexpr const char* kPlates = R"(
name = "planted"
[import]
kind = "plane"
[[import.bodies]]
name = "upper"
length = 0.1
height = 0.02
width = 0.01
elements = [2, 1]
origin = [0.0, 0.02]
young = 2e11
poisson = 0.3
density = 7800.0
[[import.bodies]]
name = "lower"
length = 0.1
height = 0.02
width = 0.01
elements = [2, 1]
young = 1e11
poisson = 0.25
density = 5000.0
[[import.bodies.supports]]
edge = "bottom"
[damping]
alpha = 10.0
beta = 1e-8
[condense]
method = "craig_bampton"
modes = 3
)";

constexpr const char* kPlateSignals = R"(
[initial]
shape = "pressed"
[step]
size = 1e-6
[[forces]]
name = "press"
set = "upper.top"
direction = [0.0, -1.0, 0.0]
value = 100.0
[[inputs]]
name = "force"
set = "upper.top"
direction = [1.0, 0.0, 0.0]
[[inputs]]
name = "other"
set = "upper.right"
direction = [0.0, 1.0, 0.0]
hold = "linear"
[output]
energies = true
[[outputs]]
name = "x"
set = "upper.top"
direction = [1.0, 0.0, 0.0]
)";

constexpr const char* kJoint = R"(
[contact]
kind = "joint"
sides = ["upper.bottom", "lower.top"]
stiffness = 1e11
tangential = "oden_pires"
friction = 0.3
friction_modulus = 1e9
[[contact.fields]]
number = "stiffness"
at = [0.0, 0.05]
values = [1.0, 1.5]
[[outputs]]
name = "p"
quantity = "normal_traction"
)";

// A mass that slides on a table of two.
constexpr const char* kSliding = R"(
name = "planted"
[import]
kind = "lumped"
[[import.masses]]
node = 1
mass = 1.0
directions = [1, 2]
position = [0.0, 0.1, 0.0]
[[import.masses]]
node = 2
mass = 2.0
directions = [1, 2]
position = [-1.0, 0.1, 0.0]
[[import.masses]]
node = 3
mass = 2.0
directions = [1, 2]
position = [1.0, 0.1, 0.0]
[[import.springs]]
to = 1
direction = 1
stiffness = 10000.0
[[import.springs]]
to = 1
direction = 2
stiffness = 100.0
[[import.springs]]
to = 2
direction = 2
stiffness = 1e6
[[import.springs]]
to = 3
direction = 2
stiffness = 1e6
[[import.springs]]
to = 2
direction = 1
stiffness = 1e8
[[import.springs]]
to = 3
direction = 1
stiffness = 1e8
[[import.sets]]
name = "slave"
nodes = [1]
[[import.sets]]
name = "table"
nodes = [2, 3]
[contact]
kind = "sliding"
target = "table"
law = "unilateral"
friction = 0.5
[contact.slave]
set = "slave"
[sliding]
velocity = 0.01
start = -0.5
[step]
size = 1e-5
[[forces]]
name = "press"
set = "slave"
direction = [0.0, -1.0, 0.0]
value = 20.0
[[inputs]]
name = "force"
set = "slave"
direction = [1.0, 0.0, 0.0]
[[inputs]]
name = "other"
set = "slave"
direction = [0.0, 1.0, 0.0]
hold = "linear"
[[outputs]]
name = "x"
set = "slave"
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "normal"
quantity = "contact_force"
)";

// A stop, joints of a node and of an edge, and a slide between three bodies.
constexpr const char* kAssembly = R"(
name = "planted"
[[bodies]]
name = "upper"
import = { kind = "plane", bodies = [{ length = 0.05, height = 0.002, width = 0.01, origin = [0.02, 0.002], angle = 20.0, elements = [3, 1], young = 7e10, poisson = 0.3, density = 2700.0, supports = [{ edge = "right" }] }] }
condense = { method = "craig_bampton", modes = 3 }
damping = { alpha = 5.0, beta = 1e-6 }
[[bodies]]
name = "lower"
import = { kind = "plane", bodies = [{ length = 0.1, height = 0.002, width = 0.01, elements = [5, 1], young = 2e9, poisson = 0.4, density = 1200.0, supports = [{ edge = "left" }] }] }
condense = { method = "craig_bampton", modes = 3 }
damping = { alpha = 5.0, beta = 1e-6 }
[[bodies]]
name = "block"
[bodies.import]
kind = "lumped"
masses = [{ node = 1, mass = 0.3, directions = [1, 2] }]
springs = [{ to = 1, direction = 1, stiffness = 1e4 }, { to = 1, direction = 2, stiffness = 1e3 }]
[[interfaces]]
name = "stop"
kind = "unilateral"
between = ["lower.right", "ground"]
normal = [0.0, 1.0, 0.0]
clearance = 1e-5
friction = 0.1
[[interfaces]]
name = "pad"
kind = "joint"
between = ["block.1", "ground"]
normal = [0.0, 1.0, 0.0]
tangent = [1.0, 0.0, 0.0]
stiffness = 1e6
tangential = "jenkins"
friction_modulus = 1e5
slip_traction = 4.0
[[interfaces]]
name = "bed"
kind = "joint"
between = ["lower.bottom", "ground"]
stiffness = 1e6
friction = 0.1
friction_modulus = 1e5
fields = [{ number = "stiffness", at = [0.0, 0.05], values = [1.0, 1.5] }]
[[interfaces]]
name = "slide"
kind = "sliding"
between = ["upper.left", "lower.top"]
near = [0.02, 0.002, 0.0]
law = "unilateral"
friction = 0.25
velocity = 0.1
start = 0.021
[initial]
shape = "pressed"
[step]
size = 1e-6
[output]
energies = true
[[forces]]
name = "press"
set = "upper.left"
direction = [0.0, -1.0, 0.0]
value = 3.0
[[forces]]
name = "weight"
set = "block.1"
direction = [0.0, -1.0, 0.0]
value = 2.0
[[inputs]]
name = "force"
set = "block.1"
direction = [1.0, 0.0, 0.0]
[[inputs]]
name = "other"
set = "lower.right"
direction = [0.0, -1.0, 0.0]
hold = "linear"
[[outputs]]
name = "normal"
quantity = "contact_force"
interface = "slide"
[[outputs]]
name = "slow"
quantity = "filtered_force"
interface = "stop"
[[outputs]]
name = "x"
set = "block.1"
direction = [1.0, 0.0, 0.0]
)";

constexpr const char* kAssemblyPhases = R"(
[[scenarios.phases]]
at = 0.0
interface = "slide"
friction = 0.2
[[scenarios.phases]]
at = 0.001
interface = "stop"
clearance = 2e-5
)";

// A beam whose rigid tip is in a bushing.
constexpr const char* kTip = R"(
name = "planted"
[import]
kind = "beam"
[import.beam]
axis = "z"
diameter = 0.01
young = 2e11
density = 7800.0
[[import.beam.segments]]
length = 0.1
elements = 2
[[import.beam.segments]]
length = 0.05
elements = 1
[[import.beam.stations]]
name = "tip"
distance = 0.15
[[import.beam.stations]]
name = "middle"
distance = 0.1
[damping]
ratio = 0.01
modes = [1, 2]
[condense]
method = "craig_bampton"
modes = 4
[contact]
kind = "tip"
clearance = 1e-4
friction = 0.2
restitution = 0.3
[contact.wall]
normal = [-1.0, 0.0, 0.0]
[contact.tip]
axis = [0.0, 0.0, 1.0]
radius = 0.004
start = 0.14
end = 0.16
angles = [0.0, 45.0]
[[contact.tip.masters]]
set = "tip"
[initial]
velocity = [0.1, 0.0, 0.0]
[step]
size = 1e-5
[[inputs]]
name = "force"
set = "middle"
direction = [1.0, 0.0, 0.0]
[[inputs]]
name = "other"
set = "tip"
direction = [1.0, 1.0, 0.0]
hold = "linear"
[[outputs]]
name = "x"
set = "tip"
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "gap"
quantity = "gap"
[[outputs]]
name = "slow"
quantity = "filtered_force"
)";

}  // namespace

const std::vector<PlantedKind>& planted_kinds() {
  const auto text = [](std::initializer_list<const char*> parts) {
    std::string all;
    for (const char* part : parts) all += part;
    return all;
  };
  static const std::vector<PlantedKind> kinds = [&] {
    std::vector<PlantedKind> all = {
        {"nodes", text({kMasses, kWall, kMassSignals, kSignals}), {"tip", "all", "force", "other"}},
        {"tip", text({kTip, kSignals}), {"tip", "middle", "force", "other"}},
        {"joint",
         text({kPlates, kJoint, kPlateSignals, kSignals}),
         {"upper.top", "lower.top", "upper.left", "force", "other"}},
        {"sliding", text({kSliding, kSignals}), {"slave", "table", "force", "other"}},
        {"assembly",
         text({kAssembly, kSignals, kAssemblyPhases}),
         {"upper.left", "block.1", "lower.top", "force", "other", "stop", "pad", "slide", "upper"}},
        {"free", text({kMasses, kFree, kSignals, kFreeStart}), {"tip", "all", "force", "other"}},
        {"still",
         text({kMasses, kWall, "[step]\nsize = 1e-4\n"}),
         {"tip", "all"},
         false,
         {"excitation", "impulse", "load", "initial", "gravity", "forces", "inputs", "output",
          "scenarios"}},
        {"bolted",
         text({kScrewedBlocks, kSignals}),
         {"left_top", "sensor", "left", "force", "other"}},
        {"modal", kModal, {MORTISE_TEST_DATA "/modal/modal_n20_nc4_impact.json"}},
    };
    for (PlantedKind& kind : section_kinds(all)) all.push_back(std::move(kind));
    return all;
  }();
  return kinds;
}

}  // namespace mortise::gen
