// Outputs that contacts keep since the start: impulses, forces behind a lag, who sticks, the work
// of friction; of contacts alone at either level, in assemblies, and at full order.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/bake/play/play.hpp"
#include "generator/judge/certify/certify.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "tests/physics/assemblies.hpp"
#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

using Q = gen::OutputQuantity;

// Outputs of a contact: three forces, three impulses, three filtered forces, state and work.
constexpr std::size_t kForceRow = 0, kImpulseRow = 3, kFilteredRow = 6, kStateRow = 9,
                      kWorkRow = 10, kRowsOfContact = 11;

std::vector<gen::OutputSpec> outputs_of(int contact) {
  std::vector<gen::OutputSpec> list;
  const auto add = [&](Q quantity, int component) {
    gen::OutputSpec& o = list.emplace_back();
    o.name = "y" + std::to_string(contact) + "." + std::to_string(list.size());
    o.quantity = quantity;
    o.contact = contact;
    o.component = component;
  };
  for (const Q q : {Q::contact_force, Q::contact_impulse, Q::filtered_force})
    for (int axis = 0; axis < 3; ++axis) add(q, axis);
  add(Q::contact_state, 0);
  add(Q::friction_work, 0);
  return list;
}

gen::Definition with_books(gen::Definition d, int contacts) {
  d.outputs.clear();
  for (int c = 0; c < contacts; ++c)
    for (const gen::OutputSpec& o : outputs_of(c)) d.outputs.push_back(o);
  return d;
}

// What a contact has done in a run. opens: was open at the end of a step in which it pushed.
struct Seen {
  bool pushes = false, sticks = false, slips = false, opens = false;
};

// Every row of the outputs against the forces in it.
Seen expect_books(const gen::Trajectory& t, std::size_t first, double h, double time,
                  double friction) {
  const double keep = time / (time + h);
  double impulse[3] = {}, filtered[3] = {}, largest = 0.0;
  Seen seen;
  for (std::size_t k = 1; k < t.outputs.size(); ++k) {
    const double* y = t.outputs[k].data() + first;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      impulse[axis] += h * y[kForceRow + axis];
      filtered[axis] = keep * filtered[axis] + (1.0 - keep) * y[kForceRow + axis];
      largest = std::max(largest, std::abs(filtered[axis]));
      EXPECT_NEAR(y[kImpulseRow + axis], impulse[axis], 1e-12 * (1.0 + std::abs(impulse[0]))) << k;
      EXPECT_NEAR(y[kFilteredRow + axis], filtered[axis], 1e-12 * (1.0 + largest)) << k;
    }
    const double along = std::hypot(y[kForceRow + 1], y[kForceRow + 2]);
    if (y[kStateRow] == 0.0) {
      seen.opens = seen.opens || y[kForceRow] > 0.0;
    } else if (y[kStateRow] == 1.0) {
      EXPECT_LE(along, friction * y[kForceRow] * (1.0 + 1e-9)) << k;
      seen.sticks = true;
    } else {
      EXPECT_EQ(y[kStateRow], 2.0) << k;
      seen.slips = true;
    }
  }
  EXPECT_NEAR(t.contact_impulse[static_cast<Eigen::Index>(3 * first / kRowsOfContact)], impulse[0],
              1e-12 * impulse[0]);
  seen.pushes = impulse[0] > 0.0;
  return seen;
}

// Works of all contacts at the end.
double work_of(const gen::Trajectory& t) {
  double sum = 0.0;
  for (std::size_t k = kWorkRow; k < t.names.size(); k += kRowsOfContact)
    sum += t.outputs.back()[k];
  return sum;
}

struct BothRuns {
  gen::Trajectory file, full;
  double step = 0.0;
};

BothRuns run_both(const gen::Definition& d, const std::string& scenario) {
  const gen::BakeInput input = gen::prepare_bake(d, {});
  gen::Instance run = instance_of(input);
  BothRuns both;
  both.step = run.model().step_size();
  both.file = gen::play(run, gen::scenario_of(d.path, run, scenario), 0.0, 1, {});
  std::size_t index = 0;
  while (d.scenarios[index].name != scenario) ++index;
  both.full = gen::full_beside(d, gen::assemble(d, nullptr), index, both.step,
                               d.scenarios[index].duration, "");
  return both;
}

