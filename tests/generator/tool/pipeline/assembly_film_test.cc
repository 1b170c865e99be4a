// Films among the interfaces of a definition, from their training to the model file.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "generator/bake/play/play.hpp"
#include "generator/bake/structure/bake.hpp"
#include "generator/bake/structure/bake_options.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "generator/tool/pipeline/build.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

// A mass of 0.1 kg that is pushed onto an oiled ground, with a stop beside it.
constexpr const char* kOiledMass = R"(
name = "oiled"
[[bodies]]
name = "mass"
[bodies.import]
kind = "lumped"
[[bodies.import.masses]]
node = 1
mass = 0.1
directions = [2]
[[bodies.import.springs]]
to = 1
direction = 2
stiffness = 1e4
[[interfaces]]
name = "oil"
kind = "film"
between = ["mass.1", "ground"]
normal = [0.0, 1.0, 0.0]
clearance = 2e-5
film = "film.toml"
width = 0.01
[[interfaces]]
name = "roof"
kind = "unilateral"
between = ["mass.1", "ground"]
normal = [0.0, -1.0, 0.0]
clearance = 1e-5
restitution = 0.5
[step]
size = 5e-6
[[inputs]]
name = "root"
set = "mass.1"
direction = [0.0, 1.0, 0.0]
stiffness = 1e4
minimum = -1.0
maximum = 1.0
[[excitations]]
input = "root"
kind = "harmonic"
amplitude = 5e-3
frequency = 500.0
phase = 180.0
offset = -0.015
[[excitations]]
input = "oil.entrainment"
kind = "harmonic"
offset = 1.5
amplitude = 0.3
frequency = 400.0
[output]
energies = true
[[outputs]]
name = "y"
set = "mass.1"
direction = [0.0, 1.0, 0.0]
[[outputs]]
name = "gap"
quantity = "central_gap"
interface = "oil"
[[outputs]]
name = "force"
quantity = "film_force"
interface = "oil"
[[outputs]]
name = "loss"
quantity = "dissipated_friction"
interface = "oil"
[[scenarios]]
name = "pressed"
duration = 2e-3
[scenarios.initial]
velocity = [0.0, 0.02, 0.0]
)";

