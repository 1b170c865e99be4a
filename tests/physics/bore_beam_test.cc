// A clamped beam whose tip plays in a bore, from its definition: full against condensed
// coordinates.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/bake/structure/bake.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/assembly_order.hpp"

namespace mortise::test {
namespace {

TEST(BeamInBore, CondensedMovesAsTheFullOne) {
  const gen::Definition definition =
      gen::read_definition(std::string(MORTISE_MODELS) + "/beam_bore/beam_bore.toml", {});
  const gen::AssembledSystem assembled = gen::assemble(definition, nullptr);
  const gen::Condensation condensed = gen::condense_as_defined(definition, assembled);
  const double h = 5e-6, clearance = definition.contact.clearance.value();
  gen::BakeOptions options;
  options.name = "beam_bore";
  options.step = h;
  gen::Instance run(gen::bake(condensed.system, options), options.name);
  gen::FullOrderOptions reference;
  reference.step = h;
  gen::AssemblyOrder full(assembled.system, reference);

  const auto names = run.output_names();
  const auto at = [&](const char* name) {
    return std::find(names.begin(), names.end(), name) - names.begin();
  };
  const auto x = at("tip_x"), y = at("tip_y"), gap = at("gap_tip"), edge = at("gap_edge");
  std::vector<double> out(names.size());
  double worst = 0, farthest = 0, deepest = 0, agrees = 0;
  for (int k = 0; k < 20000; ++k) {
    const double turn = gen::kTwoPi * 90.0 * h * (k + 0.5);
    const double u[] = {0.6 * std::cos(turn), 0.6 * std::sin(turn), 0.6 * std::cos(turn),
                        0.6 * std::sin(turn)};
    (void)run.step(u, out.data());
    full.step(Eigen::Map<const gen::Vector>(u, 2));
    const gen::Vector truth = full.outputs();
    const auto here = [&](auto i) { return out[static_cast<std::size_t>(i)]; };
    const double distance = std::hypot(here(x), here(y));
    worst = std::max(worst, std::hypot(here(x) - truth[x], here(y) - truth[y]));
    farthest = std::max(farthest, distance);
    deepest = std::min({deepest, here(gap), here(edge)});
    agrees = std::max(agrees, std::abs(clearance - distance - here(gap)));
  }
  EXPECT_GT(run.state().statistics().steps_in_contact, 5000u);
  EXPECT_LE(worst, 0.005 * clearance);
  EXPECT_LE(farthest, 1.001 * clearance);
  EXPECT_GE(deepest, -0.001 * clearance);
  EXPECT_LE(agrees, 1e-12);  // the gap is that of the circle
}

}  // namespace
}  // namespace mortise::test
