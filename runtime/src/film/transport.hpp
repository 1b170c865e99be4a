// One step of a film that is carried through the contact: two stages of Alexander's scheme, one
// linear solve each, the Jacobian made anew in every one. Inlet and outlet hold Reynolds' equation
// at sampled rows; the contact is the elastic answer to the film that the line of deposits brings.
// Equations, sizes and layout stand in the schema, struct FilmTransport.
#pragma once

#include "elimination.hpp"
#include "limits.hpp"
#include "scheme.hpp"
#include "stage.hpp"

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

template <class T>
class TransportSubstep {
 public:
  TransportSubstep(const ModelView& model, unsigned char* region, int)
      : c_(*model.film.constants),
        b_(model.film.bases[0]),
        t_(*model.film.transport),
        rows_at_(model.film.transport_places),
        l_(model.film_layout),
        numbers_(model.film.numbers),
        region_(region),
        memory_(region + model.film_layout.memory[1]),
        oil_(c_),
        step_(static_cast<double>(model.h) / c_.time / b_.substeps),
        shift_(1 / (kFilmGamma * step_)),
        length_(step_),
        datum_(model.film.on_bodies ? model.film.on_bodies->datum : 0),
        modes_(static_cast<int>(b_.modes)),
        up_(padded(modes_ + 1)),
        rows_(static_cast<int>(b_.rows)),
        rows_padded_(padded(rows_)),
        samples_(static_cast<int>(t_.samples)),
        samples_padded_(padded(samples_)),
        seen_(static_cast<int>(t_.seen)),
        nearest_(static_cast<int>(t_.nearest)),
        places_(static_cast<int>(t_.places)) {}

  // One step of the length of a substep, or of half of it.
  FilmReport run(const FilmDrive (&drive)[2], double*, double*, bool half,
                 std::int32_t iterations) {
    FilmReport report;
    const double before = beyond_training();
    set_length(half ? 0.5 * step_ : step_);
    for (int k = 0; k < 2; ++k) {
      begin_stage(k, drive[k]);
      bear(drive[k].load);
      if (!solve(iterations, &report)) return report;
      if (k == 0) carry_content();
    }
    report.residual = end_step(drive[1]);
    // Shapes that have not settled may go where no film is, and so may those that leave training in
    // this step: half steps, and none beyond training that has not settled.
    const bool leaves = report.residual > c_.trust_limit && before <= c_.trust_limit;
    const bool film = report.residual <= (report.converged ? kNoSolution : c_.trust_limit);
    report.good = film && (half || (report.converged && !leaves));
    return report;
  }

  // ---- the same in parts, for a film between bodies that bear it

