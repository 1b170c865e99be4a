#include "tests/generator/deliver/pictures/scratch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

namespace fs = std::filesystem;

std::string fresh_folder() {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const fs::path folder = fs::path(testing::TempDir()) /
                          (std::string("plot_") + info->test_suite_name() + "_" + info->name());
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder.string();
}

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

bool is_svg(const std::string& path) {
  const std::string check =
      "python3 -c \"import sys, xml.etree.ElementTree as tree\n"
      "root = tree.parse(sys.argv[1]).getroot()\n"
      "sys.exit(not (root.tag.endswith('}svg') and root.get('width') == '900'))\" '" +
      path + "'";
  return std::system(check.c_str()) == 0;
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

FilmContactSpec impact_definition() {
  FilmContactSpec definition;
  definition.name = "sphere on a lubricated plate";
  definition.film.kind = FilmKind::point;
  return definition;
}

namespace {

constexpr double kFirst = 60e-6, kPeak = 0.55e9;  // [s], [Pa]

// 0 .. 1 .. 0 over the contact
double indentation(double time, double contact) {
  const double phase = (time - kFirst) / contact;
  return phase > 0.0 && phase < 1.0 ? std::sin(M_PI * phase) : 0.0;
}

double flight(double time, double contact) {  // [m]
  if (time < kFirst) return 0.313 * (kFirst - time);
  return time > kFirst + contact ? 0.28 * (time - kFirst - contact) : 0.0;
}

FilmProfile impact_profile(double time, double contact) {
  const int n = 200;
  FilmProfile profile;
  profile.time = time;
  profile.x = Vector::LinSpaced(n, 0.0, 1.0e-3);
  profile.pressure = profile.gap = Vector::Zero(n);
  const double depth = indentation(time, contact), a = 0.28e-3 * std::sqrt(depth) + 1e-9;
  for (int i = 0; i < n; ++i) {
    const double s = profile.x[i] / a;
    const double outside = s > 1.0 ? std::sqrt(s * s - 1.0) : 0.0;
    profile.pressure[i] = kPeak * std::sqrt(depth) * (s < 1.0 ? std::sqrt(1.0 - s * s) : 0.0);
    profile.gap[i] = flight(time, contact) + 0.25e-6 +
                     0.7e-6 * std::exp(-3.0 * s * s) * (depth > 0.0 ? 1.0 : 0.0) +
                     2.6e-6 * std::pow(a / 0.28e-3, 2.0) * outside * outside * 0.5;
    if (depth == 0.0) {
      profile.gap[i] = flight(time, contact) + 0.25e-6 + 0.5 * std::pow(profile.x[i], 2.0) / 0.01;
    }
  }
  return profile;
}

}  // namespace

FilmRun impact_run(double scale) {
  const double contact = scale * 180e-6;
  FilmRun run;
  double time = 0.0;
  while (time < 300e-6) {
    const double depth = indentation(time, contact);
    const double second = std::exp(-std::pow((time - kFirst - 0.93 * contact) / 1.5e-6, 2.0));
    FilmSample sample;
    sample.time = time;
    sample.force = 90.0 * std::pow(depth, 1.5);
    sample.p_central = kPeak * std::sqrt(depth) + 0.35e9 * second;
    sample.p_max = sample.p_central + 0.1e9 * depth * (time > kFirst + 0.6 * contact ? 1.0 : 0.0);
    sample.h_central = flight(time, contact) + 0.95e-6;
    sample.h_min = flight(time, contact) + 0.95e-6 - 0.7e-6 * depth;
    const double phase = std::min(1.0, std::max(0.0, (time - kFirst) / contact));
    sample.velocity = -0.3 * std::cos(M_PI * phase);
    run.trace.push_back(sample);
    const double step = 1e-7 / (1.0 + 30.0 * second);
    run.steps.push_back(step);
    time += step;
  }
  for (const double t : {30e-6, 66e-6, 90e-6, 120e-6, 150e-6, 180e-6, 260e-6}) {
    run.profiles.push_back(impact_profile(t, contact));
  }
  run.counts.steps = static_cast<long>(run.steps.size());
  run.counts.rejected = 17;
  return run;
}

}  // namespace mortise::gen
