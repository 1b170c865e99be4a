// One step of a rebound on nodes that move with the edge of the contact (two_stages.hpp), the
// Jacobian made anew in every linear solve. Equations, sizes and layout stand in the schema, struct
// FilmEdge.
#pragma once

#include "edge_handover.hpp"
#include "edge_nodes.hpp"
#include "edge_system.hpp"
#include "modal.hpp"
#include "operator_set.hpp"
#include "two_stages.hpp"

namespace mortise::MORTISE_ISA {

// T: scalar of the file. Works in place on the trial memory of the region.
template <class T>
class EdgeSubstep {
 public:
  EdgeSubstep(const ModelView& model, unsigned char* region)
      : s_(model, region),
        lengths_(model.film.lengths + model.film.paces[model.film.count - 1].first_length) {}

  // Takes over from the last basis, whose b is in the trial memory. Returns false if the film does
  // not freeze, or its edge is none of the tables'; the memory is then as it was.
  bool take_over(const double* q, FilmReport* report) {
    const int r = static_cast<int>(s_.last.modes);
    T* b = s_.at.unknowns();
    alignas(64) T kept[kMaxFilmModes];
    for (int k = 0; k < r; ++k) kept[k] = b[k];
    double a = 0, residual = 0;
    if (!EdgeHandover<T>(s_).take(b, q, &a, &residual)) return false;
    if (!settle(a, s_.opened(q), report)) {
      for (int k = 0; k < s_.up; ++k) b[k] = 0;
      for (int k = 0; k < r; ++k) b[k] = kept[k];
      return false;
    }
    for (int k = 0; k < r; ++k) s_.last_b()[k] = kept[k];
    s_.memory() = {};
    s_.memory().a = s_.a;
    s_.memory().residual = residual;
    copy_packs<T>(s_.at.start(), s_.padded, s_.at.content());
    *s_.at.template kept<std::int32_t>(s_.at.l.kind) = 0;
    return true;
  }
  // b of the last basis as it was when the edge took over.
  const T* last() const { return s_.last_b(); }

  // One step, or one of half the length; as FilmSubstep::run().
  FilmReport run(const FilmSpan& span, double* q, double* v) {
    FilmReport report;
    begin_step(span, q, v);
    if (!solve_both_stages(this, span, &report)) return report;
    copy_packs<T>(s_.node(EdgeData<T>::kMoved), s_.padded, s_.at.content());
    FilmEdgeMemory& edge = s_.memory();
    edge.a = s_.a;
    edge.rate = rate_;
    edge.force = s_.force();
    edge.central_pressure = s_.central_pressure();
    edge.central_gap = s_.central_gap();
    T least = s_.gap()[0];
    for (int i = 1; i < s_.rows; ++i) least = s_.gap()[i] < least ? s_.gap()[i] : least;
    edge.minimum_gap = static_cast<double>(least);
    report.residual = edge.residual;
    return report;
  }

  // ---- as solve_both_stages() asks

  // a and H0 where their rates lead them.
  void begin_stage(int k, const FilmDrive& d) {
    way_ = (k == 0 ? kFilmGamma : 1 - kFilmGamma) * length_;
    before_ = s_.a;
    s_.a += rate_ * way_;
    s_.approach += opening_ * way_;
    modal_.begin(d.acceleration);
    s_.free_approach = s_.opened(modal_.free);
    s_.scalars = s_.at.scalars(d, s_.shift);
  }
  bool improve(bool, FilmReport* report) {
    nodes().evaluate();
    system().make_faces();
    system().make_rows();
    system().correct();
    ++report->iterations;
    ++report->rebuilds;
    if (take(report)) return true;
    return fail(report);
  }
  double settled() const { return s_.settled; }
  static bool fail(FilmReport* report) {
    report->good = false;
    return false;
  }
  void end_stage(int k) {
    nodes().conclude();
    const double force = s_.force();
    const double* excitation = s_.at.real(s_.e.excitation);
    modal_.end(s_.shift, [=](int i) { return excitation[i] * force; });
    rate_ = (s_.a - before_) / way_;
    if (k == 0) begin_second();
  }

 private:
  using P = PackOf<T>;
  static constexpr int W = kLanesOf<T>;
  static constexpr double kStill = 1e4;        // shift with which the film all but stays [1/time]
  static constexpr double kLargestWay = 0.03;  // of the edge in one iteration [length]
  static constexpr double kBelow = 0.8;        // share of the first table that an edge may fall to