  // Where the line is, and the start value.
  void begin_stage(int k, const FilmDrive& d) {
    const double part = k == 0 ? kFilmGamma * length_ : length_;
    begin(d, 0.5 * (*array_at<double>(memory_, l_.speed) + d.speed) * part);
    // the start value carries what Z changes by: see carry()
    const T* from = k == 0 ? array_at<T>(memory_, l_.content) : array_at<T>(region_, l_.start);
    for (int i = 0; i < rows_padded_; i += W)
      (P::load(from + i) + P::load(carried(1) + i)).store(carried(1) + i);
  }
  // h0 such that the pressure carries a load, dimensionless and over a^2.
  void bear(double load) { approach_ = {0, 1, t_.load_base - load}; }
  // h0 as bodies leave it open: by `free` without the film, and `soft` more per a^2 G b.
  void follow(double free, double soft) {
    const double a = static_cast<double>(scalars_.frame), by_load = soft - kernel_datum(a);
    approach_ = {1, static_cast<T>(-by_load), -free / (a * a) - by_load * t_.load_base};
    answer_ = static_cast<T>(1 / (a * a));
  }
  // The opening that the film as it is would have, and its a^2 G b.
  double opening() const {
    const double a = static_cast<double>(scalars_.frame);
    return a * a * static_cast<double>(unknowns()[modes_ - 1]) + kernel_datum(a) * load();
  }
  double load() const {
    const double a = static_cast<double>(scalars_.frame);
    return a * a * (t_.load_base + load_of(unknowns(), samples()));
  }
  // One linear solve: makes what is to be taken off the unknowns.
  void find_correction(FilmReport* report) {
    make_samples();
    balance();
    set_stencils();
    linearise_by_law();
    correct();
    ++report->iterations;
    ++report->rebuilds;
  }
  bool take_correction(FilmReport* report) {
    if (!take(report)) return false;
    take_densities();
    return true;
  }
  // After follow() and a correction: change of the unknowns (up) by a unit of opening.
  const T* answer() const { return array_at<T>(region_, l_.linearised); }
  // Change of a^2 G b by one of the unknowns (up).
  double load_by(const T* change) const {
    const double square = static_cast<double>(scalars_.frame) * static_cast<double>(scalars_.frame);
    return square * static_cast<double>(dot_padded(number(b_.load_row), change, up_) +
                                        of_entering(t_.load_samples, 0) * change[modes_]);
  }
  // The solution found last (up), to be taken off.
  const T* correction() const { return array_at<T>(region_, l_.solution); }
  T* correction() { return array_at<T>(region_, l_.solution); }
  int padded_unknowns() const { return up_; }
  // Unknowns (up) and P* (Np), and others in their place.
  void keep(T* out) const {
    const T *x = unknowns(), *p = array_at<T>(memory_, l_.densities);
    for (int j = 0; j < up_; j += W) P::load(x + j).store(out + j);
    for (int j = 0; j < samples_padded_; j += W) P::load(p + j).store(out + up_ + j);
  }
  void take_up(const T* kept) const {
    T *x = unknowns(), *p = array_at<T>(memory_, l_.densities);
    for (int j = 0; j < up_; j += W) P::load(kept + j).store(x + j);
    for (int j = 0; j < samples_padded_; j += W) P::load(kept + up_ + j).store(p + j);
  }
  // Start value of the second stage, after the first.
  void carry_content() {
    move_rows();
    const T* y = array_at<T>(memory_, l_.content);
    T* start = array_at<T>(region_, l_.start);
    const P lead = P::all(static_cast<T>(kFilmLead));
    for (int i = 0; i < rows_padded_; i += W) {
      const P before = P::load(y + i), now = content_at(i) - P::load(carried(0) + i);
      (before + lead * (now - before)).store(start + i);
    }
  }
  // A whole step between bodies that stand still. False if it has failed.
  bool run_at(const FilmDrive& first, const FilmDrive& second, double opening,
              std::int32_t iterations) {
    FilmReport report;
    for (int k = 0; k < 2; ++k) {
      begin_stage(k, k == 0 ? first : second);
      follow(opening, 0);
      if (!solve(iterations, &report)) return false;
      if (k == 0) carry_content();
    }
    return end_step(second) <= kNoSolution;
  }
  // Shapes of inlet and outlet so far beyond training solve their rows and are no film.
  bool is_film() const { return beyond_training() <= kNoSolution; }
  // The load of other unknowns in the place of those that were solved for.
  double load_anew() {
    make_samples();
    return load();
  }
  // At the end of the second stage; its drive. Returns film_residual.
  double end_step(const FilmDrive& d) {
    move_rows();
    T* y = array_at<T>(memory_, l_.content);
    for (int i = 0; i < rows_padded_; i += W)
      (content_at(i) - P::load(carried(0) + i)).store(y + i);
    line().deposit(ask_);
    *array_at<double>(memory_, l_.speed) = d.speed;
    return beyond_training();
  }
  // The stage solved last with other unknowns (up), and what follows of them.
  void move_to(const T* unknown) {
    T *x = unknowns(), *g = samples(), *change = correction();
    const T* entering = array_at<T>(region_, l_.entering);
    const P entered = P::all(unknown[modes_] - x[modes_]);
    for (int j = 0; j < samples_padded_; j += W)
      (P::load(g + j) + entered * P::load(entering + j)).store(g + j);
    for (int j = 0; j < up_; j += W) {
      const P to = P::load(unknown + j);
      (P::load(change + j) - (to - P::load(x + j))).store(change + j);
      to.store(x + j);
    }
    ask_.entering = x[modes_];
  }

