// What an FMU does with an importer that is not exact, or wrong: it survives, and says why.
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <filesystem>
#include <limits>

#include "targets/fmi/location.hpp"
#include "tests/fmi/exported_fmu.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::fmi_host {
namespace {

class FmuRefusal : public testing::TestWithParam<int> {
 protected:
  ExportedFmu load_model(const std::string& name) { return exported(name, GetParam()); }
};

TEST_P(FmuRefusal, OfInstancesThatCannotBe) {
  const ExportedFmu fmu = load_model("rod_wall");
  ASSERT_TRUE(fmu.library);
  const auto refused = [&](const Wish& wish) {
    std::string log;
    EXPECT_FALSE(fmu.library->make(wish, &log));
    return log;
  };
  Wish wish;
  wish.token = "{00000000-0000-0000-0000-000000000000}";
  EXPECT_NE(refused(wish).find("export the FMU anew"), std::string::npos);
  wish = {};
  wish.resources = "/nowhere/resources";
  EXPECT_NE(refused(wish).find("/nowhere/resources/model.mrt cannot be read"), std::string::npos);
  wish = {};
  wish.other_kind = true;
  EXPECT_NE(refused(wish).find("co-simulation"), std::string::npos);
  if (GetParam() == 3) {
    wish = {};
    wish.event_mode = true;
    EXPECT_NE(refused(wish).find("no event mode"), std::string::npos);
  }
  std::filesystem::resize_file(fmu.files.folder + "/resources/model.mrt", 5000);
  EXPECT_NE(refused({}).find("token"), std::string::npos);
}

TEST_P(FmuRefusal, LocationsAreReadAsTheyAreWritten) {
  const ExportedFmu fmu = load_model("rod_wall");
  ASSERT_TRUE(fmu.library);
  const std::string folder = gen::scratch("with blank & 100%");
  std::filesystem::create_directories(folder);
  std::filesystem::copy(fmu.files.folder + "/resources/model.mrt", folder + "/model.mrt",
                        std::filesystem::copy_options::overwrite_existing);
  const std::string parent = std::filesystem::path(folder).parent_path().string();
  std::vector<std::string> locations{folder, folder + "/"};
  if (GetParam() == 2) {
    for (const char* head : {"file:", "file://", "file://localhost"})
      locations.push_back(head + parent + "/with%20blank%20%26%20100%25/");
  }
  for (const std::string& location : locations) {
    Wish wish;
    wish.resources = location;
    std::string log;
    EXPECT_TRUE(fmu.library->make(wish, &log)) << location << ": " << log;
  }
  // what the importer wrote comes back, whether it formats the text or not
  Wish nowhere;
  nowhere.resources = folder + "/100%s # of it";
  std::string log;
  EXPECT_FALSE(fmu.library->make(nowhere, &log));
  EXPECT_EQ(log, "logStatusError: the model " + nowhere.resources +
                     "/model.mrt cannot be read; unpack the FMU as a whole\n");
}

TEST(FmuLocation, HasDrivesAndHostsWhereMachinesHaveThem) {
  struct Location {
    const char *location, *here, *with_drives;  // null: on another machine
  };
  const Location all[] = {
      {"/a/b%20c", "/a/b%20c", "/a/b%20c"},
      {"C:\\a\\", "C:\\a\\", "C:\\a\\"},
      {"file:/a/b%20c", "/a/b c", "/a/b c"},
      {"file:///a%25%2", "/a%%2", "/a%%2"},
      {"FILE://LocalHost/a", "/a", "/a"},
      {"file:///C:/a%20b/", "/C:/a b/", "C:/a b/"},
      {"file:/c:/a", "/c:/a", "c:/a"},
      {"file:///C%3A/a", "/C:/a", "C:/a"},
      {"file://localhost/C:/a", "/C:/a", "C:/a"},
      {"file://C:/a", nullptr, "C:/a"},
      {"file:C:/a", "C:/a", "C:/a"},
      {"file:///Cc:/a", "/Cc:/a", "/Cc:/a"},
      {"file://host/share/a", nullptr, "//host/share/a"},
      {"file:////host/share", "//host/share", "//host/share"},
      {"file://localhosts/a", nullptr, "//localhosts/a"},
      {"file:", "", ""},
  };
  for (const Location& each : all)
    for (const bool drives : {false, true}) {
      char path[64];
      const char* wanted = drives ? each.with_drives : each.here;
      ASSERT_EQ(fmi::path_of_location(each.location, drives, path), wanted != nullptr)
          << each.location;
      if (wanted != nullptr) EXPECT_STREQ(path, wanted) << each.location << drives;
    }
}

TEST_P(FmuRefusal, OfStepsThatAreNoMultiple) {
  const ExportedFmu fmu = load_model("rod_wall");
  ASSERT_TRUE(fmu.library);
  const double h = fmu.description.step;
  const Samples samples = samples_for("rod_wall", 40);
  const std::unique_ptr<Slave> slave = fmu.library->make();
  EXPECT_EQ(slave->step(0.0, h), kError);
  EXPECT_NE(slave->take_log().find("initialization"), std::string::npos);
  Rows rows;
  ASSERT_EQ(start(fmu, samples, slave.get(), &rows), kOk);
  // an importer's sums and differences
  EXPECT_EQ(slave->step(0.0, h * (1 + 4e-7)), kOk);
  EXPECT_EQ(slave->step(h * (1 + 1e-9), 10 * h * (1 - 4e-7)), kOk) << slave->take_log();
  for (const double length :
       {0.0, -h, 0.5 * h, 1.001 * h, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(slave->step(11 * h, length), kError);
    EXPECT_NE(slave->take_log().find("no multiple of the internal step"), std::string::npos);
  }
  EXPECT_EQ(slave->step(20 * h, h), kError);
  EXPECT_NE(slave->take_log().find("restore a saved state"), std::string::npos);
  EXPECT_EQ(slave->step(11 * h, h), kOk);

  // the stop time holds
  ASSERT_EQ(slave->reset(), kOk);
  ASSERT_EQ(slave->initialize(0.0, 3 * h), kOk);
  ASSERT_EQ(slave->ready(), kOk);
  EXPECT_EQ(slave->step(0.0, 3 * h * (1 + 1e-9)), kOk) << slave->take_log();
  EXPECT_EQ(slave->step(3 * h, h), kError);
  EXPECT_NE(slave->take_log().find("stop time"), std::string::npos);
}

TEST_P(FmuRefusal, OneLongStepIsManyShortOnes) {
  const ExportedFmu fmu = load_model("rod_wall");
  ASSERT_TRUE(fmu.library);
  const double h = fmu.description.step;
  const Samples still = samples_for("rod_wall", 0);
  Rows rows[2];
  for (const int length : {1, 10}) {
    const std::unique_ptr<Slave> slave = fmu.library->make();
    ASSERT_EQ(start(fmu, still, slave.get(), &rows[0]), kOk);
    for (int k = 0; k < 500; k += length) ASSERT_EQ(slave->step(k * h, length * h), kOk);
    rows[length / 10].emplace_back();
    ASSERT_EQ(slave->get(fmu.description.reals("output"), &rows[length / 10].back()), kOk);
  }
  EXPECT_EQ(first_difference({rows[0][1]}, rows[1]), "");
}

TEST_P(FmuRefusal, OfStatesThatAreForeignOrDamaged) {
  const ExportedFmu fmu = load_model("rod_wall"), other = load_model("two_cantilevers");
  ASSERT_TRUE(fmu.library && other.library);
  const std::unique_ptr<Slave> a = fmu.library->make(), b = fmu.library->make(),
                               c = other.library->make();
  void* state = nullptr;
  ASSERT_EQ(a->save(&state), kOk);
  EXPECT_EQ(b->restore(state), kError);
  EXPECT_NE(b->take_log().find("none of this instance"), std::string::npos);
  std::vector<unsigned char> bytes;
  ASSERT_EQ(a->serialize(state, &bytes), kOk);
  void* moved = nullptr;
  EXPECT_EQ(c->deserialize(bytes, &moved), kError);
  for (std::size_t i = 0; i < bytes.size(); i += 37) {
    std::vector<unsigned char> damaged = bytes;
    damaged[i] ^= 0x10;
    EXPECT_EQ(b->deserialize(damaged, &moved), kError) << i;
  }
  std::vector<unsigned char> cut(bytes.begin(), bytes.end() - 1);
  EXPECT_EQ(b->deserialize(cut, &moved), kError);
  EXPECT_EQ(moved, nullptr);
  EXPECT_EQ(b->deserialize(bytes, &moved), kOk);
  EXPECT_EQ(a->release(&moved), kError);
  // a state is written again in its place
  void* same = state;
  EXPECT_EQ(a->save(&same), kOk);
  EXPECT_EQ(same, state);
}

TEST_P(FmuRefusal, OfVariablesAndFunctionsThatAreNot) {
  const ExportedFmu fmu = load_model("plate_on_base");
  ASSERT_TRUE(fmu.library);
  const std::unique_ptr<Slave> slave = fmu.library->make();
  std::vector<double> value;
  for (const std::uint32_t reference : {3u, 999999u, 1000001u, 2999999u, 3000007u, 4000000u}) {
    EXPECT_EQ(slave->get({reference}, &value), kError) << reference;
    EXPECT_EQ(slave->set({reference}, {0.0}), kError) << reference;
  }
  EXPECT_EQ(slave->set(fmu.description.reals("output"), std::vector<double>(14, 0.0)), kError);
  EXPECT_NE(slave->take_log().find("value reference"), std::string::npos);
  const std::uint32_t friction = fmu.description.find("contact.friction")->reference;
  EXPECT_EQ(slave->set({friction}, {-1.0}), kDiscard);
  EXPECT_NE(slave->take_log().find("contact.friction = -1 is not in its range 0 .. 10; it stays"),
            std::string::npos);
  EXPECT_EQ(slave->get({friction}, &value), kOk);
  EXPECT_EQ(value, std::vector<double>{0.4});
  EXPECT_EQ(fmu.library->call_unsupported(*slave), kError);
  EXPECT_NE(slave->take_log().find("fmi"), std::string::npos);

  // operating cases of a joint bring their numbers, also where an importer has set all start values
  const std::uint32_t chosen = fmu.description.find("operating_case")->reference;
  EXPECT_EQ(slave->set({friction}, {0.4}), kOk);
  EXPECT_EQ(slave->set_whole(chosen, 9), kDiscard);
  EXPECT_EQ(slave->set_whole(chosen, 3), kOk);
  std::int32_t whole = 0;
  EXPECT_EQ(slave->get_whole(chosen, &whole), kOk);
  EXPECT_EQ(whole, 3);
  EXPECT_EQ(slave->get({friction}, &value), kOk);
  EXPECT_EQ(value, std::vector<double>{0.0});
}

TEST_P(FmuRefusal, WarningsAreToldOnceAndStandInTheStatus) {
  const ExportedFmu fmu = load_model("rod_wall");
  ASSERT_TRUE(fmu.library);
  const double h = fmu.description.step;
  const Samples samples = samples_for("rod_wall", 4);
  const std::unique_ptr<Slave> slave = fmu.library->make();
  Rows rows;
  ASSERT_EQ(start(fmu, samples, slave.get(), &rows), kOk);
  const References input = fmu.description.reals("input");
  ASSERT_EQ(slave->set(input, {std::nan("")}), kOk);
  EXPECT_EQ(slave->step(0.0, h), kWarning);
  EXPECT_NE(slave->take_log().find("HELD"), std::string::npos);
  std::int32_t status = 0;
  ASSERT_EQ(slave->get_whole(fmu.description.find("status")->reference, &status), kOk);
  EXPECT_EQ(status, 1);
  EXPECT_EQ(slave->step(h, h), kWarning);
  EXPECT_EQ(slave->take_log(), "");
  ASSERT_EQ(slave->set(input, {0.0}), kOk);
  // the step begins with what was not finite
  EXPECT_EQ(slave->step(2 * h, h), kWarning);
  EXPECT_EQ(slave->step(3 * h, h), kOk);

  // importers that stop at a warning choose to be told by the log alone
  const std::uint32_t choice = fmu.description.find("step_warnings")->reference;
  EXPECT_EQ(slave->set_whole(choice, 2), kDiscard);
  EXPECT_NE(slave->take_log().find("step_warnings is one of 0 .. 1, not 2"), std::string::npos);
  ASSERT_EQ(slave->set_whole(choice, 0), kOk);
  ASSERT_EQ(slave->set(input, {std::nan("")}), kOk);
  EXPECT_EQ(slave->step(4 * h, h), kOk);
  EXPECT_NE(slave->take_log().find("logStatusWarning: t = "), std::string::npos);
  ASSERT_EQ(slave->get_whole(fmu.description.find("status")->reference, &status), kOk);
  EXPECT_EQ(status, 1);
}

// A host that flushes denormal numbers, or rounds down, gets the same bits and keeps its ways.
TEST_P(FmuRefusal, TheRoundingOfTheHostIsItsOwn) {
  const ExportedFmu fmu = load_model("rod_wall");
  ASSERT_TRUE(fmu.library);
  const Samples samples = samples_for("rod_wall", 50);
  Rows wanted, rows;
  const std::unique_ptr<Slave> usual = fmu.library->make();
  ASSERT_EQ(start(fmu, samples, usual.get(), &wanted), kOk);
  ASSERT_EQ(run(fmu, samples, 0, 50, usual.get(), &wanted), kOk);
  ASSERT_EQ(std::fesetround(FE_DOWNWARD), 0);
  const std::unique_ptr<Slave> slave = fmu.library->make();
  const bool made = slave != nullptr;
  Answer answer = made ? start(fmu, samples, slave.get(), &rows) : kError;
  for (std::size_t k = 0; made && k < 50; ++k) {
    answer = std::max(answer, set_inputs(fmu, samples, k, slave.get()));
    answer = std::max(answer, slave->step(static_cast<double>(k) * samples.step, samples.step));
    rows.emplace_back();
    answer = std::max(answer, slave->get(fmu.description.reals("output"), &rows.back()));
  }
  const int rounding = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(rounding, FE_DOWNWARD);
  EXPECT_EQ(answer, kOk);
  EXPECT_EQ(first_difference(rows, wanted), "");
}

// Derivatives are those of the next step: differences of steps from one saved state agree.
TEST_P(FmuRefusal, DerivativesAreThoseOfTheStep) {
  const ExportedFmu fmu = load_model("rod_wall");
  ASSERT_TRUE(fmu.library);
  const Samples samples = samples_for("rod_wall", 20);
  const std::unique_ptr<Slave> slave = fmu.library->make();
  Rows rows;
  ASSERT_EQ(start(fmu, samples, slave.get(), &rows), kOk);
  ASSERT_EQ(run(fmu, samples, 0, 20, slave.get(), &rows), kOk);
  const References input = fmu.description.reals("input"),
                   outputs = fmu.description.reals("output");
  std::vector<double> slope;
  ASSERT_EQ(slave->derivative(outputs, input, {2.0}, &slope), kOk) << slave->take_log();
  void* state = nullptr;
  ASSERT_EQ(slave->save(&state), kOk);
  std::vector<double> after[2];
  const double now = 20 * samples.step, middle = samples.values[20][0];
  for (const int side : {0, 1}) {
    ASSERT_EQ(slave->restore(state), kOk);
    ASSERT_EQ(slave->set(input, {middle + (side == 0 ? -1.0 : 1.0)}), kOk);
    ASSERT_LE(slave->step(now, samples.step), kWarning);
    ASSERT_EQ(slave->get(outputs, &after[side]), kOk);
  }
  double largest = 0.0;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    EXPECT_NEAR(slope[i], after[1][i] - after[0][i], 1e-6 * std::fabs(slope[i]) + 1e-15) << i;
    largest = std::max(largest, std::fabs(slope[i]));
  }
  EXPECT_GT(largest, 0.0);
  EXPECT_EQ(slave->derivative(input, input, {1.0}, &slope), kError);
}

// Pressed on its wall the rod rests at a corner of the contact law.
TEST_P(FmuRefusal, DerivativesWarnWhereThereAreNone) {
  const ExportedFmu fmu = load_model("rod_wall");
  ASSERT_TRUE(fmu.library);
  const std::unique_ptr<Slave> slave = fmu.library->make();
  Rows rows;
  ASSERT_EQ(start(fmu, samples_for("rod_wall", 0), slave.get(), &rows), kOk);
  const References input = fmu.description.reals("input"),
                   outputs = fmu.description.reals("output");
  const double h = fmu.description.step;
  std::vector<double> slope;
  ASSERT_EQ(slave->set(input, {1e4}), kOk);
  EXPECT_EQ(slave->derivative(outputs, input, {1.0}, &slope), kOk) << slave->take_log();
  int warned = 0;
  for (int k = 0; k < 130; ++k) {
    ASSERT_LE(slave->step(k * h, h), kWarning);
    if (k < 80) continue;
    (void)slave->take_log();
    const Answer answer = slave->derivative(outputs, input, {1.0}, &slope);
    ASSERT_LE(answer, kWarning);
    const bool told = slave->take_log().find("at a corner of its law") != std::string::npos;
    EXPECT_TRUE(answer == kWarning || !told);
    warned += told ? 1 : 0;
  }
  EXPECT_GE(warned, 1);
}

INSTANTIATE_TEST_SUITE_P(Versions, FmuRefusal, testing::Values(2, 3),
                         [](const testing::TestParamInfo<int>& info) {
                           return "fmi" + std::to_string(info.param);
                         });

}  // namespace
}  // namespace mortise::fmi_host
