#include "rehearsal.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

namespace mortise::targets {

namespace {

class Rehearsed final : public Bench {
 public:
  Rehearsed(const Model& model, InputSource* source)
      : model_(model), source_(*source), knows_(source->rewind()) {}
  ~Rehearsed() override { (void)source_.rewind(); }

  void read(Real* u) override {
    if (knows_) return source_.read(u);
    for (std::int32_t k = 0; k < model_.dims().inputs; ++k)
      u[k] = model_.view().input_ranges[k].default_value;
  }
  void write(const Real*) override {}
  void stepping(State& state) override {
    if (knows_) source_.stepping(state);
  }

 private:
  const Model& model_;
  InputSource& source_;
  bool knows_;
};

}  // namespace

double rehearse(Clock* clock, const Model& model, State* state, InputSource* source, int steps,
                double period) {
  std::vector<unsigned char> kept(model.arena_bytes());
  std::memcpy(kept.data(), state, kept.size());
  std::vector<double> took;
  {
    Rehearsed bench(model, source);
    std::vector<Real> memory(Pump::memory_reals(model));
    Pump pump(model, state, &bench, steps, memory.data());
    auto record = std::make_unique<LoopRecord>();
    const std::int64_t began = clock->now();
    do {
      *record = LoopRecord();
      run_paced(clock, &pump, period, 1, record.get());
      took.push_back(record->work.largest());
    } while (took.size() < kRehearsed &&
             static_cast<double>(clock->now() - began) < kRehearsalLasts);
  }
  std::memcpy(static_cast<void*>(state), kept.data(), kept.size());
  std::sort(took.begin(), took.end());
  return took[took.size() / 2];
}

}  // namespace mortise::targets
