// Structurally sound models with more entries than the runtime supports.
#pragma once

#include <string>

#include "tests/robustness/field_map.hpp"

namespace mortise::robustness {

// crowded: inputs, outputs, parameters, training_box or scenarios. Sealed.
Bytes oversized_model(const std::string& crowded);

}  // namespace mortise::robustness
