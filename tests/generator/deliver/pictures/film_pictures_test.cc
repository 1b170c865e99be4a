#include "generator/deliver/pictures/film_pictures.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "tests/generator/deliver/pictures/scratch.hpp"

namespace mortise::gen {
namespace {

using Names = std::vector<std::string>;

TEST(FilmPictures, ShowProfilesTracesAndSteps) {
  const std::string folder = fresh_folder() + "/made/on/demand";
  const auto written = write_film_pictures(impact_definition(), impact_run(), folder);
  EXPECT_EQ(files_in(folder), (Names{"profiles.svg", "steps.svg", "traces.svg"}));
  ASSERT_EQ(written.size(), 3u);
  for (const std::string& path : written) {
    EXPECT_TRUE(is_svg(path)) << path;
    EXPECT_TRUE(contains(content(path), "sphere on a lubricated plate")) << path;
  }
  const std::string profiles = content(folder + "/profiles.svg");
  for (const char* label : {"t = 30 \xC2\xB5s, gap &gt; ", "t = 120 \xC2\xB5s", "t = 260 \xC2\xB5s",
                            "pressure [GPa]", "gap [\xC2\xB5m]", "x [mm]"}) {
    std::string shown = profiles;  // '>' may stand for itself in XML
    for (std::size_t at; (at = shown.find("s, gap >")) != std::string::npos;) {
      shown.replace(at, 8, "s, gap &gt;");
    }
    EXPECT_TRUE(contains(shown, label)) << label;
  }
  const std::string traces = content(folder + "/traces.svg");
  for (const char* label : {"central", "maximum", "minimum", "pressure [GPa]", "gap [\xC2\xB5m]",
                            "force [N]", "velocity [m/s]", "time [\xC2\xB5s]"}) {
    EXPECT_TRUE(contains(traces, label)) << label;
  }
  EXPECT_TRUE(contains(content(folder + "/steps.svg"), "17 rejected"));
}

TEST(FilmPictures, AreTheSameFromRunToRun) {
  const std::string a = fresh_folder() + "/a", b = fresh_folder() + "/b";
  write_film_pictures(impact_definition(), impact_run(), a);
  write_film_pictures(impact_definition(), impact_run(), b);
  for (const char* name : {"/profiles.svg", "/traces.svg", "/steps.svg"}) {
    EXPECT_FALSE(content(b + name).empty());
    EXPECT_EQ(content(a + name), content(b + name)) << name;
  }
}

TEST(FilmPictures, OfLineContactsNameTheLoadAndNothingThatIsNotThere) {
  const std::string folder = fresh_folder();
  FilmContactSpec definition = impact_definition();
  definition.film.kind = FilmKind::line;
  FilmRun run = impact_run();
  for (FilmSample& sample : run.trace) sample.velocity = 0.0;
  write_film_pictures(definition, run, folder);  // leaves profiles and steps
  run.profiles.clear();
  run.steps.assign(10, 1e-7);
  run.steps.back() *= 1.0 + 1e-12;
  run.completed = false;
  EXPECT_EQ(write_film_pictures(definition, run, folder).size(), 1u);
  EXPECT_EQ(files_in(folder), Names{"traces.svg"});
  const std::string traces = content(folder + "/traces.svg");
  EXPECT_TRUE(contains(traces, "load [N/m]"));
  EXPECT_FALSE(contains(traces, "velocity"));
  EXPECT_TRUE(contains(traces, "(stopped early, at "));
}

TEST(FilmPictures, OfManyProfilesShowEight) {
  const std::string folder = fresh_folder();
  FilmRun run = impact_run();
  const FilmProfile profile = run.profiles[3];
  run.profiles.assign(50, profile);
  for (std::size_t i = 0; i < 50; ++i) run.profiles[i].time = 1e-6 * static_cast<double>(i + 1);
  write_film_pictures(impact_definition(), run, folder);
  const std::string svg = content(folder + "/profiles.svg");
  int panels = 0;
  for (int i = 1; i <= 50; ++i) {
    panels += contains(svg, ">t = " + std::to_string(i) + " \xC2\xB5s<") ? 1 : 0;
  }
  EXPECT_EQ(panels, 8);
  EXPECT_TRUE(contains(svg, ">t = 1 \xC2\xB5s<"));
  EXPECT_TRUE(contains(svg, ">t = 50 \xC2\xB5s<"));
}

TEST(FilmPictures, ProfilesWithoutPressureAreDrawnToo) {
  FilmRun run = impact_run();
  run.profiles.resize(1);
  run.profiles[0].pressure.setZero();
  const std::string folder = fresh_folder();
  EXPECT_EQ(refusal([&] { write_film_pictures(impact_definition(), run, folder); }), "");
  run.profiles[0].gap.setConstant(-1e-9);
  EXPECT_EQ(refusal([&] { write_film_pictures(impact_definition(), run, folder); }), "");
  EXPECT_TRUE(is_svg(folder + "/profiles.svg"));
}

TEST(FilmPictures, RefuseUnfitRunsAndWriteNothing) {
  const std::string folder = fresh_folder();
  const auto refused = [&](const std::function<void(FilmRun&)>& spoil) {
    FilmRun run = impact_run();
    spoil(run);
    return refusal([&] { write_film_pictures(impact_definition(), run, folder); });
  };
  EXPECT_TRUE(contains(refused([](FilmRun& run) { run = FilmRun(); }), "no samples"));
  EXPECT_TRUE(contains(refused([](FilmRun& run) { run.trace[42].h_min = std::nan(""); }),
                       "sample 42 has h_min = nan"));
  EXPECT_TRUE(contains(refused([](FilmRun& run) { run.steps[9] = std::nan(""); }), "step 9"));
  EXPECT_TRUE(contains(refused([](FilmRun& run) { run.steps[9] = 0.0; }), "step 9"));
  EXPECT_TRUE(contains(refused([](FilmRun& run) { run.profiles[1].gap[5] = HUGE_VAL; }),
                       "the profile at 6.6e-05 s is not finite"));
  EXPECT_TRUE(contains(refused([](FilmRun& run) { run.profiles[1].gap.resize(7); }), "7 gaps"));
  EXPECT_TRUE(
      contains(refused([](FilmRun& run) { run.profiles[1] = FilmProfile(); }), "0 positions"));
  EXPECT_TRUE(files_in(folder).empty());
}

TEST(FilmPictures, NameTheFolderThatCannotBeMade) {
  const std::string file = fresh_folder() + "/file";
  std::ofstream(file) << "in the way";
  const std::string message =
      refusal([&] { write_film_pictures(impact_definition(), impact_run(), file + "/sub"); });
  EXPECT_TRUE(contains(message, file + "/sub: the folder cannot be made")) << message;
}

}  // namespace
}  // namespace mortise::gen
