// What the line of deposits brings to a stage of a carried film: Z at the rows, g of the samples
// between inlet and outlet.
#pragma once

#include "products.hpp"
#include "transport_data.hpp"

namespace mortise::MORTISE_ISA {

template <class T>
class TransportLine {
 public:
  explicit TransportLine(TransportData<T>& data) : s_(data) {}

  // Z at the rows, and Z + wind (d Z) / s, by which y - Z stands for y in f.
  void carry() {
    const T* x = s_.at.number(s_.t.place_x);
    const T a = s_.scalars.frame;
    // from 1 on, as rows refer to them; 0: nothing is carried
    T* looked = s_.at.scratch(s_.at.l.found);
    looked[0] = 0;
    std::int32_t* hint =
        s_.at.template scratch<std::int32_t>(s_.at.l.intervals) + s_.samples_padded;
    s_.line().at(
        s_.ask, [=](int j) { return a * x[j]; }, s_.places, hint, looked + 1);
    // by node of the stencils; 0 where nothing is carried
    const std::uint32_t* at = s_.rows_at;
    for (int i = 0; i < s_.rows; ++i, at += S)
      for (int node = 0; node < S; ++node) s_.carried_at(node)[i] = looked[at[node]];
    for (int i = s_.rows; i < s_.rows_padded; ++i)
      for (int node = 0; node < S; ++node)
        s_.carried_at(node)[i] = s_.carried_at(node)[s_.rows - 1];
    const P speed = P::all(s_.scalars.speed), rate = P::all(s_.scalars.frame_rate),
            by = P::all(s_.scalars.inverse / s_.scalars.shift);
    for (int i = 0; i < s_.rows_padded; i += W) {
      const T* c = s_.at.number(s_.b.coefficients) + in_blocks<T>(i, 7);
      const auto with = [&](int coefficient, int node) {
        return P::load(c + coefficient * L) * P::load(s_.carried_at(node) + i);
      };
      const P slope = (with(2, 2) + with(3, 1)) + (with(4, 0) + with(6, 3));
      const P own = P::load(s_.carried_at(S - 2) + i),
              wind = (speed - rate * P::load(c + 5 * L)) * by;
      own.store(s_.carried_film() + i);
      (own + wind * slope).store(s_.carried_start() + i);
    }
  }
  // g of the samples, and its derivative for the film that enters.
  void make_samples() {
    T* looked = s_.at.scratch(s_.at.l.looked);
    T* entering = s_.entering();
    const T a = s_.scalars.frame, first = static_cast<T>(s_.t.first),
            spacing = static_cast<T>(s_.t.spacing);
    s_.ask.entering = s_.at.unknowns()[s_.modes];
    const auto place = [=](int j) { return a * (first + static_cast<T>(j) * spacing); };
    const DepositedLine<T> deposits = s_.line();
    std::int32_t* hint = s_.at.template scratch<std::int32_t>(s_.at.l.intervals);
    s_.fresh = 0;
    deposits.at(s_.ask, place, s_.samples_count, hint, looked);
    for (int j = 0; j < s_.samples_count; ++j) entering[j] = 0;
    for (int j = 0; j < s_.nearest; ++j) {
      entering[j] = deposits.share(s_.ask, place(j));
      if (entering[j] > 0) s_.fresh = j + 1;
    }
    for (int j = s_.samples_count; j < s_.samples_padded; ++j) looked[j] = entering[j] = 0;
    const T* densities = s_.densities();
    const P frame = P::all(s_.scalars.frame), by = P::all(s_.scalars.inverse_square);
    for (int j = 0; j < s_.samples_padded; j += W) {
      const P before = P::load(densities + j), p = larger(frame * before, P::all(0));
      const P denominator = density_denominator(s_.at.oil, p);
      const P thin = by / density(s_.at.oil, p, P::all(1) / denominator).value;
      (P::load(looked + j) * thin + P::load(s_.at.number(s_.t.softness) + j) * before)
          .store(s_.samples() + j);
      (P::load(entering + j) * thin).store(entering + j);
    }
    clear_padding(s_.samples());
    clear_padding(entering);
  }
  // P* of the next stage.
  void take_densities() {
    T* out = s_.densities();
    for (int j = 0; j < s_.samples_padded; j += W)
      P::load(s_.at.number(s_.t.density_base) + j).store(out + j);
    add_weighted(s_.at.number(s_.t.density_shapes), s_.samples_padded, s_.at.unknowns(), s_.modes,
                 out);
    add_weighted(s_.at.number(s_.t.density_samples), s_.samples_padded, s_.samples(),
                 s_.samples_count, out);
  }
  T of_entering(std::uint32_t rows, int row) const {
    const T* entering = s_.entering();
    T sum = 0;
    for (int j = 0; j < s_.fresh; ++j)
      sum += s_.at.number(rows)[row * s_.samples_padded + j] * entering[j];
    return sum;
  }

 private:
  void clear_padding(T* x) const {
    for (int j = s_.samples_count; j < s_.samples_padded; ++j) x[j] = 0;
  }

  using P = PackOf<T>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>, S = TransportData<T>::S;

  TransportData<T>& s_;
};

}  // namespace mortise::MORTISE_ISA