  // A step in place of one that has failed: inlet and outlet as those of a steady film (u), between
  // them what the line brings.
  void start_beside_line(const double* steady, const FilmDrive& d) {
    T* x = unknowns();
    for (int k = 0; k <= modes_; ++k) x[k] = static_cast<T>(steady[k]);
    set_length(step_);
    begin(d, 0.5 * (*array_at<double>(memory_, l_.speed) + d.speed) * step_);
    bear(d.load);
    settle(true);
    line().deposit(ask_);
    *array_at<double>(memory_, l_.speed) = d.speed;
  }
  // A steady film: b and the film that enters.
  //   initial  (u); null: those of the file
  void start(const double* initial, const double*, const FilmDrive& d) { start(initial, d, false); }
  // That of the file in another frame, with the load that belongs to it.
  void start_bearing(const FilmDrive& d) {
    bear(kPi / 2);
    start(nullptr, d, true);
  }

  FilmOutputs outputs(const double*, double frame) const {
    const T *x = unknowns(), *g = samples();
    const double square = frame * frame;
    const auto combine = [&](std::uint32_t shapes, int row, int ld, std::uint32_t by_samples) {
      return static_cast<double>(
          dot_padded(number(shapes) + row * ld, x, ld) +
          dot_padded(number(by_samples) + row * samples_padded_, g, samples_padded_));
    };
    FilmOutputs out;
    // b alone: a row of the file has no more than r numbers
    const int rp = padded(modes_);
    out.force = square * (t_.load_base + combine(b_.load_row, 0, up_, t_.load_samples));
    out.central_pressure =
        frame * (t_.central_pressure + combine(b_.central, 0, rp, t_.central_samples));
    out.central_gap =
        square * (b_.central_geometry + combine(b_.central, 1, rp, t_.central_samples));
    out.minimum_gap = smallest_gap(square);
    return out;
  }

 private:
  using P = PackOf<T>;
  static constexpr int S = 4, L = kPaddingOf<T>, W = kLanesOf<T>;
  static constexpr double kLeastSpacing = 0.01;  // of deposits [b]
  static constexpr double kPi = 3.1415926535897932384626433832795;
  static constexpr int kSettling = 16;  // P* of a steady film
  // Shapes of inlet and outlet so far beyond training solve the sampled rows and are no film.
  static constexpr double kNoSolution = 4;

  static int padded(int n) { return (n + L - 1) / L * L; }
  void start(const double* initial, const FilmDrive& d, bool balanced) {
    T* x = unknowns();
    for (int k = 0; k < up_; ++k) x[k] = 0;
    for (int k = 0; k <= modes_; ++k)
      x[k] = initial ? static_cast<T>(initial[k]) : number(b_.initial)[k];
    const T film = x[modes_];
    const double spacing = d.speed * step_ > kLeastSpacing ? d.speed * step_ : kLeastSpacing;
    line().fill(static_cast<T>(d.frame * t_.entry), static_cast<T>(spacing), film);
    *array_at<double>(memory_, l_.speed) = d.speed;
    T* densities = array_at<T>(memory_, l_.densities);
    for (int j = 0; j < samples_padded_; ++j) densities[j] = 0;
    set_length(step_);
    begin(d, 0);
    settle(balanced);
  }
  void set_length(double length) {
    length_ = length;
    shift_ = 1 / (kFilmGamma * length);
  }
  // P*, and y at the rows, of unknowns that were set.
  void settle(bool balanced) {
    for (int k = 0; k < kSettling; ++k) {
      make_samples();
      if (balanced) balance();
      take_densities();
    }
    set_stencils();
    T* y = array_at<T>(memory_, l_.content);
    for (int i = 0; i < rows_padded_; i += W)
      (content_at(i) - P::load(carried(0) + i)).store(y + i);
  }

