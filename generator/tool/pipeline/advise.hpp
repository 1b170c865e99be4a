// Settings of a structure around those of its definition, each built and certified as `mortise
// build` does: what an advice is made of (judge/compare/advice.hpp).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/ground/files/terminal.hpp"
#include "generator/ground/jobs/ranks.hpp"
#include "generator/ground/numbers/aligned_bytes.hpp"
#include "generator/judge/certify/procedure.hpp"
#include "generator/judge/compare/advice.hpp"

namespace mortise::gen {

// What is swept; an empty list stands for values around the definition's own.
struct AdviceRequest {
  std::string definition;              // path
  std::vector<std::string> overrides;  // of every candidate
  std::vector<int> modes;              // of the key that counts them
  std::vector<double> steps;           // h [s]
  std::vector<std::string> methods;    // of condense.method; empty: as defined
  std::vector<std::string> solvers;    // of solver.kind, or step.scheme of a sliding contact
  AdviceLimits limits;                 // its error becomes the limit of certificates
  long full_steps = kWholeRun;         // see CertifySettings
  int jobs = 1;                        // candidates at a time; never changes a result
  std::string cache;                   // folder that keeps stages, full runs and candidates
  Ranks ranks{};                       // that share the candidates; rank 0 has them all
  Log log{};                           // a line per candidate when it is done; may be empty
};

// Every combination, in a fixed order, none of them timed. Numbers of modes: of
// condense.dynamic_modes or condense.modes, whichever the definition gives (or the cut-off
// frequency or band it gives instead); modal data and structures that keep every mode have none to
// choose. Modal data are certified on all scenarios if none is held out. Throws Error for films,
// for a structure without a scenario to judge on, and where the definition itself cannot be built;
// RankIsDone. What is wrong with a candidate stands in it.
std::vector<AdvisedCandidate> certified_candidates(const AdviceRequest& request);

// The model file of a candidate that is built; from the cache but for the bake.
AlignedBytes candidate_model(const AdviceRequest& request, const AdvisedCandidate& candidate);

}  // namespace mortise::gen