  EdgeNodes<T> nodes() { return EdgeNodes<T>(s_); }
  EdgeSystem<T> system() { return EdgeSystem<T>(s_); }

  // The film asks for a slightly other pressure here, at the same H0.
  bool settle(double a, double approach, FilmReport* report) {
    nodes().prepare();
    settle_within(1);
    s_.still = true;
    s_.shift = kStill;
    s_.spring = 0;
    s_.a = s_.start_a = a;
    s_.approach = s_.free_approach = approach;
    s_.scalars = s_.at.scalars(kNoDrive, s_.shift);
    return solve_stage(this, static_cast<std::int32_t>(s_.e.iterations), report);
  }

  // What may be left of a stage is to the length of its step, in ticks, as `settled` to whole ones:
  // the first steps are short, and their rates carry a on into longer ones.
  void settle_within(double ticks) { s_.settled = s_.e.settled * ticks / s_.last.substeps; }

  // Modal operators of a stage and arrays; start values those of the step.
  void begin_step(const FilmSpan& span, double* q, double* v) {
    const int doublings = span.doublings - (span.half ? 1 : 0);
    settle_within(doublings < 0 ? 0.5 : static_cast<double>(1 << doublings));
    const FilmLength length = operators_of(s_.last, lengths_, doublings);
    s_.shift = length.shift;
    length_ = 1 / (kFilmGamma * s_.shift);
    modal_.begin_step(s_.at.real(length.modal), s_.at.real(s_.last.modal_force), s_.at.modal(),
                      s_.at.n, s_.at.np, q, v);
    s_.spring = 0;
    for (int i = 0; i < s_.at.n; ++i)
      s_.spring +=
          s_.at.real(s_.e.opening)[i] * (modal_.spring[i] * s_.at.real(s_.e.excitation)[i]);
    copy_packs<T>(s_.at.content(), s_.padded, s_.at.start());
    nodes().prepare();
    s_.still = false;
    s_.a = s_.start_a = s_.memory().a;
    s_.approach = s_.opened(q);
    rate_ = s_.memory().rate;
    opening_ = s_.opened(v);
  }
  // Start values of the second stage, and the opening of the first one.
  void begin_second() {
    const T* now = s_.node(EdgeData<T>::kMoved);
    lead_on(
        s_.at.content(), s_.padded, [=](int i) { return P::load(now + i); }, s_.at.start());
    const double a_0 = s_.memory().a;
    s_.start_a = a_0 + kFilmLead * (s_.a - a_0);
    double sum = 0;
    for (int i = 0; i < s_.at.n; ++i)
      sum += s_.at.real(s_.e.opening)[i] * (modal_.q[i] - modal_.start[i]);
    modal_.advance();
    opening_ = sum / way_;
  }

  // Takes the correction, as much of it as the limits leave. False if it is none.
  bool take(FilmReport* report) {
    T* x = s_.at.unknowns();
    const T* d = s_.at.solution();
    double most = 0, sum = 0;
    for (int k = 0; k < s_.free; ++k) {
      const auto size = static_cast<double>(d[k] < 0 ? -d[k] : d[k]);
      most = size > most ? size : most;
      sum += static_cast<double>(d[k]);
    }
    const auto way = static_cast<double>(d[s_.free]), up = static_cast<double>(d[s_.free + 1]);
    if (!((sum + way + up) * 0 == 0) || !(most <= s_.at.c.guard)) return false;
    double share = 1;
    if (most > s_.e.step_limit) share = s_.e.step_limit / most;
    if (absolute(way) * share > kLargestWay) share = kLargestWay / absolute(way);
    report->damped = share < 1;
    report->change = most;
    for (int k = 0; k < s_.free; ++k) x[k] -= static_cast<T>(share) * d[k];
    s_.a -= share * way;
    s_.approach -= share * up;
    return s_.a > kBelow * s_.e.first && s_.a < s_.last_table();
  }

  EdgeData<T> s_;
  const FilmLength* lengths_;
  ModalStage modal_{};
  double length_ = 0, way_ = 0;    // of the step, of the stage
  double before_ = 0;              // a at the start of the stage
  double rate_ = 0, opening_ = 0;  // of a and of H0
};

}  // namespace mortise::MORTISE_ISA
