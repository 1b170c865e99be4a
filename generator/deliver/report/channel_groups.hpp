// Which channels of a model share an axis, and what they did.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "generator/deliver/report/recording.hpp"

namespace mortise::gen {

// Channels of one quantity, unit and sense, at most kMostCurves.
struct ChannelGroup {
  std::string quantity, unit;
  std::vector<std::size_t> channels;  // indices into the list
  bool rigid = false;                 // forces of rigid contacts, see OutputSense
};
inline constexpr std::size_t kMostCurves = 6;  // that one axis bears

// channels: inputs or outputs as `mortise info --json` prints them.
std::vector<ChannelGroup> channel_groups(const nlohmann::json& channels);

}  // namespace mortise::gen
