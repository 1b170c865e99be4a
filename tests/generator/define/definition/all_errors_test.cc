// A definition with several faults is refused once, with all of them.
#include <gtest/gtest.h>

#include <algorithm>

#include "generator/define/definition/definition.hpp"
#include "generator/ground/text/findings.hpp"
#include "tests/generator/define/definition/definition_text.hpp"

namespace mortise::gen {
namespace {

template <class Read>
std::vector<Finding> found_in(Read read) {
  try {
    read();
  } catch (const Error& error) {
    return findings_of(error);
  }
  return {};
}

// kOscillator has 30 lines.
constexpr const char* kFaults = R"(frction = 0.1
[law]
activation = "later"
[damping]
ratio = -0.1
modes = [1]
[[outputs]]
node = 1
[[outputs]]
name = "v"
node = "first"
direction = [1.0, 0.0]
[contakt]
friction = 1979-05-27
)";

TEST(AllErrors, OfKeysTypesAndRangesAreNamedAtOnce) {
  const std::vector<Finding> found =
      found_in([] { read_text(std::string(kOscillator) + kFaults); });
  const auto named = [&](std::size_t i, int line, const std::string& what,
                         const std::string& remedy) {
    ASSERT_LT(i, found.size());
    EXPECT_NE(found[i].where.find(".toml:" + std::to_string(line)), std::string::npos)
        << found[i].where;
    EXPECT_NE(found[i].what.find(what), std::string::npos) << found[i].what;
    EXPECT_NE(found[i].remedy.find(remedy), std::string::npos) << found[i].remedy;
  };
  ASSERT_EQ(found.size(), 7u);
  named(0, 31, "unknown key 'scenarios.0.frction'", "'scenarios.0.");
  named(1, 33, "'law.activation' is \"later\"", "free_end_gap, start_velocity");
  named(2, 35, "'damping.ratio' is -0.1", ">= 0");
  named(3, 37, "'outputs.1.name' is missing", "text");
  named(4, 41, "'outputs.2.node' is \"first\"", "whole number");
  named(5, 42, "'outputs.2.direction' is [1, 0]", "[x, y, z]");
  named(6, 44, "unknown key 'contakt.friction'", "'contact.friction'");
}

TEST(AllErrors, StandOnALineEach) {
  const std::string message =
      refusal(kOscillator, {"contact.frction=1", "step.size=0", "inputs.0.hold=soft"});
  std::size_t lines = 1;
  for (const char c : message) lines += c == '\n' ? 1 : 0;
  EXPECT_EQ(lines, 3u) << message;
  EXPECT_NE(message.find("'contact.friction'"), std::string::npos) << message;
  EXPECT_NE(message.find("--set step.size=0: 'step.size' is 0; remedy: "), std::string::npos)
      << message;
}

// What follows from a section is judged too, unless another fault may be its reason.
TEST(AllErrors, OfSeveralSectionsAreNamedAtOnce) {
  const std::string message =
      refusal(kOscillator, {"condense.method=modes", "damping.ratio=0.1", "inputs.0.minimum=1",
                            "outputs.0.name=time", "excitation={kind=\"harmonic\"}"});
  for (const char* part : {"condense.modes or condense.cutoff_hz", "damping is not determined",
                           "minimum <= default <= maximum", "is taken", "has no frequency"}) {
    EXPECT_NE(message.find(part), std::string::npos) << part << "\n" << message;
  }
}

TEST(AllErrors, OfEveryEntryAreNamed) {
  const std::string message = refusal(std::string(kOscillator) +
                                      "[[inputs]]\nname = \"second\"\ndirection = [1, 0, 0]\n"
                                      "[[inputs]]\nname = \"third\"\nnode = 1\n"
                                      "direction = [0, 0, 0]\n");
  EXPECT_NE(message.find("'inputs.1' does not say where"), std::string::npos) << message;
  EXPECT_NE(message.find("'inputs.2.direction' has no length"), std::string::npos) << message;
}

TEST(AllErrors, DoNotNameWhatFollowsFromAnotherOne) {
  // the kind of contact is misspelt: its keys are not at fault
  const std::vector<Finding> found =
      found_in([] { read_text(kOscillator, {"contact.kind=noodles"}); });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].what.find("'contact.kind' is \"noodles\""), std::string::npos);
  // nor is a required key missing that was only misspelt
  const std::vector<Finding> misspelt =
      found_in([] { read_text(kOscillator, {"outputs.0={nmae=\"x\",node=1}"}); });
  ASSERT_EQ(misspelt.size(), 1u);
  EXPECT_NE(misspelt[0].remedy.find("'outputs.0.name'"), std::string::npos);
}

TEST(AllErrors, OfFilmsAreNamedAtOnce) {
  const std::string message =
      film_refusal(kLineFilm, {"lubricant.viscosty=1", "step.size=0", "bodies.lower={nu=0.3}",
                               "grid.extent=[2,-4]", "load.rise=[1e-5]"});
  for (const char* part : {"'lubricant.viscosity'", "'step.size' is 0",
                           "'bodies.lower.E' is missing", "start < 0 < end", "start < end"}) {
    EXPECT_NE(message.find(part), std::string::npos) << part << "\n" << message;
  }
}

TEST(AllErrors, OfOneFaultReadAsBefore) {
  EXPECT_NE(refusal(kOscillator, {"step.size=0"}).find("'step.size' is 0\n  remedy: it must be"),
            std::string::npos);
}

template <class AnyDefinition>
std::vector<std::string> warnings_of(const AnyDefinition& d) {
  std::vector<std::string> warnings;
  for (const std::string& line : messages_of(d)) {
    if (line.rfind("warning: ", 0) == 0) warnings.push_back(line);
  }
  return warnings;
}

TEST(DubiousValues, AreWarnedOfWithTheirPlace) {
  const Definition d = read_text(std::string(kOscillator) + "[damping]\nratio = 1.0\nmodes = [1]\n",
                                 {"contact.clearance=-1e-4"});
  ASSERT_EQ(warnings_of(d).size(), 2u);
  EXPECT_NE(warnings_of(d)[0].find("'contact.clearance' is -0.0001 m"), std::string::npos);
  EXPECT_NE(warnings_of(d)[1].find(".toml:32: 'damping.ratio' is 1"), std::string::npos)
      << warnings_of(d)[1];
  EXPECT_TRUE(warnings_of(read_text(kOscillator)).empty());
  // an interference fit
  EXPECT_TRUE(
      warnings_of(read_text(kOscillator, {"contact.clearance=-1e-4", "initial.shape=pressed"}))
          .empty());
}

TEST(DubiousValues, ChoicesAreNoticesThatAreToldApart) {
  const Definition d = read_film_text(kPointFilm, {"output.profiles=[1e6]"});
  const std::vector<std::string> lines = messages_of(d);
  EXPECT_EQ(std::count(lines.begin(), lines.end(),
                       "notice: output.profiles: times after the duration are left out"),
            1);
  EXPECT_TRUE(warnings_of(d).empty());
}

TEST(DubiousValues, OfFilmBodiesAreWarnedOf) {
  const Definition d = read_film_text(
      kPointFilm, {"bodies.upper.static_modes=damped", "bodies.upper.static_damping=1.5"});
  ASSERT_EQ(warnings_of(d).size(), 1u);
  EXPECT_NE(warnings_of(d)[0].find("'bodies.upper.static_damping' is 1.5"), std::string::npos);
}

}  // namespace
}  // namespace mortise::gen
