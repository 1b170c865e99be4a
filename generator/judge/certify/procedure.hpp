// How a certificate comes about, for every kind of model: the chosen scenarios, each played by the
// model file, by the full model at the step of the file, and by a reference whose step is halved
// until that changes no measure by more than kReferenceShare of its limit. The kinds differ in
// their runs and in what is refined.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "generator/ground/files/terminal.hpp"
#include "generator/ground/jobs/ranks.hpp"
#include "generator/judge/certify/verdict.hpp"

namespace mortise::gen {

// Steps that the full model of a structure makes in a scenario; 0: all of them.
inline constexpr long kWholeRun = 0, kShortRun = 50;

struct CertifySettings {
  std::string scenario;  // its name; empty: all with held_out = true
  int jobs = 1;          // scenarios at a time; never changes the result
  Log log;               // a line per scenario, in their order, and warnings; may be empty
  // Folder that keeps what was found of scenarios and, for films, runs of the full model; empty:
  // none.
  std::string cache{};
  long full_steps = kWholeRun;  // structures: at most so many steps at full order, or kWholeRun
  Ranks ranks{};                // that share the scenarios and the folder; rank 0 has the result
};

// The runs of one scenario. Run: how they are recorded.
template <class Run>
class ScenarioRuns {
 public:
  virtual ~ScenarioRuns() = default;
  virtual Run file() = 0;  // the model file
  virtual Run full() = 0;  // the full model at the step of the file
  // The reference at refinement 0, 1, ..., each with half the step of the one before. Empty at 0:
  // it says nothing of this file, whose step then has an unknown error.
  virtual std::optional<Run> reference(int refinement) = 0;
  virtual double step_of(int refinement) const = 0;  // [s]
  // Is this refinement fine enough to tell that the measures have settled? Is there a finer one?
  virtual bool resolves(int refinement) const = 0;
  virtual bool goes_on(int refinement) const = 0;

  virtual Measured compare(const Run& run, const Run& reference) const = 0;
  virtual bool touched(const Run& run) const = 0;  // the interface
  // Of assemblies: what is judged by itself, an interface or several together, and its errors.
  virtual std::vector<std::string> parts() const { return {}; }
  virtual std::vector<Measured> compare_parts(const Run&, const Run&) const { return {}; }
  // Time up to which two refinements agree [s]; absent: not told.
  virtual std::optional<double> agree_until(const Run&, const Run&) const { return {}; }
  // The reference is the full model, else it is the model of the file.
  virtual bool refines_full() const = 0;
};

template <class Run>
ScenarioErrors judge_scenario(const std::string& name, ScenarioRuns<Run>* runs,
                              const Measured& limits) {
  ScenarioErrors e;
  e.scenario = name;
  const Run file = runs->file(), full = runs->full();
  e.touched = runs->touched(full);
  e.reduction = runs->compare(file, full);
  for (const std::string& part : runs->parts()) e.interfaces.emplace_back().interface = part;
  const auto compare_parts = [&](Measured InterfaceErrors::*into, const Run& run,
                                 const Run& reference) {
    const std::vector<Measured> errors = runs->compare_parts(run, reference);
    for (std::size_t k = 0; k < e.interfaces.size(); ++k) e.interfaces[k].*into = errors[k];
  };
  compare_parts(&InterfaceErrors::reduction, file, full);
  std::optional<Run> coarse = runs->reference(0), fine;
  if (coarse) {
    int refinement = 0;
    const auto settled = [&] {
      return runs->resolves(refinement) && within(e.reference, limits, kReferenceShare);
    };
    do {
      if (fine) coarse = std::move(fine);
      fine = runs->reference(++refinement);
      e.reference = runs->compare(*coarse, *fine);
    } while (!settled() && runs->goes_on(refinement));
    e.reference_step = runs->step_of(refinement);
    e.step = runs->compare(runs->refines_full() ? full : file, *fine);
    compare_parts(&InterfaceErrors::reference, *coarse, *fine);
    compare_parts(&InterfaceErrors::step, runs->refines_full() ? full : file, *fine);
    e.touched = e.touched || runs->touched(*fine);
    if (!within(e.reference, limits, kReferenceShare))
      e.resolved_until = runs->agree_until(*coarse, *fine);
  }
  e.total = runs->refines_full() && fine ? runs->compare(file, *fine) : sum_of(e.reduction, e.step);
  for (InterfaceErrors& i : e.interfaces) i.total = sum_of(i.reduction, i.step);
  return e;
}

}  // namespace mortise::gen
