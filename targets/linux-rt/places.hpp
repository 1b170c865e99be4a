// What --input and --output name, opened.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "input_source.hpp"
#include "link.hpp"
#include "logger.hpp"
#include "options.hpp"
#include "peer_source.hpp"

namespace mortise::targets {

struct Places {
  std::unique_ptr<Link> from, to;  // to: null if it is the same as `from`
  Link* peer = nullptr;            // outputs go there; null: nowhere
  std::unique_ptr<InputSource> source;
  PeerSource* peer_source = nullptr;  // the same, if it is one
  std::unique_ptr<SampleRing> ring;
  std::unique_ptr<Logger> logger;
};

// steps: per tick. False, and why with the remedy.
bool open_places(const LoopOptions& options, const Model& model, State* state, int steps,
                 Places* out, std::string* why);

}  // namespace mortise::targets
