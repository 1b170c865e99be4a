// A rebound on nodes that move with the edge of the contact: against the full model, its reference,
// and what it cannot follow.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/bake/play/instance.hpp"
#include "generator/ground/numbers/dice.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "tests/generator/reduce/oracle/reduced_stepper.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise {
namespace {

using gen::Instance;
using gen::ReducedFilm;
using gen::Vector;

const ReducedFilm& shared_film() {
  static const ReducedFilm film = robustness::edge_film();
  return film;
}

// A valve on a plate, condensed.
const ReducedFilm& shared_pliant_film() {
  static const ReducedFilm film = robustness::edge_film(false, true);
  return film;
}

struct Sphere {
  explicit Sphere(const ReducedFilm& film, gen::FilmScalar scalar = gen::FilmScalar::float64)
      : run(bake(film, robustness::film_options(film, "edge", scalar)), "e"),
        names(run.output_names()),
        y(names.size()) {
    for (std::size_t k = 0; k < film.inputs.size(); ++k)
      u[k] = u[film.inputs.size() + k] = film.inputs[k].default_value;
  }
  Status step() { return run.step(u, y.data()); }
  // From the start again, closing with another velocity.
  void meet(const ReducedFilm& film, Real velocity) {
    const ModelView& v = run.model().view();
    run.state().reset(run.model());
    const Vector& rigid = film.problem.modes.rigid_row;
    for (int k = 0; k < v.dims.modes; ++k)
      run.state().v(run.model())[k] = -velocity * film.problem.scales.time /
                                      film.problem.scales.film * rigid[k] / rigid.squaredNorm();
  }
  void pull(Real acceleration) { u[0] = u[inputs() / 2] = acceleration; }
  std::size_t inputs() const { return 2 * static_cast<std::size_t>(run.dims().inputs); }
  Real operator[](const char* name) const {
    for (std::size_t k = 0; k < names.size(); ++k)
      if (names[k] == name) return y[k];
    ADD_FAILURE() << name;
    return 0;
  }
  int basis() const { return static_cast<int>(std::lround((*this)["basis"])); }
  Instance run;
  std::vector<std::string> names;
  std::vector<Real> y;
  Real u[8] = {};
};

constexpr Real kSlowest = 0.29, kFastest = 0.33;  // of the training [m/s]

// Steps until the edge moves.
int to_the_edge(Sphere* sphere, int edge) {
  int steps = 0;
  while (sphere->basis() != edge && steps < 100) {
    (void)sphere->step();
    ++steps;
  }
  EXPECT_LT(steps, 100);
  return steps;
}

// An impact it was not trained with.
void expect_to_follow(const ReducedFilm& film, gen::FilmContactSpec d) {
  d.impact.reference_velocity = d.impact.velocity;
  d.impact.velocity = 0.3;
  const gen::FilmRun full = simulate_film(d, {}, nullptr);
  ASSERT_TRUE(full.completed) << full.stop_reason;
  Real peak = 0;
  for (const gen::FilmSample& s : full.trace) peak = std::max(peak, s.force);
  for (const gen::FilmScalar scalar : {gen::FilmScalar::float64, gen::FilmScalar::float32}) {
    Sphere sphere(film, scalar);
    Real force = 0, gap = 0, least = 0, velocity = 0;
    int edge = 0;
    for (int k = 1; k <= 64; ++k) {
      const Status st = sphere.step();
      ASSERT_EQ(st & (status::kROLLED_BACK | status::kRECOVERING | status::kUNTRUSTED), 0u) << k;
      const gen::FilmSample f = sample_at(full.trace, k * film.step);
      if (sphere.basis() != 3 || f.force < 0.05 * peak) continue;
      ++edge;
      force = std::max(force, std::abs(sphere["force"] - f.force) / peak);
      gap = std::max(gap, std::abs(sphere["h_central"] / f.h_central - 1));
      least = std::max(least, std::abs(sphere["h_min"] / f.h_min - 1));
      velocity = std::max(velocity, std::abs(sphere["velocity"] - f.velocity) / 0.3);
    }
    EXPECT_GT(edge, 12);
    EXPECT_EQ(sphere.basis(), -1);
    EXPECT_LT(force, 0.01);
    EXPECT_LT(gap, 0.01);
    EXPECT_LT(least, 0.03);
    EXPECT_LT(velocity, 0.003);
  }
}

TEST(MovingEdge, FollowsTheFullModel) {
  expect_to_follow(shared_film(), robustness::edge_definition());
}

TEST(MovingEdge, FollowsTheFullModelOfPliantBodies) {
  EXPECT_GT(shared_pliant_film().problem.modes.omega.size(), 4);
  expect_to_follow(shared_pliant_film(), robustness::edge_definition(false, true));
}

// What moves the body is the pressure: trapezia of the force over the steps of the edge.
TEST(MovingEdge, ForceIsWhatTurnsTheBodyRound) {
  Sphere sphere(shared_film());
  to_the_edge(&sphere, 3);
  (void)sphere.step();
  const Real mass = robustness::edge_definition().impact.mass, h = shared_film().step;
  Real before = sphere["velocity"], last = sphere["force"];
  for (int k = 0; k < 10; ++k) {
    (void)sphere.step();
    const Real impulse = 0.5 * h * (last + sphere["force"]);
    EXPECT_NEAR(mass * (sphere["velocity"] - before + 9.81 * h), impulse, 2e-3 * impulse) << k;
    before = sphere["velocity"];
    last = sphere["force"];
  }
}

void expect_to_follow_reference(ReducedFilm film) {
  film.every_stage = true;  // as the reference
  gen::ReducedStepper reference(&film);
  reference.start(Vector::Zero(film.bases[0].pressure.cols()), film.problem.modes.initial_q,
                  film.problem.modes.initial_v, {});
  Sphere sphere(film);
  const gen::FilmScales& scales = film.problem.scales;
  std::vector<int> order;
  for (int k = 0; k < 62; ++k) {
    ASSERT_EQ(sphere.step() & (status::kROLLED_BACK | status::kREPEATED), 0u) << k;
    ASSERT_TRUE(reference.step([](double) { return gen::ReducedDrive(); })) << k;
    const gen::SteppedOutputs out = reference.outputs();
    if (order.empty() || order.back() != out.basis) order.push_back(out.basis);
    // where a basis takes over the reference holds its pressure already
    if (out.basis == sphere.basis() && out.basis == 3) {
      EXPECT_NEAR(sphere["force"], film.problem.force * out.force, 2e-3) << k;
      EXPECT_NEAR(sphere["p_central"], scales.pressure * out.central_pressure, 2e4) << k;
    }
    ASSERT_NEAR(sphere["velocity"], out.velocity * scales.film / scales.time, 1e-6) << k;
  }
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, -1}));
}

