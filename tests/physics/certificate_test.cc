// The certificate holds on held-out scenarios, and fails, with the reason, for models that are not
// what they seem: without contact, with a coarse step, with half of their modes.
#include <gtest/gtest.h>

#include "generator/bake/structure/bake.hpp"
#include "generator/judge/certify/certify.hpp"
#include "generator/judge/certify/verdict.hpp"
#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

using gen::Measure;

gen::CertificateOptions certify_whole(const gen::Definition& d, const gen::AlignedBytes& model,
                                      const gen::Rebake& rebake) {
  const gen::Matrix unused;
  return gen::certify(d, gen::assemble(d, nullptr), model, rebake,
                      [&]() -> const gen::Matrix& { return unused; }, {});
}

gen::CertificateOptions certificate_of(const gen::Definition& d, const gen::Definition& built) {
  const gen::BakeInput input = gen::prepare_bake(built, {});
  return certify_whole(d, gen::bake(input.system, input.options), gen::rebake_of(built, {}));
}

gen::CertificateOptions certificate_of(const gen::Definition& d) { return certificate_of(d, d); }

std::string reasons(const gen::CertificateOptions& c) {
  std::string text;
  for (const std::string& reason : gen::shortcomings(c)) text += reason + "\n";
  return text;
}

class Certificate : public ::testing::TestWithParam<const char*> {};

TEST_P(Certificate, HoldsOnHeldOutScenarios) {
  const gen::CertificateOptions c = certificate_of(shipped(GetParam()));
  EXPECT_EQ(reasons(c), "");
  for (const gen::ScenarioErrors& e : c.errors) {
    EXPECT_TRUE(e.touched) << e.scenario;
    EXPECT_TRUE(e.reference_step.has_value()) << e.scenario;
    for (const Measure m : {Measure::displacement, Measure::velocity, Measure::force}) {
      ASSERT_TRUE(e.total[m] && e.reduction[m] && e.step[m]) << e.scenario;
      EXPECT_DOUBLE_EQ(*e.total[m], *e.reduction[m] + *e.step[m]);
      EXPECT_GT(*e.step[m], 0.0) << "a step has an error";
    }
    EXPECT_FALSE(e.total[Measure::central_pressure]) << "not measured is absent";
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Certificate,
                         ::testing::Values("beam_wall", "impact_oscillator", "bouncing_mass"));

gen::Definition bracket(const std::vector<std::string>& overrides = {}) {
  return gen::read_definition(std::string(MORTISE_TEST_DATA) + "/bracket.toml", overrides);
}

TEST(BracketCertificate, Holds) {
  const gen::CertificateOptions c = certificate_of(bracket());
  EXPECT_EQ(reasons(c), "");
  EXPECT_LT(c.omega_h_carrying.value(), 1.0);
  EXPECT_LE(c.omega_h_carrying.value(), c.omega_h.value());
}

// The step of the file misses the stop, and so did a reference with the same step.
TEST(BracketCertificate, FailsWithACoarseStep) {
  const gen::CertificateOptions c = certificate_of(bracket({"step.size=3e-3"}));
  const gen::ScenarioErrors& e = c.errors.at(0);
  EXPECT_TRUE(e.touched) << "the bracket does knock";
  EXPECT_GT(e.step[Measure::displacement].value(), 0.5);
  EXPECT_GT(e.step[Measure::displacement].value(), e.reduction[Measure::displacement].value());
  EXPECT_NE(reasons(c).find("the step is too coarse"), std::string::npos) << reasons(c);
  std::string warnings;
  for (const std::string& line : gen::warnings_of(c)) warnings += line + "\n";
  EXPECT_NE(warnings.find("omega h reaches"), std::string::npos) << warnings;
}

TEST(BracketCertificate, FailsWithAThirdOfTheModes) {
  const gen::CertificateOptions c = certificate_of(bracket({"condense.modes=4"}));
  EXPECT_NE(reasons(c).find("keep more coordinates"), std::string::npos) << reasons(c);
}

TEST(BracketCertificate, FailsWithoutContact) {
  const gen::CertificateOptions c = certificate_of(bracket({"contact.clearance=1.0"}));
  EXPECT_FALSE(c.errors.at(0).touched);
  EXPECT_FALSE(c.errors.at(0).total[Measure::force]) << "no impulse was measured";
  EXPECT_NE(reasons(c).find("no scenario touches the interface"), std::string::npos) << reasons(c);
}

// Nor an output: the energy of a motion without contact says nothing of either.
TEST(BracketCertificate, FailsWithoutOutputs) {
  gen::Definition mute = bracket({"contact.clearance=1.0"});
  mute.outputs.clear();
  const gen::CertificateOptions c = certificate_of(mute);
  const gen::Measured& total = c.errors.at(0).total;
  EXPECT_FALSE(total[Measure::displacement] || total[Measure::velocity] || total[Measure::force]);
  EXPECT_TRUE(total[Measure::remaining_energy].has_value());
  EXPECT_NE(reasons(c).find("no scenario touches"), std::string::npos) << reasons(c);
}

// Its reduction is compared, its step is not that of the definition's own model.
TEST(BracketCertificate, FailsForTheModelOfAnotherDefinition) {
  const gen::BakeInput other = gen::prepare_bake(bracket({"condense.modes=4"}), {});
  const gen::CertificateOptions c = certify_whole(bracket(), gen::bake(other.system, other.options),
                                                  gen::rebake_of(bracket(), {}));
  EXPECT_FALSE(c.errors.at(0).step[Measure::displacement]);
  EXPECT_NE(reasons(c).find("error of the step is not known"), std::string::npos) << reasons(c);
}

// A reference that halving does not settle fails, and says how far it is good.
TEST(BracketCertificate, SaysThatItsReferenceIsNotResolved) {
  const gen::CertificateOptions c = certificate_of(bracket({"verify.displacement=1e-7"}));
  EXPECT_NE(reasons(c).find("not resolved in time"), std::string::npos) << reasons(c);
  const std::optional<double> until = c.errors.at(0).resolved_until;
  ASSERT_TRUE(until.has_value());
  EXPECT_LT(*until, 0.03);
}

TEST(HalfOfTheModes, FailTheCertificateOfTheBeam) {
  const gen::Definition d = shipped("beam_wall");
  const gen::CertificateOptions c = certificate_of(
      d, shipped("beam_wall", {"condense.modes=" + std::to_string(d.condense.modes.count / 2)}));
  EXPECT_NE(reasons(c).find("keep more coordinates"), std::string::npos) << reasons(c);
}

// An elastic rod that falls on its end: contact at position level takes next to nothing of its
// energy, as at full order, and the impulse is that of all modes.
TEST(CertificateOfPositionLevel, HoldsForARodThatFalls) {
  const gen::Definition d =
      gen::read_definition(std::string(MORTISE_TEST_DATA) + "/dropped_rod.toml",
                           {"verify.displacement=0.02", "verify.velocity=0.1", "verify.force=0.01",
                            "verify.remaining_energy=0.02"});
  const gen::CertificateOptions c = certificate_of(d);
  EXPECT_EQ(reasons(c), "");
  ASSERT_EQ(c.errors.size(), 1u);
  EXPECT_TRUE(c.errors[0].touched);
  EXPECT_GT(*c.errors[0].total[Measure::force], 1e-4);
}

}  // namespace
}  // namespace mortise::test