TEST(ContactBooks, OfABeamThatStrikesAndRubs) {
  gen::Definition d = with_books(shipped("beam_wall", {"law.filter_time=2e-4"}), 2);
  const BothRuns runs = run_both(d, "throw");
  for (const gen::Trajectory* t : {&runs.file, &runs.full}) {
    (void)expect_books(*t, 0, runs.step, 2e-4, 0.3);
    const Seen tip = expect_books(*t, kRowsOfContact, runs.step, 2e-4, 0.3);
    EXPECT_TRUE(tip.pushes && tip.slips);
    EXPECT_FALSE(tip.opens) << "impulses hold over their step";
  }
  for (const gen::Trajectory* t : {&runs.file, &runs.full}) {
    EXPECT_GT(work_of(*t), 0.0);
    EXPECT_NEAR(work_of(*t), t->contacts.friction, 1e-9 * t->contacts.friction);
  }
  EXPECT_NEAR(work_of(runs.file), work_of(runs.full), 0.1 * work_of(runs.full));
}

TEST(ContactBooks, OfARodAtPositionLevel) {
  gen::Definition d = gen::read_definition(std::string(MORTISE_TEST_DATA) + "/dropped_rod.toml",
                                           {"law.filter_time=1e-5"});
  const BothRuns runs = run_both(with_books(d, 3), "faster");
  for (const gen::Trajectory* t : {&runs.file, &runs.full}) {
    for (std::size_t c = 0; c < 3; ++c) {
      const Seen end = expect_books(*t, c * kRowsOfContact, runs.step, 1e-5, 0.2);
      EXPECT_TRUE(end.pushes && end.sticks && end.opens) << c;
    }
    // what friction gives back goes into the bank
    EXPECT_NEAR(work_of(*t), t->contacts.friction, 1e-5 * t->largest_energy);
  }
}

// What friction takes at one contact is what the interface books.
TEST(ContactBooks, OfAnAssembly) {
  Assembly a = lumps({{1.0, 5.0}, {1.0, 3.0}, {0.5, 40.0}});
  a.stop("floor", {1.0, 0.0, 0.0}, 1e-3, 0.5, 0.3, {0.0, 1.0, 0.0});
  a.slider("slider", {0.0, 1.0, -1.0}, 1e3, 0.5);
  a.force({-20.0, 0.0, 0.0});
  a.start({0.0, 0.0, 0.0}, {-0.3, 0.8, 0.0});
  a.system().outputs = {{"force", "N", Q::contact_force, 0, 0},
                        {"impulse", "N s", Q::contact_impulse, 0, 0},
                        {"work", "J", Q::friction_work, 0, 0},
                        {"state", "1", Q::contact_state, 0, 0},
                        {"booked", "J", Q::dissipated_friction, 0, 0}};
  gen::BakeOptions o;
  o.name = "rubbing";
  o.step = 1e-4;
  gen::Instance run(gen::bake(a.system(), o), "rubbing");
  std::vector<double> y(5);
  double impulse = 0.0;
  bool slips = false;
  for (int k = 0; k < 2000; ++k) {
    ASSERT_EQ(run.step(nullptr, y.data()) & ~status::kBLENDED, status::kOk);
    impulse += o.step * y[0];
    ASSERT_NEAR(y[1], impulse, 1e-12 * impulse) << k;
    slips = slips || y[3] == 2.0;
  }
  EXPECT_TRUE(slips);
  EXPECT_GT(y[2], 1e-3);
  EXPECT_NEAR(y[2], y[4], 1e-12 * y[4]);
}

// A state that is reset has none of them; nobody who does not ask pays for them.
TEST(ContactBooks, BeginAnewAndOnlyWhereAsked) {
  const gen::Definition asked = with_books(shipped("beam_wall"), 2);
  gen::Definition bare = asked;
  for (gen::OutputSpec& o : bare.outputs) o.quantity = Q::gap;
  gen::Instance run = instance_of(gen::prepare_bake(asked, {}));
  EXPECT_EQ(
      run.model().arena_bytes() - instance_of(gen::prepare_bake(bare, {})).model().arena_bytes(),
      2 * 8 * sizeof(double));
  (void)gen::play(run, 2, 0.0, 1, {});
  run.state().reset(run.model());
  for (const double y : gen::initial_outputs(run)) EXPECT_EQ(y, 0.0);
}

}  // namespace
}  // namespace mortise::test
