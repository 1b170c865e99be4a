// Reduced films on the command line: built, described, run, verified, measured.
#include <gtest/gtest.h>

#include "generator/ground/files/csv_file.hpp"
#include "tests/generator/tool/cli/command.hpp"
#include "tests/generator/tool/pipeline/tiny_film.hpp"

namespace mortise::gen {
namespace {

// Definition, cache and model of the tiny film, made once.
struct TinyModel {
  std::string definition, model, cache;
};

const TinyModel& tiny_model() {
  static const TinyModel made = [] {
    TinyModel m{write_tiny_film(scratch("tiny_film.toml")), scratch("tiny_film.mrt"),
                scratch("cache")};
    const nlohmann::json built =
        mortise_json("build " + m.definition + " -o " + m.model + " --cache " + m.cache);
    EXPECT_EQ(built["model"], m.model);
    return m;
  }();
  return made;
}

TEST(FilmModel, InfoTellsSizesInputsAndCertificate) {
  const nlohmann::json info = mortise_json("info " + tiny_model().model);
  EXPECT_EQ(info["film"]["kind"], "prescribed load");
  EXPECT_EQ(info["film"]["scalar"], "float64");
  EXPECT_EQ(info["film"]["bases"][0]["shapes"], 16);
  EXPECT_GE(info["film"]["bases"][0]["rows"], 16 + 3);
  EXPECT_EQ(info["film"]["profile_points"], 49);
  ASSERT_EQ(info["inputs"].size(), 3u);
  EXPECT_EQ(info["inputs"][0]["name"], "load");
  EXPECT_EQ(info["inputs"][0]["hold"], "cubic");
  EXPECT_EQ(info["outputs"][2]["quantity"], "central_gap");
  EXPECT_EQ(info["training_box"].size(), 3u);
  EXPECT_TRUE(info["certificate"]["passed"]);
  EXPECT_EQ(info["certificate"]["errors"][0]["scenario"], "swell");
  const std::string text = mortise("info " + tiny_model().model).out;
  EXPECT_NE(text.find("16 shapes"), std::string::npos) << text;
  EXPECT_NE(text.find("certificate swell: force"), std::string::npos) << text;
}

TEST(FilmModel, StarvedFilmIsNamedWhereverItIsJudged) {
  const TinyModel& m = tiny_model();
  const std::string near = m.definition + " --set grid.extent=[-1.6,1.8] --set grid.points=35";
  const std::string made = scratch("starved.mrt"), too_near = "grid.extent begins too near";
  const std::string cache = " --cache " + m.cache;
  const auto names = [&](const nlohmann::json& warnings) {
    return warnings.size() == 1 &&
           warnings[0].get<std::string>().find(too_near) != std::string::npos;
  };
  EXPECT_TRUE(names(mortise_json("train " + near + cache)["warnings"]));
  const std::string far = m.definition + " --set grid.extent=[-8,1.8] --set grid.points=99";
  EXPECT_TRUE(mortise_json("train " + far + cache)["warnings"].empty());
  EXPECT_TRUE(
      names(mortise_json("build " + near + " -o " + made + cache)["certificate"]["warnings"]));
  EXPECT_NE(mortise("info " + made).out.find(too_near), std::string::npos);
  const CommandResult verified = mortise("verify " + near.substr(0, m.definition.size()) + " " +
                                         made + near.substr(m.definition.size()) + cache);
  EXPECT_NE(verified.out.find("warning: at the lowest load"), std::string::npos) << verified.out;
  EXPECT_TRUE(
      names(mortise_json("verify " + m.definition + " " + made + near.substr(m.definition.size()) +
                         " --draws 3 --full-order none")["warnings"]));
}

TEST(FilmModel, ReportShowsTheFullFilmAndItsTraining) {
  const TinyModel& m = tiny_model();
  const std::string page = scratch("tiny_film.html");
  const nlohmann::json made = mortise_json("report " + m.model + " " + m.definition + " --cache " +
                                           m.cache + " --no-timing -o " + page);
  for (const nlohmann::json& section : made["sections"]) {
    const std::string id = section["section"];
    const bool lacking = id == "shapes" || id == "contact" || id == "backbones" ||
                         id == "frequencies" || id == "times";
    EXPECT_EQ(section["left_out"] != "", lacking) << section;
  }
  const std::string html = content(page);
  EXPECT_NE(html.find("h_central is off by"), std::string::npos);
  EXPECT_NE(html.find("basis 1 keeps 16 shapes"), std::string::npos);
  EXPECT_NE(html.find("swell: pressure of the film"), std::string::npos);
}

TEST(FilmModel, RunFollowsTheLoadOfItsScenario) {
  const std::string out = scratch("swell.csv");
  const nlohmann::json run =
      mortise_json("run " + tiny_model().model + " --scenario swell -o " + out);
  EXPECT_EQ(run["statistics"]["rolled_back"], 0);
  EXPECT_GT(run["statistics"]["rebuilds"], 0);
  const TimeSeries series = read_csv(out);
  ASSERT_EQ(series.time.size(), 150u);
  EXPECT_NEAR(series.time.front(), 2.2e-7, 1e-15);
  const auto column = [&](const char* name) {
    return series.columns[static_cast<std::size_t>(series.find(name))];
  };
  EXPECT_NEAR(column("force")[0], 0.65 * 546110.0, 1.0);
  EXPECT_NEAR(column("force")[60], 0.95 * 546110.0, 1.0);
  for (std::size_t k = 0; k < series.time.size(); ++k) {
    EXPECT_GT(column("h_min")[k], 0.0);
    EXPECT_LE(column("h_min")[k], column("h_central")[k]);
    EXPECT_EQ(column("distance.load")[k], 0.0);
    EXPECT_EQ(column("basis")[k], 0.0);
  }
}

TEST(FilmModel, RunTakesInputsFromAFile) {
  const std::string in = scratch("in.csv"), out = scratch("out.csv");
  write_tiny_film(in, "time,load\n0,364000\n4e-6,364000\n1e-5,500000\n2e-5,500000\n");
  ASSERT_EQ(mortise("run " + tiny_model().model + " --input " + in + " -o " + out).code, 0);
  const TimeSeries series = read_csv(out);
  EXPECT_NEAR(series.time.back(), 2e-5, 2.2e-7);
  EXPECT_NEAR(series.columns[static_cast<std::size_t>(series.find("force"))].back(), 500000.0, 1.0);
  const CommandResult wrong = mortise("run " + tiny_model().model + " --set contact.friction=1");
  EXPECT_EQ(wrong.code, 1);
}

TEST(FilmModel, VerifyComparesWithTheFullModel) {
  const std::string files = tiny_model().definition + " " + tiny_model().model;
  const nlohmann::json table = mortise_json("verify " + files + " --cache " + tiny_model().cache);
  EXPECT_TRUE(table["passed"]);
  const nlohmann::json info = mortise_json("info " + tiny_model().model);
  EXPECT_EQ(table["errors"], info["certificate"]["errors"]);
  const CommandResult strict =
      mortise("verify " + files + " --cache " + tiny_model().cache + " --set verify.film=1e-9");
  EXPECT_EQ(strict.code, 1);
  EXPECT_NE(strict.out.find("FAILED"), std::string::npos) << strict.out;
}

TEST(FilmModel, VerifyScoresTheFlagStepByStep) {
  const std::string command = "verify " + tiny_model().definition + " " + tiny_model().model +
                              " --trust 2 --seed 5 --cache " + tiny_model().cache;
  const CommandResult run = mortise(command + " --limit 1e-6 --json");
  const nlohmann::json score = nlohmann::json::parse(run.out);
  ASSERT_EQ(score["loads"].size(), 2u);
  EXPECT_EQ(score["seed"], 5);
  const nlohmann::json& all = score["all"];
  EXPECT_EQ(all["outside_training"], 0);
  EXPECT_EQ(all["steps"],
            score["loads"][0]["steps"].get<int>() + score["loads"][1]["steps"].get<int>());
  EXPECT_GT(all["late"], all["steps"].get<int>() / 2);  // nothing is as exact as that
  EXPECT_LE(all["late_untrusted"], all["late_warned"]);
  EXPECT_LE(all["late_warned"], all["late"]);
  EXPECT_EQ(score["passed"], run.code == 0);
  const CommandResult text = mortise(command);
  EXPECT_EQ(text.code, run.code);
  EXPECT_NE(text.out.find("stretches of late steps"), std::string::npos) << text.out;
}

TEST(FilmModel, DrawsWithoutTheFullModelCountWhatIsLost) {
  const std::string command =
      "verify " + tiny_model().definition + " " + tiny_model().model + " --draws 8 --seed 3";
  const CommandResult run = mortise(command + " --full-order none --json");
  const nlohmann::json counts = nlohmann::json::parse(run.out);
  EXPECT_EQ(counts["full_order"], "none");
  EXPECT_EQ(counts["all"]["runs"], 8);
  EXPECT_EQ(counts["smooth_moving"]["runs"], 2);
  EXPECT_EQ(counts["all"]["steps"], 4 * counts["kinked"]["steps"].get<int>());
  EXPECT_EQ(counts["all"]["failed"], counts["failures"].size());
  EXPECT_EQ(run.code, counts["failures"].empty() ? 0 : 1);
  // the same draws, and what is lost is lost beside the full model, too
  const nlohmann::json against = mortise_json(command + " --cache " + tiny_model().cache);
  EXPECT_EQ(against["full_order"], "whole");
  EXPECT_GT(against["all"]["central_gap"]["worst"], 0.0);
  EXPECT_EQ(against["all"]["untrusted"], counts["all"]["untrusted"]);
  EXPECT_EQ(against["failures"], counts["failures"]);
  EXPECT_EQ(mortise(command + " --full-order short").code, 2);
  // oil far thinner and thicker than it was trained for: lost, named, and the command fails
  const CommandResult beyond =
      mortise(command + " --full-order none --json --set train.viscosity_factor=[0.3,3]");
  const nlohmann::json lost = nlohmann::json::parse(beyond.out);
  EXPECT_EQ(beyond.code, 1);
  ASSERT_GT(lost["failures"].size(), 0U);
  EXPECT_EQ(lost["all"]["failed"], lost["failures"].size());
  for (const nlohmann::json& one : lost["failures"]) EXPECT_GT(one["lost_steps"], 0);
  EXPECT_NE(lost["error"]["what"].get<std::string>().find("lost in"), std::string::npos);
}

TEST(FilmModel, VerifyDrivesAFilmOverAllThatItAccepts) {
  const std::string command =
      "verify " + tiny_model().definition + " " + tiny_model().model + " --endurance 3000 --seed 2";
  const CommandResult run = mortise(command + " --json");
  const nlohmann::json result = nlohmann::json::parse(run.out);
  EXPECT_EQ(result["steps"], 3000);
  EXPECT_LE(result["longest_rolled_back"], 8);
  EXPECT_EQ(nlohmann::json::parse(mortise(command + " --json").out), result);
}

TEST(FilmModel, FloatsAreAskedForByTheCommand) {
  const std::string model = scratch("float.mrt");
  const nlohmann::json built =
      mortise_json("build " + tiny_model().definition + " --scalar float --no-certificate -o " +
                   model + " --cache " + tiny_model().cache);
  EXPECT_EQ(built["film"]["scalar"], "float32");
  EXPECT_TRUE(built["certificate"].is_null());
}

TEST(FilmModel, BenchFindsTheWorstWindow) {
  const nlohmann::json bench =
      mortise_json("bench " + tiny_model().model + " --steps 2000 --window 2.2e-6");
  EXPECT_EQ(bench["allocations"], 0);
  const nlohmann::json& film = bench["film"];
  EXPECT_GT(film["simulated_over_wall"], 0.0);
  EXPECT_GT(film["rebuild_share"], 0.0);
  EXPECT_LE(film["rebuild_share"], 1.0);
  EXPECT_EQ(film["worst_window"]["steps"], 10);
  EXPECT_GE(film["worst_window"]["repetitions"], 12);
  // ten steps cannot be faster than the fastest one ten times
  EXPECT_GE(film["worst_window"]["best_s"].get<double>(),
            1e-8 * bench["ns_per_step"]["min"].get<double>());
}

TEST(FilmModel, HasNoModesButShapesAndSaysSo) {
  const CommandResult modes = mortise("analyze modes " + tiny_model().model + " --reduced");
  EXPECT_EQ(modes.code, 1);
  EXPECT_NE(modes.err.find("has no modal coordinates, but pressure shapes ("), std::string::npos)
      << modes.err;
  EXPECT_NE(modes.err.find("remedy: "), std::string::npos);
}

TEST(FilmModel, FullRunsAScenario) {
  const std::string out = scratch("full.csv");
  const std::string full = "full " + tiny_model().definition + " -o " + out + " --scenario ";
  ASSERT_EQ(mortise(full + "swell").code, 0);
  const TimeSeries series = read_csv(out);
  EXPECT_NEAR(series.time.back(), 3.3e-5, 1e-12);
  EXPECT_NEAR(series.columns[static_cast<std::size_t>(series.find("load"))][0], 0.65 * 546110.0,
              1e-3);
  const CommandResult wrong = mortise(full + "swel");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_NE(wrong.err.find("nearest"), std::string::npos) << wrong.err;
}

TEST(FilmModel, ADefinitionWithoutReductionSaysSo) {
  const std::string text = kTinyFilm;
  const std::string path =
      write_tiny_film(scratch("full_only.toml"), text.substr(0, text.find("[reduce]")));
  for (const char* command : {"build ", "info "}) {
    const CommandResult result = mortise(command + path);
    EXPECT_EQ(result.code, 1);
    EXPECT_NE(result.err.find("[reduce]"), std::string::npos) << result.err;
  }
}

}  // namespace
}  // namespace mortise::gen
