// Film contacts on the command line: what scripts read, and what happens to wrong requests.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "generator/ground/files/csv_file.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

std::string first_line(const std::string& path) {
  const std::string text = content(path);
  return text.substr(0, text.find('\n'));
}

const std::string kCoarseLine = model("line_shock") + " --set grid.points=151";

TEST(FullFilm, LineWritesItsTraceInSiUnits) {
  const std::string out = scratch("out.csv");
  const nlohmann::json counts =
      mortise_json("full " + kCoarseLine + " --set output.profiles=[] --duration 6e-5 -o " + out);
  EXPECT_EQ(first_line(out), "time,load,p_central,p_max,h_central,h_min,velocity,force");
  const TimeSeries series = read_csv(out);
  ASSERT_EQ(series.time.size(), counts["steps"].get<std::size_t>() + 1);
  EXPECT_NEAR(series.time.back(), 6e-5, 1e-15);
  const auto column = [&](const char* name) {
    return series.columns[static_cast<std::size_t>(series.find(name))];
  };
  const double reference = 546110.0, start = 3.273385482726092e-5;
  for (std::size_t k = 0; k < series.time.size(); ++k) {
    const double rise = std::max(0.0, series.time[k] / start - 1.0);
    EXPECT_NEAR(column("load")[k], reference * (2.0 + rise) / 3.0, 1e-6 * reference) << k;
    EXPECT_EQ(column("force")[k], column("load")[k]) << k;
    EXPECT_LE(column("p_central")[k], column("p_max")[k]);
    EXPECT_LE(column("h_min")[k], column("h_central")[k]);
  }
  const nlohmann::json steady = mortise_json("analyze steady " + kCoarseLine);
  EXPECT_NEAR(column("h_central")[0], steady["h_central_m"].get<double>(), 1e-15);
  for (const char* key : {"rejected", "stages", "iterations", "factorisations", "wall_seconds"}) {
    EXPECT_TRUE(counts.contains(key)) << key;
  }
  EXPECT_EQ(counts["points"], 151);
  EXPECT_TRUE(counts["completed"]);
  EXPECT_EQ(counts["stop_reason"], "");
}

TEST(FullFilm, EveryKeepsTheLastSample) {
  const std::string all = scratch("all.csv"), some = scratch("some.csv");
  const std::string line = "full " + kCoarseLine + " --duration 1e-5 -o ";
  ASSERT_EQ(mortise(line + all).code, 0);
  ASSERT_EQ(mortise(line + some + " --every 7").code, 0);
  const TimeSeries a = read_csv(all), s = read_csv(some);
  ASSERT_EQ(a.time.size(), 32u);  // 31 steps
  ASSERT_EQ(s.time.size(), 6u);   // 0, 7, 14, 21, 28 and the last
  EXPECT_EQ(s.time[2], a.time[14]);
  EXPECT_EQ(s.time.back(), a.time.back());
}

TEST(FullFilm, ProfilesAreRowsOfTheirTimes) {
  const std::string out = scratch("profiles.csv");
  ASSERT_EQ(mortise("full " + kCoarseLine +
                    " --duration 1e-5 --set output.profiles=[0,5e-6] --profiles " + out)
                .code,
            0);
  EXPECT_EQ(first_line(out), "time,x,pressure,gap");
  const std::string text = content(out);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 2 * 151);
  const CommandResult none =
      mortise("full " + kCoarseLine + " --set output.profiles=[] --profiles " + out);
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("records no profiles"), std::string::npos) << none.err;
}

TEST(FullFilm, DrawsPictures) {
  const std::string folder = scratch("pictures");
  const nlohmann::json result =
      mortise_json("full " + kCoarseLine + " --duration 1e-5 --pictures " + folder);
  ASSERT_FALSE(result["pictures"].empty());
  for (const std::string path : result["pictures"]) {
    EXPECT_EQ(path.compare(0, folder.size(), folder), 0) << path;
    EXPECT_NE(content(path).find("<svg"), std::string::npos) << path;
  }
}

