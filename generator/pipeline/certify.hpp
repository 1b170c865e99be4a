// A model file against the full model, on the scenarios that no reduction step has seen.
//
// Two things are wrong with a model file, and each is measured where it costs least:
//   reduction  the file against the full-order model, both with the step of the file
//   step       the file against the same condensed model whose step is halved until the last two
//              levels differ by at most a fifth of the limits (kReferenceShare) and the modes that
//              carry at least a hundredth of the energy turn by at most 1 rad per step
//   total      their sum: by the triangle inequality a bound of the file against a full model
//              resolved in time, as far as full and condensed model refine alike
// The condensed model stands in for the full one where time is refined: its steps take
// microseconds, those of the full one milliseconds, and where the two differ the reduction shows it
// and counts. At most 8 halvings, and 2e6 steps beyond the first; what is not resolved then fails
// the certificate and says so. Velocities jump at impacts and are compared as means over a step of
// the file: these converge with the time of the impact.
#pragma once

#include "generator/bake/instance.hpp"
#include "generator/define/definition.hpp"
#include "generator/pipeline/build.hpp"

namespace mortise::gen {

struct CertifySettings {
  std::string scenario;  // its name; empty: all with held_out = true
  int jobs = 1;          // scenarios at a time; never changes the result
  Log log;               // a line per scenario, in their order, and warnings; may be empty
  std::string cache{};   // films: folder that keeps runs of the full model; empty: none
};

// model: bytes of a model file built from this definition.
// rebake: the same condensed model at other steps; empty: the step's error stays unknown, which
// fails the certificate, as does a condensed model that is not that of the file.
// Throws Error for an unknown scenario, a definition without a full model, and one whose contacts,
// outputs or scenarios are not those of the model.
CertificateOptions certify(const Definition& definition, const AlignedBytes& model,
                           const Rebake& rebake, const CertifySettings& settings);

// A line per scenario, and the warnings.
void log_certificate(const CertificateOptions& certificate, const Log& log);

struct NamedScenario {
  std::string name;
  bool held_out;
};

template <class Spec>
std::vector<NamedScenario> named_scenarios(const std::vector<Spec>& scenarios) {
  std::vector<NamedScenario> named;
  named.reserve(scenarios.size());
  for (const Spec& s : scenarios) named.push_back({s.name, s.held_out});
  return named;
}

// Indices of the scenario called `name`, or of all that are held out if it is empty. path: of the
// definition, for messages. Throws Error if there is none.
std::vector<std::size_t> chosen_scenarios(const std::string& path,
                                          const std::vector<NamedScenario>& scenarios,
                                          const std::string& name);

// Index of a scenario in a model file. Throws Error if it holds none of that name.
int scenario_of(const std::string& path, const Instance& reduced, const std::string& name);

// True if the definition has a full model and scenarios to compare it on.
bool can_certify(const Definition& definition);

}  // namespace mortise::gen
