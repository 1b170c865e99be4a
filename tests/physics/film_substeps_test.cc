// A group with a film whose step is a whole part of the model's: what it does in n substeps is what
// the model at that step does in n steps, beside whatever takes one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generator/bake/play/play.hpp"
#include "generator/ground/text/error.hpp"
#include "mortise/events.hpp"
#include "tests/physics/soft_contacts.hpp"
#include "tests/physics/squeeze_film.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise::test {
namespace {

using namespace gen;

constexpr double kOil = 4.7e-10, kOilGap = 1e-4;  // C [N s m^2], [m]

void take_substeps(BakeOptions* options, int count) {
  for (AssemblyFilm& film : options->films)
    for (ReducedBasis& b : film.film.bases) b.substeps = count;
}

// A (1 kg) - film - B (light) - stop that rubs 20 um behind B; a slider holds B, an input pushes A.
struct PushedFilm {
  Assembly bodies;
  BakeOptions options;

  PushedFilm(double light, double h, int substeps)
      : bodies(lumps({{1.0, 0.0, 0.0}, {light, 30.0, 0.02}})), options(assembly_options(h)) {
    add_film(&bodies, &options, "film", {1, -1}, squeeze_film(kOil, kOilGap));
    bodies.stop("stop", {0, 1}, 2e-5, 0.3);
    bodies.slider("slider", {0, 1}, 1e6, 2);
    bodies.input({1, 0});
    bodies.start({0, 0}, {-0.2, 0});
    bodies.energy_outputs();
    take_substeps(&options, substeps);
  }
};

// What the model with substeps (n of them) and the model at their step end every step with.
struct SubstepTwins {
  Instance coarse, fine;
  int n;
  std::vector<double> y, z;
  Status seen = 0, seen_fine = 0;

  template <class Make>
  SubstepTwins(double h, int substeps, const Make& make)
      : coarse(make(h, substeps), "substeps"), fine(make(h / substeps, 1), "steps"), n(substeps) {
    y.resize(static_cast<std::size_t>(coarse.dims().outputs));
    z.resize(y.size());
  }

