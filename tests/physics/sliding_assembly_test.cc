// Sliding contacts among the interfaces of assemblies: as models of their own where they are alone,
// against closed forms beside a spring and a stop, and against every status there could be.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "generator/bake/structure/assembly_modes.hpp"
#include "generator/bake/structure/discretise.hpp"
#include "generator/contact/sliding/geometry.hpp"
#include "generator/ground/dense/small_lu.hpp"
#include "generator/ground/text/error.hpp"
#include "mortise/events.hpp"
#include "tests/physics/squeeze_film.hpp"

namespace mortise::test {
namespace {

using namespace gen;

void slide_outputs(ReducedSystem* s, int interface) {
  using Q = OutputQuantity;
  s->outputs = {{"force", "N", Q::contact_force, 0, interface},
                {"friction", "N", Q::contact_force, 1, interface},
                {"slip", "m/s", Q::sliding_velocity, 0, interface},
                {"position", "m", Q::contact_position, 0, interface}};
}

// The sliding contact of an assembly with its bodies as they lie in the file, and nothing else.
ReducedSystem slide_alone(const Assembly& a) {
  ReducedSystem s = assembly_modes(a.system(), 1e-4).system;
  const auto slides = [](const ReducedInterface& i) { return i.as<ReducedSliding>() != nullptr; };
  s.interfaces = {*std::find_if(s.interfaces.begin(), s.interfaces.end(), slides)};
  s.alone = true;
  slide_outputs(&s, -1);
  return s;
}

// Both step alike, `modes` of them from first[i] on, and say the same.
void expect_bits_of(Instance* run, int first, Instance* alone, int modes, int steps) {
  std::vector<double> y(4), expected(4);
  for (int k = 0; k < steps; ++k) {
    const Status st = run->step(nullptr, y.data());
    ASSERT_EQ(alone->step(nullptr, expected.data()), st) << k;
    ASSERT_EQ(y, expected) << k;
    const auto bytes = sizeof(double) * static_cast<std::size_t>(modes);
    ASSERT_EQ(
        std::memcmp(run->state().q(run->model()) + first, alone->state().q(alone->model()), bytes),
        0)
        << k;
    ASSERT_EQ(
        std::memcmp(run->state().v(run->model()) + first, alone->state().v(alone->model()), bytes),
        0)
        << k;
  }
  const Statistics &one = run->state().statistics(), &two = alone->state().statistics();
  EXPECT_EQ(one.detached, two.detached);
  EXPECT_EQ(one.sticking, two.sticking);
  EXPECT_EQ(one.first_not_sliding, two.first_not_sliding);
}

Assembly thrown_slider(SlidingKind kind) {
  Assembly a = table_slider(kind, 0.05, 0.9);
  a.start({0, -2.0 / 300, 0}, {0, kind == SlidingKind::unilateral ? 0.3 : 0.0, 0});
  return a;
}

TEST(SlidingAssembly, AloneIsAModelOfItsOwn) {
  for (const SlidingKind kind : {SlidingKind::bilateral, SlidingKind::unilateral}) {
    for (const std::vector<Eigen::Index>& bodies :
         {std::vector<Eigen::Index>{}, std::vector<Eigen::Index>{0, 2}}) {
      Assembly a = thrown_slider(kind);
      a.system().groups = bodies;
      ReducedSystem s = a.system();
      slide_outputs(&s, 0);
      const ReducedSystem alone = slide_alone(a);
      Instance run(bake(s, assembly_options(1e-4)), "assembly"),
          own(bake(alone, assembly_options(1e-4)), "own");
      expect_bits_of(&run, 0, &own, static_cast<int>(alone.size()), 20000);
      if (kind == SlidingKind::bilateral) continue;
      EXPECT_GT(own.state().statistics().detached, 100u);
      EXPECT_GT(own.state().statistics().sticking, 100u);
    }
  }
}

// A stop that stays open leaves it alone; beside it, a group that shares no body.
TEST(SlidingAssembly, DecoupledInterfacesLeaveItsBits) {
  for (const SlidingKind kind : {SlidingKind::bilateral, SlidingKind::unilateral}) {
    Assembly a = thrown_slider(kind);
    const ReducedSystem alone = slide_alone(a);
    a.stop("far", {0, 0, 1}, 1.0, 0.0);
    const Assembly both = a.beside(two_masses(1));
    ReducedSystem s = both.system();
    slide_outputs(&s, 0);
    Instance run(bake(s, assembly_options(1e-4)), "pair"),
        own(bake(alone, assembly_options(1e-4)), "own"),
        masses(bake(two_masses(1).system(), assembly_options(1e-4)), "masses");
    expect_bits_of(&run, 0, &own, 3, 5000);
    for (int k = 0; k < 5000; ++k) (void)masses.step(nullptr, nullptr);
    EXPECT_EQ(std::memcmp(run.state().q(run.model()) + 8, masses.state().q(masses.model()), 16), 0);
    EXPECT_EQ(std::memcmp(run.state().v(run.model()) + 8, masses.state().v(masses.model()), 16), 0);
    EXPECT_EQ(contact_events(run.model(), run.state(), nullptr, 0),
              contact_events(own.model(), own.state(), nullptr, 0) +
                  contact_events(masses.model(), masses.state(), nullptr, 0));
  }
}

// The books as the last four outputs but those of the interfaces.
EnergyBooks slide_books(const Instance& run) {
  EnergyBooks e;
  std::memcpy(&e, run.state().at<Real>(run.model().view().layout.outputs), sizeof e);
  return e;
}
double impact_of(const Instance& run, int interface) {
  return run.state().at<Real>(run.model().view().layout.outputs)[6 + 2 * interface];
}
double friction_of(const Instance& run, int interface) {
  return run.state().at<Real>(run.model().view().layout.outputs)[7 + 2 * interface];
}

// m u'' + K u = -mu N while the ground slides away below.
TEST(SlidingAssembly, FrictionDrawsASpringAsInTheClosedForm) {
  const double K = 1.5e4, w = std::sqrt(K), shift = 30 / K, duration = 0.05;
  for (const SlidingKind kind : {SlidingKind::bilateral, SlidingKind::unilateral}) {
    double errors[2];
    for (const int fine : {0, 1}) {
      const double h = fine ? 1e-5 : 1e-4;
      Assembly a = belt(kind);
      a.energy_outputs();
      Instance run(bake(a.system(), assembly_options(h)), "belt");
      std::vector<double> y(static_cast<std::size_t>(run.dims().outputs));
      Status seen = 0;
      for (long k = 0; k < std::lround(duration / h); ++k) seen |= run.step(nullptr, y.data());
      EXPECT_EQ(seen, status::kOk);
      const double* q = run.state().q(run.model());
      const Vector x = a.shapes() * Eigen::Map<const Vector>(q, 2);
      errors[fine] = std::abs(x[0] + shift * (1 - std::cos(w * duration)));
      EXPECT_NEAR(x[1], 0, 1e-15);
      const EnergyBooks e = slide_books(run);
      EXPECT_NEAR(e.external, 30 * 0.5 * duration, 1e-10);
      EXPECT_NEAR(e.friction, 30 * (0.5 * duration + x[0]), 1e-10);
      EXPECT_NEAR(friction_of(run, 1), e.friction, 1e-13);
      EXPECT_NEAR(impact_of(run, 1), 0, 1e-12);
      EXPECT_NEAR(e.total() + e.lost(), e.external, 1e-12);
    }
    EXPECT_LT(errors[0], 3e-6);
    EXPECT_NEAR(errors[0] / errors[1], 100, 5) << "second order where nothing strikes";
  }
}

// A stop half-way is struck once by .015 s; in the end the mass rests there under 15 N.
TEST(SlidingAssembly, FrictionPressesOnAStopAsInTheClosedForm) {
  const double K = 1.5e4, w = std::sqrt(K), shift = 30 / K, c = 1e-3, e = 0.5;
  const double struck = std::acos(1 - c / shift) / w;
  const double speed = shift * w * std::sin(w * struck);
  const auto after = [&](double t) {
    const double s = t - struck;
    return -shift + (shift - c) * std::cos(w * s) + e * speed / w * std::sin(w * s);
  };
  for (const SlidingKind kind : {SlidingKind::bilateral, SlidingKind::unilateral}) {
    for (const double h : {1e-4, 1e-5, 1e-6}) {
      Assembly a = belt(kind);
      a.stop("stop", {1, 0}, c, e);
      a.energy_outputs();
      Instance run(bake(a.system(), assembly_options(h)), "stopped");
      std::vector<double> y(static_cast<std::size_t>(run.dims().outputs));
      Status seen = 0;
      const auto go_to = [&](double from, double to) {
        for (long k = std::lround(from / h); k < std::lround(to / h); ++k)
          seen |= run.step(nullptr, y.data());
      };
      const auto place = [&] {
        return (a.shapes() * Eigen::Map<const Vector>(run.state().q(run.model()), 2))[0];
      };
      go_to(0, 0.015);
      EXPECT_NEAR(place(), after(0.015), 0.25 * h) << h;
      EXPECT_NEAR(impact_of(run, 2), 0.5 * (1 - e * e) * speed * speed, 10 * h) << h;
      go_to(0.015, 0.15);
      EXPECT_EQ(seen, status::kOk);
      EXPECT_NEAR(place(), -c, 0.25 * h) << h;
      const EnergyBooks books = slide_books(run);
      EXPECT_NEAR(books.external, 30 * 0.5 * 0.15, 1e-9);
      EXPECT_NEAR(books.friction, 30 * (0.5 * 0.15 - c), 10 * h) << h;
      EXPECT_NEAR(books.impact, 30 * c - 0.5 * K * c * c, 10 * h) << h;
      EXPECT_NEAR(books.total() + books.lost(), books.external, 1e-11 * books.external / h * 1e-4);
    }
  }
}

// ---- a slave on a beam over a stop, against every status that the two could have

// Forces of a status, by which the bodies move on; three: gap, slip, stop.
struct Solution {
  Eigen::Vector3d force, motion;
};

// The step of drawn_along() by statuses: who takes part, the free motion of the three rows, what a
// force moves, and which forces obey all laws.
class StatusOracle {
 public:
  StatusOracle(const Assembly& a, double h)
      : s_(assembly_modes(a.system(), 1e-4).system),
        h_(h),
        sliding_(*s_.interfaces[0].as<ReducedSliding>()),
        geometry_(sliding_, s_.size()),
        stop_(s_.interfaces[1].contacts().rows.row(0).transpose()),
        clearance_(s_.interfaces[1].contacts().points[0].clearance),
        restitution_(s_.interfaces[1].contacts().points[0].restitution) {
    motion_ = discretise(s_, s_.damping, h);
    segment_ = geometry_.find(s_.initial_q, sliding_.geometry.start).segment;
  }