TEST(MovingEdge, FollowsItsReference) { expect_to_follow_reference(shared_film()); }
TEST(MovingEdge, OfPliantBodiesFollowsItsReference) {
  expect_to_follow_reference(shared_pliant_film());
}

TEST(MovingEdge, TakesNoMoreSolvesThanItsFileSays) {
  Sphere sphere(shared_film());
  for (int k = 0; k < 62; ++k) (void)sphere.step();
  EXPECT_LE(sphere.run.state().statistics().iterations_max,
            sphere.run.model().root()->cost()->iterations_worst());
}

// What the hand-over leaves to the first step is no edge that advances.
TEST(MovingEdge, FirstStepFindsItsPlace) {
  Sphere sphere(shared_film());
  to_the_edge(&sphere, 3);
  const ModelView& v = sphere.run.model().view();
  auto* region = sphere.run.state().at<unsigned char>(v.layout.film_history);
  for (const std::uint32_t copy : v.film_layout.memory) {
    auto& edge = *reinterpret_cast<FilmEdgeMemory*>(region + copy + v.film_layout.edge);
    edge.a -= 0.005;
    edge.rate = 0;  // as the hand-over leaves it
  }
  EXPECT_EQ(sphere.step() & status::kUNTRUSTED, 0u);
}

// Wherever between two ends of steps the force begins to fall, the edge takes over what the last
// basis leaves.
TEST(MovingEdge, TakesOverFromAnyImpact) {
  gen::Dice dice(1);
  for (const gen::FilmScalar scalar : {gen::FilmScalar::float64, gen::FilmScalar::float32}) {
    Sphere sphere(shared_film(), scalar);
    for (int impact = 0; impact < 400; ++impact) {
      const Real velocity = dice.between(kSlowest, kFastest);
      sphere.meet(shared_film(), velocity);
      int edge = 0;
      for (int k = 0; k < 70; ++k) {
        const Status st = sphere.step();
        ASSERT_EQ(st & (status::kROLLED_BACK | status::kRECOVERING), 0u)
            << velocity << " m/s, step " << k;
        edge += sphere.basis() == 3;
      }
      ASSERT_GT(edge, 10) << velocity;
    }
  }
}

