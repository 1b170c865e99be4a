// A long run under random inputs, with everything watched that the real-time promise names.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "tests/robustness/random_stream.hpp"

namespace mortise::test {

// Piecewise linear between random levels of the accepted range, with random durations; now and then
// a value that no sensor should give.
class RandomInputs {
 public:
  explicit RandomInputs(const Model& model) : model_(model) {
    const auto nu = static_cast<std::size_t>(model.dims().inputs);
    for (std::size_t k = 0; k < nu; ++k)
      tracks_.push_back({model.view().input_ranges[k].default_value, 0, 0});
    u.resize(2 * nu);
    for (std::size_t k = 0; k < nu; ++k) u[nu + k] = tracks_[k].value;
  }

  void next() {
    const std::size_t nu = tracks_.size();
    for (std::size_t k = 0; k < nu; ++k) {
      u[k] = tracks_[k].value;
      move(k);
      u[nu + k] = tracks_[k].value;
    }
    const Real broken[] = {std::numeric_limits<Real>::quiet_NaN(),
                           std::numeric_limits<Real>::infinity(), -1.7e308, 0};
    if (random_.below(1000) == 0) u[random_.below(2 * nu)] = random_.pick(broken);
  }

  std::vector<Real> u;

 private:
  struct Track {
    Real value, change;
    std::size_t left;
  };

  void move(std::size_t k) {
    Track& t = tracks_[k];
    if (t.left == 0) {
      const InputRange& r = model_.view().input_ranges[k];
      const Real level = r.minimum + (r.maximum - r.minimum) * (random_.below(1001) / 1000.0);
      t.left = 1 + random_.below(40);
      t.change = (level - t.value) / static_cast<Real>(t.left);
    }
    const InputRange& r = model_.view().input_ranges[k];
    t.value = std::clamp(t.value + t.change, r.minimum, r.maximum);
    --t.left;
  }

  const Model& model_;
  robustness::RandomStream random_{2026, 4};
  std::vector<Track> tracks_;
};

// What a promise is watched with besides counting: system calls are caught, pages stay where they
// are. A machine may refuse either.
class Guards {
 public:
  Guards();
  void arm() const;
  void disarm() const;
  // Marks the running test as skipped if something went unwatched: at its end, a failure stays one.
  void skip_if_unwatched() const;

 private:
  bool calls_, pages_;
};

// Is what the run remembers finite, and are its outputs y?
using Finite = std::function<bool(const gen::Instance&, const std::vector<Real>& y)>;

// Done before step k, under watch as well.
using Between = std::function<void(gen::Instance*, int k)>;

// Steps: no heap call, no system call, no page fault, only finite numbers; bad inputs are held.
// Skips the test at its end where guards are missing.
void expect_promise(gen::Instance* run, int count, const Finite& finite,
                    const Between& between = nullptr);

}  // namespace mortise::test