TEST(FullFilm, MomentumOfADryImpactIsTheImpulse) {
  const std::string out = scratch("out.csv");
  const nlohmann::json counts =
      mortise_json("full " + model("valve_dry") +
                   " --set bodies.upper.contact_elements=12 --set bodies.upper.cutoff_hz=5e4 --set "
                   "step.size=240e-9 --duration 1.2e-5 -o " +
                   out);
  EXPECT_EQ(counts["points"], 49);  // contact nodes: two for every element, on each side
  const TimeSeries series = read_csv(out);
  const auto& velocity = series.columns[static_cast<std::size_t>(series.find("velocity"))];
  const auto& force = series.columns[static_cast<std::size_t>(series.find("force"))];
  double impulse = 0.0;
  for (std::size_t k = 1; k < force.size(); ++k) {
    impulse += 0.5 * (force[k] + force[k - 1]) * (series.time[k] - series.time[k - 1]);
  }
  // 5.513 kg/m, no gravity; the trapezium rule is good to 0.3 % with steps this long
  EXPECT_NEAR(impulse, 5.513 * (velocity.back() - velocity.front()), 5e-3 * impulse);
}

TEST(FullFilm, PointWritesItsForce) {
  const std::string out = scratch("out.csv");
  const nlohmann::json counts = mortise_json("full " + model("sphere_impact") +
                                             " --set grid.points=63 --duration 1e-4 -o " + out);
  EXPECT_EQ(first_line(out), "time,force,p_central,p_max,h_central,h_min,velocity");
  const TimeSeries series = read_csv(out);
  const auto& velocity = series.columns[static_cast<std::size_t>(series.find("velocity"))];
  const auto& force = series.columns[static_cast<std::size_t>(series.find("force"))];
  EXPECT_NEAR(velocity.front(), -0.313, 1e-12);  // opening is positive
  // m dv = F dt - m g dt
  double impulse = 0.0;
  for (std::size_t k = 1; k < force.size(); ++k) {
    impulse += 0.5 * (force[k] + force[k - 1]) * (series.time[k] - series.time[k - 1]);
  }
  const double gained = velocity.back() - velocity.front() + 9.81 * series.time.back();
  EXPECT_NEAR(impulse, 0.066 * gained, 1e-3 * impulse);
}

TEST(FullFilm, WritesHdf5) {
  const std::string out = scratch("out.h5");
  ASSERT_EQ(mortise("full " + kCoarseLine + " --duration 1e-6 -o " + out).code, 0);
  EXPECT_EQ(content(out).substr(0, 8), "\x89HDF\r\n\x1a\n");
}

TEST(FullFilm, TakesTheSchemesOfFilms) {
  std::vector<double> ends;
  for (const char* scheme : {"sdirk2", "sdirk4", "backward_euler", "bdf2"}) {
    const std::string out = scratch("out.csv");
    ASSERT_EQ(
        mortise("full " + kCoarseLine + " --duration 6e-5 -o " + out + " --scheme " + scheme).code,
        0)
        << scheme;
    const TimeSeries series = read_csv(out);
    ends.push_back(series.columns[static_cast<std::size_t>(series.find("h_central"))].back());
  }
  EXPECT_NEAR(ends[1], ends[0], 1e-4 * ends[0]);
  EXPECT_NEAR(ends[3], ends[0], 1e-3 * ends[0]);
  EXPECT_GT(std::abs(ends[2] - ends[0]), 2.0 * std::abs(ends[3] - ends[0]));  // first order
}

// A step that must not be halved and cannot be solved: the load doubles within it.
TEST(FullFilm, KeepsWhatWasGoodWhenItStops) {
  const std::string out = scratch("out.csv");
  const CommandResult result =
      mortise("full " + kCoarseLine +
              " --set load.base=0.1 --set load.step=20 --set load.rise=[1e-5,1.1e-5]"
              " --set step.size=1e-6 --set step.smallest=1e-6 --duration 2e-5 --json -o " +
              out);
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.err.find("error: stopped at t = "), std::string::npos) << result.err;
  const auto counts = nlohmann::json::parse(result.out, nullptr, false);
  ASSERT_FALSE(counts.is_discarded()) << result.out;
  EXPECT_FALSE(counts["completed"]);
  EXPECT_NE(counts["stop_reason"], "");
  const TimeSeries series = read_csv(out);
  EXPECT_EQ(series.time.size(), counts["steps"].get<std::size_t>() + 1);
  EXPECT_NEAR(series.time.back(), 1e-5, 1e-12);
}

