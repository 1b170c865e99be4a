#include "generator/deliver/pictures/state_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace mortise::gen {
namespace {

constexpr double kMillimetres = 1e3;                                             // in a metre
constexpr double kPlaceHeight = 12.0, kLeastHeight = 60.0, kMostHeight = 420.0;  // [px]
constexpr double kSameHeight = 1e-6;  // of the largest: cells of one series

struct Look {
  const char* label;
  int colour;
};
constexpr std::array<Look, 4> kLooks = {Look{"parted", 0}, Look{"sticks", 0}, Look{"slips", 1},
                                        Look{"slaps", 3}};

// Where places lie along an axis, and how much of it each takes.
struct PlaceAxis {
  PlotAxis axis;
  std::vector<double> middle, height;
};

PlaceAxis axis_of(const MappedInterface& interface) {
  PlaceAxis a;
  const bool line = interface.lengths.size() > 1;
  double from = line ? 0.0 : 0.5;
  a.axis.label = line ? "along it [mm]" : interface.place;
  a.axis.lowest = from;
  for (std::size_t k = 0; k < interface.places; ++k) {
    a.height.push_back(line ? interface.lengths[k] * kMillimetres : 1.0);
    a.middle.push_back(from + 0.5 * a.height[k]);
    from += a.height[k];
  }
  a.axis.highest = from;
  return a;
}

// shown: (spans) of all places of all interfaces; first: of these.
PlotPanel panel_of(const MappedInterface& interface, const std::vector<double>& middles,
                   double width, const std::vector<std::vector<ShownState>>& shown,
                   std::size_t first) {
  const PlaceAxis a = axis_of(interface);
  PlotPanel panel{interface.name, {"time [s]"}, a.axis};
  panel.x.lowest = middles.front() - 0.5 * width;
  panel.x.highest = middles.back() + 0.5 * width;
  const double largest = *std::max_element(a.height.begin(), a.height.end());
  std::map<std::pair<std::size_t, long>, PlotSeries> series;
  for (std::size_t look = 0; look < kLooks.size(); ++look) series[{look, -1}];  // the legend's
  for (std::size_t k = 0; k < interface.places; ++k)
    for (std::size_t s = 0; s < shown.size(); ++s) {
      const long height = std::lround(a.height[k] / largest / kSameHeight);
      PlotSeries& cells = series[{static_cast<std::size_t>(shown[s][first + k]), height}];
      cells.cells.height = a.height[k];
      cells.x.push_back(middles[s]);
      cells.y.push_back(a.middle[k]);
    }
  for (auto& [what, cells] : series) {
    const Look& look = kLooks[what.first];
    cells.style = PlotStyle::cells;
    cells.colour = look.colour;
    cells.cells.pale = what.first == 0;
    cells.cells.width = width;
    if (what.second < 0) {
      cells.label = look.label;
      cells.cells.height = largest;
    }
    panel.series.push_back(std::move(cells));
  }
  return panel;
}

}  // namespace

Figure state_figure(const std::string& title, const StateMap& map) {
  const std::vector<double>& ends = map.ends();
  const double width = ends.back() / static_cast<double>(ends.size());
  std::vector<double> middles;
  std::vector<std::vector<ShownState>> shown;
  for (std::size_t s = 0; s < ends.size(); ++s) {
    middles.push_back((static_cast<double>(s) + 0.5) * width);
    shown.push_back(map.span(s));
  }
  Figure figure;
  figure.title = title;
  figure.share_x = true;
  std::size_t first = 0, most = 0;
  for (const MappedInterface& interface : map.interfaces()) {
    figure.panels.push_back(panel_of(interface, middles, width, shown, first));
    first += interface.places;
    most = std::max(most, interface.places);
  }
  figure.panel_height =
      std::clamp(kPlaceHeight * static_cast<double>(most), kLeastHeight, kMostHeight);
  return figure;
}

}  // namespace mortise::gen
