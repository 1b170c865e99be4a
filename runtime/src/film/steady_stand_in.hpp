// The steady films that stand in for one that bodies bear, see FilmOnBodies in the schema: force
// and gaps follow from the opening of the bodies alone, an elastic law.
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/view/film.hpp"

namespace mortise::MORTISE_ISA {

class SteadyStandIn {
 public:
  explicit SteadyStandIn(const FilmView& film)
      : opening_(reinterpret_cast<const Real*>(film.numbers + film.on_bodies->steady_films)),
        count_(static_cast<int>(film.on_bodies->steady)),
        padded_((count_ + 7) / 8 * 8) {}

  struct Film {
    Real load, slope, pressure, gap, smallest;  // slope: of the load per opening
  };
  Film at(Real opening) const {
    int k = 0;
    while (k + 2 < count_ && opening >= opening_[k + 1]) ++k;
    return between(k, opening);
  }
  // Between bodies that are `free` without it, and give way by `soft` per load.
  Film against(Real free, Real soft) const {
    const Real* load = row(1);
    int k = 0;
    while (k + 2 < count_ && free + soft * load[k + 1] >= opening_[k + 1]) ++k;
    const Real by = slope(k);
    return between(k, (free + soft * (load[k] - by * opening_[k])) / (1 - soft * by));
  }

 private:
  const Real* row(int r) const { return opening_ + r * padded_; }
  Real slope(int k) const { return (row(1)[k + 1] - row(1)[k]) / (opening_[k + 1] - opening_[k]); }
  // Beyond the last one nothing is held, and the gap opens on.
  Film between(int k, Real opening) const {
    const Real last = opening_[count_ - 1], apart = opening > last ? opening - last : Real(0);
    const Real share = (opening - apart - opening_[k]) / (opening_[k + 1] - opening_[k]);
    const auto value = [&](int r) { return row(r)[k] + share * (row(r)[k + 1] - row(r)[k]); };
    if (apart > 0) return {0, 0, 0, value(3) + apart, value(4) + apart};
    return {value(1), slope(k), value(2), value(3), value(4)};
  }

  const Real* opening_;
  int count_, padded_;
};

}  // namespace mortise::MORTISE_ISA
