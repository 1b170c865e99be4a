// The reduced bolted contacts that a model file holds: the inverse of bolted_writer.hpp.
#pragma once

#include <string>

#include "generator/bake/play/instance.hpp"
#include "generator/contact/bolted/reduced_bolted.hpp"

namespace mortise::gen {

// What a file does not keep comes back as the step uses it: clusters stand for no number of points,
// and ranges of training are those that the trust signal watches. friction: that of the file, not
// of a parameter in force. where: names the file in messages. Throws Error for models of other
// laws.
ReducedBolted read_bolted(const Instance& instance, const std::string& where);

}  // namespace mortise::gen
