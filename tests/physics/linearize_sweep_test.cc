// Instants of trajectories at random, half of them where statuses change: the state space tells how
// neighbours part within a step, or a finding says that it does not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <ostream>
#include <set>

#include "generator/ground/numbers/dice.hpp"
#include "generator/judge/analyses/linearization.hpp"
#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

using namespace gen;

constexpr double kMissed = 1e-4;  // of the largest answer
constexpr double kVague = 1e-3;   // of the estimate of the state space itself; more needs a finding
constexpr double kFirst = 1e-2, kLast = 1e-8;  // of typical deviations

struct SweptModel {
  const char *name, *scenario;
  std::vector<std::string> overrides;
  int steps, instants;  // of the scenario, of them
  double deviation;     // of inputs
};

void PrintTo(const SweptModel& m, std::ostream* out) { *out << m.name; }

std::uint32_t active_of(const Instance& run) { return run.state().statistics().last_active; }

Vector numbers(const Real* from, Eigen::Index count) {
  return Eigen::Map<const Eigen::Matrix<Real, Eigen::Dynamic, 1>>(from, count).cast<double>();
}

void copy_state(const Instance& from, Instance* to) {
  std::memcpy(static_cast<void*>(&to->state()), &from.state(), from.model().arena_bytes());
}

// Steps at which to linearise.
std::set<int> instants_of(const SweptModel& m, Instance run) {
  const Model& model = run.model();
  ScenarioPlayer player;
  EXPECT_TRUE(player.start(model, find_scenario(model, m.scenario), &run.state()));
  std::vector<int> changes;
  std::uint32_t before = active_of(run);
  Vector u(model.input_values());
  for (int k = 0; k < m.steps; ++k) {
    player.next(model, u.data(), &run.state());
    (void)run.step(u.data(), nullptr);
    const std::uint32_t now = active_of(run);
    if (now != before) changes.push_back(k);
    before = now;
  }
  Dice dice(23);
  std::set<int> chosen;
  for (int tries = 0; tries < 100 * m.instants; ++tries) {
    if (static_cast<int>(chosen.size()) == m.instants) break;
    int at = dice.below(m.steps);
    if (tries % 2 == 1 && !changes.empty()) {
      at = changes[static_cast<std::size_t>(dice.below(static_cast<int>(changes.size())))];
      at += dice.below(5) - 2;
    }
    if (at >= 1 && at < m.steps) chosen.insert(at);
  }
  return chosen;
}

struct Tally {
  int judged = 0, with_findings = 0;
  double worst = 0;
};

class Instant {
 public:
  // run: one step before the instant; u_before, u: inputs of the step that leads to it, and of it.
  Instant(const Instance& run, const Vector& u_before, const Vector& u, double deviation)
      : run_(run), u_before_(u_before), u_(u), deviation_(deviation) {}

  // Largest miss of what neighbours do that deviate by a random direction, by ever smaller shares:
  // the least over the shares.
  double miss(const StateSpace& s, Dice* dice) const {
    const Model& model = run_.model();
    const Eigen::Index n = model.dims().modes, nu = model.dims().inputs;
    Vector dq(n), dv(n), du(u_.size());
    const Vector v = numbers(run_.state().v(model), n);
    const double speed = std::max(v.norm(), 1e-4);
    for (Eigen::Index j = 0; j < n; ++j) {
      const double w = std::max(static_cast<double>(model.view().omega[j]), 0.01 / s.step);
      dq[j] = (2 * dice->share() - 1) * speed / w;
      dv[j] = (2 * dice->share() - 1) * speed;
    }
    for (Eigen::Index k = 0; k < du.size(); ++k) du[k] = (2 * dice->share() - 1) * deviation_;
    double least = 1e300;
    for (double share = kFirst; share >= kLast; share /= 10)
      least = std::min(least, miss_of(s, share * dq, share * dv, share * du, nu));
    return least;
  }