  // From q, v at t_n = steps h on.
  void look_at(const Vector& q, const Vector& v, long steps) {
    const double velocity = sliding_.law.velocity;
    const Vector ahead = q + h_ * v;
    place_ = geometry_.follow(ahead, sliding_.geometry.start + velocity * (h_ * double(steps + 1)),
                              segment_, 2);
    segment_ = place_.segment;
    free_ = motion_.from_velocity.cwiseProduct(v) + motion_.from_position.cwiseProduct(q) +
            motion_.constant;
    Eigen::Matrix<double, Eigen::Dynamic, 2> relative;
    geometry_.relative_rows(place_, &relative);
    rows_.resize(3, q.size());
    rows_ << (relative * place_.normal()).transpose(), (relative * place_.tangent()).transpose(),
        stop_.transpose();
    pushed_ = rows_ * motion_.admittance.asDiagonal() * rows_.transpose();
    const Vector end = q + 0.5 * h_ * (v + free_);
    slides_ = place_.gap + rows_.row(0).dot(end - ahead) <= 0;
    strikes_ = clearance_ + stop_.dot(end) <= 0;
    // restitution and friction shift the motion that the laws see
    const double before = stop_.dot(v);
    law_ = rows_ * free_;
    law_[0] += -place_.sine * velocity + sliding_.law.feedback * place_.gap / h_;
    law_[1] += rows_.row(1).dot(v) + 2 * place_.cosine * velocity;
    law_[2] += (before > 0 ? 1 : restitution_) * before;
  }
  bool both() const { return slides_ && strikes_; }

