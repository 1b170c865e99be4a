// The table of laws against law.def, and what it says of files of every law.
#include "generator/bake/laws/file_law.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "generator/bake/play/contact_places.hpp"

namespace mortise::gen {
namespace {

using Words = std::vector<std::string>;

Instance traced(const std::string& name) {
  return open_model_file(MORTISE_TEST_DATA "/traces/" + name + ".mrt");
}

TEST(FileLaws, AreThoseOfTheRuntimeAndAssemblies) {
  Words names;
#define MORTISE_LAW(room, tag, table, feature) names.emplace_back(#room);
#include "mortise/law.def"
  names.emplace_back("assembly");
  Words found;
  for (const FileLaw* law : file_laws()) {
    found.emplace_back(law->name);
    EXPECT_GT(law->code_bytes, 0u) << law->name;
    EXPECT_EQ(law->info == nullptr, law->info_text == nullptr) << law->name;
  }
  EXPECT_EQ(found, names);
}

TEST(FileLaws, AreFoundByTheTagOfTheFile) {
  EXPECT_FALSE(has_interface(ModelView()));
  for (const auto& [file, law] : {std::pair{"bouncing_mass", "unilateral"},
                                  {"two_cantilevers", "joint"},
                                  {"beam_on_beam", "sliding"},
                                  {"bolted", "bolted"},
                                  {"sphere_impact", "film"},
                                  {"oiled", "assembly"}}) {
    const Instance instance = traced(file);
    const ModelView& view = instance.model().view();
    EXPECT_STREQ(file_law(view).name, law) << file;
    EXPECT_TRUE(has_interface(view)) << file;
    EXPECT_EQ(interfaces_of(view).size() == 1 && interfaces_of(view)[0] == &view,
              assembly_of(view) == nullptr)
        << file;
  }
}

TEST(FileLaws, ThatAFileNeedsAreNotAbsent) {
  const auto absent = [](const std::string& name) {
    return absent_laws(traced(name).model().view());
  };
  EXPECT_EQ(absent("bouncing_mass"),
            Words({"FILM", "JOINT", "SLIDING", "BOLTED", "ASSEMBLY", "POSITION"}));
  EXPECT_EQ(absent("sphere_impact"), Words({"JOINT", "SLIDING", "BOLTED", "ASSEMBLY", "POSITION"}));
  EXPECT_EQ(absent("bolted"), Words({"FILM", "JOINT", "SLIDING", "ASSEMBLY", "POSITION"}));
  for (const std::string& law : absent("oiled"))
    EXPECT_TRUE(law == "SLIDING" || law == "BOLTED" || law == "POSITION") << law;
}

// Their places, and the forces of them, belong together; so do kinds of steps and laws.
TEST(FileLaws, TellOfEveryFileWhatItHas) {
  std::set<std::string> seen;
  for (const char* file : {"modal", "bouncing_mass", "bore", "frame", "jenkins", "two_cantilevers",
                           "beam_on_beam", "kept", "alpha", "bolted", "borne", "sphere_impact",
                           "line_shock_reduced", "carried", "edge", "oiled", "paced"}) {
    Instance instance = traced(file);
    const ModelView& view = instance.model().view();
    std::size_t places = 0;
    for (const PlacedInterface& i : placed_interfaces(instance)) {
      places += i.places;
      seen.insert(i.kind);
      EXPECT_EQ(i.name.empty(), assembly_of(view) == nullptr) << file;
    }
    EXPECT_EQ(place_forces(instance).size(), places) << file;
    const FileLaw& own = file_law(view);
    seen.insert(own.name);
    EXPECT_EQ(own.has_memory, &own != file_laws().front()) << file;
    EXPECT_GT(own.time_unit(view), 0.0) << file;
    if (own.info != nullptr) EXPECT_FALSE(own.info_text(own.info(view)).empty()) << file;
    for (const FileLaw* law : file_laws()) {
      if (law->step_kind == nullptr) continue;
      int sum = 0;
      for (const auto& [name, number] : law->step_kind(view)) sum += number;
      EXPECT_EQ(sum > 0, law == &own) << file << ", " << law->name;
    }
  }
  EXPECT_EQ(seen.size(), file_laws().size()) << "a law without a file";
}

}  // namespace
}  // namespace mortise::gen
