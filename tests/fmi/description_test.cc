// The rules find what is planted, so that an FMU without faults has been looked at.
#include <gtest/gtest.h>

#include "tests/fmi/description_rules.hpp"
#include "tests/fmi/exported_fmu.hpp"

namespace mortise::fmi_host {
namespace {

struct Planted {
  int version;
  const char *from, *to;  // the first place of one text becomes the other
  const char* fault;      // a part of what must be found
};

std::string replaced(std::string text, const Planted& planted) {
  const std::size_t at = text.find(planted.from);
  EXPECT_NE(at, std::string::npos) << planted.from;
  return at == std::string::npos ? text
                                 : text.replace(at, std::string(planted.from).size(), planted.to);
}

TEST(FmuDescription, EveryRuleFindsItsFault) {
  const std::string good[2] = {exported("rod_wall", 2).files.text("modelDescription.xml"),
                               exported("rod_wall", 3).files.text("modelDescription.xml")};
  const Planted all[] = {
      {2, "fmiVersion=\"2.0\"", "fmiVersion=\"1.0\"", "fmiVersion"},
      {3, "fmiVersion=\"3.0\"", "fmiVersion=\"4.0\"", "fmiVersion"},
      {3, "modelIdentifier=\"rod_wall\"", "modelIdentifier=\"rod wall\"", "no name of C"},
      {3, "instantiationToken=", "token=", "lacks the attribute instantiationToken"},
      {2, "canGetAndSetFMUstate", "canGetAndSetFMUState", "unknown attribute"},
      {3, "canGetAndSetFMUState=\"true\"", "canGetAndSetFMUState=\"yes\"", "is no boolean"},
      {2, "<Outputs>", "<Outputz>", "no well-formed"},
      {3, "<Float64 name=\"force\"", "<Float46 name=\"force\"", "no element of the schema"},
      {3, "min=\"-1000000\"", "min=\"-inf\"", "is no double"},
      {3, "causality=\"input\" variability=\"continuous\"",
       "causality=\"input\" variability=\"tunable\"", "do not go together"},
      {2, "causality=\"output\" variability=\"continuous\" initial=\"calculated\"",
       "causality=\"output\" variability=\"fixed\" initial=\"calculated\"", "do not go together"},
      {3, "causality=\"output\" variability=\"discrete\"",
       "causality=\"output\" variability=\"continuous\"", "do not go together"},
      {3, " start=\"0\"/>", "/>", "lacks a start value"},
      {2, " start=\"0.3\"/>", "/>", "lacks a start value"},
      {3, "intermediateUpdate=\"true\" unit=\"m\"", "unit=\"m\" start=\"1\"", "must not start"},
      {3, "start=\"0.3\"", "start=\"11\"", "out of its range"},
      {2, "unit=\"m/s\"", "unit=\"km/h\"", "unit is not defined"},
      {3, "<Unit name=\"N\">", "<Unit name=\"m\">", "defined twice"},
      {2, "name=\"tip_normal\"", "name=\"tip_tangential\"", "name is not unique"},
      {3, "valueReference=\"2000001\"", "valueReference=\"2000000\"", "reference is not unique"},
      {3, "<Output valueReference=\"2000000\"/>", "", "stands 0 times in the outputs"},
      {3, "<Output valueReference=\"2000000\"/>", "<Output valueReference=\"2000001\"/>",
       "stands 2 times in the outputs"},
      {3, "<InitialUnknown valueReference=\"2000000\"/>", "", "0 times in the initial unknowns"},
      {2, "<Unknown index=\"2\"/>", "<Unknown index=\"1\"/>", "stands 1 times in the outputs"},
      {2, "<Unknown index=\"2\"/>", "<Unknown index=\"99\"/>", "no such variable"},
      {3, "<Output valueReference=\"2000000\"/>",
       "<Output valueReference=\"2000000\" dependencies=\"1000000 0\" "
       "dependenciesKind=\"dependent\"/>",
       "differ in number"},
      {3, "causality=\"independent\"", "causality=\"local\"", "independent variables"},
      {3, "causality=\"independent\"", "start=\"0\" causality=\"independent\"", "must not start"},
      {3, "name=\"contact.friction\"", "name=\"contact.0\"", "no structured name"},
      {3, "\"structured\"", "\"loose\"", "no naming convention"},
  };
  for (const std::string& text : good) {
    std::string trouble;
    EXPECT_EQ(description_faults(read_xml(text, &trouble)), std::vector<std::string>{});
    EXPECT_EQ(trouble, "");
  }
  for (const Planted& planted : all) {
    std::string found;
    const Element root = read_xml(replaced(good[planted.version - 2], planted), &found);
    if (found.empty())
      for (const std::string& fault : description_faults(root)) found += fault + "\n";
    EXPECT_NE(found.find(planted.fault), std::string::npos)
        << planted.from << " -> " << planted.to << ": " << found;
  }
}

TEST(FmuDescription, HoldsWhatTheFileHolds) {
  const ExportedFmu fmu = exported("rod_wall", 3);
  ASSERT_TRUE(fmu.library);
  const Variable* friction = fmu.description.find("contact.friction");
  ASSERT_NE(friction, nullptr);
  EXPECT_EQ(friction->causality + " " + friction->variability, "parameter tunable");
  EXPECT_EQ(friction->start + " " + friction->minimum + " " + friction->maximum, "0.3 0 10");
  EXPECT_EQ(fmu.description.find("tip_normal_velocity")->unit, "m/s");
  EXPECT_EQ(fmu.description.step, 1e-5);
  // an input and an output of one name
  const ExportedFmu frame = exported("frame", 2);
  EXPECT_NE(frame.description.find("input.force"), nullptr);
  EXPECT_NE(frame.description.find("output.force"), nullptr);
}

}  // namespace
}  // namespace mortise::fmi_host
