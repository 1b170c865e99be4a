// Reduced against full model on the scenarios that no reduction step has seen.
#pragma once

#include "generator/bake/instance.hpp"
#include "generator/define/definition.hpp"
#include "generator/pipeline/build.hpp"

namespace mortise::gen {

struct CertifySettings {
  std::string scenario;  // its name; empty: all with held_out = true
  int jobs = 1;          // scenarios at a time; never changes the result
  Log log;               // one line per scenario, in their order; may be empty
  std::string cache{};   // films: folder that keeps runs of the full model; empty: none
};

// Runs the scenarios in both models, with the step of the reduced one.
// model: bytes of a model file built from this definition.
// Throws Error for an unknown scenario, a definition without a full model, and one whose contacts,
// outputs or scenarios are not those of the model.
CertificateOptions certify(const Definition& definition, const AlignedBytes& model,
                           const CertifySettings& settings);

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

// True if no error is over its limit.
bool within_limits(const CertificateOptions& certificate);

// True if the definition has a full model and scenarios to compare it on.
bool can_certify(const Definition& definition);

}  // namespace mortise::gen
