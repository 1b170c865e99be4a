// Contacts, and a joint, are one model as [contact] of an import and as the only one of
// [[interfaces]] of bodies.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "generator/bake/structure/bake.hpp"
#include "generator/tool/pipeline/build.hpp"
#include "tests/generator/tool/pipeline/same_bytes.hpp"

namespace mortise::gen {
namespace {

struct Twins {
  const char* name;
  const char* own;             // what names of its sets begin with where it is no body
  const char* body;            // import and treatment
  const char *contact, *list;  // the interface, either way
  const char* rest;  // the other tables; {0} begins names of sets, {1} tells the interface
};

constexpr Twins kTwins[] = {
    {"thrown", "",
     R"(import = { kind = "lumped", masses = [{ node = 1, mass = 1.0 }], sets = [{ name = "mass", nodes = [1] }] })",
     R"([contact]
kind = "nodes"
set = "mass"
wall = { normal = [0.0, 0.0, 1.0], tangent = [1.0, 0.0, 0.0] }
clearance = 0.1
friction = 0.3
restitution = 0.8
)",
     R"([[interfaces]]
name = "contact"
kind = "unilateral"
between = ["body.mass", "ground"]
normal = [0.0, 0.0, 1.0]
tangent = [1.0, 0.0, 0.0]
clearance = 0.1
friction = 0.3
restitution = 0.8
)",
     R"([law]
restitution_threshold = 4e-3
[gravity]
acceleration = [0.0, 0.0, -9.81]
[initial]
velocity = [1.0, 0.0, 0.0]
[step]
size = 1e-4
[[outputs]]
name = "x"
set = "{0}mass"
direction = [1.0, 0.0, 0.0]
)"},
    {"beam", "body.",
     R"(import = { kind = "plane", bodies = [{ name = "body", length = 0.1, height = 0.002, width = 0.01, elements = [5, 1], young = 2e9, poisson = 0.4, density = 1200.0, supports = [{ edge = "left" }] }] }
condense = { method = "craig_bampton", modes = 4 }
damping = { alpha = 5.0, beta = 1e-6 }
)",
     R"([contact]
kind = "nodes"
set = "body.right"
wall = { normal = [0.0, 1.0, 0.0], tangent = [1.0, 0.0, 0.0] }
clearance = 1e-5
friction = 0.3
)",
     R"([[interfaces]]
name = "contact"
kind = "unilateral"
between = ["body.right", "ground"]
normal = [0.0, 1.0, 0.0]
tangent = [1.0, 0.0, 0.0]
clearance = 1e-5
friction = 0.3
)",
     R"([step]
size = 1e-5
[[inputs]]
name = "force"
set = "{0}right"
direction = [0.0, -1.0, 0.0]
[[outputs]]
name = "tip"
set = "{0}right"
direction = [0.0, 1.0, 0.0]
)"},
    {"seated", "body.",
     R"(import = { kind = "plane", bodies = [{ name = "body", length = 0.1, height = 0.002, width = 0.01, elements = [5, 1], young = 2e9, poisson = 0.4, density = 1200.0 }] }
condense = { method = "massless_boundary", modes = 4 }
damping = { alpha = 5.0, beta = 1e-7 }
)",
     R"([contact]
kind = "nodes"
set = "body.right"
level = "position"
wall = { normal = [-1.0, 0.0, 0.0], tangent = [0.0, 1.0, 0.0] }
clearance = 1e-5
friction = 0.3
restitution = 0.7
)",
     R"([[interfaces]]
name = "contact"
kind = "unilateral"
level = "position"
between = ["body.right", "ground"]
normal = [-1.0, 0.0, 0.0]
tangent = [0.0, 1.0, 0.0]
clearance = 1e-5
friction = 0.3
restitution = 0.7
)",
     R"([step]
size = 1e-7
[initial]
velocity = [0.1, 0.0, 0.0]
[[inputs]]
name = "force"
set = "{0}left"
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "left"
set = "{0}left"
direction = [1.0, 0.0, 0.0]
)"},
    {"rubbing", "body.",
     R"(import = { kind = "plane", bodies = [{ name = "body", length = 0.1, height = 0.002, width = 0.01, elements = [5, 1], young = 2e9, poisson = 0.4, density = 1200.0, supports = [{ edge = "left" }] }] }
condense = { method = "craig_bampton", modes = 4 }
damping = { alpha = 5.0, beta = 1e-6 }
)",
     R"([contact]
kind = "joint"
side = "body.bottom"
base = true
stiffness = 1e9
gap = 1e-6
friction = 0.3
friction_modulus = 1e8
)",
     R"([[interfaces]]
name = "contact"
kind = "joint"
between = ["body.bottom", "ground"]
stiffness = 1e9
gap = 1e-6
friction = 0.3
friction_modulus = 1e8
)",
     R"([step]
size = 1e-6
[[inputs]]
name = "force"
set = "{0}right"
direction = [0.0, -1.0, 0.0]
[[outputs]]
name = "tip"
set = "{0}right"
direction = [0.0, 1.0, 0.0]
[[outputs]]
name = "pressure"
quantity = "normal_traction"
point = 2
{1}[[scenarios]]
name = "hammered"
duration = 1e-3
kind = "harmonic"
input = "force"
amplitude = 1.0
frequency = 100.0
)"},
};

AlignedBytes twin_bytes(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + "/" + name + ".toml";
  std::ofstream(path) << "name = \"twin\"\n" << text;
  BakeInput input = prepare_bake(read_definition(path), BuildSettings{});
  input.options.provenance = {};  // keys and findings say what the definition says
  return bake(input.system, input.options);
}

TEST(OneInterface, GivesTheSameBytesEitherWay) {
  for (const Twins& twins : kTwins) {
    const std::string name = twins.name, body = std::string(twins.body) + "\n";
    const AlignedBytes lone =
        twin_bytes(name + "_contact",
                   body + twins.contact + fmt::format(fmt::runtime(twins.rest), twins.own, ""));
    const AlignedBytes listed =
        twin_bytes(name + "_interfaces",
                   "[[bodies]]\nname = \"body\"\n" + body + twins.list +
                       fmt::format(fmt::runtime(twins.rest), "body.", "interface = \"contact\"\n"));
    EXPECT_TRUE(same(lone, listed)) << name;
  }
}

}  // namespace
}  // namespace mortise::gen