  // Sum over k of kPacks packs at rows + k stride, times x_k: four sums of each, so that none waits
  // for the other. Packs side by side share x_k.
  template <int kPacks>
  static MORTISE_INLINE void weigh(const T* rows, int stride, const T* x, int count,
                                   P (&out)[kPacks]) {
    P sum[4][kPacks];
    const auto add = [&](int k, P(&to)[kPacks]) {
      const P by = P::all(x[k]);
#pragma GCC unroll 4
      for (int c = 0; c < kPacks; ++c) to[c] = to[c] + P::load(rows + k * stride + c * W) * by;
    };
    for (int q = 0; q < 4; ++q)
      for (int c = 0; c < kPacks; ++c) sum[q][c] = P::all(0);
    int k = 0;
    for (; k + 4 <= count; k += 4) {
#pragma GCC unroll 4
      for (int q = 0; q < 4; ++q) add(k + q, sum[q]);
    }
#pragma GCC unroll 4
    for (int q = 0; q < 3; ++q)
      if (k + q < count) add(k + q, sum[q]);
    for (int c = 0; c < kPacks; ++c) out[c] = (sum[0][c] + sum[1][c]) + (sum[2][c] + sum[3][c]);
  }
  static MORTISE_INLINE P weighted(const T* rows, int stride, const T* x, int count) {
    P sum[1];
    weigh(rows, stride, x, count, sum);
    return sum[0];
  }
  // out (stride) += rows^T x, rows (count x stride).
  static MORTISE_INLINE void add_weighted(const T* rows, int stride, const T* x, int count,
                                          T* out) {
    const auto add = [&](int j, auto& sum) {
      weigh(rows + j, stride, x, count, sum);
      int to = j;
      for (const P& each : sum) {
        (P::load(out + to) + each).store(out + to);
        to += W;
      }
    };
    int j = 0;
    for (; j + kTilePacks * W <= stride; j += kTilePacks * W) {
      P sum[kTilePacks];
      add(j, sum);
    }
    for (; j < stride; j += W) {
      P sum[1];
      add(j, sum);
    }
  }
  const T* number(std::uint32_t offset) const {
    return reinterpret_cast<const T*>(numbers_ + offset);
  }
  T* unknowns() const { return array_at<T>(memory_, l_.unknowns); }
  T* samples() const { return array_at<T>(memory_, l_.samples); }
  // 0: Z at the rows; 1: start value of y - Z with what Z adds to it; from 2 on Z by node of the
  // stencils
  T* carried(int k) const { return array_at<T>(region_, l_.carried) + k * rows_padded_; }
  DepositedLine<T> line() const {
    return {array_at<T>(memory_, l_.line), static_cast<int>(t_.deposits),
            padded(static_cast<int>(t_.deposits))};
  }

  // A stage: its scalars, where the line is, Z in the outlet.
  void begin(const FilmDrive& d, double way) {
    scalars_ = stage_scalars<T>(c_, d, shift_);
    ask_ = {static_cast<T>(way), static_cast<T>(d.frame * t_.entry), unknowns()[modes_]};
    carry();
  }

  // Z at the rows, and Z + wind (d Z) / s, by which y - Z stands for y in f.
  void carry() {
    const T* x = number(t_.place_x);
    const T a = scalars_.frame;
    // from 1 on, as rows refer to them; 0: nothing is carried
    T* looked = array_at<T>(region_, l_.found);
    looked[0] = 0;
    std::int32_t* hint = array_at<std::int32_t>(region_, l_.intervals) + samples_padded_;
    line().at(
        ask_, [=](int j) { return a * x[j]; }, places_, hint, looked + 1);
    // by node of the stencils; 0 where nothing is carried
    T* z = carried(2);
    const std::uint32_t* at = rows_at_;
    for (int i = 0; i < rows_; ++i, at += S)
      for (int node = 0; node < S; ++node) z[node * rows_padded_ + i] = looked[at[node]];
    for (int i = rows_; i < rows_padded_; ++i)
      for (int node = 0; node < S; ++node)
        z[node * rows_padded_ + i] = z[node * rows_padded_ + rows_ - 1];
    const P speed = P::all(scalars_.speed), rate = P::all(scalars_.frame_rate),
            by = P::all(scalars_.inverse / scalars_.shift);
    for (int i = 0; i < rows_padded_; i += W) {
      const T* c = number(b_.coefficients) + in_blocks<T>(i, 7);
      const auto weighted = [&](int coefficient, int node) {
        return P::load(c + coefficient * L) * P::load(z + node * rows_padded_ + i);
      };
      const P slope = (weighted(2, 2) + weighted(3, 1)) + (weighted(4, 0) + weighted(6, 3));
      const P own = P::load(z + (S - 2) * rows_padded_ + i),
              wind = (speed - rate * P::load(c + 5 * L)) * by;
      own.store(carried(0) + i);
      (own + wind * slope).store(carried(1) + i);
    }
  }

