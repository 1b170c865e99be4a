// The bake stage's options as a definition asks for them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "generator/bake/options.hpp"
#include "generator/define/definition.hpp"
#include "generator/system/reduced_system.hpp"

namespace mortise::gen {

struct ModalDefaults {
  double step = 0.0;                // [s], used if the definition has none
  double tolerance = 0.0;           // [-], used if the definition has none; 0: of the bake stage
  double force_frequency_hz = 0.0;  // [Hz], used if the definition has none; 0: none
};

// Step, law, solver, scenarios without initial states, training box, provenance.
// Throws Error for excitations that name no input or have no frequency.
BakeOptions bake_options(const Definition& definition, const ReducedSystem& system,
                         const ModalDefaults& defaults);

// The settings for the provenance; of imported files the name only: the machine's folders stay out.
std::vector<std::pair<std::string, std::string>> portable_settings(
    const std::vector<DefinitionSetting>& settings);

// The signal of an excitation; no sources if it does nothing.
std::vector<SourceOptions> sources_of(const Definition& definition, const ExcitationSpec& spec,
                                      const std::vector<InputChannel>& inputs,
                                      double default_frequency_hz);

}  // namespace mortise::gen