class FilmDefinition : public testing::Test {
 protected:
  FilmDefinition()
      : folder_(fs::temp_directory_path() /
                ("mortise-" +
                 std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
    fs::create_directories(folder_);
    write("oiled.toml", kOiledMass);
    std::ifstream shipped(std::string(MORTISE_MODELS) + "/valve_train/tip_film.toml");
    write("film.toml", std::string(std::istreambuf_iterator<char>(shipped), {}));
  }
  ~FilmDefinition() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  // Replaces text in a file of the folder.
  void edit(const std::string& name, const std::string& from, const std::string& to) const {
    std::ifstream in(folder_ / name);
    std::string text(std::istreambuf_iterator<char>(in), {});
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    in.close();
    write(name, text);
  }
  Definition read(const std::vector<std::string>& overrides = {}) const {
    return read_definition((folder_ / "oiled.toml").string(), overrides);
  }
  // The first scenario at full order.
  static Trajectory full_run(const Definition& d, double step = 5e-6) {
    const AssembledSystem full = assemble(d, nullptr);
    FullOrderOptions options;
    options.step = step;
    return run_full(full.system, options, sources_of(d, d.scenarios[0], full.system.inputs, 0.0),
                    full.scenario_states[0].displacement, full.scenario_states[0].velocity, 2e-3, 1,
                    {});
  }
  std::string refusal() const {
    try {
      read();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

 private:
  fs::path folder_;
};

const std::vector<double>& column(const Trajectory& t, const std::string& name,
                                  std::vector<double>* out) {
  const auto at =
      static_cast<std::size_t>(std::find(t.names.begin(), t.names.end(), name) - t.names.begin());
  out->clear();
  for (const auto& y : t.outputs) out->push_back(y[at]);
  return *out;
}

// Reduced by training runs of other loads; the full order integrates in another way.
TEST_F(FilmDefinition, ModelFileFollowsTheFullOrder) {
  edit("film.toml", "points = 181", "points = 101");
  edit("film.toml", "runs = 9", "runs = 4");
  const Definition d = read();
  const BakeInput input = prepare_bake(d, {});
  ASSERT_EQ(input.options.films.size(), 1u);
  Instance instance(bake(input.system, input.options), "oiled");
  EXPECT_EQ(instance.input_names(),
            (std::vector<std::string>{"root", "oil.entrainment", "oil.viscosity_factor"}));
  const Trajectory reduced = play(instance, 0, 2e-3, 1, {});
  const Trajectory truth = full_run(d);
  std::vector<double> a, b, f;
  column(truth, "force", &f);
  column(reduced, "gap", &a);
  column(truth, "gap", &b);
  ASSERT_EQ(a.size(), b.size());
  int rolling = 0;
  for (std::size_t k = a.size() / 3; k < a.size(); ++k) {
    if (f[k] < 20.0) continue;
    ++rolling;
    EXPECT_NEAR(a[k], b[k], 0.03 * b[k]) << k;
  }
  EXPECT_GT(rolling, 150);
  column(reduced, "loss", &a);
  column(truth, "loss", &b);
  EXPECT_GT(b.back(), 1e-5);
  EXPECT_NEAR(a.back(), b.back(), 0.05 * b.back());
  for (const std::uint32_t status : reduced.status)
    EXPECT_EQ(status & (status::kROLLED_BACK | status::kUNTRUSTED), 0u);
}

// Oil on both sides of the mass: what full order and file say of each film.
TEST_F(FilmDefinition, FilmsOnBothSidesFollowTheFullOrder) {
  edit("film.toml", "points = 181", "points = 61");
  edit("film.toml", "runs = 9", "runs = 2");
  edit("film.toml", "modes = 45", "modes = 20");
  edit("oiled.toml", "clearance = 1e-5", "clearance = 3e-5");
  edit("oiled.toml", "amplitude = 5e-3", "amplitude = 1.5e-2");
  edit("oiled.toml", "offset = -0.015", "offset = 0.0");
  edit("oiled.toml", R"([step]
size = 5e-6)",
       R"([[interfaces]]
name = "ceiling"
kind = "film"
between = ["mass.1", "ground"]
normal = [0.0, -1.0, 0.0]
clearance = 2e-5
film = "film.toml"
width = 0.01
[step]
size = 5e-6)");
  edit("oiled.toml", R"([[scenarios]])", R"([[outputs]]
name = "ceiling_gap"
quantity = "central_gap"
interface = "ceiling"
[[outputs]]
name = "ceiling_force"
quantity = "film_force"
interface = "ceiling"
[[outputs]]
name = "ceiling_loss"
quantity = "dissipated_friction"
interface = "ceiling"
[[scenarios]])");
  const Definition d = read();
  const BakeInput input = prepare_bake(d, {});
  ASSERT_EQ(input.options.films.size(), 2u);
  Instance instance(bake(input.system, input.options), "oiled");
  const Trajectory reduced = play(instance, 0, 2e-3, 1, {});
  const Trajectory truth = full_run(d);
  std::vector<double> a, b;
  column(reduced, "y", &a);
  column(truth, "y", &b);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], 1e-6) << k;
  EXPECT_LT(*std::min_element(b.begin(), b.end()), -1.8e-5);
  EXPECT_GT(*std::max_element(b.begin(), b.end()), 1.8e-5);
  for (const char* loss : {"loss", "ceiling_loss"}) {
    column(reduced, loss, &a);
    column(truth, loss, &b);
    EXPECT_GT(b.back(), 1e-3);
    EXPECT_NEAR(a.back(), b.back(), 0.02 * b.back());
  }
  for (const Trajectory* t : {&reduced, &truth}) {
    double sum = 0.0;
    for (const char* name :
         {"energy_total", "dissipated_friction", "dissipated_impact", "dissipated_material"})
      sum += column(*t, name, &a).back();
    EXPECT_NEAR(sum - column(*t, "work_external", &a).back(), 0.5 * 0.1 * 0.02 * 0.02, 1e-8);
  }
  for (const std::uint32_t status : reduced.status)
    EXPECT_EQ(status & (status::kROLLED_BACK | status::kUNTRUSTED), 0u);
}

