// One step of a film that is carried through the contact (two_stages.hpp), the Jacobian made anew
// in every linear solve. Inlet and outlet hold Reynolds' equation at sampled rows; the contact is
// the elastic answer to the film that the line of deposits brings. Equations, sizes and layout
// stand in the schema, struct FilmTransport.
#pragma once

#include "transport_rows.hpp"
#include "transport_system.hpp"
#include "two_stages.hpp"

namespace mortise::MORTISE_ISA {

// T: scalar of the file. Works in place on the trial memory of the region.
template <class T>
class TransportSubstep {
 public:
  TransportSubstep(const ModelView& model, unsigned char* region, int) : s_(model, region) {}

  // One step of the length of a substep, or of half of it.
  FilmReport run(const FilmSpan& span, double*, double*) {
    FilmReport report;
    const double before = beyond_training();
    s_.set_length(span.half ? 0.5 * s_.step : s_.step);
    if (!solve_both_stages(this, span, &report)) return report;
    report.residual = end_step(span.stages[1]);
    // Shapes that have not settled may go where no film is, and so may those that leave training in
    // this step: half steps, and none beyond training that has not settled.
    const double trust = s_.at.c.trust_limit;
    const bool leaves = report.residual > trust && before <= trust;
    const bool film = report.residual <= (report.converged ? kNoSolution : trust);
    report.good = film && (span.half || (report.converged && !leaves));
    return report;
  }
  // One between bodies that stand still. False if it has failed.
  bool run_at(const FilmSpan& span, double opening) {
    FilmReport report;
    held_open_ = &opening;
    return solve_both_stages(this, span, &report) && end_step(span.stages[1]) <= kNoSolution;
  }

  // ---- as solve_both_stages() asks, and for a film between bodies that bear it

  // Where the line is, and the start value.
  void begin_stage(int k, const FilmDrive& d) {
    const double part = k == 0 ? kFilmGamma * s_.length : s_.length;
    begin(d, 0.5 * (s_.speed() + d.speed) * part);
    // the start value carries what Z changes by: see TransportLine::carry()
    const T* from = k == 0 ? s_.at.content() : s_.at.start();
    T* start = s_.carried_start();
    for (int i = 0; i < s_.rows_padded; i += W)
      (P::load(from + i) + P::load(start + i)).store(start + i);
    if (held_open_) {
      system().follow(*held_open_, 0);
    } else {
      system().bear(d.load);
    }
  }
  bool improve(bool, FilmReport* report) {
    find_correction(report);
    return take_correction(report);
  }
  double settled() const { return s_.b.tolerance; }
  static bool fail(FilmReport*) { return false; }
  void end_stage(int k) {
    if (k == 1) return;  // see end_step()
    rows().move_rows();
    rows().carry_content();
  }
  // At the end of the second stage; its drive. Returns film_residual.
  double end_step(const FilmDrive& d) {
    rows().move_rows();
    rows().take_content();
    deposit(d);
    return beyond_training();
  }

  // ---- a stage in parts

  // Its linear system: a load that it bears, an opening that it follows.
  TransportSystem<T> system() { return TransportSystem<T>(s_); }
  // One linear solve: makes what is to be taken off the unknowns.
  void find_correction(FilmReport* report) {
    line().make_samples();
    system().balance();
    rows().set_stencils();
    rows().linearise();
    system().correct();
    ++report->iterations;
    ++report->rebuilds;
  }
  bool take_correction(FilmReport* report) {
    if (!system().take(report)) return false;
    line().take_densities();
    return true;
  }
  // The solution found last (up), to be taken off.
  T* correction() const { return s_.at.solution(); }
  int padded_unknowns() const { return s_.up; }
  // After follow() and a correction: change of the unknowns (up) by a unit of opening.
  const T* answer() const { return s_.at.linearised(); }
  // The load of other unknowns in the place of those that were solved for.
  double load_anew() {
    line().make_samples();
    return system().load();
  }
  // Unknowns (up) and P* (Np), and others in their place.
  void keep(T* out) const {
    copy_packs(s_.at.unknowns(), s_.up, out);
    copy_packs(s_.densities(), s_.samples_padded, out + s_.up);
  }
  void take_up(const T* kept) const {
    copy_packs(kept, s_.up, s_.at.unknowns());
    copy_packs(kept + s_.up, s_.samples_padded, s_.densities());
  }
  // Shapes of inlet and outlet so far beyond training solve their rows and are no film.
  bool is_film() const { return beyond_training() <= kNoSolution; }

  // A step in place of one that has failed: inlet and outlet as those of a steady film (u), between
  // them what the line brings.
  void start_beside_line(const double* steady, const FilmDrive& d) {
    T* x = s_.at.unknowns();
    for (int k = 0; k <= s_.modes; ++k) x[k] = static_cast<T>(steady[k]);
    begin(d, 0.5 * (s_.speed() + d.speed) * s_.step);
    system().bear(d.load);
    settle(true);
    deposit(d);
  }
  // A steady film: b and the film that enters.
  //   initial  (u); null: those of the file
  void start(const double* initial, const double*, const FilmDrive& d) { start(initial, d, false); }
  // That of the file in another frame, with the load that belongs to it.
  void start_bearing(const FilmDrive& d) {
    system().bear(kPi / 2);
    start(nullptr, d, true);
  }