  // g of the samples, and its derivative for the film that enters.
  void make_samples() {
    T* looked = array_at<T>(region_, l_.looked);
    T* entering = array_at<T>(region_, l_.entering);
    const T a = scalars_.frame, first = static_cast<T>(t_.first),
            spacing = static_cast<T>(t_.spacing);
    ask_.entering = unknowns()[modes_];
    const auto place = [=](int j) { return a * (first + static_cast<T>(j) * spacing); };
    const DepositedLine<T> deposits = line();
    std::int32_t* hint = array_at<std::int32_t>(region_, l_.intervals);
    fresh_ = 0;
    deposits.at(ask_, place, samples_, hint, looked);
    for (int j = 0; j < samples_; ++j) entering[j] = 0;
    for (int j = 0; j < nearest_; ++j) {
      entering[j] = deposits.share(ask_, place(j));
      if (entering[j] > 0) fresh_ = j + 1;
    }
    for (int j = samples_; j < samples_padded_; ++j) looked[j] = entering[j] = 0;
    const T* densities = array_at<T>(memory_, l_.densities);
    const P frame = P::all(scalars_.frame), by = P::all(scalars_.inverse_square);
    for (int j = 0; j < samples_padded_; j += W) {
      const P before = P::load(densities + j), p = larger(frame * before, P::all(0));
      const P denominator = density_denominator(oil_, p);
      const P thin = by / density(oil_, p, P::all(1) / denominator).value;
      (P::load(looked + j) * thin + P::load(number(t_.softness) + j) * before).store(samples() + j);
      (P::load(entering + j) * thin).store(entering + j);
    }
    clear_padding(samples());
    clear_padding(entering);
  }
  void clear_padding(T* x) const {
    for (int j = samples_; j < samples_padded_; ++j) x[j] = 0;
  }

  // h0 that its row asks for, the other unknowns as they are.
  void balance() {
    T* x = unknowns();
    const T by = approach_.own + approach_.press * number(b_.load_row)[modes_ - 1];
    x[modes_ - 1] = x[modes_ - 1] - off_approach() / by;
  }
  T off_approach() const {
    return approach_.own * unknowns()[modes_ - 1] +
           (approach_.press * dot_padded(number(b_.load_row), unknowns(), up_) +
            (approach_.press * dot_padded(number(t_.load_samples), samples(), samples_padded_) +
             static_cast<T>(approach_.base)));
  }
  double load_of(const T* x, const T* g) const {
    return static_cast<double>(dot_padded(number(b_.load_row), x, up_) +
                               dot_padded(number(t_.load_samples), g, samples_padded_));
  }
  // What of h0 a unit of a^2 G b takes in a frame: half-spaces deflect from where they rest.
  double kernel_datum(double frame) const {
    return (logarithm(Lanes<double, 1>::all(frame)).x - datum_) / kPi;
  }