// What the shapes of frozen films leave of the film there is not lost: y - Z starts with it.
TEST(MovingEdge, TakesTheFilmAsItStands) {
  Sphere sphere(shared_film());
  const ModelView& v = sphere.run.model().view();
  const auto* region = sphere.run.state().at<unsigned char>(v.layout.film_history);
  const unsigned char* memory = region + v.film_layout.memory[0];
  const auto& edge = *reinterpret_cast<const FilmEdgeMemory*>(memory + v.film_layout.edge);
  const auto* moved = reinterpret_cast<const double*>(memory + v.film_layout.content);
  int seen = 0;
  for (Real velocity = kSlowest; velocity < kFastest; velocity += 0.002) {
    sphere.meet(shared_film(), velocity);
    for (int k = 0; k < 70; ++k) {
      (void)sphere.step();
      if (!(edge.a > 0) || edge.rate != 0) continue;  // it has taken over, and made no step yet
      ++seen;
      Real most = 0;
      for (std::uint32_t i = 0; i < v.film.edge->rows; ++i)
        most = std::max(most, std::abs(moved[i]));
      const Real left = edge.residual * v.film.edge->film_scale;  // mean over the grid
      EXPECT_GT(most, 0.3 * left) << velocity;
      EXPECT_LT(most, 30 * left) << velocity;
    }
  }
  EXPECT_GT(seen, 0);
}

// An edge that has just taken over and finds no solution: the last basis goes on for a step, told,
// and the edge takes over later.
TEST(MovingEdge, AnEdgeThatIsNotReadyWaits) {
  Sphere sphere(shared_film());
  const ModelView& v = sphere.run.model().view();
  auto* region = sphere.run.state().at<unsigned char>(v.layout.film_history);
  const auto edge_of = [&](int copy) -> FilmEdgeMemory& {
    return *reinterpret_cast<FilmEdgeMemory*>(region + v.film_layout.memory[copy] +
                                              v.film_layout.edge);
  };
  const Real beyond = v.film.edge->first + v.film.edge->spacing * (v.film.edge->tables - 1);
  int waited = 0;
  for (Real velocity = kSlowest; velocity < kFastest; velocity += 0.002) {
    sphere.meet(shared_film(), velocity);
    bool spoilt = false;
    int edge = 0;
    for (int k = 0; k < 70; ++k) {
      const bool fails = !spoilt && edge_of(0).a > 0 && edge_of(0).rate == 0;
      if (fails) {  // at the end of a step, and none of the edge's own
        for (const int copy : {0, 1}) edge_of(copy).a = beyond;
        spoilt = true;
      }
      const Status st = sphere.step();
      ASSERT_EQ(st & (status::kROLLED_BACK | status::kRECOVERING), 0u) << velocity << ' ' << k;
      edge += sphere.basis() == 3;
      if (!fails) continue;
      ++waited;
      EXPECT_EQ(sphere.basis(), 2);
      EXPECT_NE(st & status::kREPEATED, 0u);
      EXPECT_NE(st & status::kUNTRUSTED, 0u);
    }
    EXPECT_GT(edge, 9) << velocity;
  }
  EXPECT_GT(waited, 0);
}

