// Films that carry a mass: a line contact under a load, and the same between bodies of an assembly,
// by another integration of their motion.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "generator/contact/film/half_space_gaps.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "generator/simulate/structure/assembly_order.hpp"
#include "tests/physics/soft_contacts.hpp"

namespace mortise::gen {
namespace {

constexpr double kMass = 0.1, kWidth = 0.01;  // [kg], [m]

FilmCase tip_film(const std::vector<std::string>& overrides) {
  std::vector<std::string> all = {"grid.points=81", "load.rise=[]", "load.fall=[]", "load.step=0"};
  all.insert(all.end(), overrides.begin(), overrides.end());
  return *read_definition(std::string(MORTISE_MODELS) + "/valve_train/tip_film.toml", all).film;
}

// A mass that moves up and down above the ground, pressed down, with a film below it.
FullSystem mass_on_film(const FilmCase& film, double push, double opening, double velocity) {
  FullSystem s;
  s.model.nodes[1] = Vector3::Zero();
  s.model.dofs = {{1, 2}};
  s.model.mass = SparseMatrix(1, 1);
  s.model.mass.insert(0, 0) = kMass;
  s.model.stiffness = SparseMatrix(1, 1);
  FullInterface interface;
  interface.name = "oil";
  interface.make<FilmBetween>();
  interface.as<FilmBetween>()->opening = SparseRow(1);
  interface.as<FilmBetween>()->opening.insert(0) = 1.0;
  interface.as<FilmBetween>()->width = kWidth;
  interface.as<FilmBetween>()->film = film;
  s.interfaces.push_back(interface);
  s.constant_force = Vector::Constant(1, -push);
  s.initial_displacement = Vector::Constant(1, opening);
  s.initial_velocity = Vector::Constant(1, velocity);
  return s;
}

TEST(CarriedFilm, RestsWhereTheBalancedOneDoes) {
  const FilmCase d = tip_film({"duration=2e-4", "train.duration=2e-3"});
  const FilmSteady steady = steady_film(d);
  const FilmRun run = simulate_film(d, {}, nullptr);
  ASSERT_TRUE(run.completed) << run.stop_reason;
  for (const FilmSample& s : run.trace) {
    EXPECT_NEAR(s.h_central, steady.h_central, 1e-7 * steady.h_central);
    EXPECT_NEAR(s.force, steady.load, 1e-6 * steady.load);
  }
}

// The further away the surfaces rest, the more they give in: by its logarithm, everywhere alike.
TEST(CarriedFilm, SurfacesFarAwayGiveInWithTheLogarithm) {
  const FilmGrid grid = make_grid(FilmShape::line, 21, -3.0, 2.0);
  const Matrix near = line_kernel(grid), far = line_kernel(grid, 50.0);
  const Vector P = (-grid.x.array().square()).exp();
  const Vector more = (far - near) * P;
  EXPECT_LT((more.array() - std::log(50.0) / kPi * grid.weights().dot(P)).abs().maxCoeff(), 1e-13);
}

TEST(FilmInAssemblyOrder, TakesNoMomentumAndBooksItsLoss) {
  const FullSystem system = mass_on_film(tip_film({}), 120.0, 2e-5, -0.1);
  AssemblyOrder order(system, 5e-6);
  const double start = order.kinetic();
  for (int k = 0; k < 200; ++k) ASSERT_TRUE(order.step(Vector())->solved) << k;
  const InterfaceTotals film = order.interfaces().front();
  EXPECT_NEAR(film.normal_impulse - 120.0 * 1e-3, kMass * (order.velocity()[0] + 0.1), 1e-12);
  EXPECT_NEAR(order.kinetic() + film.dissipated, start + order.external(), 1e-12);
  EXPECT_GT(film.dissipated, 1e-4);  // the squeeze brakes it
}

// A slave on a spring is pressed on the mass, which moves away below it.
TEST(FilmInAssemblyOrder, CarriesAMassThatAnotherOneSlidesOn) {
  for (const SlidingKind kind : {SlidingKind::bilateral, SlidingKind::unilateral}) {
    FullSystem s = mass_on_film(tip_film({}), 0.0, 2e-5, -0.1);
    const double slave = 0.05, push = 100.0, press = 20.0;
    const auto unit = [](int dof) {
      SparseRow row(3);
      row.insert(dof) = 1.0;
      return row;
    };
    s.model.nodes[2] = Vector3::Zero();
    s.model.dofs = {{1, 2}, {2, 1}, {2, 2}};
    s.model.mass = Vector{{kMass, slave, slave}}.asDiagonal().toDenseMatrix().sparseView();
    s.model.stiffness = Vector{{0.0, 1e5, 0.0}}.asDiagonal().toDenseMatrix().sparseView();
    s.interfaces[0].as<FilmBetween>()->opening = unit(0);
    SlidingContact slide;
    slide.slave_x = unit(1);
    slide.slave_y = unit(2);
    slide.target_x = {SparseRow(3), SparseRow(3)};
    slide.target_y = {unit(0), unit(0)};
    slide.geometry.target_positions = Matrix{{-1.0, 1.0}, {0.0, 0.0}};
    slide.law = {kind, 0.2, 0.5, 0.2};
    s.interfaces.emplace_back().name = "slide";
    s.interfaces[1].law = slide;
    s.constant_force = Vector{{-push, 0.0, -press}};
    s.initial_displacement = Vector{{2e-5, 0.0, 2e-5}};
    s.initial_velocity = Vector{{-0.1, 0.0, -0.1}};
    AssemblyOrder order(s, 5e-6);
    const double start = order.kinetic() + order.strain();
    for (int k = 0; k < 200; ++k) ASSERT_TRUE(order.step(Vector())->solved) << k;
    const Vector v = order.velocity();
    const InterfaceTotals film = order.interfaces()[0], slid = order.interfaces()[1];
    EXPECT_NEAR(slid.normal_impulse - press * 1e-3, slave * (v[2] + 0.1), 1e-12);
    EXPECT_NEAR(film.normal_impulse - push * 1e-3 - slid.normal_impulse, kMass * (v[0] + 0.1),
                1e-12);
    // a bilateral one is pulled at first
    const double more = slid.tangential_impulse - 0.2 * slid.normal_impulse;
    EXPECT_TRUE(kind == SlidingKind::bilateral ? more > 1e-4 : std::abs(more) < 1e-12) << more;
    EXPECT_NEAR(order.kinetic() + order.strain() + film.dissipated + slid.dissipated,
                start + order.external(), 1e-12);
    EXPECT_GT(film.dissipated, 1e-4);
    EXPECT_GT(slid.dissipated, 1e-4);
  }
}

// Pushed through its film onto a stop at position level, as a mode of mass 1: it stands on the stop
// without overlap, and its books close.
TEST(FilmInAssemblyOrder, LeadsOntoAStopAtPositionLevel) {
  const double root = std::sqrt(kMass);
  FullSystem s = mass_on_film(tip_film({}), 120.0 / root, 2e-5 * root, -0.1 * root);
  s.model.mass.coeffRef(0, 0) = 1.0;
  s.interfaces[0].as<FilmBetween>()->opening.coeffRef(0) = 1.0 / root;
  ContactPoint point;
  point.parameters = {"stop", -1.5e-5, 0.0, 1.0, 0.0};
  point.normal = s.interfaces[0].as<FilmBetween>()->opening;
  point.tangent1 = point.tangent2 = SparseRow(1);
  UnilateralContacts stop;
  stop.points = {point};
  stop.law.level = ContactLevel::position;
  stop.compliance = std::make_shared<const ResidualCompliance>(
      test::compliance_of(1e-8 * Matrix::Identity(3, 3), 3));
  s.interfaces.emplace_back().name = "stop";
  s.interfaces[1].law = stop;
  s.outputs = {{"gap", "m", OutputQuantity::gap, 0, 1},
               {"force", "N", OutputQuantity::contact_force, 0, 1}};
  AssemblyOrder order(s, 5e-6);
  const double start = order.kinetic();
  double least = 1.0, most = 0.0;
  for (int k = 0; k < 200; ++k) {
    ASSERT_TRUE(order.step(Vector())->solved) << k;
    const Vector y = order.outputs();
    least = std::min(least, y[0]);
    most = std::max(most, y[1]);
  }
  EXPECT_GT(least, -1e-15);
  EXPECT_GT(most, 120.0);
  const InterfaceTotals film = order.interfaces()[0], stopped = order.interfaces()[1];
  // what opening has gained beyond the bank was taken out of the motion, with its momentum
  EXPECT_NEAR(film.normal_impulse + stopped.normal_impulse - 120.0 * 1e-3,
              root * (order.velocity()[0] + 0.1 * root), 1e-4 * stopped.normal_impulse);
  EXPECT_NEAR(order.kinetic() + order.strain() + film.dissipated + stopped.dissipated,
              start + order.external(), 1e-12);
}

// Solved as a load in balance, with the approach for an unknown.
TEST(FilmInAssemblyOrder, EndsAtTheSteadyFilmOfItsLoad) {
  const FilmCase film = tip_film({});
  const FilmSteady steady = steady_film(film);
  const double push = steady.load * kWidth;
  FullSystem system = mass_on_film(film, push, 1e-5, -0.01);
  AssemblyOrder order(system, 1e-5);
  for (int k = 0; k < 1500; ++k) ASSERT_TRUE(order.step(Vector())->solved) << k;
  system.outputs = {{"gap", "m", OutputQuantity::central_gap, 0, 0},
                    {"force", "N", OutputQuantity::film_force, 0, 0}};
  const Vector y = order.outputs();
  EXPECT_NEAR(y[0], steady.h_central, 1e-4 * steady.h_central);
  EXPECT_NEAR(y[1], push, 1e-4 * push);
}

TEST(FilmInAssemblyOrder, ConvergesFasterThanTheFirstOrder) {
  const FilmCase film = tip_film({});
  std::vector<double> ends;
  for (const double h : {1e-5, 5e-6, 2.5e-6, 1.25e-6}) {
    const FullSystem system = mass_on_film(film, 120.0, 1e-5, -0.02);
    AssemblyOrder order(system, h);
    const long steps = std::lround(2e-4 / h);
    for (long k = 0; k < steps; ++k) ASSERT_TRUE(order.step(Vector())->solved) << k;
    ends.push_back(order.displacement()[0]);
  }
  // 4 where nothing cavitates anew within the run
  EXPECT_GT((ends[0] - ends[1]) / (ends[1] - ends[2]), 2.8);
  EXPECT_GT((ends[1] - ends[2]) / (ends[2] - ends[3]), 2.8);
}

}  // namespace
}  // namespace mortise::gen