// Two substeps of 5 us that the film takes with the mass and the roof: file and full order alike
// give what they give in steps of 5 us.
TEST_F(FilmDefinition, SubstepsOfTheFilmAreThoseOfItsBodies) {
  edit("film.toml", "points = 181", "points = 61");
  edit("film.toml", "runs = 9", "runs = 2");
  edit("film.toml", "modes = 45", "modes = 20");
  edit("oiled.toml", "maximum = 1.0", "maximum = 1.0\nhold = \"linear\"");
  edit("oiled.toml", "amplitude = 5e-3", "amplitude = 1.5e-2");
  edit("oiled.toml", "offset = -0.015", "offset = 0.0");
  const Trajectory fine = full_run(read());
  edit("film.toml", "[reduce]\nmodes = 20\nstep = 5e-6",
       "[reduce]\nmodes = 20\nstep = 1e-5\nsubsteps = 2");
  edit("oiled.toml", "size = 5e-6", "size = 1e-5");
  const Definition d = read();
  const BakeInput input = prepare_bake(d, {});
  Instance instance(bake(input.system, input.options), "oiled");
  const auto& view = static_cast<const AssemblyView&>(instance.model().view());
  EXPECT_EQ(view.group[0].substeps, 2);
  EXPECT_EQ(view.h, 1e-5);
  const Trajectory file = play(instance, 0, 2e-3, 1, {});
  const Trajectory full = full_run(d, 1e-5);
  std::vector<double> a, b, c;
  for (const char* name : {"y", "gap"}) {
    const auto& of_file = column(file, name, &a);
    const auto& of_full = column(full, name, &b);
    const auto& of_fine = column(fine, name, &c);
    ASSERT_EQ(of_file.size(), of_full.size());
    ASSERT_EQ(2 * (of_full.size() - 1), of_fine.size() - 1);
    for (std::size_t k = 0; k < of_full.size(); ++k) {
      EXPECT_NEAR(of_full[k], of_fine[2 * k], 1e-8) << name << " " << k;
      EXPECT_NEAR(of_file[k], of_full[k], 1e-6) << name << " " << k;
    }
  }
  const double loss = column(fine, "loss", &c).back();
  EXPECT_NEAR(column(full, "loss", &b).back(), loss, 1e-3 * loss);
  EXPECT_NEAR(column(file, "loss", &a).back(), loss, 0.05 * loss);
  // impulses of the oil, then of the roof
  ASSERT_EQ(file.interfaces.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    const double of_fine = fine.interfaces[k].normal_impulse;
    EXPECT_GT(of_fine, 1e-3);
    EXPECT_NEAR(full.interfaces[k].normal_impulse, of_fine, 1e-3 * of_fine);
    EXPECT_NEAR(file.interfaces[k].normal_impulse, of_fine, 0.02 * of_fine);
  }
}

TEST_F(FilmDefinition, RefusesSubstepsThatDifferOrAreTooMany) {
  edit("film.toml", "phases = [0.01]", "phases = [0.5, 0.01]\nsubsteps = [1, 2]");
  EXPECT_NE(refusal().find("reduce.substeps"), std::string::npos) << refusal();
  edit("film.toml", "substeps = [1, 2]", "substeps = 65");
  EXPECT_NE(refusal().find("64"), std::string::npos) << refusal();
}

TEST_F(FilmDefinition, BooksCloseAndAnInputMovesTheFarEndOfASpring) {
  edit("film.toml", "points = 181", "points = 61");
  edit("film.toml", "runs = 9", "runs = 2");
  edit("film.toml", "modes = 45", "modes = 20");
  const BakeInput input = prepare_bake(read(), {});
  // 10 kN/m times 1 m on a mass of 0.1 kg
  EXPECT_NEAR(input.system.input_forces.cwiseAbs().maxCoeff(), 1e4 / std::sqrt(0.1), 1e-6);
  EXPECT_EQ(input.system.inputs[0].unit, "m");
  Instance instance(bake(input.system, input.options), "oiled");
  const Trajectory t = play(instance, 0, 2e-3, 1, {});
  std::vector<double> y;
  double sum = 0.0;
  for (const char* name :
       {"energy_total", "dissipated_friction", "dissipated_impact", "dissipated_material"})
    sum += column(t, name, &y).back();
  const double start = 0.5 * 0.1 * 0.02 * 0.02;
  EXPECT_NEAR(sum, start + column(t, "work_external", &y).back(), 1e-10);
}

TEST_F(FilmDefinition, RefusesFilmsThatNobodyMoves) {
  edit("film.toml", "mass = 10.0", "");
  edit("film.toml", "phases = [0.01]", "");
  edit("film.toml", "[-0.02, 1.3]", "[0.02, 1.3]");
  EXPECT_NE(refusal().find("under a prescribed load"), std::string::npos) << refusal();
}

TEST_F(FilmDefinition, RefusesFilmsWithoutTraining) {
  edit("film.toml", "[train]", "[ignored]");
  EXPECT_NE(refusal().find("ignored"), std::string::npos) << refusal();
}

TEST_F(FilmDefinition, WantsTheWidthOfALineAndTheFile) {
  edit("oiled.toml", "width = 0.01\n", "");
  EXPECT_NE(refusal().find("width"), std::string::npos) << refusal();
  edit("oiled.toml", "film = \"film.toml\"", "film = \"none.toml\"\nwidth = 0.01");
  EXPECT_NE(refusal().find("none.toml"), std::string::npos) << refusal();
}

TEST_F(FilmDefinition, RefusesUnknownInputsOfExcitations) {
  edit("oiled.toml", "oil.entrainment", "oil.entrainmend");
  EXPECT_NE(refusal().find("oil.entrainment"), std::string::npos) << refusal();
}

}  // namespace
}  // namespace mortise::gen
