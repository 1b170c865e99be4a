// The state space of every shipped structure against central differences of its trajectories, in
// free flight, on impact, sticking and slipping: within 1e-6 of the largest answer.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <ostream>

#include "generator/ground/numbers/dice.hpp"
#include "generator/judge/analyses/linearization.hpp"
#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

using namespace gen;

constexpr int kAhead = 4;
constexpr int kWindow = 8;        // steps from the first deviation on
constexpr double kWanted = 1e-6;  // relative
// An answer below this share of its quantity is lost in the rounding of a step.
constexpr double kSeen = 1e-8;

// Steps whose noise lies below what is judged.
constexpr const char* kTight = "solver.tolerance=1e-14";

struct LinearisedModel {
  const char *name, *scenario;
  std::vector<std::string> overrides;
  double deviation;                   // of every input
  int steps, every;                   // of the run, and between two windows
  double wanted;                      // relative to the largest answer
  std::vector<const char*> statuses;  // that must be met in a window: open, stick, slip
};

// What its law does: of unilateral contacts how each is, of others whether any is closed.
std::string statuses_of(const Instance& run) {
  const ModelView& view = run.model().view();
  const State& s = run.state();
  if (!view.is_unilateral() || view.is_assembly())
    return s.statistics().last_active > 0 ? "closed" : "open";
  std::string all;
  const auto* memory = s.at<ContactMemory>(view.layout.contact_memory);
  for (std::int32_t c = 0; c < view.dims.contacts; ++c) {
    const char* names[] = {"open", "stick", "slip", "open"};
    all += std::string(names[memory[c].active != 0 ? memory[c].status : 0]) + " ";
  }
  return all;
}

// Has a derivative, and is no sum of energy.
bool is_judged(const ModelView& view, std::int32_t k) {
  const std::uint32_t q = view.output_rules[k].quantity;
  return q == quantity::displacement || q == quantity::velocity ||
         q == quantity::modal_coordinate || q == quantity::contact_force || q == quantity::gap;
}

struct Verdict {
  int windows = 0;
  int vague = 0;  // steps whose columns are not known that well
  double worst = 0.0;
  std::string where;               // it is
  std::map<std::string, int> met;  // statuses of the steps that were judged
};

// One trajectory and its two neighbours, the inputs a little more and a little less.
class Neighbours {
 public:
  Neighbours(const Instance& run, double deviation)
      : run_(run.bytes(), "middle"),
        more_(run.bytes(), "more"),
        less_(run.bytes(), "less"),
        deviation_(deviation) {
    for (Instance* one : {&run_, &more_, &less_})
      std::memcpy(static_cast<void*>(&one->state()), &run.state(), run.model().arena_bytes());
  }

  // inputs: of the run, a step each. Ends where a step has no derivative, or none that is known
  // well enough, or statuses part.
  void judge(const std::vector<Vector>& inputs, Verdict* verdict) {
    const Eigen::Index nu = run_.dims().inputs, ny = run_.dims().outputs;
    const bool both = run_.model().input_values() > nu;
    Dice dice(5);
    Vector x, end = Vector::Zero(nu), y(ny), y_more(ny), y_less(ny);
    std::vector<Vector> answers, errors, values;
    for (const Vector& u : inputs) {
      const StateSpace s = gen::linearize(run_, u, "test");
      if (!s.findings.empty()) break;
      if (s.error > kWanted) {  // it says so itself
        ++verdict->vague;
        break;
      }
      if (x.size() == 0) x = Vector::Zero(s.a.rows());
      const Vector start = both ? end : Vector();
      for (Eigen::Index k = 0; k < nu; ++k) end[k] = deviation_ * (2 * dice.share() - 1);
      Vector d(u.size());
      if (both) d << start, end;
      if (!both) d = end;
      const Vector up = u + d, down = u - d;
      (void)run_.step(u.data(), y.data());
      (void)more_.step(up.data(), y_more.data());
      (void)less_.step(down.data(), y_less.data());
      if (statuses_of(run_) != statuses_of(more_) || statuses_of(run_) != statuses_of(less_)) break;
      Vector answer = s.c * x + s.d * d.head(nu), next = s.a * x + s.b * d.head(nu);
      if (both) answer += s.d_end * d.tail(nu), next += s.b_end * d.tail(nu);
      x = next;
      answers.push_back(answer);
      values.push_back(y);
      errors.emplace_back((y_more - y_less) / 2 - answer);
      seen_.push_back(statuses_of(run_));
    }
    if (answers.size() > 2) add(answers, errors, values, verdict);
  }

 private:
  // Largest entry of every quantity.
  std::map<std::uint32_t, double> largest_of(const std::vector<Vector>& rows) const {
    const ModelView& view = run_.model().view();
    std::map<std::uint32_t, double> largest;
    for (std::int32_t k = 0; k < view.dims.outputs; ++k)
      for (const Vector& row : rows) {
        double& most = largest[view.output_rules[k].quantity];
        most = std::max(most, std::abs(row[k]));
      }
    return largest;
  }

