// What a certificate says of the interfaces of an assembly.
#include <gtest/gtest.h>

#include "generator/bake/play/play.hpp"
#include "generator/judge/certify/certify.hpp"
#include "generator/judge/certify/rigid_pairs.hpp"
#include "generator/judge/certify/verdict.hpp"
#include "mortise_generated.h"
#include "tests/physics/assemblies.hpp"
#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

using gen::Measure;

gen::CertificateOptions assembly_certificate(const gen::Definition& d,
                                             const gen::BakeInput& input) {
  const gen::Matrix unused;
  return gen::certify(d, gen::assemble(d, nullptr), gen::bake(input.system, input.options),
                      gen::rebake_of(d, {}), [&]() -> const gen::Matrix& { return unused; }, {});
}

TEST(AssemblyCertificate, TellsTheErrorsOfEveryInterface) {
  const gen::Definition d = shipped("two_masses");
  gen::BakeInput input = gen::prepare_bake(d, {});
  const gen::CertificateOptions c = assembly_certificate(d, input);
  EXPECT_TRUE(gen::shortcomings(c).empty()) << gen::shortcomings(c).front();
  const gen::ScenarioErrors& e = c.errors.at(0);
  EXPECT_TRUE(e.touched);
  ASSERT_EQ(e.interfaces.size(), 2u);
  EXPECT_EQ(e.interfaces[0].interface, "slider");
  EXPECT_EQ(e.interfaces[1].interface, "stop");
  for (const gen::InterfaceErrors& i : e.interfaces) {
    for (const Measure m : {Measure::force, Measure::dissipated_energy}) {
      ASSERT_TRUE(i.total[m] && i.reduction[m] && i.step[m] && i.reference[m]) << i.interface;
      EXPECT_DOUBLE_EQ(*i.total[m], *i.reduction[m] + *i.step[m]);
      EXPECT_LT(*i.reduction[m], 1e-7) << "both keep all modes";
      EXPECT_GT(*i.step[m], 0.0) << "a step has an error";
      EXPECT_LT(*i.total[m], 0.01);
    }
    EXPECT_FALSE(i.total[Measure::displacement]);
  }
  // as the file keeps it
  input.options.certificate = c;
  const gen::Instance file(gen::bake(input.system, input.options), "certified");
  const auto* stored = file.model().root()->certificate()->errors()->Get(0)->interfaces();
  ASSERT_EQ(stored->size(), 2u);
  EXPECT_EQ(stored->Get(1)->interface()->str(), "stop");
  ASSERT_EQ(stored->Get(1)->measured()->size(), 2u);
  EXPECT_EQ(stored->Get(1)->measured()->Get(0)->total(), e.interfaces[1].total[Measure::force]);
  EXPECT_EQ(stored->Get(1)->measured()->Get(1)->step(),
            e.interfaces[1].step[Measure::dissipated_energy]);
}

TEST(AssemblyCertificate, WarnsOfInterfacesThatItSaysNothingOf) {
  const gen::Definition d = shipped("two_masses", {"step.size=1e-4"});
  gen::Definition far = d;
  far.interfaces.at(1).contact.clearance = 1.0;
  const auto warnings = [](const gen::Definition& of) {
    std::string text;
    for (const std::string& line :
         gen::warnings_of(assembly_certificate(of, gen::prepare_bake(of, {}))))
      text += line + "\n";
    return text;
  };
  EXPECT_EQ(warnings(d).find("no scenario touches"), std::string::npos) << warnings(d);
  EXPECT_NE(warnings(far).find("no scenario touches interface stop"), std::string::npos)
      << warnings(far);
}

gen::Trajectory shaken(const Assembly& assembly, double h, double duration) {
  Assembly a = assembly;
  a.energy_outputs();
  gen::Instance file(gen::bake(a.system(), assembly_options(h)), "shaken");
  const auto force = [](double t) { return 100 + 300 * std::sin(2 * M_PI * 35 * t); };
  const auto inputs = [&](long k) {
    const double t = static_cast<double>(k - 1) * h;
    return gen::Vector{{force(t), force(t + h)}};
  };
  return gen::play(file, inputs, std::lround(duration / h), 1000, {});
}

// Which gap next to the light body takes the energy of an impact depends on the step: 2.15 and .05
// J, or .09 and 2.11 J (theory of composed steps, reference case of the strong chain).
TEST(AssemblyCertificate, JudgesRigidGapsAboutALightBodyTogether) {
  const Assembly a = strong_coupling();
  const gen::Instance file(gen::bake(a.system(), assembly_options(5e-6)), "strong");
  const gen::JudgedTogether together = gen::judged_together(file);
  EXPECT_EQ(gen::names_of(file, together),
            (std::vector<std::string>{"slider", "M1-m + m-M2", "wall"}));
  const gen::Trajectory coarse = shaken(a, 2e-5, 0.05), fine = shaken(a, 5e-6, 0.05);
  const std::vector<gen::Measured> alone =
      gen::compare_interfaces(coarse, fine, {{0}, {1}, {2}, {3}});
  EXPECT_GT(*alone[1][Measure::dissipated_energy], 0.5);
  EXPECT_GT(*alone[2][Measure::dissipated_energy], 0.5);
  const std::vector<gen::Measured> judged = gen::compare_interfaces(coarse, fine, together);
  EXPECT_LT(*judged[1][Measure::dissipated_energy], 0.02);
  EXPECT_LT(*judged[2][Measure::dissipated_energy], 0.02);
  EXPECT_LT(*judged[1][Measure::force], 0.02);

  // bodies of one weight are told apart
  Assembly even = lumps({{1.0, 20}, {1.0, 5}, {1.0, 30}});
  even.stop("left", {-1, 1, 0}, 5e-5, 0);
  even.stop("right", {0, -1, 1}, 2e-5, 0);
  even.start({0, 0, 0}, {0, 0, 0});
  const gen::Instance apart(gen::bake(even.system(), assembly_options(5e-6)), "even");
  EXPECT_EQ(gen::judged_together(apart).size(), 2u);
}

}  // namespace
}  // namespace mortise::test
