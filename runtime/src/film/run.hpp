// A film in the running step: where it lies, of which kind it is, and what the step has come to so
// far. The rooms of a step work on it: inputs.hpp, bodies.hpp, outputs.hpp, passage.hpp,
// recovery.hpp, fluid.hpp and pace.hpp; step.hpp and the members of an assembly go through them.
#pragma once

#include "kind.hpp"
#include "mortise/kernel/step_frame.hpp"
#include "numerics.hpp"
#include "scheme.hpp"
#include "signal.hpp"

namespace mortise::MORTISE_ISA {

struct FilmRun : StepFrame<DynamicSizes> {
  FilmRun(const ModelView& m, State& s)
      : StepFrame(m, s),
        kind(m.film.kind),
        c(*m.film.constants),
        numerics(film_functions(m.film)),
        region(s.at<unsigned char>(m.layout.film_history)) {}

  const ModelView& model() const { return m_; }
  const FilmView& film() const { return m_.film; }
  State& state() const { return s_; }
  int modes() const { return d_.modes(); }
  int inputs() const { return d_.inputs(); }
  int outputs() const { return d_.outputs(); }
  // b and H0.
  int unknowns() const { return static_cast<int>(film().bases[0].modes + c.loaded); }
  // The step, and its inverse, in the film's unit of time.
  Real length() const { return m_.h / c.time; }
  Real per_length() const { return c.time / m_.h; }

  // Where the numerics find it: in flight in the first basis.
  FilmPlace in_basis(int basis) const { return {m_, region, basis}; }
  FilmPlace in_basis() const { return in_basis(progress.basis < 0 ? 0 : progress.basis); }
  const FilmBasis& basis() const { return film().bases[progress.basis < 0 ? 0 : progress.basis]; }
  // Bodies move without a film between them.
  bool flies() const { return progress.basis < 0 && !is_carried(kind); }
  bool at_edge() const { return has_edge(kind) && film().at_edge(progress.basis); }
  // In the trial memory.
  const FilmEdgeMemory& edge() const {
    return *reinterpret_cast<const FilmEdgeMemory*>(trial(m_.film_layout.edge));
  }
  const unsigned char* trial(std::uint32_t offset) const {
    return region + m_.film_layout.memory[1] + offset;
  }

  // The trial memory is that of t_n again; so is the motion.
  void begin_trial() const { begin_film_trial(m_.film_layout, region); }
  void begin_motion() const {
    copy(q_next(), q(), modes());
    copy(v_next(), v(), modes());
  }
  // What the film remembers of the step.
  void commit() {
    commit_film_memory(m_.film_layout, region);
    s_.film_ = progress;
  }
  void count(const FilmReport& report) {
    account.iterations += report.iterations;
    account.rebuilds += report.rebuilds;
  }

  const FilmStepKind kind;
  const FilmConstants& c;
  const FilmFunctions& numerics;
  unsigned char* const region;  // the film's memory
  // By role; what an assembly's film does not follow has the last one.
  Signal signal[kInputNone + 1];
  Real distance[kInputNone + 1] = {};
  FilmProgress progress{};
  FilmOutputs out{};
  StepAccount account;
  bool capped = false;
  bool astray = false;      // beyond what a moving edge can follow, see FilmEdge in the schema
  bool taken_over = false;  // the edge has made none of its steps before this one
  bool waits = false;       // the edge does not take over in this step
};

}  // namespace mortise::MORTISE_ISA
