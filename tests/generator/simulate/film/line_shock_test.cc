// Shock loading of a line contact: reference trace, schemes, frames.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>

#include "generator/contact/film/contact_problem.hpp"
#include "tests/generator/simulate/film/film_models.hpp"

namespace mortise::gen {
namespace {

constexpr double kUnit = 65.46770965452185e-6;  // of time [s]

// The table is of 1001 points and says what half of the intervals change: those take a tenth of the
// time, and the films in between are of no interest here (LineSteady has their order).
TEST(LineShock, EveryEntryOfTheReference) {
  const FilmContactSpec d = film_model("line_shock", {"grid.points=501"});
  const FilmScales s = film_scales(d);
  const FilmRun run = simulate_film(d, {}, nullptr);
  ASSERT_TRUE(run.completed) << run.stop_reason;
  const nlohmann::json reference = film_reference("line_shock");
  for (const nlohmann::json& entry : reference["table"]) {
    const FilmSample at = sample_at(run, entry["T"].get<double>() * kUnit);
    const auto expect = [&](const char* key, double value, double tolerance) {
      const double expected = entry[key].get<double>() + entry["grid_diff"][key].get<double>();
      EXPECT_NEAR(value, expected, tolerance) << key << " at T = " << entry["T"];
    };
    expect("P_c", at.p_central / s.pressure, 1e-3);
    expect("H_c", at.h_central / s.film, 3e-5);
    expect("H_min", at.h_min / s.film, 3e-5);
    EXPECT_NEAR(at.force / d.load.reference, entry["w"].get<double>(), 1e-9);
  }
}

// Largest errors over the whole history at two steps, against a trace computed with dT = 2.5e-4.
TEST(LineShock, ErrorsOfTheReference) {
  struct Row {
    double P_c, H_c, H_min;
  };
  std::map<long, Row> fine;  // by T in units of 0.01
  std::ifstream file(std::string(MORTISE_TEST_DATA) + "/ehd/line_shock_fine.csv");
  std::string line;
  std::getline(file, line);
  for (double T = 0.0; std::getline(file, line);) {
    Row row = {};
    ASSERT_EQ(std::sscanf(line.c_str(), "%lf,%lf,%lf,%lf", &T, &row.P_c, &row.H_c, &row.H_min), 4);
    fine[std::lround(100.0 * T)] = row;
  }
  ASSERT_EQ(fine.size(), 801U);
  const nlohmann::json rows = film_reference("line_shock_orders")["rows"];
  for (const std::string scheme : {"sdirk2", "bdf2", "backward_euler"}) {
    for (const double dT : {0.02, 0.01}) {
      FilmContactSpec d = film_model("line_shock", {"grid.points=501", "step.scheme=" + scheme});
      d.step.size = dT * kUnit;
      const FilmScales s = film_scales(d);
      const FilmRun run = simulate_film(d, {}, nullptr);
      ASSERT_TRUE(run.completed) << run.stop_reason;
      Row largest = {};
      for (const FilmSample& sample : run.trace) {
        const Row& exact = fine.at(std::lround(100.0 * sample.time / kUnit));
        const auto take = [](double value, double reference, double* error) {
          *error = std::max(*error, std::abs(value - reference));
        };
        take(sample.p_central / s.pressure, exact.P_c, &largest.P_c);
        take(sample.h_central / s.film, exact.H_c, &largest.H_c);
        take(sample.h_min / s.film, exact.H_min, &largest.H_min);
      }
      for (const nlohmann::json& row : rows) {
        if (row["scheme"] != scheme || row["dT"] != dT) continue;
        EXPECT_NEAR(largest.P_c / row["P_c"].get<double>(), 1.0, 0.1) << scheme << " " << dT;
        EXPECT_NEAR(largest.H_c / row["H_c"].get<double>(), 1.0, 0.1) << scheme << " " << dT;
        EXPECT_NEAR(largest.H_min / row["H_min"].get<double>(), 1.0, 0.1) << scheme << " " << dT;
      }
    }
  }
}

TEST(LineShock, FourthOrderSchemeAgrees) {
  const auto run = [](const std::string& scheme, double step) {
    return simulate_film(
        film_model("line_shock",
                   {"grid.points=251", "step.scheme=" + scheme,
                    "step.size=" + std::to_string(step * 1e9) + "e-9", "duration=1.3e-4"}),
        {}, nullptr);
  };
  const FilmRun fourth = run("sdirk4", 0.01 * kUnit), second = run("sdirk2", 0.001 * kUnit);
  ASSERT_TRUE(fourth.completed && second.completed);
  EXPECT_NEAR(fourth.trace.back().p_central / second.trace.back().p_central, 1.0, 2e-4);
  EXPECT_NEAR(fourth.trace.back().h_min / second.trace.back().h_min, 1.0, 2e-4);
}

TEST(LineShock, LoadScaledFrameAgrees) {
  const std::vector<std::string> common = {"grid.points=501", "step.size=1.3093541930904369e-06",
                                           "duration=1.9640312896356554e-04"};
  std::vector<std::string> moving = common;
  moving.emplace_back("grid.frame=load_scaled");
  const FilmRun fixed = simulate_film(film_model("line_shock", common), {}, nullptr);
  const FilmRun scaled = simulate_film(film_model("line_shock", moving), {}, nullptr);
  ASSERT_TRUE(fixed.completed && scaled.completed);
  ASSERT_EQ(fixed.trace.size(), scaled.trace.size());
  double p = 0.0, h = 0.0, h_scale = 0.0, p_scale = 0.0;
  for (std::size_t k = 0; k < fixed.trace.size(); ++k) {
    p = std::max(p, std::abs(fixed.trace[k].p_central - scaled.trace[k].p_central));
    h = std::max(h, std::abs(fixed.trace[k].h_central - scaled.trace[k].h_central));
    p_scale = std::max(p_scale, fixed.trace[k].p_central);
    h_scale = std::max(h_scale, fixed.trace[k].h_central);
  }
  EXPECT_LT(p / p_scale, 0.02);
  EXPECT_LT(h / h_scale, 0.01);
}

}  // namespace
}  // namespace mortise::gen
