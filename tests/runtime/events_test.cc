// Contact events against what forces, outputs and status bits say of the same steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "generator/bake/play/instance.hpp"
#include "mortise/mortise.hpp"
#include "mortise_generated.h"
#include "tests/robustness/seed_models.hpp"

namespace mortise {
namespace {

using Events = std::vector<ContactEvent>;

// Steps a seed model under a swinging load and hands every step's events to `look`.
template <class Look>
void each_step(gen::Instance* run, int steps, double amplitude, Look look) {
  const Model& m = run->model();
  std::vector<double> u(static_cast<std::size_t>(m.input_values()));
  std::vector<double> y(static_cast<std::size_t>(m.dims().outputs));
  for (int k = 0; k < steps; ++k) {
    for (double& x : u) x = amplitude * std::sin(0.05 * k);
    const Status status = run->step(u.data(), y.data());
    Events events(static_cast<std::size_t>(contact_events(m, run->state(), nullptr, 0)));
    EXPECT_EQ(contact_events(m, run->state(), events.data(), static_cast<int>(events.size())),
              static_cast<int>(events.size()));
    look(status, y, events);
  }
}

const ContactEvent* event_of(const Events& events, int contact) {
  for (const ContactEvent& e : events)
    if (e.contact == contact) return &e;
  return nullptr;
}

// States change by the events of their step and by nothing else.
TEST(States, GoByTheEventsOfEveryStep) {
  for (const char* name :
       {"single", "several", "rigid", "joint", "springs", "slider", "bolted", "seated", "frame"}) {
    SCOPED_TRACE(name);
    gen::Instance run(robustness::make_seed_model(name), name);
    std::vector<Touch> before(200, Touch::kSlips), now = before;
    const auto count = static_cast<std::int32_t>(now.size());
    contact_states(run.model(), run.state(), before.data(), count);
    EXPECT_EQ(before, std::vector<Touch>(200, Touch::kOpen)) << "before the first step";
    int changes = 0, steps = 0;
    each_step(&run, 1000, 40, [&](Status, const std::vector<double>&, const Events& events) {
      contact_states(run.model(), run.state(), now.data(), count);
      // bolted contacts stand closed before the first step
      for (std::int32_t k = 0; k < count && steps > 0; ++k) {
        const auto at = static_cast<std::size_t>(k);
        const ContactEvent* e = event_of(events, k);
        EXPECT_EQ(e != nullptr, now[at] != before[at]) << k << " in step " << steps + 1;
        if (e == nullptr) continue;
        ++changes;
        EXPECT_EQ(e->kind == EventKind::kOpened, now[at] == Touch::kOpen);
        EXPECT_EQ(e->kind == EventKind::kClosed, before[at] == Touch::kOpen);
        if (e->kind == EventKind::kSlipped) EXPECT_EQ(now[at], Touch::kSlips);
        if (e->kind == EventKind::kStuck) EXPECT_EQ(now[at], Touch::kSticks);
      }
      before = now;
      ++steps;
    });
    EXPECT_GT(changes, 0);
  }
}

TEST(Events, OfNodesAreTheChangesOfTheirForces) {
  int rubbed = 0;  // events of friction, which not every seed has
  for (const char* name : {"single", "several", "rigid"}) {
    SCOPED_TRACE(name);
    gen::Instance run(robustness::make_seed_model(name), name);
    const Model& m = run.model();
    EXPECT_EQ(contact_events(m, run.state(), nullptr, 0), 0);  // no step yet
    const int nc = m.dims().contacts;
    std::vector<bool> closed(static_cast<std::size_t>(nc), false);
    std::array<int, 5> seen{};
    each_step(&run, 3000, 40, [&](Status, const std::vector<double>&, const Events& events) {
      for (std::size_t k = 1; k < events.size(); ++k)
        EXPECT_LT(events[k - 1].contact, events[k].contact);
      for (int c = 0; c < nc; ++c) {
        const Real* r = run.state().lambda(m) + 3 * c;
        const ContactEvent* e = event_of(events, c);
        const auto at = static_cast<std::size_t>(c);
        const bool is = r[0] > 0, was = closed[at];
        closed[at] = is;
        if (is != was) {
          ASSERT_NE(e, nullptr) << "contact " << c;
          EXPECT_EQ(e->kind, is ? EventKind::kClosed : EventKind::kOpened);
        }
        if (!e) continue;
        ++seen[static_cast<std::size_t>(e->kind)];
        for (int axis = 0; axis < 3; ++axis) EXPECT_EQ(e->impulse[axis], m.step_size() * r[axis]);
        const Real friction = run.state().at<Real>(m.view().layout.friction)[c];
        const Real rubs = std::hypot(r[1], r[2]);
        if (e->kind == EventKind::kSlipped) {
          EXPECT_NEAR(rubs, friction * r[0], 1e-6 * r[0]);
        }
        if (e->kind == EventKind::kStuck) {
          EXPECT_LE(rubs, friction * r[0] * (1 + 1e-9));
        }
      }
    });
    EXPECT_GT(seen[1], 10);
    EXPECT_GT(seen[2], 10);
    rubbed += seen[3] + seen[4];
  }
  EXPECT_GT(rubbed, 0);
}

TEST(Events, AreBoundedByTheRoomForThem) {
  gen::Instance run(robustness::make_seed_model("several"), "several");
  int most = 0;
  each_step(&run, 2000, 40, [&](Status, const std::vector<double>&, const Events& events) {
    most = std::max(most, static_cast<int>(events.size()));
    if (events.size() < 2) return;
    ContactEvent first[2] = {{-7, EventKind::kStuck, {}}, {-7, EventKind::kStuck, {}}};
    EXPECT_EQ(contact_events(run.model(), run.state(), first, 1), static_cast<int>(events.size()));
    EXPECT_EQ(first[0].contact, events[0].contact);
    EXPECT_EQ(first[1].contact, -7);
  });
  EXPECT_GE(most, 2);
}

// Nothing happened in a step that was rolled back.
TEST(Events, OfAStepThatWasRolledBackAreNone) {
  gen::Instance run(robustness::make_seed_model("several"), "several");
  const Model& m = run.model();
  std::vector<double> u(static_cast<std::size_t>(m.input_values()), 1.0);
  int k = 0;
  do {
    ASSERT_LT(++k, 1000);
    (void)run.step(u.data(), nullptr);
  } while (contact_events(m, run.state(), nullptr, 0) == 0);
  run.state().v(m)[0] = std::numeric_limits<double>::max();
  EXPECT_NE(run.step(u.data(), nullptr) & status::kROLLED_BACK, 0u);
  EXPECT_EQ(contact_events(m, run.state(), nullptr, 0), 0);
  EXPECT_EQ(run.state().statistics().rolled_back_in_row, 1u);
}

TEST(Events, OfAJointAreThoseOfItsPoints) {
  gen::Instance run(robustness::make_seed_model("joint"), "joint");
  const Model& m = run.model();
  const auto* names = m.root()->outputs();
  std::size_t pressure = 0;
  while (names->Get(static_cast<unsigned>(pressure))->name()->string_view() != "pressure")
    ++pressure;
  bool closed = false;
  std::array<int, 5> seen{};
  each_step(&run, 3000, 1000, [&](Status, const std::vector<double>& y, const Events& events) {
    const bool is = y[pressure] > 0;  // of point 3
    const ContactEvent* e = event_of(events, 3);
    if (is != closed) {
      ASSERT_NE(e, nullptr);
      EXPECT_EQ(e->kind, is ? EventKind::kClosed : EventKind::kOpened);
    } else if (e) {
      EXPECT_TRUE(e->kind == EventKind::kSlipped || e->kind == EventKind::kStuck);
    }
    closed = is;
    for (const ContactEvent& each : events) {
      ++seen[static_cast<std::size_t>(each.kind)];
      EXPECT_LT(each.contact, m.view().joint.points);
    }
  });
  for (int kind = 1; kind <= 4; ++kind) EXPECT_GT(seen[static_cast<std::size_t>(kind)], 0) << kind;
}

TEST(Events, OfASlidingContactFollowItsStatus) {
  gen::Instance run(robustness::make_seed_model("slider"), "slider");
  const Model& m = run.model();
  // the contact stands still, so that it sticks at times
  ASSERT_EQ(
      set_parameter(m, run.state(), find_parameter(m, "sliding.velocity"), 0.0) & status::kBAD_CALL,
      0u);
  bool open = true, sticks = false;
  std::array<int, 5> seen{};
  int step = 0;
  each_step(&run, 4000, 60, [&](Status st, const std::vector<double>& y, const Events& events) {
    const bool was_open = open, stuck = sticks;
    open = (st & status::kDETACHED) != 0;
    sticks = (st & status::kSTICKING) != 0;
    ++step;
    if (step == 1) return;  // before it there was no force
    const ContactEvent* e = event_of(events, 0);
    if (open == was_open && (open || sticks == stuck)) {
      EXPECT_EQ(e, nullptr) << step;
      return;
    }
    ASSERT_NE(e, nullptr) << step;
    ++seen[static_cast<std::size_t>(e->kind)];
    EXPECT_EQ(e->kind, open       ? EventKind::kOpened
                       : was_open ? EventKind::kClosed
                       : sticks   ? EventKind::kStuck
                                  : EventKind::kSlipped);
    EXPECT_EQ(e->impulse[0], m.step_size() * y[y.size() - 4]);
    EXPECT_EQ(e->impulse[1], m.step_size() * y[y.size() - 3]);
  });
  EXPECT_GT(seen[1], 0);
  EXPECT_GT(seen[2], 0);
  EXPECT_GT(seen[3] + seen[4], 0);
}

TEST(Events, OfAFilmAreMeetingAndLeaving) {
  gen::Instance run(robustness::make_seed_model("point"), "point");
  const Model& m = run.model();
  bool flies = run.state().film_.basis < 0;
  std::array<int, 5> seen{};
  each_step(&run, 6000, 0, [&](Status, const std::vector<double>&, const Events& events) {
    const bool is = run.state().film_.basis < 0;
    ASSERT_EQ(events.size(), is == flies ? 0u : 1u);
    if (is != flies) {
      EXPECT_EQ(events[0].kind, is ? EventKind::kOpened : EventKind::kClosed);
      ++seen[static_cast<std::size_t>(events[0].kind)];
    }
    flies = is;
  });
  EXPECT_GT(seen[1] + seen[2], 0) << m.dims().modes;
}

}  // namespace
}  // namespace mortise