  // Pressures and gaps at the stencils.
  void set_stencils() {
    T* combined = array_at<T>(region_, l_.combined);
    const T *x = unknowns(), *g = samples();
    for (int k = 0; k < modes_; ++k) combined[k] = x[k];
    const int zp = padded(seen_);
    alignas(64) T z[kMaxFilmSamples];
    for (int k = 0; k < zp; k += W) P::all(0).store(z + k);
    add_weighted(number(t_.combine), zp, g, samples_, z);
    for (int k = 0; k < seen_; ++k) combined[modes_ + k] = z[k];
    T* pressures = array_at<T>(memory_, l_.pressures);
    T* gaps = array_at<T>(memory_, l_.gaps);
    const int shapes = modes_ + seen_;
    for (int i = 0; i < rows_padded_; i += W) {
      const std::ptrdiff_t to = in_blocks<T>(i, S), from = in_blocks<T>(i, shapes * S);
      for (int j = 0; j < S; ++j) {
        P::load(number(t_.base_pressure) + to + j * L).store(pressures + to + j * L);
        P::all(0).store(gaps + to + j * L);
      }
      at_stencils<S, true>(number(b_.pressure_shapes) + from, number(b_.gap_shapes) + from,
                           combined, shapes, pressures + to, gaps + to);
    }
  }

  // Does so after the unknowns have changed by the solution, at the rows' own nodes alone: what
  // they hold is all that a stage asks for.
  void move_rows() {
    const T* change = array_at<T>(region_, l_.solution);
    const T* entering = array_at<T>(region_, l_.entering);
    T* pressures = array_at<T>(memory_, l_.pressures);
    T* gaps = array_at<T>(memory_, l_.gaps);
    constexpr int kOwn = (S - 2) * L;
    for (int i = 0; i < rows_padded_; i += W) {
      const std::ptrdiff_t to = in_blocks<T>(i, S) + kOwn;
      P p = P::load(pressures + to), h = P::load(gaps + to);
      const std::ptrdiff_t from = in_blocks<T>(i, (modes_ + seen_) * S) + kOwn;
      const T *by_p = number(b_.pressure_shapes) + from, *by_h = number(b_.gap_shapes) + from;
      for (int k = 0; k < modes_; ++k) {
        const P off = P::all(change[k]);
        p = p - P::load(by_p + k * S * L) * off;
        h = h - P::load(by_h + k * S * L) * off;
      }
      const std::ptrdiff_t near = in_blocks<T>(i, nearest_ * S) + kOwn;
      for (int j = 0; j < fresh_; ++j) {
        const P off = P::all(entering[j] * change[modes_]);
        p = p - P::load(number(t_.sample_pressure) + near + j * S * L) * off;
        h = h - P::load(number(t_.sample_gap) + near + j * S * L) * off;
      }
      p.store(pressures + to);
      h.store(gaps + to);
    }
  }

  RowArrays<T> arrays(int row) const {
    const std::ptrdiff_t here = in_blocks<T>(row, S);
    return {number(b_.coefficients) + in_blocks<T>(row, 7), number(b_.geometry) + here,
            array_at<T>(memory_, l_.pressures) + here, array_at<T>(memory_, l_.gaps) + here,
            carried(1) + row};
  }
  P content_at(int row) const { return content(oil_, place<T, W>(arrays(row), scalars_, S - 2)); }

  template <class Viscosity>
  void linearise() {
    T* f = array_at<T>(region_, l_.residual);
    T* jacobian = array_at<T>(region_, l_.jacobian);
    const T* entering = array_at<T>(region_, l_.entering);
    const Lubricant<T> oil = oil_;
    const StageScalars<T> scalars = scalars_;
    for (int i = 0; i < rows_padded_; i += W) {
      RowSlopes<P, S> slopes;
      row_residual<S, Viscosity, true, true>(oil, scalars, arrays(i), &slopes).store(f + i);
      const ShapeSlopes<P, S> by = shape_slopes<S>(slopes, scalars);
      const std::ptrdiff_t from = in_blocks<T>(i, (modes_ + seen_) * S);
      jacobian_rows<S>(by, number(b_.pressure_shapes) + from, number(b_.gap_shapes) + from, modes_,
                       false, jacobian + i, rows_padded_);
      // by the film that enters: of the samples that feel it
      const std::ptrdiff_t carried = in_blocks<T>(i, nearest_ * S);
      P sum = P::all(0);
      for (int j = 0; j < fresh_; ++j) {
        const T *p = number(t_.sample_pressure) + carried + j * S * L,
                *h = number(t_.sample_gap) + carried + j * S * L;
        P each = by.by[0] * P::load(p) + by.by[S] * P::load(h);
        for (int node = 1; node < S; ++node)
          each = each +
                 (by.by[node] * P::load(p + node * L) + by.by[S + node] * P::load(h + node * L));
        sum = sum + each * P::all(entering[j]);
      }
      sum.store(jacobian + modes_ * rows_padded_ + i);
    }
  }

