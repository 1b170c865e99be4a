// A loop that tests can follow: the clock is a number, the model an integrator.
#pragma once

#include <algorithm>
#include <vector>

#include "generator/bake/structure/bake.hpp"
#include "paced_loop.hpp"
#include "tests/realtime/shipped_model.hpp"

namespace mortise::test {

using targets::Bench;
using targets::LoopRecord;
using targets::Pump;

inline constexpr Real kStep = 0.25;  // [s], exact

// v' = u for a mass of 1 kg; outputs v.
inline gen::Instance integrator(gen::Hold hold) {
  gen::BakeInput input;
  gen::ReducedSystem& s = input.system;
  s.omega = s.damping = s.constant_force = s.initial_q = s.initial_v = gen::Vector::Zero(1);
  s.inputs = {{"force", "N", -1e6, 1e6, 0.0, hold}};
  s.input_forces = gen::Matrix::Ones(1, 1);
  s.outputs = {{"v", "m/s", gen::OutputQuantity::velocity, 0}};
  s.output_rows = gen::Matrix::Ones(1, 1);
  input.options.name = "integrator";
  input.options.step = kStep;
  input.options.provenance.definition_hash = input.options.provenance.input_hash = "0";
  return instance_of(input);
}

class FakeClock : public targets::Clock {
 public:
  std::int64_t now() override { return now_; }
  void sleep_until(std::int64_t when) override { now_ = std::max(now_, when); }
  void pass(std::int64_t ns) { now_ += ns; }

 private:
  std::int64_t now_ = 1000000;
};

// Reads u = 1, 2, 4, 8 ... so that every sum tells which values it holds; notes when it is called.
class RecordingBench : public Bench {
 public:
  explicit RecordingBench(FakeClock* clock = nullptr) : clock_(clock) {}
  void read(Real* u) override {
    u[0] = next_;
    next_ *= 2;
    read_at.push_back(clock_ ? clock_->now() : 0);
  }
  void write(const Real* y) override {
    written.push_back(y[0]);
    written_at.push_back(clock_ ? clock_->now() : 0);
  }
  void stepped(const Real*, Status) override {
    if (clock_) clock_->pass(costs.empty() ? step_cost : costs[steps_++ % costs.size()]);
  }
  std::vector<Real> written;
  std::vector<std::int64_t> read_at, written_at;
  std::int64_t step_cost = 0;
  std::vector<std::int64_t> costs;  // of one step after the other, from the first again

 private:
  FakeClock* clock_;
  Real next_ = 1;
  std::size_t steps_ = 0;
};

}  // namespace mortise::test
