// When has a driven motion become periodic, and over how many excitation periods? (Schurzig
// section 6; subharmonic motions repeat after m periods.)
#pragma once

#include <deque>

#include "generator/contact/system/reduced_system.hpp"

namespace mortise::gen {

struct PeriodicityOptions {
  int minimum_periods = 400;  // before a motion may be called periodic: friction settles slowly
  int maximum_multiple = 8;
  double tolerance = 1e-3;  // relative distance of (omega q, v) after m periods
};

class PeriodicityDetector {
 public:
  explicit PeriodicityDetector(const PeriodicityOptions& options);

  // Takes the state (omega q, v) at the start of the next excitation period. Returns the smallest
  // multiple m for which ||x_k - x_k-m|| < tolerance ||x_k|| held at 2 m consecutive starts, or 0
  // if there is none yet.
  int add(const Vector& state);

 private:
  PeriodicityOptions options_;
  std::deque<Vector> history_;  // newest first
  std::vector<int> consecutive_;
  int periods_ = 0;
};

}  // namespace mortise::gen