  // from, to: of the input over the step
  void step(double from, double to) {
    const double at_ends[2] = {from, to};
    seen |= coarse.step(at_ends, y.data());
    for (int k = 0; k < n; ++k) {
      const auto input = [&](int j) { return j == n ? to : from + j / double(n) * (to - from); };
      const double u[2] = {input(k), input(k + 1)};
      seen_fine |= fine.step(u, z.data());
    }
  }
  // Largest difference of the modal states over their size.
  double apart() const {
    const int np = coarse.dims().modes_padded;
    double off = 0;
    for (const bool velocity : {false, true}) {
      const Real* a =
          velocity ? coarse.state().v(coarse.model()) : coarse.state().q(coarse.model());
      const Real* b = velocity ? fine.state().v(fine.model()) : fine.state().q(fine.model());
      double size = 1e-300, most = 0;
      for (int j = 0; j < np; ++j) {
        size = std::max(size, std::abs(b[j]));
        most = std::max(most, std::abs(a[j] - b[j]));
      }
      off = std::max(off, most / size);
    }
    return off;
  }
};

double push_at(double t) { return -200 + 150 * std::sin(9e3 * t); }

AlignedBytes pushed_film(double light, double h, int substeps) {
  const PushedFilm film(light, h, substeps);
  return bake(film.bodies.system(), film.options);
}

TEST(FilmSubsteps, AreStepsOfTheirLength) {
  for (const int n : {2, 3, 5}) {
    for (const double light : {0.1, 1e-3}) {
      SCOPED_TRACE(std::to_string(n) + " substeps, " + std::to_string(light) + " kg");
      const double h = 2e-5;
      SubstepTwins twins(h, n,
                         [&](double step, int parts) { return pushed_film(light, step, parts); });
      double worst = 0;
      for (int k = 0; k < 100; ++k) {
        twins.step(push_at(k * h), push_at((k + 1) * h));
        worst = std::max(worst, twins.apart());
      }
      EXPECT_LT(worst, 1e-12);
      for (std::size_t k = 0; k < twins.y.size(); ++k)
        EXPECT_NEAR(twins.y[k], twins.z[k], 1e-12) << k;
      EXPECT_GT(twins.y[5], 0.01);  // the film took most of it
      EXPECT_GT(twins.y[4], 1e-5);  // the stop was met
      EXPECT_EQ(twins.seen, twins.seen_fine);
      EXPECT_EQ(twins.seen & status::kROLLED_BACK, status::kOk);
      const Statistics &a = twins.coarse.state().statistics(), &b = twins.fine.state().statistics();
      EXPECT_EQ(a.iterations, b.iterations);
      EXPECT_EQ(a.rebuilds, b.rebuilds);
      EXPECT_EQ(a.steps * static_cast<std::uint64_t>(n), b.steps);
      EXPECT_EQ(a.worst_residual, b.worst_residual);
    }
  }
}

// A stop that rubs along A: impacts, or at position level with a compliance of 1e-9 m/N.
AlignedBytes rubbing_film(double h, int substeps, bool soft) {
  PushedFilm film(0.1, h, substeps);
  ReducedSystem& s = film.bodies.system();
  s.interfaces.erase(std::find_if(s.interfaces.begin(), s.interfaces.end(),
                                  [](const ReducedInterface& i) { return i.name == "stop"; }));
  film.bodies.stop("rubbing", {0, 1}, 2e-5, soft ? 1.0 : 0.3, 0.4, {1, 0});
  ReducedInterface& stop = s.interfaces.back();
  if (soft) {
    stop.make<ReducedContacts>().law.level = ContactLevel::position;
    Matrix ports = Matrix::Zero(4, 4);
    ports.topLeftCorner(3, 3).diagonal().setConstant(1e-9);
    stop.residual = compliance_of(ports, 3, s.output_rows.rows());
    stop.residual->output_compliance.setConstant(1e-9);
  }
  const int own = static_cast<int>(s.interfaces.size()) - 1;
  s.outputs.clear();
  film.bodies.energy_outputs();
  for (const OutputQuantity q :
       {OutputQuantity::gap, OutputQuantity::friction_work, OutputQuantity::contact_impulse})
    s.outputs.push_back({"own" + std::to_string(s.outputs.size()), "1", q, 0, own});
  s.outputs.push_back({"moved", "m", OutputQuantity::displacement, 0, -1});
  return bake(s, film.options);
}

// Contacts that rub take a substep as a step, at either level, whatever outputs ask of them.
TEST(FilmSubsteps, ContactsThatRubTakeThemAsSteps) {
  for (const bool soft : {false, true}) {
    SCOPED_TRACE(soft ? "position" : "velocity");
    SubstepTwins twins(2e-5, 3, [&](double h, int parts) { return rubbing_film(h, parts, soft); });
    double worst = 0;
    for (int k = 0; k < 150; ++k) {
      twins.step(push_at(2e-5 * k), push_at(2e-5 * (k + 1)));
      worst = std::max(worst, twins.apart());
    }
    EXPECT_LT(worst, 1e-11);
    const std::size_t count = twins.y.size();
    for (std::size_t k = 0; k < count; ++k)
      EXPECT_NEAR(twins.y[k], twins.z[k], 1e-11 * (1 + std::abs(twins.z[k]))) << k;
    EXPECT_GT(twins.y[count - 3], 1e-6);  // friction took something
    EXPECT_GT(twins.y[count - 2], 1e-4);
    EXPECT_EQ(twins.seen, twins.seen_fine);
    // energy at the start 1/2 * 1 kg * (0.2 m/s)^2 and the work of the input are in the books
    const auto& y = twins.y;
    EXPECT_NEAR(y[0] + y[1] + y[2] + y[4] + y[5] - y[3], 0.02, 1e-10);
  }
}

// Books: what was there at the start and what the input did is where they say, as far as velocities
// that come from differences of positions let it.
TEST(FilmSubsteps, BooksCloseToTheLastDigits) {
  for (const int n : {1, 2, 4}) {
    SubstepTwins twins(2e-5, n,
                       [](double step, int parts) { return pushed_film(0.1, step, parts); });
    const auto off = [](const std::vector<double>& y) {
      return y[0] + y[1] + y[2] + y[4] + y[5] - y[3] - 0.02;
    };
    double through = 0.02, work = 0;
    for (int k = 0; k < 400; ++k) {
      twins.step(push_at(2e-5 * k), push_at(2e-5 * (k + 1)));
      through += std::abs(twins.y[3] - work);
      work = twins.y[3];
    }
    EXPECT_GT(through, 0.03);
    EXPECT_LT(std::abs(off(twins.y)), 1e-12 * n * n * through) << n;
    EXPECT_NEAR(off(twins.y), off(twins.z), 1e-12 * through) << n;
  }
}

// An input of zero-order hold keeps its value through all substeps.
TEST(FilmSubsteps, HoldInputsAsTheStepDoes) {
  const auto make = [](double step, int parts) {
    PushedFilm film(0.1, step, parts);
    film.bodies.system().inputs[0].hold = Hold::zero_order;
    return bake(film.bodies.system(), film.options);
  };
  SubstepTwins twins(2e-5, 3, make);
  for (int k = 0; k < 60; ++k) {
    const double now = push_at(2e-5 * k);
    twins.step(now, now);
    EXPECT_LT(twins.apart(), 1e-12);
  }
}

// With the scheme's order in the length of a substep, whatever their number.
TEST(FilmSubsteps, AreOfOrderTwo) {
  const double h_end = 1 / std::sqrt(2 * 0.2 / kOil + 1 / (kOilGap * kOilGap));
  for (const int n : {1, 2, 4}) {
    double before = 0;
    for (const double part : {4e-5, 2e-5, 1e-5}) {
      Assembly bodies = lumps({{1.0, 0.0, 0.0}, {1e6, 0.0, 0.0}});
      BakeOptions options = assembly_options(n * part);
      add_film(&bodies, &options, "film", {1, 0}, squeeze_film(kOil, kOilGap));
      bodies.stop("far", {0, 1}, 1.0, 0);
      bodies.start({0, 0}, {-0.2, 0});
      take_substeps(&options, n);
      const double error = std::abs(kOilGap + run_film(bodies, options, 1.92e-3).x[0] - h_end);
      if (before > 0) {
        EXPECT_NEAR(before / error, 4, 0.6) << n;
      }
      before = error;
    }
    EXPECT_LT(before, 2e-4 * h_end);
  }
}

// Several films and a rubbing joint with pressed points: all take the same substeps.
TEST(FilmSubsteps, AreThoseOfAllFilmsAndJointsOfAGroup) {
  const auto make = [](double step, int parts) {
    Assembly bodies = lumps({{1.0, 0.0, 0.0}, {1e-2, 0.0, 0.0}, {0.1, 40.0, 0.02}});
    BakeOptions options = assembly_options(step);
    add_film(&bodies, &options, "front", {1, -1, 0}, squeeze_film(kOil, kOilGap));
    add_film(&bodies, &options, "back", {0, 1, -1}, squeeze_film(1.3e-10, kOilGap));
    NormalLaw pressed;
    pressed.stiffness = 2e6;
    pressed.gap = 1e-6;
    pressed.damping = 20;
    TangentialLaw rubs;
    rubs.kind = TangentialKind::jenkins;
    rubs.friction_modulus = 1e6;
    rubs.slip_traction = 4;
    bodies.joint("mount", {{0, 0, 1}, {0, 0, 1}}, {{0, 1, 0}, {0, 1, -1}}, pressed, rubs);
    bodies.input({0, 0, 1});
    bodies.start({0, 0, 0}, {-0.2, 0, 0});
    bodies.energy_outputs();
    take_substeps(&options, parts);
    return bake(bodies.system(), options);
  };
  SubstepTwins twins(2e-5, 4, make);
  for (int k = 0; k < 100; ++k) {
    twins.step(push_at(2e-5 * k), push_at(2e-5 * (k + 1)));
    ASSERT_LT(twins.apart(), 1e-11) << k;
  }
  for (std::size_t k = 0; k < twins.y.size(); ++k) EXPECT_NEAR(twins.y[k], twins.z[k], 1e-12) << k;
  EXPECT_EQ(twins.seen, twins.seen_fine);
}

// Two masses with slider and stop in front of a film group: they take the step of the model and
// keep the bits of their own model; the film's group takes its substeps.
struct SubstepNeighbours {
  Instance both, alone, fine;
  int n;
  Eigen::Index film_modes = 16;  // in front, two bodies

