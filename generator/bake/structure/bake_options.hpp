// The bake stage's options as a definition asks for them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "generator/bake/file/model_options.hpp"
#include "generator/contact/joint/laws.hpp"
#include "generator/contact/sliding/sliding.hpp"
#include "generator/contact/system/reduced_system.hpp"
#include "generator/contact/unilateral/contact_point.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/simulate/assemble/assemble.hpp"

namespace mortise::gen {

struct ModalDefaults {
  double step = 0.0;                // [s], used if the definition has none
  double tolerance = 0.0;           // [-], used if the definition has none; 0: of the bake stage
  double force_frequency_hz = 0.0;  // [Hz], used if the definition has none; 0: none
};

// Step, solver, scenarios without initial states, training box, provenance.
// Throws Error for excitations that name no input or have no frequency.
// The cases of a joint and the phases of the scenarios stay out: see case_options().
BakeOptions bake_options(const Definition& definition, const ReducedSystem& system,
                         const ModalDefaults& defaults);

// The signal of an excitation; no sources if it does nothing.
std::vector<SourceOptions> sources_of(const Definition& definition, const ExcitationSpec& spec,
                                      const std::vector<InputChannel>& inputs,
                                      double default_frequency_hz);

// All signals of a scenario: excitation, impulse and load. Those of one input add up and stand in
// for its default value.
std::vector<SourceOptions> sources_of(const Definition& definition, const ScenarioSpec& scenario,
                                      const std::vector<InputChannel>& inputs,
                                      double default_frequency_hz);

// Operating cases of a joint as the modes of `system` see them: d_i = alpha + beta omega_i^2 of the
// substructure that mode i belongs to; the lag is the beta of a system with residual compliance.
// Throws Error if the substructures differ in number.
std::vector<CaseOptions> case_options(const ReducedSystem& system,
                                      const std::vector<OperatingCase>& cases);

// Widens a training box by a range.
void widen(std::vector<RangeOptions>* box, const std::string& name, double minimum, double maximum);

// By what the scenarios show of every input.
void widen_by_scenarios(const std::vector<InputChannel>& inputs,
                        const std::vector<ScenarioOptions>& scenarios,
                        std::vector<RangeOptions>* box);

template <class Law, class Number>
bool is_told(const Law&, const Number& number) {
  return number.limits != nullptr;
}

// By the numbers of a law that may change while the model runs. interface: whose law it is, of
// several.
template <class Law>
void widen_by_law(const Law& law, std::vector<RangeOptions>* box,
                  const std::string& interface = "") {
  for (const auto& number : numbers_of(law)) {
    if (!is_told(law, number)) continue;
    const std::string name = interface.empty() ? number.path() : interface + "." + number.name;
    widen(box, name, number.get(law), number.get(law));
  }
}

// The phases of one scenario, by their start. phases: in turn, not empty.
std::vector<PhaseOptions> phase_options(const std::vector<Phase>& phases);

}  // namespace mortise::gen
