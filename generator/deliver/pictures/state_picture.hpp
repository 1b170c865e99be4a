// Which places of interfaces are open, stick, slip or slap, over place and time.
#pragma once

#include <string>

#include "generator/deliver/pictures/figure.hpp"
#include "generator/simulate/run/state_map.hpp"

namespace mortise::gen {

// A panel for every interface, its places upwards: by their coordinate where the interface is a
// line, else by number from 1.
// map: with at least one step and one place
Figure state_figure(const std::string& title, const StateMap& map);

}  // namespace mortise::gen
