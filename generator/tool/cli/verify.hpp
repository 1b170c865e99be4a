// `mortise verify`: what its ways to judge a model share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

struct VerifyArguments {
  std::string definition, model, scenario, cache;
  std::vector<std::string> overrides;
  int jobs = 1;
  std::int64_t endurance = 0;
  int trust = 0;
  double limit = 0.03;
  std::uint64_t seed = 1;
  bool json = false;
};

// A model may be compared with another definition than its own, but not without saying so.
void warn_about_differences(const std::vector<DefinitionSetting>& given, const Model& model);

// Throws Error if the model is none of a film, or of a structure.
Instance open_model_of(const VerifyArguments& a, bool film);

// Random inputs, and random loads inside the training box: exit code of the command.
int verify_endurance(const VerifyArguments& a, const Definition& definition);
int verify_trust(const VerifyArguments& a, const Definition& definition);

}  // namespace mortise::gen
