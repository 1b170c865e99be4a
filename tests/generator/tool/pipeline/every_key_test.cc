// No key is dropped: whatever a definition says beside what it said before changes the model, or is
// refused by its name; and every key changes a model somewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "generator/define/definition/key_list.hpp"
#include "tests/generator/tool/pipeline/planted_model.hpp"

namespace mortise::gen {
namespace {

// Keys that change no byte of a model by their nature, or only of some of these.
struct Unseen {
  const char* path;
  const char* seen;  // kinds in which it must be seen: "|nodes|tip|"; empty: none
  const char* why;
};
constexpr Unseen kUnseen[] = {
    {"scenarios.*.held_out", "", "says which scenarios the certificate judges"},
    {"import.expected_mass", "", "is compared by `mortise check`"},
    {"bodies.*.import.expected_mass", "", "is compared by `mortise check`"},
    {"import.bodies.*.name", "", "is a name, seen where it is referred to"},
    {"bodies.*.import.bodies.*.name", "", "is a name, seen where it is referred to"},
    {"import.beam.stations.*.name", "", "is a name, seen where it is referred to"},
    {"contact.normal", "", "says which of two sides, both ends of an edge: others are refused"},
    {"bodies.*.placement.angle", "|turned|", "turns what points somewhere: no lumped mass"},
    {"bodies.1.placement.angle", "", "the body that is added is a lumped mass"},
    {"bodies.1.placement.mirror", "", "the body that is added is a lumped mass"},
    {"bodies.*.placement.mirror", "|turned|", "mirrors what lies somewhere: no lumped mass"},
    {"bodies.*.condense.modes", "", "a body of few dofs has no more of them"},
    {"bodies.*.condense.cutoff_hz", "", "a body of few dofs has no more modes below it"},
    {"forces.*.name", "", "is a name for messages"},
    {"import.masses.*.position", "|sliding|", "is seen by what is near a point, and by slides"},
    {"step.damp_fast_modes", "|nodes|", "damps modes with omega h > 4"},
    {"condense.hold_loose", "", "holds what an interface leaves loose: nothing of these"},
    {"bodies.*.condense.hold_loose", "", "holds what an interface leaves loose: nothing of these"},
    {"solver.iterations", "|nodes|assembly|", "bounds Newton, where Gauss-Seidel is chosen"},
    {"solver.tail_sweeps", "|nodes|assembly|", "follows Newton, where Gauss-Seidel is chosen"},
    {"bodies.*.condense.pairs.*.first", "", "is refused: bodies keep masters alone"},
    {"bodies.*.condense.pairs.*.second", "", "is refused: bodies keep masters alone"},
    {"bodies.*.condense.pairs.*.directions", "", "is refused: bodies keep masters alone"},
    {"bodies.*.condense.pairs.*.keep", "", "is refused: bodies keep masters alone"},
    {"import.kind", "", "asks for tables of its own: every kind here has another"},
    {"bodies.*.import.kind", "", "asks for tables of its own: every kind here has another"},
    {"contact.kind", "", "asks for tables of its own: every kind here has another"},
    {"interfaces.*.kind", "", "asks for tables of its own: every kind here has another"},
    {"import.deck", "", "names the one deck of an export: deck tests"},
    {"bodies.*.import.deck", "", "names the one deck of an export: deck tests"},
    {"contact.level", "", "is of an interface without mass, and the only one there"},
    {"interfaces.*.level", "", "is of bodies without mass at their interfaces, and of all of them"},
    {"contact.base", "", "must be true beside a single side"},
    {"contact.fields.*.file", "", "stands in the place of a table: joint_fields_test"},
    {"interfaces.*.fields.*.file", "", "stands in the place of a table: joint_fields_test"},
    {"contact.target", "", "names the one there is"},
    {"contact.slave.set", "", "names the one there is"},
    {"contact.zones", "", "names the one there is"},
    {"reduce.method", "", "has one choice"},
    {"reduce.error_bar", "", "refuses a worse layout"},
    {"bodies.*.name", "", "is a name, seen where it is referred to"},
    {"bodies.*.condense.file", "", "is refused: bodies have no such condensation"},
    {"bodies.*.condense.dynamic_modes", "", "is refused: bodies have no such condensation"},
    {"bodies.*.condense.dynamic_cutoff_hz", "", "is refused: bodies have no such condensation"},
    {"bodies.*.condense.dynamic_selection", "", "is refused: bodies have no such condensation"},
    {"interfaces.*.film", "", "needs a trained film: assembly_film_test"},
    {"interfaces.*.width", "", "needs a trained film: assembly_film_test"},
    {"interfaces.*.bolted", "", "needs a trained structure: bolted_build_test"},
    {"bodies.*.condense.attach_inputs", "|tied|", "a body without inputs has nothing to attach"},
    {"mesh", "|long_beams|", "of an export is a file, said or not"},
    {"bodies.*.mesh", "|body_of_long_beams|", "of an export is a file, said or not"},
    {"contact.profile.<zone>.kind", "", "asks for keys of its own"},
    {"contact.profile.<zone>.holes", "", "concerns what was not measured: height_profile_test"},
    {"contact.profile.<zone>.opposite.kind", "", "asks for keys of its own"},
    {"contact.profile.<zone>.opposite.holes", "",
     "concerns what was not measured: height_profile_test"},
    {"contact.roughness.wavelength_max", "|swapped|", "waves longer than the zone are none"},
    {"import.interface_nodes.*.set", "",
     "takes free nodes that no other node has: interface node tests"},
    {"import.interface_nodes.*.nodes", "",
     "takes free nodes that no other node has: interface node tests"},
    {"contact.tip.masters.*.directions", "", "must determine all motions of the tip: tip tests"},
    {"contact.sides", "", "names the only edges that face each other"},
    {"contact.side", "", "names the only edge that is pressed"},
    {"train.band_hz", "", "must leave a mode below it: bolted training tests"},
    {"condense.pairs.*.directions", "", "must hold a floating body"},
    {"condense.pairs.*.keep", "", "is of two sides within one body: each of two keeps its own"},
    {"bodies.*.import.interface_nodes.*.set", "",
     "takes free nodes that no other node has: interface node tests"},
    {"bodies.*.import.interface_nodes.*.nodes", "",
     "takes free nodes that no other node has: interface node tests"},
    {"ties.*.between", "", "names the sides that meet"},
    {"bodies.*.import.sets.*.name", "", "is a name, seen where it is referred to"},
    {"contact.restrict", "", "makes the same result sooner"},
    {"reduce.trust_draws", "", "chooses a limit by runs: bolted_build_test sees it"},
    {"excitation.amplitude", "|nodes|tip|joint|sliding|assembly|free|", "is of sweeps, too"},
    {"excitation.frequency", "|nodes|tip|joint|sliding|assembly|free|", "is of sweeps, too"},
    {"excitation.phase", "|nodes|tip|joint|sliding|assembly|free|", "is of sweeps, too"},
    {"excitation.offset", "|nodes|tip|joint|sliding|assembly|free|", "is of sweeps, too"},
    {"excitations.*.offset", "|nodes|tip|joint|sliding|assembly|free|", "is of sweeps, too"},
    {"scenarios.*.kind", "|nodes|tip|joint|sliding|assembly|free|", "may be what it is anyhow"},
    {"initial.shape", "|nodes|tip|joint|assembly|", "of a slide is its static state, always"},
    {"scenarios.*.initial.shape", "|nodes|tip|joint|assembly|",
     "of a slide is its static state, always"},
};

// path: of a key, or a place of it
bool is_listed(const std::string& path, const std::string& kind) {
  return std::any_of(std::begin(kUnseen), std::end(kUnseen), [&](const Unseen& u) {
    return path == u.path && std::string(u.seen).find('|' + kind + '|') == std::string::npos;
  });
}

bool is_unseen(const Key& key, const std::string& kind) {
  return key.stage == Stage::certify || key.stage == Stage::none || is_listed(key.path, kind);
}

bool is_never_seen(const Key& key) {
  return key.stage == Stage::certify || key.stage == Stage::none ||
         std::any_of(std::begin(kUnseen), std::end(kUnseen),
                     [&](const Unseen& u) { return key.path == u.path && *u.seen == '\0'; });
}

class EveryKey : public testing::TestWithParam<PlantedKind> {};

TEST_P(EveryKey, IsNotDropped) {
  const PlantedKind& kind = GetParam();
  const PlantedModel model(kind);
  for (const Key& key : structure_keys().keys()) {
    if (!kind.is_for(key) || is_unseen(key, kind.name)) continue;
    for (const std::string& place : places_of(key, model.definition())) {
      if (is_listed(place, kind.name)) continue;
      std::string told;
      const Fate fate = model.fate_of(key, place, &told);
      EXPECT_NE(fate, Fate::dropped) << place << '\n' << told;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Structures, EveryKey, testing::ValuesIn(planted_kinds()),
                         [](const testing::TestParamInfo<PlantedKind>& info) {
                           return info.param.name;
                         });

// What is refused everywhere has no use anywhere.
TEST(EveryKeyOfStructures, IsSeenSomewhere) {
  std::vector<std::unique_ptr<const PlantedModel>> models(planted_kinds().size());
  for (const Key& key : structure_keys().keys()) {
    if (is_never_seen(key)) continue;
    bool seen = false;
    for (std::size_t i = 0; i < models.size() && !seen; ++i) {
      const PlantedKind& kind = planted_kinds()[i];
      if (!kind.is_for(key)) continue;
      if (!models[i]) models[i] = std::make_unique<const PlantedModel>(kind);
      for (const std::string& place : places_of(key, models[i]->definition()))
        seen = seen || models[i]->fate_of(key, place, nullptr) == Fate::seen;
    }
    EXPECT_TRUE(seen) << key.path;
  }
}

}  // namespace
}  // namespace mortise::gen
