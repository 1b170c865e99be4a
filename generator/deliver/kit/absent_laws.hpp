// What a runtime for one model can do without.
#pragma once

#include <string>
#include <vector>

#include "mortise/model.hpp"

namespace mortise::gen {

// The laws of interfaces, and ASSEMBLY, that the model has no need of, as in MORTISE_NO_<law>.
std::vector<std::string> absent_laws(const ModelView& view);

}  // namespace mortise::gen
