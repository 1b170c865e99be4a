// Repairs file_size and checksum of a damaged file, so that a mutation reaches the checks behind.
#pragma once

#include "tests/robustness/field_map.hpp"

namespace mortise::robustness {

// Trusts nothing: walks to the root table as open.cc does. Returns false, leaving the bytes alone,
// if the checksum cannot be found.
//   repair_size  also write file_size
bool reseal(Bytes* bytes, bool repair_size = true);

}  // namespace mortise::robustness