struct Rebound {
  Real peak = 0, velocity = 0;
  int edge = 0;  // steps on it
};
// Until the bodies fly.
Rebound bounce(Sphere* sphere) {
  Rebound r;
  for (int k = 0; k < 100 && (k == 0 || sphere->basis() >= 0); ++k) {
    const Status st = sphere->step();
    EXPECT_EQ(st & (status::kROLLED_BACK | status::kRECOVERING | status::kUNTRUSTED), 0u) << k;
    r.peak = std::max(r.peak, (*sphere)["force"]);
    r.edge += sphere->basis() == 3;
  }
  EXPECT_EQ(sphere->basis(), -1);
  r.velocity = (*sphere)["velocity"];
  return r;
}

// Thrown back, harder than it was slowed down, so that it is as fast as in training again: nothing
// of the first impact is left in the second one.
TEST(MovingEdge, ASecondImpactIsLikeAFirstOne) {
  const Real weight = shared_film().inputs[0].default_value, away = 100, wanted = 0.335;
  Sphere sphere(shared_film()), fresh(shared_film());
  const Rebound first = bounce(&sphere);
  const Real back = away * (wanted / first.velocity) * (wanted / first.velocity);
  int flown = 0;
  for (; sphere.basis() < 0 && flown < 5000; ++flown) {
    sphere.pull(sphere["velocity"] > 0 ? away : back);
    (void)sphere.step();
  }
  ASSERT_EQ(sphere.basis(), 0);
  const Real met = -sphere["velocity"];
  EXPECT_GT(met, kSlowest);
  EXPECT_LT(met, kFastest);
  sphere.pull(weight);
  const Rebound second = bounce(&sphere);
  fresh.meet(shared_film(), met);
  const Rebound alone = bounce(&fresh);
  EXPECT_GT(second.edge, 9);
  EXPECT_NEAR(second.peak, alone.peak, 3e-3 * alone.peak);
  EXPECT_NEAR(second.velocity, alone.velocity, 3e-3 * alone.velocity);
  EXPECT_GT(std::abs(second.peak - first.peak), 0.01 * first.peak) << "another velocity it was";
}

// A force that drives the edge outwards again: told, and bounded.
TEST(MovingEdge, AnEdgeThatAdvancesIsNotTrusted) {
  Sphere sphere(shared_film());
  to_the_edge(&sphere, 3);
  for (int k = 0; k < 4; ++k) (void)sphere.step();
  sphere.pull(6e4);
  Status told = 0;
  for (int k = 0; k < 40; ++k) {
    const Status st = sphere.step();
    for (const Real y : sphere.y) ASSERT_TRUE(std::isfinite(y)) << k;
    told |= st;
    if (st & (status::kUNTRUSTED | status::kRECOVERING)) break;
  }
  EXPECT_NE(told & (status::kUNTRUSTED | status::kRECOVERING), 0u);
}

// Oil that stays liquid is followed by the last basis, untrusted, until the bodies fly.
TEST(MovingEdge, AFilmThatDoesNotFreezeIsNotTrusted) {
  ReducedFilm film = shared_film();
  film.edge.least_pressure = 100.0;
  Sphere sphere(film);
  int untrusted = 0;
  for (int k = 0; k < 80; ++k) {
    const Status st = sphere.step();
    EXPECT_NE(sphere.basis(), 3);
    for (const Real y : sphere.y) ASSERT_TRUE(std::isfinite(y)) << k;
    untrusted += (st & (status::kUNTRUSTED | status::kRECOVERING)) != 0;
  }
  EXPECT_GT(untrusted, 3);
}

