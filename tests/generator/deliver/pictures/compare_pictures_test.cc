#include "generator/deliver/pictures/study_pictures.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/deliver/pictures/trace_columns.hpp"
#include "tests/generator/deliver/pictures/scratch.hpp"

namespace mortise::gen {
namespace {

void compare_traces(const std::vector<std::string>& labels, const std::vector<FilmRun>& runs,
                    const std::string& path) {
  TraceGroup group{"", labels, {}};
  for (const FilmRun& run : runs) group.runs.push_back(&run);
  write_trace_comparison(group, path);
}

TEST(ComparePictures, ShowAllRunsUnderTheirLabels) {
  const std::string path = fresh_folder() + "/compare.svg";
  const std::vector<std::string> labels{"S-70-210", "T-210-210 <stiff>", "T-70-210"};
  const std::vector<FilmRun> runs{impact_run(), impact_run(1.1), impact_run(1.2)};
  compare_traces(labels, runs, path);
  EXPECT_TRUE(is_svg(path));
  for (const char* label : {"S-70-210", "T-210-210 &lt;stiff", "T-70-210", "central pressure [GPa]",
                            "central gap [\xC2\xB5m]"}) {
    EXPECT_TRUE(contains(content(path), label)) << label;
  }
  const std::string first = content(path);
  compare_traces(labels, runs, path);
  EXPECT_EQ(content(path), first);
}

// Half a microsecond of fifty times the pressure before it shall not hide the contact.
TEST(ComparePictures, CutPeaksThatWouldHideTheContact) {
  const std::string folder = fresh_folder();
  FilmRun run = impact_run();
  compare_traces({"smooth"}, {run}, folder + "/smooth.svg");
  EXPECT_FALSE(contains(content(folder + "/smooth.svg"), "lie outside"));
  for (FilmSample& sample : run.trace) {
    if (std::fabs(sample.time - 225e-6) < 0.25e-6) sample.p_central = sample.p_max = 27.5e9;
  }
  compare_traces({"peaked"}, {run}, folder + "/peaked.svg");
  EXPECT_TRUE(contains(content(folder + "/peaked.svg"), "peaks up to 27.5 GPa lie outside"));
  const auto end = pressure_axis_end({&run}, {&FilmSample::p_central});
  ASSERT_TRUE(end);
  EXPECT_GT(*end, 0.55e9);
  EXPECT_LT(*end, 2.0e9);
}

TEST(ComparePictures, RefuseRunsTheyCannotShow) {
  const std::string folder = fresh_folder(), path = folder + "/compare.svg";
  EXPECT_TRUE(contains(refusal([&] { compare_traces({}, {}, path); }), "0 runs"));
  EXPECT_TRUE(contains(refusal([&] {
                         compare_traces({"a"}, {FilmRun(), FilmRun()}, path);
                       }),
                       "2 runs cannot be compared under 1 labels"));
  EXPECT_TRUE(contains(refusal([&] { compare_traces({"a"}, {FilmRun()}, path); }),
                       "compare.svg, run a: the run recorded no samples"));
  FilmRun bad = impact_run();
  bad.trace[3].p_central = std::nan("");
  EXPECT_TRUE(contains(refusal([&] {
                         compare_traces({"good", "bad"}, {impact_run(), bad}, path);
                       }),
                       "run bad: sample 3 has p_central = nan"));
  EXPECT_TRUE(files_in(folder).empty());
}

TEST(ComparePictures, GroupsHaveARowEach) {
  const std::string path = fresh_folder() + "/groups.svg";
  const FilmRun full = impact_run(), a = impact_run(1.1), b = impact_run(1.3);
  write_trace_groups(
      {{"fixed", {"full", "150 kHz"}, {&full, &a}}, {"free", {"full", "450 kHz"}, {&full, &b}}},
      path);
  EXPECT_TRUE(is_svg(path));
  for (const char* label : {"fixed", "free", "full", "150 kHz", "450 kHz"}) {
    EXPECT_TRUE(contains(content(path), label)) << label;
  }
  EXPECT_TRUE(contains(refusal([&] { write_trace_groups({{"none", {}, {}}}, path); }), "0 runs"));
}

}  // namespace
}  // namespace mortise::gen