 private:
  struct Neighbour {
    Vector x, x_next, y;
  };
  Neighbour neighbour(const Vector& dq, const Vector& dv, const Vector& du) const {
    Instance one(run_.bytes(), "neighbour");
    copy_state(run_, &one);
    const Model& model = one.model();
    for (Eigen::Index j = 0; j < dq.size(); ++j) {
      one.state().q(model)[j] += dq[j];
      one.state().v(model)[j] += dv[j];
    }
    (void)one.step(u_before_.data(), nullptr);
    const StateSpace at = gen::linearize(one, u_ + du, "neighbour");
    return {at.x_now, at.x_next, at.y_next};
  }
  static double off(const Vector& error, const Vector& answer) {
    const double size = answer.cwiseAbs().maxCoeff();
    return size > 0 ? error.cwiseAbs().maxCoeff() / size : 0.0;
  }
  double miss_of(const StateSpace& s, const Vector& dq, const Vector& dv, const Vector& du,
                 Eigen::Index nu) const {
    const Neighbour more = neighbour(dq, dv, du), less = neighbour(-dq, -dv, -du);
    if (more.x.size() != s.a.rows() || less.x.size() != s.a.rows()) return 1e300;
    const Vector dx = (more.x - less.x) / 2;
    const Vector dx_next = (more.x_next - less.x_next) / 2;
    Vector answer = s.a * dx + s.b * du.head(nu);
    if (du.size() > nu) answer += s.b_end * du.tail(nu);
    return off(dx_next - answer, answer);
  }

  const Instance& run_;
  const Vector &u_before_, &u_;
  double deviation_;
};

class LinearizeSweep : public testing::TestWithParam<SweptModel> {};

TEST_P(LinearizeSweep, IsRightOrSaysThatItIsNot) {
  const SweptModel& m = GetParam();
  const BakeInput input = prepared(m.name, m.overrides);
  const std::set<int> chosen = instants_of(m, instance_of(input));
  Instance run = instance_of(input);
  const Model& model = run.model();
  ScenarioPlayer player;
  ASSERT_TRUE(player.start(model, find_scenario(model, m.scenario), &run.state()));
  Dice dice(29);
  Tally tally;
  Vector u_before(model.input_values()), u(model.input_values());
  player.next(model, u_before.data(), &run.state());
  for (int k = 1; k < m.steps; ++k) {
    Instance here(run.bytes(), "here");
    copy_state(run, &here);
    (void)run.step(u_before.data(), nullptr);
    player.next(model, u.data(), &run.state());
    if (chosen.count(k)) {
      const StateSpace s = gen::linearize(run, u, "sweep");
      ++tally.judged;
      if (!s.findings.empty()) {
        ++tally.with_findings;
      } else {
        EXPECT_LT(s.error, kVague) << "step " << k << ", without a finding";
        const double miss = Instant(here, u_before, u, m.deviation).miss(s, &dice);
        EXPECT_LT(miss, kMissed) << "step " << k << ", own estimate " << s.error;
        tally.worst = std::max(tally.worst, miss);
      }
    }
    u_before = u;
  }
  std::printf("%s: %d instants, %d with findings, worst %.2g\n", m.name, tally.judged,
              tally.with_findings, tally.worst);
  EXPECT_EQ(tally.judged, m.instants);
  EXPECT_LT(tally.with_findings, m.instants / 4);  // it has something to say
}

INSTANTIATE_TEST_SUITE_P(
    Shipped, LinearizeSweep,
    testing::Values(SweptModel{"bouncing_mass", "throw", {}, 10000, 200, 1e-2},
                    SweptModel{"impact_oscillator", "period_two", {}, 40000, 200, 1e-1},
                    SweptModel{"rod_wall", "throw", {}, 3000, 200, 1e-2},
                    SweptModel{"two_masses", "thrown", {}, 10000, 200, 1e-3},
                    SweptModel{"beam_wall", "throw", {}, 2000, 200, 1e-2},
                    SweptModel{"two_cantilevers", "case_I", {}, 1000, 40, 30}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace mortise::test
