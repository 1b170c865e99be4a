// The film that a carried contact holds: deposits where it entered, which the fluid takes along.
#pragma once

#include "mortise/kernel/kernels.hpp"

namespace mortise::MORTISE_ISA {

// The deposits as they lie in memory, newest first, places ascending, and the cubics between them:
// film = c0 + t (c1 + t (c2 + t c3)) from deposit k to k + 1, t from the place of k on.
template <class T>
class DepositedLine {
 public:
  DepositedLine(T* from, int count, int padded)
      : place_(from),
        c0_(from + padded),
        c1_(from + 2 * padded),
        c2_(from + 3 * padded),
        c3_(from + 4 * padded),
        count_(count) {}

  // One film everywhere.
  void fill(T newest, T spacing, T film) const {
    for (int k = 0; k < count_; ++k) {
      place_[k] = newest + static_cast<T>(k) * spacing;
      c0_[k] = film;
      c1_[k] = c2_[k] = c3_[k] = 0;
    }
  }

  struct Ask {
    T way;       // of the fluid since the last deposit
    T entry;     // where the next deposit will be
    T entering;  // its film
  };
  // Films at many places.
  //   place_at  T(j): where
  //   hint      (count) the interval each was in the last time, whatever it is; becomes the one it
  //             is in
  //   films     (count)
  // Nothing branches unless a place is more than an interval from its hint: compilers make gathers
  // of it where there are some.
  template <class Place>
  MORTISE_INLINE void at(const Ask& ask, Place place_at, int count, std::int32_t* __restrict hint,
                         T* __restrict films) const {
    const T *place = place_, *c0 = c0_, *c1 = c1_, *c2 = c2_, *c3 = c3_;
    const std::int32_t last = count_ - 2;
    const auto is_before = [=](T s, std::int32_t k) -> std::int32_t {
      return (s < place[k]) & (k > 0);
    };
    const auto is_behind = [=](T s, std::int32_t k) -> std::int32_t {
      return (s >= place[k + 1]) & (k < last);
    };
    const T way = ask.way, newest = place[0], film = c0[0];
    const T slope = (ask.entering - film) * inverse_width(ask);
    std::int32_t far = 0;
    for (int j = 0; j < count; ++j) {
      const T s = place_at(j) - way;
      std::int32_t k = hint[j] < 0 ? 0 : hint[j];
      k = k > last ? last : k;
      k += is_behind(s, k) - is_before(s, k);
      far |= is_behind(s, k) | is_before(s, k);
      hint[j] = k;
    }
    for (int j = 0; j < count && far != 0; ++j) {
      const T s = place_at(j) - way;
      while (is_before(s, hint[j])) --hint[j];
      while (is_behind(s, hint[j])) ++hint[j];
    }
    for (int j = 0; j < count; ++j) {
      const T s = place_at(j) - way;
      const std::int32_t k = hint[j];
      const T end = place[k + 1], t = (s < end ? s : end) - place[k];  // beyond the last its film
      const T deposited = c0[k] + t * (c1[k] + t * (c2[k] + t * c3[k]));
      const T entering = film + (newest - s) * slope;
      films[j] = s < newest ? entering : deposited;
    }
  }
  // How much of `entering` is in the value at a place.
  MORTISE_INLINE T share(const Ask& ask, T place) const {
    const T s = place - ask.way;
    return s < place_[0] ? (place_[0] - s) * inverse_width(ask) : T(0);
  }

  // A step ends: all deposits go on by `way`, a new one appears.
  void deposit(const Ask& ask) const {
    for (T* x : {place_, c0_, c1_, c2_, c3_}) {
      const T way = x == place_ ? ask.way : T(0);
      for (int k = count_ - 1; k > 0; --k) x[k] = x[k - 1] + way;
    }
    place_[0] = ask.entry;
    c0_[0] = ask.entering;
    // slopes of the last two: one-sided within monotony, and the weighted harmonic mean
    const T h0 = place_[1] - place_[0], h1 = place_[2] - place_[1];
    const T d0 = (c0_[1] - c0_[0]) / h0, d1 = (c0_[2] - c0_[1]) / h1;
    const T mean = d0 * d1 > 0 ? 3 * (h0 + h1) / ((2 * h1 + h0) / d0 + (h1 + 2 * h0) / d1) : T(0);
    T end = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    if (end * d0 <= 0) end = 0;
    const T most = 3 * (d0 < 0 ? -d0 : d0);
    if (d0 * d1 <= 0 && (end < 0 ? -end : end) > most) end = 3 * d0;
    set_cubic(1, h1, d1, mean, c1_[2]);
    set_cubic(0, h0, d0, end, mean);
  }

 private:
  // Inverse width of what has entered since the last deposit.
  MORTISE_INLINE T inverse_width(const Ask& ask) const {
    return T(1) / (place_[0] - (ask.entry - ask.way));
  }
  // width, rise per width, slopes at both ends
  void set_cubic(int k, T h, T d, T m0, T m1) const {
    c1_[k] = m0;
    c2_[k] = (3 * d - 2 * m0 - m1) / h;
    c3_[k] = (m0 + m1 - 2 * d) / (h * h);
  }

  T *place_, *c0_, *c1_, *c2_, *c3_;
  int count_;
};

}  // namespace mortise::MORTISE_ISA