  std::vector<Solution> solutions() const {
    std::vector<Solution> found;
    const double mu = sliding_.law.friction;
    for (const Slide slide : {kOpen, kStick, kForwards, kBackwards}) {
      for (const bool closed : {false, true}) {
        if ((slide != kOpen && !slides_) || (closed && !strikes_)) continue;
        Eigen::Matrix3d system = Eigen::Matrix3d::Identity();
        Eigen::Vector3d right = Eigen::Vector3d::Zero();
        const auto still = [&](Eigen::Index row) {
          system.row(row) = pushed_.row(row);
          right[row] = -law_[row];
        };
        if (slide != kOpen) still(0);
        if (slide == kStick) still(1);
        if (slide == kForwards) system(1, 0) = mu;
        if (slide == kBackwards) system(1, 0) = -mu;
        if (closed) still(2);
        Solution x;
        x.force = SmallLu(Matrix(system)).solve(Vector(right));
        x.motion = law_ + pushed_ * x.force;
        if (obeys(x, slide, closed)) found.push_back(x);
      }
    }
    return found;
  }
  Vector velocity(const Solution& x) const {
    return free_ + motion_.admittance.cwiseProduct(rows_.transpose() * x.force);
  }
  double motion() const { return law_.cwiseAbs().maxCoeff(); }