  SubstepNeighbours(double h, int substeps)
      : both(make(h, substeps, true), "both"),
        alone(bake(two_masses(1).system(), assembly_options(h)), "alone"),
        fine(make(h / substeps, 1, false), "fine"),
        n(substeps) {}

  static AlignedBytes make(double h, int substeps, bool with_others) {
    PushedFilm film(0.1, h, substeps);
    film.bodies.system().inputs.clear();
    film.bodies.system().input_forces = Matrix::Zero(2, 0);
    film.bodies.system().outputs.clear();
    if (!with_others) return bake(film.bodies.system(), film.options);
    return bake(film.bodies.beside(two_masses(1)).system(), film.options);
  }
  Status step() {
    const Status st = both.step(nullptr, nullptr);
    (void)alone.step(nullptr, nullptr);
    for (int k = 0; k < n; ++k) (void)fine.step(nullptr, nullptr);
    return st;
  }
  void expect_same() const {
    const Real *q = both.state().q(both.model()), *v = both.state().v(both.model());
    for (int j = 0; j < 2; ++j) {
      EXPECT_EQ(q[16 + j], alone.state().q(alone.model())[j]);
      EXPECT_EQ(v[16 + j], alone.state().v(alone.model())[j]);
    }
    for (const int j : {0, 8}) {
      EXPECT_EQ(q[j], fine.state().q(fine.model())[j]);
      EXPECT_EQ(v[j], fine.state().v(fine.model())[j]);
    }
  }
};

TEST(FilmSubsteps, LeaveOtherGroupsAlone) {
  for (const int n : {2, 3}) {
    SubstepNeighbours run(2e-5, n);
    for (int k = 0; k < 120; ++k) {
      EXPECT_EQ(run.step(), status::kOk);
      run.expect_same();
    }
    EXPECT_EQ(group_report(run.both.model(), run.both.state(), 1).interfaces, 1u);
  }
}

// A step that another group spoils after the film's group went well leaves no trace; nor does one
// that fails in the film's own group, in its first substep or later.
TEST(FilmSubsteps, AFailedStepIsTakenBackAsAWhole) {
  SubstepNeighbours run(2e-5, 3);
  for (int k = 0; k < 120; ++k) {
    if (k % 7 == 3) {
      Real* v = run.both.state().v(run.both.model());
      const Real before = v[16];
      v[16] = 1e300;
      EXPECT_TRUE(run.both.step(nullptr, nullptr) & status::kROLLED_BACK);
      run.both.state().v(run.both.model())[16] = before;
    }
    EXPECT_EQ(run.step(), status::kOk);
    run.expect_same();
  }
  PushedFilm film(0.1, 2e-5, 2);
  film.bodies.system().inputs[0].minimum = -1e300;
  film.bodies.system().inputs[0].maximum = 1e300;
  const AlignedBytes bytes = bake(film.bodies.system(), film.options);
  Instance spoilt(bytes, "spoilt"), good(bytes, "good");
  std::vector<double> y(static_cast<std::size_t>(good.dims().outputs)), z(y.size());
  int failures = 0;
  for (int k = 0; k < 120; ++k) {
    const double ends[2] = {push_at(2e-5 * k), push_at(2e-5 * (k + 1))};
    for (const double far : {1e300, -1e300, 4e155, 2e155}) {
      const double bad[2] = {ends[0], far};
      if (k % 7 != 3) continue;
      EXPECT_TRUE(spoilt.step(bad, y.data()) & status::kROLLED_BACK) << far;
      EXPECT_EQ(y, z);  // as after the last good step
      ++failures;
    }
    EXPECT_EQ(spoilt.step(ends, y.data()), good.step(ends, z.data()));
    EXPECT_EQ(y, z);
    EXPECT_EQ(spoilt.state().q(spoilt.model())[8], good.state().q(good.model())[8]);
  }
  EXPECT_GT(failures, 60);
}

// Solves that are cut short: every substep limits itself as a step does.
TEST(FilmSubsteps, CutShortTheyMakeNoEnergy) {
  for (const int cap : {1, 2}) {
    const auto make = [cap](double h, int parts) {
      PushedFilm film(0.01, h, parts);
      film.bodies.system().inputs.clear();
      film.bodies.system().input_forces = Matrix::Zero(2, 0);
      ReducedBasis& b = film.options.films[0].film.bases[0];
      b.iterations = b.repeat_iterations = cap;
      return bake(film.bodies.system(), film.options);
    };
    Instance alone(make(4e-5, 2), "cut");
    expect_kept_energy(&alone, 0.02, 100);
    EXPECT_GT(alone.state().statistics().capped, 10u);
    SubstepTwins twins(4e-5, 2, make);
    for (int k = 0; k < 100; ++k) twins.step(0, 0);
    EXPECT_LT(twins.apart(), 1e-12);
    EXPECT_EQ(twins.seen, twins.seen_fine);
    EXPECT_TRUE(twins.seen & status::kCAPPED);
    EXPECT_TRUE(twins.seen & status::kREPEATED);
    EXPECT_TRUE(cap > 1 || (twins.seen & status::kLIMITED));
    for (std::size_t k = 0; k < twins.y.size(); ++k)
      EXPECT_NEAR(twins.y[k], twins.z[k], 1e-12) << k;
  }
}

// Contact forces are means over the step; events compare its ends and tell the whole impulse.
TEST(FilmSubsteps, ForcesAndEventsAreThoseOfTheWholeStep) {
  const auto make = [](double h, int parts) {
    PushedFilm film(0.1, h, parts);
    film.bodies.system().outputs = {{"stop", "N", OutputQuantity::contact_force, 0, 1}};
    return bake(film.bodies.system(), film.options);
  };
  const double h = 2e-5;
  const int n = 4;
  SubstepTwins twins(h, n, make);
  bool was_closed = false;
  int closed = 0, unseen = 0;
  for (int k = 0; k < 200; ++k) {
    const double ends[2] = {push_at(h * k), push_at(h * (k + 1))};
    (void)twins.coarse.step(ends, twins.y.data());
    double mean = 0, last = 0;
    int inside = 0;
    for (int j = 0; j < n; ++j) {
      const double u[2] = {
          ends[0] + j / double(n) * (ends[1] - ends[0]),
          j + 1 == n ? ends[1] : ends[0] + (j + 1) / double(n) * (ends[1] - ends[0])};
      (void)twins.fine.step(u, twins.z.data());
      last = twins.z[0];
      mean += last / n;
      inside += last > 0;
    }
    EXPECT_NEAR(twins.y[0], mean, 1e-9 * mean + 1e-9);
    ContactEvent event[4];
    const int events = contact_events(twins.coarse.model(), twins.coarse.state(), event, 4);
    // contact 0 is the stop's: the film counts one before it
    const auto* of_stop =
        std::find_if(event, event + events, [](const ContactEvent& e) { return e.contact == 1; });
    const bool is_closed = last > 0;
    EXPECT_EQ(of_stop != event + events, is_closed != was_closed) << k;
    if (is_closed && !was_closed) {
      EXPECT_EQ(of_stop->kind, EventKind::kClosed);
      EXPECT_NEAR(of_stop->impulse[0], h * mean, 1e-9 * h * mean);
      ++closed;
    }
    if (inside > 0 && !is_closed && !was_closed) ++unseen;
    was_closed = is_closed;
  }
  EXPECT_GT(closed + unseen, 0);
}

// What a run sums up of every interface.
TEST(FilmSubsteps, ImpulsesOfARunAreThoseOfAllSubsteps) {
  const auto make = [](double h, int parts) {
    PushedFilm film(0.1, h, parts);
    NormalLaw pressed;
    pressed.stiffness = 2e6;
    pressed.gap = 5e-6;
    film.bodies.joint("mount", {{0, 1}, {0, 1}}, {{0, 1}, {0, 1}}, pressed, TangentialLaw{});
    ScenarioOptions run;
    run.name = "run";
    run.duration = 2e-3;
    film.options.scenarios = {run};
    take_substeps(&film.options, parts);
    return bake(film.bodies.system(), film.options);
  };
  Instance coarse(make(2e-5, 4), "coarse"), fine(make(5e-6, 1), "fine");
  const Trajectory a = play(coarse, 0, 0, 1, {}), b = play(fine, 0, 0, 1, {});
  ASSERT_EQ(a.interfaces.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    const double size =
        k == 2 ? b.interfaces[k].tangential_impulse : b.interfaces[k].normal_impulse;
    EXPECT_GT(size, 1e-4) << k;
    EXPECT_NEAR(a.interfaces[k].normal_impulse, b.interfaces[k].normal_impulse, 1e-12) << k;
    EXPECT_NEAR(a.interfaces[k].dissipated, b.interfaces[k].dissipated, 1e-12) << k;
  }
}

// A sphere that falls on an oiled plate lands, goes over to the next basis and leaves in whatever
// substep; the events of the step tell of both.
TEST(FilmSubsteps, BodiesMeetAndLeaveAFilmInAnyOfThem) {
  const int n = 3;
  const auto make = [](double step, int parts) {
    ReducedFilm film = robustness::point_film();
    for (ReducedBasis& b : film.bases) {
      b.substeps = parts;
      b.tolerance = 1e-8;
      b.iterations = b.repeat_iterations = 30;
    }
    const FilmProblemData& p = film.problem;
    const FilmModes& m = p.modes;
    Eigen::Index at = 0;
    p.weights.maxCoeff(&at);
    const double time = p.scales.time, length = p.scales.film, shape = m.shapes(at, 0);
    const double mass =
        p.force * p.weights[at] * time * time / (length * shape * m.excitation(0, at));
    Assembly bodies = lumps({{mass, 0.0, 0.0}, {1.0, 100.0, 0.0}});
    BakeOptions options = assembly_options(step);
    add_film(&bodies, &options, "film", {1, 0}, {film, FilmScalar::float64});
    bodies.stop("far", {0, 1}, 1.0, 0);
    bodies.start({length * shape * m.initial_q[0], 0}, {length / time * shape * m.initial_v[0], 0});
    bodies.film_outputs(0);
    return bake(bodies.system(), options);
  };
  SubstepTwins twins(n * robustness::point_film().step, n, make);
  int closed = 0, opened = 0;
  for (int k = 0; k < 400; ++k) {
    twins.step(0, 0);
    ASSERT_LT(twins.apart(), 1e-9) << k;
    EXPECT_EQ(twins.y[2], twins.z[2]) << k;
    EXPECT_NEAR(twins.y[1], twins.z[1], 1e-9 * std::abs(twins.z[1])) << k;
    ContactEvent event[2];
    for (int e = contact_events(twins.coarse.model(), twins.coarse.state(), event, 2); e > 0; --e) {
      closed += event[e - 1].kind == EventKind::kClosed;
      opened += event[e - 1].kind == EventKind::kOpened;
    }
  }
  EXPECT_EQ(closed, 1);
  EXPECT_EQ(opened, 1);
  EXPECT_EQ(twins.seen, twins.seen_fine);
}

TEST(FilmSubsteps, FilmsOfAGroupAgree) {
  Assembly bodies = lumps({{1.0, 0.0, 0.0}, {1e-2, 0.0, 0.0}});
  BakeOptions options = assembly_options(2e-5);
  add_film(&bodies, &options, "front", {1, -1}, squeeze_film(kOil, kOilGap));
  add_film(&bodies, &options, "back", {0, 1}, squeeze_film(kOil, kOilGap));
  options.films[1].film.bases[0].substeps = 2;
  try {
    (void)bake(bodies.system(), options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("substeps"), std::string::npos);
  }
}

}  // namespace
}  // namespace mortise::test
