// Assemblies at full order: against event-driven solutions, closed forms and a prototype of the
// composed step that shares no code with this project (theta = 1/2, swept to 1e-12), and against
// the runtime, which has to be the same step where no mode is left out.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generator/bake/play/contact_places.hpp"
#include "generator/bake/play/play.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "tests/generator/simulate/structure/run_energies.hpp"
#include "tests/physics/full_assemblies.hpp"

namespace mortise::test {
namespace {

using namespace gen;

// Whole steps of h [s] under a force f(t) on the only input, if there is one. The books are
// checked.
using ForceOverTime = double (*)(double);
void run_for(AssemblyOrder* run, double h, double duration, ForceOverTime force = nullptr) {
  const double start = run->kinetic() + run->strain();
  const long steps = step_count(duration, h);
  for (long k = 0; k < steps; ++k) {
    const double t = static_cast<double>(k) * h;
    const auto report = run->step(force ? Vector{{0.5 * (force(t) + force(t + h))}} : kNoInput);
    ASSERT_TRUE(report->solved) << k;
  }
  // rounding of so many steps adds up
  EXPECT_LT(off_balance(*run, start), 1e-12 * std::max(1.0, static_cast<double>(steps) / 2e4));
}

// Largest difference of (omega q, v) over the largest entry of the reference, by modal coordinates.
double modal_error(const Assembly& a, const AssemblyOrder& run, const Vector& q, const Vector& v) {
  const Vector& omega = a.system().omega;
  const auto largest = [&](const Vector& x, const Vector& y) {
    return std::max(omega.cwiseProduct(x).cwiseAbs().maxCoeff(), y.cwiseAbs().maxCoeff());
  };
  return largest(a.modal_state(run.displacement()) - q, a.modal_state(run.velocity()) - v) /
         largest(q, v);
}

TEST(FullAssembly, TwoMassesMeetTheEventDrivenSolution) {
  const Vector x{{-0.0008310749757, -0.0004210772746}}, v{{-0.2951658017, -0.3964422385}};
  const struct {
    double h, error, slider, stop;
  } cases[] = {{1e-4, 0.01936163644, 0.3530956631, 0.2906520908},
               {1e-5, 0.001992649287, 0.3531937342, 0.2894763581},
               {1e-6, 0.000380686795, 0.3532069726, 0.2893801938}};
  for (const auto& c : cases) {
    for (const int sliders : {1, 2}) {
      if (sliders == 2 && c.h < 1e-5) continue;
      const Assembly a = two_masses(sliders);
      const FullSystem system = full_order(a);
      AssemblyOrder run(system, c.h);
      run_for(&run, c.h, 0.1);
      EXPECT_NEAR(modal_error(a, run, a.modal_state(x), a.modal_state(v)), c.error, 1e-3 * c.error);
      double friction = 0.0;
      for (int i = 0; i < sliders; ++i) friction += run.books(static_cast<std::size_t>(i)).friction;
      EXPECT_NEAR(friction, c.slider, 1e-9) << c.h;
      EXPECT_NEAR(run.books(static_cast<std::size_t>(sliders)).impact, c.stop, 1e-9) << c.h;
      EXPECT_NEAR(friction, 0.3532046688, 1.2 * c.h + 3e-6);
      EXPECT_NEAR(run.books(static_cast<std::size_t>(sliders)).impact, 0.2893584448,
                  14 * c.h + 1e-5);
    }
  }
}

TEST(FullAssembly, BeamMeetsTheEventDrivenSolution) {
  const Vector q{{4.062467602e-06, -1.212284104e-05, -3.163186219e-06, 5.592160016e-07,
                  2.238847881e-07, -2.857400121e-08}};
  const Vector v{{0.01905544007, -0.01867558132, 0.004872605463, -0.0001617359174, -0.003281653684,
                  -0.0001340886202}};
  const struct {
    double h, error, slider, stop;
  } cases[] = {{2e-5, 0.1016805168, 0.002917540515, 0.001763559698},
               {5e-6, 0.01101501365, 0.002907323194, 0.001763411076},
               {1e-6, 0.001476940276, 0.002904920706, 0.001764105459}};
  for (const auto& c : cases) {
    Assembly a = beam();
    a.system().groups = {0, 1, 2, 3, 4, 5};  // every mode has the same damping ratio
    const FullSystem system = full_order(a);
    AssemblyOrder run(system, c.h);
    run_for(&run, c.h, 0.02);
    EXPECT_NEAR(modal_error(a, run, q, v), c.error, 2e-2 * c.error) << c.h;
    EXPECT_NEAR(run.books(0).friction, c.slider, 1e-8) << c.h;
    EXPECT_NEAR(run.books(1).impact, c.stop, 1e-8) << c.h;
    EXPECT_NEAR(run.books(0).friction, 2.905501e-3, c.h + 4e-6) << c.h;
    EXPECT_NEAR(run.books(1).impact, 1.763087e-3, 1.5e-6) << c.h;
    EXPECT_NEAR(run.material(), 1.021278e-3, c.h + 4e-6) << c.h;
  }
}

// Two contacts whose rows coincide: their forces are not unique, the motion is.
TEST(FullAssembly, RoughFloorMeetsTheClosedForm) {
  const struct {
    double h, rest, floor, wall;
  } cases[] = {{1e-4, 0.0018319859, 0.329391, 0.153828},
               {1e-5, 0.0018421178, 0.329418, 0.153615},
               {1e-6, 0.0018428498, 0.329408, 0.153611}};
  for (const auto& c : cases) {
    Assembly a = rough_floor();
    const FullSystem stays = full_order(a);
    AssemblyOrder passive(stays, c.h);
    run_for(&passive, c.h, 0.08);
    EXPECT_NEAR(passive.displacement()[0], 1.843078e-3, 1.2e-5 * (c.h / 1e-4) + 3e-7) << c.h;
    EXPECT_NEAR(passive.books(0).friction, 0.3294153163, 6 * c.h + 1.5e-5);
    EXPECT_NEAR(passive.books(1).impact, 0.1536, 8 * c.h + 1.5e-5);

    a.opposes(FrictionVelocity::mean);  // of the stored solutions
    const FullSystem system = full_order(a);
    AssemblyOrder run(system, c.h);
    run_for(&run, c.h, 0.08);
    const double x = run.displacement()[0];
    EXPECT_NEAR(x, 1.843078e-3, 1.2e-5 * (c.h / 1e-4) + 3e-7) << c.h;
    EXPECT_NEAR(x, c.rest, 1e-8) << c.h;
    EXPECT_NEAR(run.books(0).friction, c.floor, 2e-6) << c.h;
    EXPECT_NEAR(run.books(1).impact, c.wall, 2e-6) << c.h;
    EXPECT_NEAR(run.books(0).friction, 0.3294153163, 3e-5);
    EXPECT_NEAR(run.books(1).impact, 0.1536, 2.3 * c.h + 1.5e-5);
  }
}

TEST(FullAssembly, LightBodyBetweenRigidGapsMeetsThePrototype) {
  const struct {
    double h, left, right, slider, wall, x1, x3, energy, work, material;
  } cases[] = {{2e-5, 2.147289612, 0.04581904802, 0.00694225725, 2.29054662, -0.001337063393,
                4.892639055e-05, 0.2713419139, 4.836155066, 0.07421561583},
               {5e-6, 0.08526105241, 2.110383758, 0.001752515482, 2.268825994, -0.001386063584,
                4.803851992e-05, 0.2686253661, 4.808706539, 0.07385785312},
               {1e-6, 0.04280721238, 2.150788536, 0.0001490444615, 2.265148273, -0.00140068099,
                4.813497175e-05, 0.2678102867, 4.800440748, 0.07373739498}};
  for (const auto& c : cases) {
    const FullSystem system = full_order(strong_coupling());
    AssemblyOrder run(system, c.h);
    run_for(&run, c.h, 0.05, [](double t) { return 100 + 300 * std::sin(2 * M_PI * 35 * t); });
    // at the largest step the prototype sees one impact in another step. Who of both gaps next to
    // the light body takes the energy is not the model's to say
    const double share = c.h > 1e-5 ? 6e-3 : 1e-4;
    const double gaps = run.books(1).impact + run.books(2).impact;
    EXPECT_NEAR(gaps, c.left + c.right, share * gaps) << c.h;
    EXPECT_NEAR(run.books(3).impact, c.wall, share * c.wall) << c.h;
    EXPECT_NEAR(run.external(), c.work, share * c.work) << c.h;
    EXPECT_NEAR(run.material(), c.material, share * c.material) << c.h;
  }
}

TEST(FullAssembly, IsTheRuntimeWithAllModes) {
  const struct {
    const char* name;
    Assembly assembly;
    double h;
    long steps;
  } cases[] = {{"two_masses", two_masses(1), 1e-4, 1000},
               {"two_masses", two_masses(2), 1e-5, 5000},
               {"beam", beam(), 5e-6, 1500},
               {"floor", rough_floor(), 1e-5, 5000},
               {"strong", strong_coupling(), 2e-5, 2000},
               {"strong", strong_coupling(), 5e-6, 3000},
               {"chain1", chain(1), 2e-5, 1500},
               {"chain3", chain(3), 5e-6, 1500},
               {"chain3", chain(3), 2e-5, 1500},
               {"chain5", chain(5, 0.5), 1e-5, 800}};
  for (const auto& c : cases) {
    const Twins t = compare_twins(with_rayleigh(c.assembly), c.h, c.steps);
    EXPECT_LT(t.error, 1e-9) << c.name << ' ' << c.h;
    EXPECT_EQ(t.unsolved, 0) << c.name;
    EXPECT_GT(t.touched, 0u) << c.name;
    EXPECT_LT(t.balance, 1e-12) << c.name;
  }
}

TEST(FullAssembly, RandomOnesAreTheRuntimeWithAllModes) {
  for (int seed = 0; seed < 30; ++seed) {
    const Twins t = compare_twins(with_rayleigh(random_assembly(seed)), 1e-5, 300);
    EXPECT_LT(t.error, 1e-9) << seed;
    EXPECT_EQ(t.unsolved, 0) << seed;
    EXPECT_LT(t.balance, 1e-12) << seed;
  }
}

// A plate of two nodes pressed on the ground by a joint that rubs with the pressure, another joint
// of a bank of sliders between it and a second body, which strikes a stop that rubs.
Assembly rubbing_joints() {
  Assembly a = lumps({{0.3, 40}, {0.3, 60}, {0.2, 50}, {0.2, 30}, {0.1, 80}, {0.1, 20}}).joined(2);
  TangentialLaw pressed;
  pressed.kind = TangentialKind::oden_pires;
  pressed.friction = 0.4;
  pressed.friction_modulus = 4e6;
  TangentialLaw bank;
  bank.kind = TangentialKind::iwan;
  bank.friction_modulus = 2e6;
  bank.slip_traction = 60.0;
  bank.elements = 5;
  a.joint("floor", {{1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}},
          {{0, 0, 1, 0, 0, 0}, {0, 0, 0, 1, 0, 0}},
          {5e6, 20.0, ImpactDamper::filled, 0.0, 0.0, 1.0}, pressed);
  a.joint("bank", {{0.3, 1, 0, 0, -1, 0}, {1, 0.2, 0, 0, -1, 0}},
          {{0, 0, 1, 0, 0, -1}, {0, 0, 0, 1, 0, -1}},
          {1e6, 0.0, ImpactDamper::clamped, 1e-5, 0.0, 1.0}, bank);
  a.stop("stop", {0, 0, 0, 0, -1, 0}, 5e-6, 0.4, 0.3, {0, 0, 0, 0, 0, 1});
  a.force({-60, -40, 0, 0, 0, 0});
  a.input({0.2, 0.1, 1, 0.3, 0.7, 0.5});
  a.start({0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0});
  return a;
}

// Tangents that are not symmetric, forces that jump with the velocity, several joints at once.
TEST(FullAssembly, RubbingJointsAreThoseOfTheRuntime) {
  for (const double h : {5e-6, 2e-5}) {
    const Twins t = compare_twins(with_rayleigh(rubbing_joints()), h, 1500);
    EXPECT_LT(t.error, 1e-9) << h;
    EXPECT_EQ(t.unsolved, 0) << h;
    EXPECT_GT(t.touched, 1000u) << h;
    EXPECT_LT(t.balance, 1e-12) << h;
  }
}

// Interfaces that share no body are those of separate runs.
TEST(FullAssembly, InterfacesThatShareNoBodyAreRunsOfTheirOwn) {
  Assembly slides = masses({1.0, 0.5}, Matrix{{12000, -2000}, {-2000, 2000}});
  slides.slider("slider", {-1, 1}, 2e4, 30.0);
  slides.start({0, 0}, {1, -1});
  const Assembly floor = rough_floor();
  const double h = 1e-4;
  const FullSystem both = full_order(slides.beside(floor)), assembled = full_order(slides);
  FullSystem joint = assembled, contacts = full_order(floor);
  joint.alone = contacts.alone = true;
  contacts.interfaces[0].make<UnilateralContacts>().points.push_back(
      contacts.interfaces[1].contacts().points.front());
  contacts.interfaces.resize(1);
  FullOrderOptions options;
  options.step = h;
  AssemblyOrder pair(both, h);
  AssemblyOrder alone(joint, h);
  AssemblyOrder rubs(contacts, options);
  // modes of the first, coordinates of the second
  for (int k = 0; k < 1000; ++k) {
    (void)pair.step(kNoInput);
    (void)alone.step(kNoInput);
    (void)rubs.step(kNoInput);
    ASSERT_LT((pair.velocity().head(2) - alone.velocity()).norm(), 1e-12) << k;
    ASSERT_LT((pair.velocity().tail(2) - rubs.velocity()).norm(), 1e-12) << k;
  }
  EXPECT_LT((pair.displacement().head(2) - alone.displacement()).norm(), 1e-15);
  EXPECT_LT((pair.displacement().tail(2) - rubs.displacement()).norm(), 1e-15);
  EXPECT_NEAR(pair.books(0).friction, test::energies_of(alone).friction, 1e-13);
  EXPECT_NEAR(pair.books(1).friction + pair.books(2).impact, rubs.books().dissipated, 1e-13);
  EXPECT_LT((pair.contact_impulse() - rubs.contact_impulse()).norm(),
            1e-12 * rubs.contact_impulse().norm());
}

// A gap is that of the clearance in force.
TEST(FullAssembly, GapsFollowTheirClearance) {
  Assembly a = rough_floor();
  a.system().outputs = {{"gap", "m", OutputQuantity::gap, 0, 0}};
  const FullSystem system = full_order(a);
  AssemblyOrder run(system, 1e-4);
  const double before = run.outputs()[0];
  LawChange wider;
  wider.parameter = 3;
  wider.value = 2e-4;
  wider.relative = true;
  run.change(wider);
  EXPECT_NEAR(run.outputs()[0] - before, 2e-4, 1e-18);
}

// Places of every interface do the same in nearly all spans, and do not rest all the time.
void expect_same_states(const StateMap& a, const StateMap& b) {
  ASSERT_EQ(a.places(), b.places());
  ASSERT_EQ(a.ends().size(), b.ends().size());
  for (std::size_t i = 0; i < a.interfaces().size(); ++i) {
    EXPECT_EQ(a.interfaces()[i].name, b.interfaces()[i].name);
    EXPECT_EQ(a.interfaces()[i].place, b.interfaces()[i].place);
    EXPECT_EQ(a.interfaces()[i].lengths, b.interfaces()[i].lengths);
  }
  std::size_t same = 0;
  for (std::size_t s = 0; s < a.ends().size(); ++s) {
    const std::vector<ShownState> of_a = a.span(s), of_b = b.span(s);
    for (std::size_t k = 0; k < of_a.size(); ++k) same += of_a[k] == of_b[k] ? 1 : 0;
  }
  EXPECT_GT(static_cast<double>(same), 0.99 * static_cast<double>(a.places() * a.ends().size()));
  for (const Touch what : {Touch::kOpen, Touch::kSticks, Touch::kSlips}) {
    EXPECT_GT(a.share(what), 0.01);
    EXPECT_NEAR(a.share(what), b.share(what), 1e-3);
  }
}

// What a scenario of an assembly at full order records.
TEST(FullAssembly, RunsAsAScenarioDoes) {
  Assembly a = with_rayleigh(rubbing_joints());
  a.energy_outputs();
  for (const OutputQuantity q : {OutputQuantity::contact_force, OutputQuantity::gap})
    a.system().outputs.push_back({"stop." + std::to_string(static_cast<int>(q)), "", q, 0, 2});
  a.system().outputs.push_back({"pressure", "N/m", OutputQuantity::normal_traction, 1, 0});
  a.system().outputs.push_back({"shear", "N/m", OutputQuantity::friction_traction, 1, 0});
  a.system().outputs.push_back({"slip", "-", OutputQuantity::slipping_share, 0, 1});
  const FullSystem system = full_order(a);
  FullOrderOptions options;
  options.step = 2e-5;
  SourceOptions shaker;
  shaker.offset = 100.0;
  shaker.amplitude = 300.0;
  shaker.frequency = 35.0;
  StateMap of_full(mapped_places(system), 1000);
  options.map = &of_full;
  const Trajectory t = run_full(system, options, {shaker}, system.initial_displacement,
                                system.initial_velocity, 0.02, 1, {});
  ASSERT_EQ(t.steps, 1000);
  EXPECT_EQ(t.unsolved_steps, 0);
  EXPECT_GT(t.steps_in_contact, 800);
  const std::vector<double>& y = t.outputs.back();
  const double kinetic = y[0], strain = y[1], material = y[2], work = y[3];
  EXPECT_NEAR(kinetic + strain + material + y[4] + y[5], work, 1e-12 * work);
  EXPECT_NEAR(y[4], y[6] + y[8] + y[10], 1e-15);
  EXPECT_NEAR(y[5], y[7] + y[9] + y[11], 1e-15);
  EXPECT_NEAR(t.dissipated_in_contact, y[4] + y[5], 1e-15);
  EXPECT_LT(t.largest_energy_gain, 1e-12 * work);
  double force = 0.0, slipped = 0.0;
  for (std::size_t k = 1; k < t.outputs.size(); ++k) {
    const std::vector<double>& o = t.outputs[k];
    force += 2e-5 * o[12];
    slipped = std::max(slipped, o[16]);
    EXPECT_GE(o[13], -1e-5) << k;
    EXPECT_LE(std::abs(o[15]), 0.4 * std::max(0.0, o[14]) + 1e-9) << k;
  }
  EXPECT_NEAR(force, t.contact_impulse[0], 1e-12 * force);

  // the same of the model file, and of every interface
  BakeOptions baking = assembly_options(2e-5);
  baking.solver.tolerance = 1e-12;
  Instance file(bake(a.system(), baking), "file");
  const SourceOptions wave = shaker;
  StateMap of_file = empty_map(file, 1000);
  const auto both_ends = [&](long k) {
    if (k > 1) of_file.add(static_cast<double>(k - 1) * 2e-5, place_states(file));
    const double t0 = static_cast<double>(k - 1) * 2e-5;
    return Vector{{input_values(system.inputs, {wave}, t0)[0],
                   input_values(system.inputs, {wave}, t0 + 2e-5)[0]}};
  };
  const Trajectory played = play(file, both_ends, 1000, 1, {});
  of_file.add(0.02, place_states(file));
  expect_same_states(of_full, of_file);
  ASSERT_EQ(t.interfaces.size(), 3u);
  ASSERT_EQ(played.interfaces.size(), 3u);
  ASSERT_EQ(played.contact_impulse.size(), t.contact_impulse.size());
  double dissipated = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const InterfaceTotals &of_full = t.interfaces[i], &of_file = played.interfaces[i];
    EXPECT_EQ(of_file.name, of_full.name);
    EXPECT_EQ(of_full.name, system.interfaces[i].name);
    EXPECT_GT(of_full.normal_impulse, 0.0) << i;
    EXPECT_GT(of_full.tangential_impulse, 0.0) << i;
    EXPECT_NEAR(of_file.normal_impulse, of_full.normal_impulse, 1e-9 * of_full.normal_impulse);
    EXPECT_NEAR(of_file.tangential_impulse, of_full.tangential_impulse,
                1e-9 * of_full.tangential_impulse);
    EXPECT_NEAR(of_file.dissipated, of_full.dissipated, 1e-9 * std::abs(of_full.dissipated));
    EXPECT_NEAR(of_file.turned_over, of_full.turned_over, 1e-9 * of_full.turned_over);
    EXPECT_GE(of_full.turned_over, std::abs(of_full.dissipated));
    dissipated += of_full.dissipated;
  }
  EXPECT_NEAR(dissipated, t.dissipated_in_contact, 1e-13);
  EXPECT_NEAR(t.interfaces[2].normal_impulse, t.contact_impulse[0], 1e-13);
  EXPECT_GT(force, 0.0);
  EXPECT_GT(slipped, 0.0);

  options.scheme = TimeScheme::schurzig;
  EXPECT_THROW(run_full(system, options, {shaker}, Vector(), Vector(), 0.001, 1, {}), Error);
  options.scheme = TimeScheme::moreau_jean;
  options.phases.resize(1);
  EXPECT_THROW(run_full(system, options, {shaker}, Vector(), Vector(), 0.001, 1, {}), Error);
  options.phases.clear();
  FullSystem wrong = system;
  wrong.outputs.back().quantity = OutputQuantity::gap;
  try {
    run_full(wrong, options, {shaker}, Vector(), Vector(), 0.001, 1, {});
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("interface bank"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace mortise::test
