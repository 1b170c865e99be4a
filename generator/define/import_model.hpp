// The full model that the [import] section asks for.
#pragma once

#include <string>
#include <vector>

#include "generator/define/definition.hpp"

namespace mortise::gen {

// warnings: receives findings that do not stop the import; may be null.
FullModel import_model(const Definition& definition, std::vector<std::string>* warnings);

}  // namespace mortise::gen