  // y_D = rho(P_D) H_D and its derivatives for pressure and gap at the entry.
  struct Entry {
    T film, by_pressure, by_gap;
  };
  Entry entry() const {
    const auto value = [&](int row, double base) {
      return static_cast<T>(base) +
             (dot_padded(number(t_.entry_shapes) + row * up_, unknowns(), up_) +
              dot_padded(number(t_.entry_samples) + row * samples_padded_, samples(),
                         samples_padded_));
    };
    using One = Lanes<T, 1>;
    const T pressure = scalars_.frame * value(0, t_.entry_pressure),
            gap = scalars_.square * value(1, t_.entry_gap);
    const One p = One::all(pressure > 0 ? pressure : T(0));
    const Density<One> rho = density(oil_, p, One::all(1) / density_denominator(oil_, p));
    return {rho.value.x * gap, pressure > 0 ? scalars_.frame * rho.slope.x * gap : T(0),
            scalars_.square * rho.value.x};
  }

  bool solve(std::int32_t iterations, FilmReport* report) {
    for (std::int32_t k = 0; k < iterations; ++k) {
      find_correction(report);
      if (!take_correction(report)) return false;
      if (report->change <= b_.tolerance) break;
    }
    if (b_.tolerance > 0 && report->change > b_.tolerance) report->converged = false;
    return true;
  }

  void linearise_by_law() {
    with_viscosity_law(c_.viscosity_law, [&](auto law) { linearise<decltype(law)>(); });
  }

  T of_entering(std::uint32_t rows, int row) const {
    const T* entering = array_at<T>(region_, l_.entering);
    T sum = 0;
    for (int j = 0; j < fresh_; ++j) sum += number(rows)[row * samples_padded_ + j] * entering[j];
    return sum;
  }

  // The linear system, column by column: T J, then the row of h0 and the entry; and its solution.
  // The row of h0 holds already, see balance().
  void correct() {
    const Entry e = entry();
    // both rows, by column
    alignas(64) T load[kMaxFilmUnknowns], enters[kMaxFilmUnknowns];
    const P by_p = P::all(e.by_pressure), by_h = P::all(e.by_gap);
    const T *entry_p = number(t_.entry_shapes), *entry_h = entry_p + up_;
    for (int j = 0; j < up_; j += W) {
      (P::all(approach_.press) * P::load(number(b_.load_row) + j) +
       P::all(approach_.own) * unit_pack<T>(modes_ - 1, j))
          .store(load + j);
      (P::all(0) - (by_p * P::load(entry_p + j) + by_h * P::load(entry_h + j))).store(enters + j);
    }
    load[modes_] = approach_.press * of_entering(t_.load_samples, 0);
    enters[modes_] = 1 - (e.by_pressure * of_entering(t_.entry_samples, 0) +
                          e.by_gap * of_entering(t_.entry_samples, 1));
    const T *test = number(b_.test), *jacobian = array_at<T>(region_, l_.jacobian);
    const int of_load = modes_ - 1, of_entry = modes_;
    T* matrix = array_at<T>(region_, l_.matrix);
    for (int c0 = 0; c0 <= modes_; c0 += kFilmPanel) {
      const T *l = load + c0, *n = enters + c0;
      const auto rows = [=](int c, int j) {
        return unit_pack<T>(of_load, j) * P::all(l[c]) + unit_pack<T>(of_entry, j) * P::all(n[c]);
      };
      PanelProduct<T, decltype(rows)>{
          test, rows_, up_, jacobian + c0 * rows_padded_, rows_padded_, matrix + c0 * up_,
          up_,  rows}
          .run();
    }
    T* x = array_at<T>(region_, l_.solution);
    project_residual(test, rows_, up_, array_at<T>(region_, l_.residual), x);
    const P off = P::all(unknowns()[modes_] - e.film);
    for (int j = 0; j < up_; j += W)
      (P::load(x + j) + unit_pack<T>(of_entry, j) * off).store(x + j);
    T* inverse = array_at<T>(region_, l_.kept);
    if (approach_.own != 0) {
      T* answer = array_at<T>(region_, l_.linearised);
      for (int j = 0; j < up_; j += W)
        (unit_pack<T>(modes_ - 1, j) * P::all(answer_)).store(answer + j);
      eliminate_once<2>(matrix, modes_ + 1, up_, {x, answer}, inverse);
    } else {
      eliminate_once<1>(matrix, modes_ + 1, up_, {x}, inverse);
    }
  }

