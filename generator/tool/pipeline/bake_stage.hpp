// What a condensed model becomes with the step of a definition: what is baked.
#pragma once

#include "generator/tool/pipeline/build.hpp"
#include "generator/tool/pipeline/condensed_model.hpp"

namespace mortise::gen {

// condensed: of the definition; null for modal data. settings: whose log is told what is left out.
BakeInput bake_input(const Definition& definition, const CondensedModel* condensed,
                     const BuildSettings& settings);

}  // namespace mortise::gen
