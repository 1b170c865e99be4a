// The shipped models, built as the command line builds them, with overrides.
#pragma once

#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/tool/pipeline/build.hpp"

namespace mortise::test {

inline gen::Definition shipped(const std::string& name,
                               const std::vector<std::string>& overrides = {}) {
  return gen::read_definition(std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml",
                              overrides);
}

// Condensed system and bake options, without certificate.
inline gen::BakeInput prepared(const std::string& name,
                               const std::vector<std::string>& overrides = {}) {
  return gen::prepare_bake(shipped(name, overrides), {});
}

inline gen::Instance instance_of(const gen::BakeInput& input) {
  return gen::Instance(gen::bake(input.system, input.options), input.options.name);
}

}  // namespace mortise::test
