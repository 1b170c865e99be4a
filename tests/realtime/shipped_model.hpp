// Shipped models, condensed once and kept between the tests, baked with overrides.
#pragma once

#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/tool/pipeline/build.hpp"

namespace mortise::test {

inline gen::BakeInput prepared(const std::string& name,
                               const std::vector<std::string>& overrides = {}) {
  gen::BuildSettings settings;
  settings.cache = REALTIME_CACHE;
  return gen::prepare_bake(
      gen::read_definition(std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml",
                           overrides),
      settings);
}

inline gen::Instance instance_of(const gen::BakeInput& input) {
  return gen::Instance(gen::bake(input.system, input.options), input.options.name);
}

}  // namespace mortise::test