  FilmOutputs outputs(const double*, double frame) const {
    const FilmBasis& b = s_.b;
    const FilmTransport& t = s_.t;
    const double square = frame * frame;
    const auto combine = [&](std::uint32_t shapes, int row, int ld, std::uint32_t by_samples) {
      return static_cast<double>(dot_padded(s_.at.number(shapes) + row * ld, s_.at.unknowns(), ld) +
                                 dot_padded(s_.at.number(by_samples) + row * s_.samples_padded,
                                            s_.samples(), s_.samples_padded));
    };
    FilmOutputs out;
    // b alone: a row of the file has no more than r numbers
    const int rp = s_.at.padded(s_.modes);
    out.force = square * (t.load_base + combine(b.load_row, 0, s_.up, t.load_samples));
    out.central_pressure =
        frame * (t.central_pressure + combine(b.central, 0, rp, t.central_samples));
    out.central_gap = square * (b.central_geometry + combine(b.central, 1, rp, t.central_samples));
    out.minimum_gap = smallest_gap(square);
    return out;
  }

 private:
  using P = PackOf<T>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>;
  static constexpr double kLeastSpacing = 0.01;  // of deposits [b]
  static constexpr double kPi = 3.1415926535897932384626433832795;
  static constexpr int kSettling = 16;  // P* of a steady film
  // Shapes of inlet and outlet so far beyond training solve the sampled rows and are no film.
  static constexpr double kNoSolution = 4;

  TransportLine<T> line() { return TransportLine<T>(s_); }
  TransportRows<T> rows() { return TransportRows<T>(s_); }

  void start(const double* initial, const FilmDrive& d, bool balanced) {
    T* x = s_.at.unknowns();
    for (int k = 0; k < s_.up; ++k) x[k] = 0;
    for (int k = 0; k <= s_.modes; ++k)
      x[k] = initial ? static_cast<T>(initial[k]) : s_.at.number(s_.b.initial)[k];
    const T film = x[s_.modes];
    const double way = d.speed * s_.step, spacing = way > kLeastSpacing ? way : kLeastSpacing;
    s_.line().fill(static_cast<T>(d.frame * s_.t.entry), static_cast<T>(spacing), film);
    s_.speed() = d.speed;
    T* densities = s_.densities();
    for (int j = 0; j < s_.samples_padded; ++j) densities[j] = 0;
    begin(d, 0);
    settle(balanced);
  }
  // A stage: its scalars, where the line is, Z in the outlet.
  void begin(const FilmDrive& d, double way) {
    s_.scalars = s_.at.scalars(d, s_.shift);
    s_.ask = {static_cast<T>(way), static_cast<T>(d.frame * s_.t.entry),
              s_.at.unknowns()[s_.modes]};
    line().carry();
  }
  // P*, and y at the rows, of unknowns that were set.
  void settle(bool balanced) {
    for (int k = 0; k < kSettling; ++k) {
      line().make_samples();
      if (balanced) system().balance();
      line().take_densities();
    }
    rows().set_stencils();
    rows().take_content();
  }
  void deposit(const FilmDrive& d) {
    s_.line().deposit(s_.ask);
    s_.speed() = d.speed;
  }

  // Largest distance of b from the middle of the training, over half its width.
  double beyond_training() const {
    const T *x = s_.at.unknowns(), *middle = s_.at.number(s_.t.middle),
            *inverse_reach = s_.at.number(s_.t.inverse_reach);
    P most = P::all(0);
    for (int j = 0; j < s_.up; j += W) {
      const P off = (P::load(x + j) - P::load(middle + j)) * P::load(inverse_reach + j);
      most = larger(most, larger(off, P::all(0) - off));
    }
    return static_cast<double>(largest(most));
  }

  double smallest_gap(double square) const {
    const FilmBasis& b = s_.b;
    const int count = s_.at.padded(static_cast<int>(b.minimum_nodes));
    const T *x = s_.at.unknowns(), *g = s_.samples();
    P least = P::all(0);
    for (int i = 0; i < count; i += W) {
      const P by_shapes =
          weighted(s_.at.number(b.minimum_gap) + in_blocks<T>(i, s_.modes), L, x, s_.modes);
      const P by_samples =
          weighted(s_.at.number(s_.t.minimum_samples) + in_blocks<T>(i, s_.samples_count), L, g,
                   s_.samples_count);
      const P gap = P::load(s_.at.number(b.minimum_geometry) + i) + (by_shapes + by_samples);
      least = i == 0 ? gap : smaller(gap, least);
    }
    return square * static_cast<double>(smallest(least));
  }

  TransportData<T> s_;
  const double* held_open_ = nullptr;  // by bodies that stand still; null: it bears a load
};

}  // namespace mortise::MORTISE_ISA
