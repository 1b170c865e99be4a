// Which of the equal parts of a step is being taken.
#pragma once

#include "mortise/kernel/kernels.hpp"

namespace mortise::MORTISE_ISA {

struct SubstepPart {
  int number = 0, count = 1;

  bool first() const { return number == 0; }
  bool last() const { return number + 1 == count; }
  Real begin() const { return static_cast<Real>(number) / static_cast<Real>(count); }
  Real end() const { return static_cast<Real>(number + 1) / static_cast<Real>(count); }

  // What `mean` (n) is of `now` once the last part has added its own; a sum until then.
  void add_to_mean(const Real* now, int n, Real* mean) const {
    for (int k = 0; k < n; ++k) {
      const Real all = first() ? now[k] : mean[k] + now[k];
      mean[k] = last() ? all / static_cast<Real>(count) : all;
    }
  }
};

}  // namespace mortise::MORTISE_ISA