// Prototype with the same equations, 251 nodes: 0.44254 and 0.38845 um.
TEST(AnalyzeSteady, AgreesWithThePrototype) {
  const nlohmann::json steady = mortise_json("analyze steady " + model("line_shock") +
                                             " --set load.base=1 --set grid.points=251");
  const auto near = [&](const char* key, double expected, double relative) {
    EXPECT_NEAR(steady[key].get<double>(), expected, relative * expected) << key;
  };
  near("h_central_m", 0.44254e-6, 2e-5);
  near("h_min_m", 0.38845e-6, 2e-5);
  near("p_hertz_pa", 1.0543972538e9, 1e-9);
  near("b_hertz_m", 329.728119675e-6, 1e-9);
  near("load_n_per_m", 546110.0, 1e-12);
  EXPECT_GT(steady["p_central_pa"], 0.9 * steady["p_hertz_pa"].get<double>());
  EXPECT_GT(steady["iterations"], 0);
  const CommandResult text = mortise("analyze steady " + kCoarseLine);
  EXPECT_NE(text.out.find("GPa"), std::string::npos) << text.out;
}

// Prototype with 253 nodes and E' rounded to 112.8 GPa (0.02 % less).
TEST(AnalyzeImpact, AgreesWithThePrototype) {
  const nlohmann::json impact =
      mortise_json("analyze impact " + model("sphere_impact") + " --set grid.points=253");
  const auto near = [&](const char* key, double expected, double tolerance) {
    EXPECT_NEAR(impact[key].get<double>(), expected, tolerance) << key;
  };
  near("p_first_peak_pa", 1.73951e9, 0.002e9);
  near("t_first_peak_s", 162.469e-6, 0.1e-6);
  near("p_valley_pa", 1.3720e9, 0.005e9);
  near("t_valley_s", 220.967e-6, 0.3e-6);
  near("t_second_peak_s", 235.829e-6, 0.3e-6);
  near("force_max_n", 365.30, 0.1);
  near("t_force_max_s", 150.148e-6, 0.05e-6);
  near("contact_duration_s", 161.256e-6, 0.1e-6);
  near("h_min_m", 3.3290e-6, 0.005e-6);
  near("t_h_min_s", 174.704e-6, 0.5e-6);
  near("h_plateau_m", 7.0545e-6, 0.005e-6);
  near("restitution", 0.74590, 0.001);
  near("rebound_velocity_mps", 0.23347, 0.0003);
  EXPECT_EQ(impact["points"], 253);
}

