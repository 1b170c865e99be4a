// Every wrong key of a modal file is named.
#include <nlohmann/json.hpp>

#include "generator/simulate/assemble/modal_file.hpp"
#include "tests/generator/bodies/import/small_export.hpp"

namespace mortise::gen {
namespace {

using Json = nlohmann::json;

Json valid() {
  return Json::parse(R"({"units": "kg m s N", "omega_rad_s": [0, 100], "damping_ratio": [0, 0.01],
    "force_harmonic_n": [1, 2], "force_frequency_hz": 50, "force_static_n": [0, -1],
    "initial_q": [0, 0], "initial_v": [0, 0.1],
    "contacts": {"rows": [[1, 1], [0, 1], [0, 0]], "gap_m": [1e-3], "friction": [0.3],
                 "restitution": [0.5]},
    "step_s": 1e-4, "theta": 0.5, "tolerance": 1e-9})");
}

ModalData modal_of(const TemporaryFolder& folder, const std::string& text) {
  folder.write("modal.json", text);
  return read_modal_json(folder.file("modal.json"));
}

TEST(ModalFile, OptionalKeysHaveDefaults) {
  const TemporaryFolder folder;
  const ModalData data =
      modal_of(folder, R"({"omega_rad_s": [100], "damping_ratio": 0, "step_s": 1e-4})");
  EXPECT_EQ(data.system.lone().contacts().points.size(), 0u);
  EXPECT_EQ(data.system.constant_force.size(), 1);
  EXPECT_EQ(data.system.input_forces.cols(), 1);
  EXPECT_EQ(data.force_frequency_hz, 0.0);
  EXPECT_EQ(data.tolerance, 1e-8);

  Json json = valid();
  json["contacts"]["friction"] = 0.2;
  json["contacts"]["restitution_tangential"] = 0.1;
  const ModalData scalar = modal_of(folder, json.dump());
  EXPECT_EQ(scalar.system.lone().contacts().points[0].friction, 0.2);
  EXPECT_EQ(scalar.system.lone().contacts().points[0].restitution_tangential, 0.1);
  EXPECT_DOUBLE_EQ(scalar.system.damping[1], 2.0);
}

struct WrongKey {
  const char* name;
  const char* patch;  // RFC 7396: null removes a key
  const char* told;
};

const WrongKey kWrongKeys[] = {
    {"NoModes", R"({"omega_rad_s": null})", R"("omega_rad_s" is missing)"},
    {"EmptyModes", R"({"omega_rad_s": []})", R"("omega_rad_s")"},
    {"ScalarModes", R"({"omega_rad_s": 5})", R"("omega_rad_s")"},
    {"NegativeMode", R"({"omega_rad_s": [-1, 2]})", R"("omega_rad_s[0]" is -1)"},
    {"UnsortedModes", R"({"omega_rad_s": [100, 50]})", R"("omega_rad_s[1]" is smaller)"},
    {"TextMode", R"({"omega_rad_s": [1, "2"]})", R"("omega_rad_s[1]" is not a number)"},
    {"NullMode", R"({"omega_rad_s": [1, null]})", R"("omega_rad_s[1]" is not a number)"},
    {"NoDamping", R"({"damping_ratio": null})", R"("damping_ratio" is missing)"},
    {"NegativeDamping", R"({"damping_ratio": -0.1})", R"("damping_ratio[0]")"},
    {"ShortDamping", R"({"damping_ratio": [0.1]})", R"("damping_ratio" has 1 entries)"},
    {"ShortForce", R"({"force_harmonic_n": [1]})", R"("force_harmonic_n" has 1 entries)"},
    {"LongForce", R"({"force_static_n": [1, 2, 3]})", R"("force_static_n" has 3 entries)"},
    {"NoFrequency", R"({"force_frequency_hz": null})", R"("force_frequency_hz" is missing)"},
    {"ZeroFrequency", R"({"force_frequency_hz": 0})", R"("force_frequency_hz" is not positive)"},
    {"ScalarStart", R"({"initial_q": 0})", R"("initial_q" is not a list)"},
    {"ShortStart", R"({"initial_v": [0]})", R"("initial_v" has 1 entries)"},
    {"ContactList", R"({"contacts": []})", R"("contacts" is not an object)"},
    {"NoRows", R"({"contacts": {"rows": null}})", R"("contacts.rows" is missing)"},
    {"TwoRows", R"({"contacts": {"rows": [[1, 1], [0, 1]]}})",
     R"("contacts.rows" is not a list of three)"},
    {"ShortRow", R"({"contacts": {"rows": [[1, 1], [0], [0, 0]]}})",
     R"("contacts.rows[1]" has 1 entries)"},
    {"ZeroNormal", R"({"contacts": {"rows": [[0, 0], [0, 1], [1, 0]]}})", R"("contacts.rows[0]")"},
    {"NoGap", R"({"contacts": {"gap_m": null}})", R"("contacts.gap_m" is missing)"},
    {"TwoGaps", R"({"contacts": {"gap_m": [0, 0]}})", R"("contacts.gap_m" has 2 entries)"},
    {"NegativeFriction", R"({"contacts": {"friction": [-0.1]}})", R"("contacts.friction[0]")"},
    {"Restitution", R"({"contacts": {"restitution": [1.1]}})", R"("contacts.restitution[0]")"},
    {"Tangential", R"({"contacts": {"restitution_tangential": [-1]}})",
     R"("contacts.restitution_tangential[0]")"},
    {"ContactKey", R"({"contacts": {"frictions": 1}})", R"("contacts.frictions" is unknown)"},
    {"NoStep", R"({"step_s": null})", R"("step_s" is missing)"},
    {"ZeroStep", R"({"step_s": 0})", R"("step_s" is not positive)"},
    {"TextStep", R"({"step_s": "1e-4"})", R"("step_s" is not a number)"},
    {"Theta", R"({"theta": 1})", R"("theta" is not 0.5)"},
    {"ZeroTolerance", R"({"tolerance": 0})", R"("tolerance")"},
    {"Units", R"({"units": "mm t s N"})", R"("units")"},
    {"UnknownKey", R"({"omega": 1})", R"("omega" is unknown)"},
};

class WrongModalKey : public testing::TestWithParam<WrongKey> {};

TEST_P(WrongModalKey, IsNamed) {
  const TemporaryFolder folder;
  Json json = valid();
  EXPECT_NO_THROW(modal_of(folder, json.dump()));
  json.merge_patch(Json::parse(GetParam().patch));
  const std::string message = message_of([&] { modal_of(folder, json.dump()); });
  EXPECT_NE(message.find("modal.json: key "), std::string::npos) << message;
  EXPECT_NE(message.find(GetParam().told), std::string::npos) << message;
  EXPECT_NE(message.find("remedy: "), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(All, WrongModalKey, testing::ValuesIn(kWrongKeys),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(ModalFile, WhatIsNoJsonIsRefused) {
  const TemporaryFolder folder;
  const std::string whole = valid().dump();
  for (const std::string& text :
       {std::string("[1, 2]"), std::string("3"), std::string("{"),
        whole.substr(0, whole.size() / 2), std::string("{\"step_s\": nan}"),
        std::string("{\"omega_rad_s\": [1e999]}")}) {
    const std::string message = message_of([&] { modal_of(folder, text); });
    EXPECT_NE(message.find("modal.json"), std::string::npos) << message;
  }
  EXPECT_NE(message_of([&] { read_modal_json(folder.file("none.json")); }).find("no such file"),
            std::string::npos);
}

}  // namespace
}  // namespace mortise::gen