  // Errors over the largest answer of a quantity.
  void add(const std::vector<Vector>& answers, const std::vector<Vector>& errors,
           const std::vector<Vector>& values, Verdict* verdict) const {
    const ModelView& view = run_.model().view();
    auto scale = largest_of(answers), value = largest_of(values);
    for (std::int32_t k = 0; k < view.dims.outputs; ++k) {
      const std::uint32_t quantity = view.output_rules[k].quantity;
      const double size = scale[quantity];
      if (!is_judged(view, k) || !(size > kSeen * value[quantity])) continue;
      for (std::size_t i = 0; i < errors.size(); ++i) {
        const double off = std::abs(errors[i][k]) / size;
        if (off <= verdict->worst) continue;
        verdict->worst = off;
        verdict->where = run_.output_names()[static_cast<std::size_t>(k)] + ", " + seen_[i] +
                         ", step " + std::to_string(i) + " of a window";
      }
    }
    ++verdict->windows;
    for (const std::string& statuses : seen_) ++verdict->met[statuses];
  }

  Instance run_, more_, less_;
  double deviation_;
  std::vector<std::string> seen_;
};

void PrintTo(const LinearisedModel& m, std::ostream* out) { *out << m.name; }

class LinearizedModels : public testing::TestWithParam<LinearisedModel> {};

TEST_P(LinearizedModels, MeetCentralDifferences) {
  const LinearisedModel& m = GetParam();
  Instance run = instance_of(prepared(m.name, m.overrides));
  const Model& model = run.model();
  ScenarioPlayer player;
  ASSERT_TRUE(player.start(model, find_scenario(model, m.scenario), &run.state()));
  std::vector<Vector> inputs;
  ScenarioPlayer ahead = player;
  Verdict verdict;
  // a scout goes before and tells of changes
  Instance scout(run.bytes(), "scout");
  std::memcpy(static_cast<void*>(&scout.state()), &run.state(), model.arena_bytes());
  ScenarioPlayer scouted = player;
  const auto go_on = [&] {
    Vector u(model.input_values());
    scouted.next(model, u.data(), &scout.state());
    (void)scout.step(u.data(), nullptr);
  };
  for (int i = 0; i < kAhead; ++i) go_on();
  std::string before = statuses_of(scout);
  for (int k = 0; k < m.steps; ++k) {
    Vector u(model.input_values());
    player.next(model, u.data(), &run.state());
    // a window every now and then, and around every change of the statuses
    go_on();
    const std::string now = statuses_of(scout);
    if (k % m.every == 0 || now != before) {
      ahead = player;
      inputs.assign(1, u);
      for (int i = 1; i < kWindow; ++i) {
        inputs.emplace_back(model.input_values());
        ahead.next(model, inputs.back().data(), nullptr);
      }
      Neighbours(run, m.deviation).judge(inputs, &verdict);
    }
    before = now;
    (void)run.step(u.data(), nullptr);
  }
  EXPECT_GE(verdict.windows, 1);
  EXPECT_LT(verdict.worst, m.wanted) << verdict.where;
  for (const char* status : m.statuses) {
    bool met = false;
    for (const auto& [statuses, count] : verdict.met)
      met = met || statuses.find(status) != std::string::npos;
    EXPECT_TRUE(met) << status;
  }
  for (const auto& [statuses, count] : verdict.met)
    std::printf("%s: %s in %d steps\n", m.name, statuses.c_str(), count);
  std::printf("%s: %d windows, worst %.2g, %d vague steps\n", m.name, verdict.windows,
              verdict.worst, verdict.vague);
}

INSTANTIATE_TEST_SUITE_P(
    Shipped, LinearizedModels,
    testing::Values(
        LinearisedModel{
            "bouncing_mass", "throw", {kTight}, 1e-2, 9000, 400, kWanted, {"open", "stick"}},
        LinearisedModel{"bouncing_mass",
                        "throw",
                        {kTight, "contact.friction=0.05"},
                        1e-2,
                        9000,
                        400,
                        kWanted,
                        {"open", "slip"}},
        LinearisedModel{
            "impact_oscillator", "period_two", {}, 1e-1, 40000, 4000, kWanted, {"open", "slip"}},
        LinearisedModel{"modal", "harmonic", {kTight}, 1e-3, 8000, 800, kWanted, {"open", "slip"}},
        LinearisedModel{
            "beam_wall", "resonance", {kTight}, 1e-2, 60000, 4000, kWanted, {"open", "slip"}},
        LinearisedModel{"rod_wall", "throw", {kTight}, 1e-3, 3000, 300, kWanted, {"open", "slip"}},
        LinearisedModel{
            "two_cantilevers", "case_IV", {kTight}, 0.3, 1000, 200, kWanted, {"closed"}},
        LinearisedModel{
            "two_masses", "thrown", {kTight}, 1e-3, 10000, 500, kWanted, {"open", "closed"}},
        LinearisedModel{"beam_on_beam", "slide", {}, 1e-4, 1000, 250, kWanted, {"closed"}}),
    [](const auto& info) { return fmt::format("{}_{}", info.param.name, info.index); });

}  // namespace
}  // namespace mortise::test