// Young's moduli exchanged: the half-space knows their harmonic mean only, so nothing changes; a
// faster impact is a stronger one.
TEST(AnalyzeImpact, ComparesVariants) {
  const std::string picture = scratch("compare.svg");
  const std::string line =
      "analyze impact " + model("sphere_impact") +
      " --set grid.points=63 --set name=base"
      " --variant exchanged:bodies.lower.E=210e9,bodies.lower.nu=0.3,bodies.upper.E=70e9,"
      "bodies.upper.nu=0.25"
      " --variant 'fast [2]:impact.velocity=0.4,grid.extent=[0,3.1]'"
      " --variant bouncing:" +
      model("multi_impact") + ",impact.acceleration=9.81,duration=250e-6";
  const nlohmann::json impact = mortise_json(line + " --pictures " + picture);
  const auto& variants = impact["variants"];
  ASSERT_EQ(variants.size(), 3u);
  EXPECT_EQ(variants[0]["label"], "exchanged");
  EXPECT_EQ(variants[1]["label"], "fast [2]");
  for (const char* key : {"force_max_n", "p_first_peak_pa", "restitution", "contact_duration_s"}) {
    const double base = impact[key];
    EXPECT_NEAR(variants[0][key].get<double>(), base, 1e-6 * base) << key;
  }
  EXPECT_GT(variants[1]["force_max_n"], 1.2 * impact["force_max_n"].get<double>());
  EXPECT_EQ(variants[2]["force_max_n"], impact["force_max_n"]);  // the same, defined elsewhere
  EXPECT_EQ(variants[1]["points"], 63);
  const std::string svg = content(picture);
  for (const char* label : {">base<", ">exchanged<", ">fast [2]<"}) {
    EXPECT_NE(svg.find(label), std::string::npos) << label;
  }
  const CommandResult text = mortise(line);
  EXPECT_NE(text.out.find("exchanged"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("restitution"), std::string::npos) << text.out;
}

TEST(AnalyzeImpact, RefusesVariantsItCannotRead) {
  const std::string line = "analyze impact " + model("sphere_impact") + " --variant ";
  for (const char* variant :
       {"plain", ":a=1", "label:", "label:impact.velocity", "l:=1", "l:a=1,", "l:a=1,b.toml"}) {
    const CommandResult result = mortise(line + variant);
    EXPECT_EQ(result.code, 2) << variant << "\n" << result.err;
    EXPECT_NE(result.err.find("LABEL:key=value"), std::string::npos) << result.err;
  }
  const CommandResult unknown = mortise(line + "faster:impact.velocty=1");
  EXPECT_EQ(unknown.code, 1);
  EXPECT_NE(unknown.err.find("impact.velocty"), std::string::npos) << unknown.err;
  const CommandResult early =
      mortise(line + "early:impact.velocity=0.3 --set grid.points=63" + " --duration 5e-5");
  EXPECT_EQ(early.code, 1);
  EXPECT_NE(early.err.find("impact: the run holds no complete"), std::string::npos) << early.err;
  const CommandResult nowhere =
      mortise("analyze impact " + model("sphere_impact") + " --pictures /nowhere/a.svg");
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_NE(nowhere.err.find("/nowhere"), std::string::npos) << nowhere.err;
}

// A slower ball is still in the film when the defined 250 us are over.
TEST(AnalyzeImpact, RunsUntilTheBodiesPart) {
  const nlohmann::json impact = mortise_json("analyze impact " + model("sphere_impact") +
                                             " --set grid.points=63 --set impact.velocity=0.1");
  EXPECT_GT(impact["t_force_max_s"], 250e-6);
  EXPECT_GT(impact["restitution"], 0.0);
  EXPECT_LT(impact["restitution"], 1.0);
  EXPECT_TRUE(impact["completed"]);
  // one that is complete within the duration ends there, as a longer wish for it does not change
  const std::string fast = "analyze impact " + model("sphere_impact") + " --set grid.points=63";
  const nlohmann::json defined = mortise_json(fast);
  const nlohmann::json given = mortise_json(fast + " --duration 250e-6");
  for (const char* key : {"steps", "force_max_n", "restitution", "h_min_m"})
    EXPECT_EQ(defined[key], given[key]) << key;
}

// Set down on honey it sinks without rebound: the bound names the keys.
TEST(AnalyzeImpact, SaysThatTheBodiesDoNotPart) {
  const CommandResult sinking =
      mortise("analyze impact " + model("sphere_impact") +
              " --set grid.points=63 --set impact.velocity=1e-3 --set grid.extent=31.0"
              " --set lubricant.viscosity=48.0 --set duration=5e-5");
  EXPECT_EQ(sinking.code, 1);
  for (const char* part : {"have not parted after", "`duration`", "impact.velocity"})
    EXPECT_NE(sinking.err.find(part), std::string::npos) << sinking.err;
}

TEST(AnalyzeImpact, NeedsAnImpact) {
  const CommandResult line = mortise("analyze impact " + model("line_shock"));
  EXPECT_EQ(line.code, 1);
  EXPECT_NE(line.err.find("has no impact"), std::string::npos) << line.err;
  const CommandResult shorter =
      mortise("analyze impact " + model("sphere_impact") + " --set grid.points=63 --duration 5e-5");
  EXPECT_EQ(shorter.code, 1);
  EXPECT_NE(shorter.err.find("no complete impact"), std::string::npos) << shorter.err;
}

TEST(FilmDefinitions, AreRefusedWhereTheyCannotBeUsed) {
  const auto refused = [](std::string line, const char* reason) {
    line.replace(line.find('%'), 1, model("line_shock"));
    const CommandResult result = mortise(line);
    EXPECT_EQ(result.code, 1) << line;
    EXPECT_NE(result.err.find(reason), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("mortise full"), std::string::npos) << result.err;
  };
  for (const char* command : {"build %", "info %", "verify % m.mrt"})
    refused(command, "there is no [reduce]");
  for (const char* command : {"analyze modes %", "analyze sweep % --frequencies 3"})
    refused(command, "definition of a film contact");
  for (const char* kind : {"steady", "impact"}) {
    const CommandResult result = mortise(std::string("analyze ") + kind + " " + model("modal"));
    EXPECT_EQ(result.code, 1) << kind;
    EXPECT_NE(result.err.find("no [film] table"), std::string::npos) << result.err;
  }
}

TEST(FilmDefinitions, RequestsOfTheOtherFamilyAreUsageErrors) {
  const std::string film = "full " + model("line_shock"), structure = "full " + model("modal");
  for (const std::string& line : {film + " --scheme schurzig", structure + " --scheme sdirk2",
                                  structure + " --profiles p.csv", structure + " --pictures p"}) {
    const CommandResult result = mortise(line);
    EXPECT_EQ(result.code, 2) << line << "\n" << result.err;
  }
}

}  // namespace
}  // namespace mortise::gen