TEST(MovingEdge, ForksAndRestores) {
  for (const gen::FilmScalar scalar : {gen::FilmScalar::float64, gen::FilmScalar::float32}) {
    Sphere sphere(shared_film(), scalar);
    to_the_edge(&sphere, 3);
    (void)sphere.step();
    gen::AlignedBytes arena(sphere.run.model().arena_bytes());
    std::memcpy(arena.data(), &sphere.run.state(), arena.size());
    State& copy = *reinterpret_cast<State*>(arena.data());
    std::vector<Real> z(sphere.y.size());
    for (int k = 0; k < 12; ++k) {
      const Status a = sphere.step(), b = step(sphere.run.model(), copy, sphere.u, z.data());
      ASSERT_EQ(hash_step(kFnvStart, sphere.run.model(), sphere.run.state(), sphere.y.data(), a),
                hash_step(kFnvStart, sphere.run.model(), copy, z.data(), b))
          << k;
    }
  }
}

void expect_same_bits(const ReducedFilm& film) {
  for (const gen::FilmScalar scalar : {gen::FilmScalar::float64, gen::FilmScalar::float32}) {
    const gen::AlignedBytes bytes = bake(film, robustness::film_options(film, "edge", scalar));
    std::uint64_t expected = 0;
    int compared = 0;
    for (const char* set : {"baseline", "avx2", "avx512"}) {
      Model model;
      ASSERT_EQ(Model::open(bytes.data(), bytes.size(), &model, nullptr), LoadError::kOK);
      if (!model.select_instruction_set(set)) continue;
      gen::AlignedBytes arena(model.arena_bytes());
      State* state = State::make(model, arena.data(), arena.size(), nullptr);
      std::vector<Real> y(static_cast<std::size_t>(model.dims().outputs));
      std::uint64_t hash = kFnvStart;
      int edge = 0;
      for (int k = 0; k < 62; ++k) {
        const Status st = step(model, *state, nullptr, y.data());
        edge += y.back() > 2.5;
        hash = hash_step(hash, model, *state, y.data(), st);
      }
      EXPECT_GT(edge, 12);
      if (compared++ == 0) expected = hash;
      EXPECT_EQ(hash, expected) << set;
    }
  }
}

TEST(MovingEdge, EveryInstructionSetGivesTheSameBits) {
  expect_same_bits(shared_film());
  expect_same_bits(shared_pliant_film());
}

// Its integral is the force; on the axis it is the outputs.
void expect_profile_of_outputs(const ReducedFilm& film) {
  Sphere sphere(film);
  to_the_edge(&sphere, 3);
  const std::size_t n = static_cast<std::size_t>(film.problem.x.size());
  std::vector<Real> p(n), h(n), x(n);
  for (int k = 0; k < 8; ++k) {
    (void)sphere.step();
    ASSERT_EQ(film_profile(sphere.run.model(), sphere.run.state(), p.data(), h.data(), x.data()),
              static_cast<std::int32_t>(n));
    Real force = 0;
    for (std::size_t i = 1; i + 1 < n; ++i)
      force += 2 * 3.14159265358979 * x[i] * p[i] * (x[1] - x[0]);
    EXPECT_NEAR(force, sphere["force"], 0.05 * sphere["force"]) << k;
    EXPECT_NEAR(p[0], sphere["p_central"], 1e-6 * p[0]);
    EXPECT_NEAR(h[0], sphere["h_central"], 5e-3 * h[0]);
  }
}

TEST(MovingEdge, ProfileIsThatOfTheOutputs) {
  expect_profile_of_outputs(shared_film());
  expect_profile_of_outputs(shared_pliant_film());
}

}  // namespace
}  // namespace mortise
