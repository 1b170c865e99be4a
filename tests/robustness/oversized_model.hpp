// Structurally sound models with more entries than the runtime supports.
#pragma once

#include <string>

#include "tests/robustness/field_map.hpp"

namespace mortise::robustness {

// crowded: inputs, outputs, parameters, training_box, scenarios or stages; law.points, law.cases or
// law.target_positions. Sealed.
Bytes oversized_model(const std::string& crowded);

}  // namespace mortise::robustness