 private:
  enum Slide { kOpen, kStick, kForwards, kBackwards };

  bool obeys(const Solution& x, Slide slide, bool closed) const {
    const double fast = 1e-9 * motion(), strong = fast / pushed_.diagonal().minCoeff();
    const double n = x.force[0], t = x.force[1];
    if (slide == kOpen && slides_ && x.motion[0] < -fast) return false;
    if (slide != kOpen && n < -strong) return false;
    if (slide == kStick && std::abs(t) > sliding_.law.friction * n + strong) return false;
    if (slide == kForwards && x.motion[1] < -fast) return false;
    if (slide == kBackwards && x.motion[1] > fast) return false;
    if (!closed && strikes_ && x.motion[2] < -fast) return false;
    return !closed || x.force[2] > -strong;
  }

  ReducedSystem s_;
  double h_;
  ReducedSliding sliding_;
  SlidingGeometryModel geometry_;
  Vector stop_;
  double clearance_, restitution_;
  StepOperators motion_;
  Eigen::Index segment_ = 0;
  ContactPlace place_;
  Vector free_;
  Matrix rows_;
  Eigen::Matrix3d pushed_;
  Eigen::Vector3d law_;
  bool slides_ = false, strikes_ = false;
};

// Restitution counts where the stop is approached alone, friction opposes the mean slip: without
// either the runs part, at the first rebound, and where the slip turns around.
TEST(SlidingAssembly, EveryStepIsTheSolutionOfSomeStatus) {
  for (const double velocity : {0.4, -0.02}) {
    for (const double h : {2e-5, 1e-4}) {
      const Assembly a = drawn_along(SlidingKind::unilateral, velocity);
      Instance run(bake(a.system(), assembly_options(h)), "drawn");
      StatusOracle oracle(a, h);
      const auto of = [&](const Real* x) { return Vector(Eigen::Map<const Vector>(x, 18)); };
      long together = 0, several = 0, open = 0, stuck = 0, slid = 0;
      for (long k = 0; k < 6000; ++k) {
        oracle.look_at(of(run.state().q(run.model())), of(run.state().v(run.model())), k);
        const Status st = run.step(nullptr, nullptr);
        ASSERT_FALSE(st & (status::kCAPPED | status::kROLLED_BACK | status::kOFF_TARGET)) << k;
        const Vector v = of(run.state().v(run.model()));
        const std::vector<Solution> all = oracle.solutions();
        ASSERT_FALSE(all.empty()) << k;
        double nearest = 1e300, apart = 0;
        Solution taken = all.front();
        for (const Solution& x : all) {
          const double off = (oracle.velocity(x) - v).cwiseAbs().maxCoeff();
          if (off < nearest) taken = x;
          nearest = std::min(nearest, off);
          apart = std::max(apart, (x.force - all.front().force).cwiseAbs().maxCoeff() /
                                      (1 + x.force.cwiseAbs().maxCoeff()));
        }
        ASSERT_LT(nearest, 1e-7 * v.cwiseAbs().maxCoeff()) << k << ' ' << all.size();
        several += apart > 1e-6 ? 1 : 0;
        together += oracle.both() ? 1 : 0;
        const bool closed = taken.force[0] > 0;
        open += closed ? 0 : 1;
        const bool sticks = closed && (st & status::kSTICKING);
        stuck += sticks ? 1 : 0;
        slid += closed && !sticks ? 1 : 0;
        ASSERT_EQ(closed, !(st & status::kDETACHED)) << k;
      }
      EXPECT_EQ(several, 0) << "the forces are unique";
      EXPECT_GT(together, 4000);
      EXPECT_GT(open, 10);
      EXPECT_TRUE(velocity > 0 || stuck > 30) << stuck;
      EXPECT_GT(slid, 100);
    }
  }
}

// Pressed on the beam, which rests on its stop: in the end both carry what statics say, step by
// step.
TEST(SlidingAssembly, ALoadStandsOnTheStopThroughTheBeam) {
  for (const SlidingKind kind : {SlidingKind::bilateral, SlidingKind::unilateral}) {
    Assembly a = drawn_along(kind, 0.0);
    ReducedSystem& s = a.system();
    s.damping *= 20;
    s.interfaces[0].as<ReducedSliding>()->law.friction = 0;
    const SlidingGeometryModel geometry(*s.interfaces[0].as<ReducedSliding>(), s.size());
    Matrix rows(2, s.size());
    Vector gap_row;
    geometry.gap_row(geometry.undeformed(0.7), &gap_row);
    rows << gap_row.transpose(), s.interfaces[1].contacts().rows.row(0);
    const Vector soft = s.omega.cwiseAbs2().cwiseInverse();
    const Vector free = rows * soft.cwiseProduct(s.constant_force);
    const Eigen::Vector2d open(0.0, s.interfaces[1].contacts().points[0].clearance);
    const Eigen::Vector2d carried =
        SmallLu(rows * soft.asDiagonal() * rows.transpose()).solve(Vector(-free - open));
    ASSERT_GT(carried.minCoeff(), 1.0);
    s.outputs = {{"slave", "N", OutputQuantity::contact_force, 0, 0},
                 {"stop", "N", OutputQuantity::contact_force, 0, 1}};
    Instance run(bake(s, assembly_options(1e-4)), "stands");
    double y[2];
    for (int k = 0; k < 20000; ++k) {
      (void)run.step(nullptr, y);
      if (k < 15000) continue;
      ASSERT_NEAR(y[0], carried[0], 0.01 * carried[0]) << k;
      ASSERT_NEAR(y[1], carried[1], 0.01 * carried[1]) << k;
    }
  }
}

// ---- energy

// Whatever the solver does within its caps. Where it has finished, a contact may make energy of its
// own: the share of the gap that a step takes back lifts the slave against its load, and a
// bilateral one beyond its law, pulled or slipping backwards, rubs the wrong way. That is in its
// books, and no more.
TEST(SlidingAssembly, NoStepMakesEnergy) {
  const struct {
    int sweeps, newton, tail;
  } caps[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1}, {8, 20, 30}};
  for (const auto& cap : caps) {
    int limited = 0, touched = 0, slipped = 0;
    for (int seed = 0; seed < 30; ++seed) {
      Assembly a = random_sliding(seed);
      a.energy_outputs();
      Instance run(bake(a.system(), assembly_options(2e-5)), "random");
      cap_solves(&run, cap.sweeps, cap.newton, cap.tail);
      const int slide = static_cast<int>(a.system().interfaces.size()) - 1;
      std::vector<double> y(static_cast<std::size_t>(run.dims().outputs));
      const double u[] = {0, 0};
      (void)run.step(u, y.data());
      EnergyBooks before = slide_books(run);
      const bool kept =
          a.system().interfaces.back().as<ReducedSliding>()->law.kind == SlidingKind::bilateral;
      bool began_beyond = kept;
      double impact = impact_of(run, slide), friction = friction_of(run, slide);
      const double first = before.total() + before.lost() - before.external;
      for (int k = 0; k < 400; ++k) {
        const Status st = run.step(u, y.data());
        const EnergyBooks now = slide_books(run);
        // what went through the books: two that took much and gave it back leave round-off of it
        const double exchanged = std::abs(impact) + std::abs(friction);
        const double scale = first + std::abs(now.external) + now.total() + now.lost() + exchanged;
        const double lifted = std::max(0.0, impact - impact_of(run, slide));
        const double rubbed = std::max(0.0, friction - friction_of(run, slide));
        // of the mean slip, the start of the step is a half
        const bool ends_beyond = kept && (st & (status::kDETACHED | status::kSTICKING));
        const bool beyond = ends_beyond || began_beyond;
        began_beyond = ends_beyond;
        const bool unfinished = st & status::kCAPPED;
        ASSERT_LE(beyond || unfinished ? 0.0 : rubbed, 1e-10 * scale) << seed << ' ' << k;
        const double allowed = unfinished ? 0.0 : lifted + rubbed;
        impact = impact_of(run, slide);
        friction = friction_of(run, slide);
        ASSERT_GE(now.lost() - before.lost(), -allowed - 1e-12 * scale)
            << "seed " << seed << " step " << k << " caps " << cap.sweeps << ' ' << cap.newton
            << ' ' << cap.tail << " status " << st;
        ASSERT_NEAR(now.total() + now.lost() - now.external, first, 1e-12 * scale)
            << seed << ' ' << k;
        limited += (st & status::kLIMITED) ? 1 : 0;
        before = now;
      }
      touched += static_cast<int>(run.state().statistics().steps_in_contact);
      slipped += friction_of(run, slide) > 0 ? 1 : 0;
    }
    EXPECT_GT(touched, 5000);
    EXPECT_TRUE(cap.sweeps + cap.newton + cap.tail == 0 || slipped > 10) << slipped;
    EXPECT_TRUE(cap.newton + cap.tail > 0 || limited > 50) << limited;
  }
}

// Steps of 100 random ones, 1000 each, whose solve met its cap.
std::uint64_t capped_steps(FrictionVelocity friction, double h) {
  std::uint64_t capped = 0;
  for (int seed = 0; seed < 100; ++seed) {
    Assembly a = random_sliding(seed);
    a.opposes(friction);
    Instance run(bake(a.system(), assembly_options(h)), "random");
    const double u[] = {0, 0};
    for (int k = 0; k < 1000; ++k)
      EXPECT_FALSE(run.step(u, nullptr) & status::kROLLED_BACK) << seed;
    capped += run.state().statistics().capped;
  }
  return capped;
}

// Seed 14 has steps that only the path solves, beside a slide that is held closed.
TEST(SlidingAssembly, RandomOnesAreSolved) {
  for (const double h : {5e-6, 2e-5, 1e-4})
    EXPECT_EQ(capped_steps(FrictionVelocity::passive, h), 0) << h;
  EXPECT_LE(capped_steps(FrictionVelocity::mean, 1e-4), 2);
}

// Its step makes what rows see of each other for rows that stay.
TEST(SlidingAssembly, BesideAFilmItIsRefused) {
  Assembly a = lumps({{1.0, 0.0}, {0.1, 0.0}, {1.0, 20.0}});
  BakeOptions options = assembly_options(1e-5);
  add_film(&a, &options, "film", {1, -1, 0}, squeeze_film(4.7e-10, 1e-4));
  const std::vector<double> rest = {0, 0, 0};
  a.sliding("slave", rest, {0, 1, 0}, {{0, rest, {0, 0, 1}}, {1, rest, {0, 0, 1}}}, 0.5, {});
  try {
    (void)bake(a.system(), options);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("slave"), std::string::npos);
    EXPECT_NE(std::string(e.what()).find("beside a film"), std::string::npos);
  }
}

}  // namespace
}  // namespace mortise::test
