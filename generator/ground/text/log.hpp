// Where a long job says what it has done.
#pragma once

#include <functional>
#include <string>

namespace mortise::gen {

// Receives one line per finished stage; may be empty.
using Log = std::function<void(const std::string&)>;

}  // namespace mortise::gen
