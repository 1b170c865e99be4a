#include "generator/deliver/report/channel_groups.hpp"

#include <algorithm>

#include "generator/bake/play/output_sense.hpp"
#include "generator/deliver/report/report_words.hpp"

namespace mortise::gen {

std::vector<ChannelGroup> channel_groups(const nlohmann::json& channels) {
  std::vector<ChannelGroup> groups;
  for (std::size_t k = 0; k < channels.size(); ++k) {
    const std::string unit = channels[k].at("unit").get<std::string>();
    const std::string quantity =
        spelled(channels[k].value("quantity", channels[k].at("name").get<std::string>()));
    const bool rigid = channels[k].value("sense", "") == name_of(OutputSense::impulse_over_step);
    const auto fits = [&](const ChannelGroup& g) {
      return g.quantity == quantity && g.unit == unit && g.rigid == rigid &&
             g.channels.size() < kMostCurves;
    };
    auto at = std::find_if(groups.begin(), groups.end(), fits);
    if (at == groups.end()) at = groups.insert(at, {quantity, unit, {}, rigid});
    at->channels.push_back(k);
  }
  return groups;
}

}  // namespace mortise::gen