  bool take(FilmReport* report) {
    T* x = unknowns();
    const T* change = array_at<T>(region_, l_.solution);
    P most = P::all(0), finite = P::all(0);
    for (int j = 0; j < up_; j += W) {
      const P d = P::load(change + j);
      most = larger(most, larger(d, P::all(0) - d));
      finite = finite + d * P::all(0);
      (P::load(x + j) - d).store(x + j);
    }
    report->change = static_cast<double>(largest(most));
    if (sum(finite) != 0 || !(report->change <= c_.guard)) {
      report->good = false;
      return false;
    }
    T* g = samples();
    const P entered = P::all(T(0) - change[modes_]);
    const T* entering = array_at<T>(region_, l_.entering);
    for (int j = 0; j < samples_padded_; j += W)
      (P::load(g + j) + entered * P::load(entering + j)).store(g + j);
    ask_.entering = x[modes_];
    return true;
  }

  // P* of the next stage.
  void take_densities() {
    T* out = array_at<T>(memory_, l_.densities);
    for (int j = 0; j < samples_padded_; j += W)
      P::load(number(t_.density_base) + j).store(out + j);
    add_weighted(number(t_.density_shapes), samples_padded_, unknowns(), modes_, out);
    add_weighted(number(t_.density_samples), samples_padded_, samples(), samples_, out);
  }

  // Largest distance of b from the middle of the training, over half its width.
  double beyond_training() const {
    const T* x = unknowns();
    P most = P::all(0);
    for (int j = 0; j < up_; j += W) {
      const P off =
          (P::load(x + j) - P::load(number(t_.middle) + j)) * P::load(number(t_.inverse_reach) + j);
      most = larger(most, larger(off, P::all(0) - off));
    }
    return static_cast<double>(largest(most));
  }

  double smallest_gap(double square) const {
    const int count = padded(static_cast<int>(b_.minimum_nodes));
    const T *x = unknowns(), *g = samples();
    P least = P::all(0);
    for (int i = 0; i < count; i += W) {
      const P by_shapes = weighted(number(b_.minimum_gap) + in_blocks<T>(i, modes_), L, x, modes_);
      const P by_samples =
          weighted(number(t_.minimum_samples) + in_blocks<T>(i, samples_), L, g, samples_);
      const P gap = P::load(number(b_.minimum_geometry) + i) + (by_shapes + by_samples);
      least = i == 0 ? gap : smaller(gap, least);
    }
    return square * static_cast<double>(smallest(least));
  }

  const FilmConstants& c_;
  const FilmBasis& b_;
  const FilmTransport& t_;
  const std::uint32_t* rows_at_;
  const FilmLayout& l_;
  const unsigned char* numbers_;
  unsigned char *region_, *memory_;
  Lubricant<T> oil_;
  // The row of h0: own h0 + press (G b less its base) + base = 0.
  struct Approach {
    T own, press;
    double base;
  };

  Approach approach_{0, 1, 0};
  T answer_ = 0;                  // by what the row of h0 changes per opening
  double step_, shift_, length_;  // units of time; of a stage; of the step
  double datum_;
  int modes_, up_, rows_, rows_padded_, samples_, samples_padded_, seen_, nearest_, places_;
  int fresh_ = 0;  // samples that feel the film that enters
  typename DepositedLine<T>::Ask ask_{};
  StageScalars<T> scalars_{};
};

}  // namespace mortise::MORTISE_ISA
