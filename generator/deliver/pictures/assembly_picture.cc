#include <algorithm>
#include <array>

#include "generator/deliver/pictures/study_pictures.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/locate.hpp"

namespace mortise::gen {
namespace {

constexpr double kWidth = 640.0;    // of the plotted area, about [px]
constexpr double kHighest = 620.0;  // [px]
constexpr double kLowest = 120.0;
constexpr double kAround = 0.06;  // of the larger extent

struct Box {
  Vector3 lowest = Vector3::Constant(HUGE_VAL), highest = Vector3::Constant(-HUGE_VAL);
  Vector3 extent() const { return highest - lowest; }
};

Box box_of(const AssemblyDrawing& drawing) {
  Box box;
  for (const AssemblyDrawing::Part& body : drawing.bodies) {
    for (const Vector3& place : body.places) {
      box.lowest = box.lowest.cwiseMin(place);
      box.highest = box.highest.cwiseMax(place);
    }
  }
  return box;
}

// The two axes that are drawn, to the right and upwards.
std::array<int, 2> seen_axes(const Box& box) {
  int along = 2;  // of equal ones z
  const Vector3 extent = box.extent();
  for (const int axis : {1, 0})
    if (extent[axis] < extent[along]) along = axis;
  return along == 0 ? std::array{1, 2} : along == 1 ? std::array{0, 2} : std::array{0, 1};
}

PlotSeries series_of(const AssemblyDrawing::Part& part, const std::array<int, 2>& axes) {
  PlotSeries series;
  series.label = part.name;
  series.style = PlotStyle::points;
  for (const Vector3& place : part.places) {
    series.x.push_back(place[axes[0]]);
    series.y.push_back(place[axes[1]]);
  }
  return series;
}

}  // namespace

AssemblyDrawing drawing_of(const Definition& definition, const FullModel& model) {
  AssemblyDrawing drawing;
  const auto places = [&](const std::vector<std::int64_t>& nodes) {
    std::vector<Vector3> list;
    for (const std::int64_t node : nodes) {
      const auto at = model.nodes.find(node);
      if (at != model.nodes.end()) list.push_back(at->second);
    }
    return list;
  };
  for (const BodyImport& body : definition.import.parts)
    drawing.bodies.push_back({body.name, places(model.sets.at(body.name))});
  if (drawing.bodies.empty()) {
    drawing.bodies.push_back({definition.name, {}});
    for (const auto& [node, place] : model.nodes) drawing.bodies.back().places.push_back(place);
  }
  for (const InterfaceSpec& spec : definition.interfaces)
    drawing.interfaces.push_back(
        {spec.name + (spec.contact.kind == ContactKind::joint     ? " (joint)"
                      : spec.contact.kind == ContactKind::sliding ? " (sliding)"
                      : spec.contact.kind == ContactKind::film    ? " (film)"
                      : spec.contact.kind == ContactKind::bolted  ? " (bolted)"
                                                                  : " (unilateral)"),
         places(ordered_set(model, spec.first, "interface \"" + spec.name + "\""))});
  return drawing;
}

Figure assembly_figure(const AssemblyDrawing& drawing, const std::string& where) {
  const Box box = box_of(drawing);
  if (!(box.extent().minCoeff() >= 0.0))
    throw Error(where, "no node of the assembly has coordinates", "give import.deck");
  const std::array<int, 2> axes = seen_axes(box);
  constexpr const char* kNames[] = {"x [m]", "y [m]", "z [m]"};
  const double larger = std::max(box.extent().maxCoeff(), 1e-9);
  PlotPanel panel{"", {kNames[axes[0]]}, {kNames[axes[1]]}};
  double size[2];
  for (int k = 0; k < 2; ++k) {
    PlotAxis& axis = k == 0 ? panel.x : panel.y;
    axis.lowest = box.lowest[axes[static_cast<std::size_t>(k)]] - kAround * larger;
    axis.highest = box.highest[axes[static_cast<std::size_t>(k)]] + kAround * larger;
    size[k] = *axis.highest - *axis.lowest;
  }
  for (const AssemblyDrawing::Part& body : drawing.bodies)
    if (!body.places.empty()) panel.series.push_back(series_of(body, axes));
  for (const AssemblyDrawing::Part& interface : drawing.interfaces) {
    if (interface.places.empty()) continue;
    panel.series.push_back(series_of(interface, axes));
    panel.series.back().style = PlotStyle::line_points;
    panel.series.back().width = 5.0;
  }
  const double height = std::clamp(kWidth * size[1] / size[0], kLowest, kHighest);
  // as wide as high: room on both sides where the height is the limit
  const double room = 0.5 * (size[1] * kWidth / height - size[0]);
  if (room > 0.0) {
    *panel.x.lowest -= room;
    *panel.x.highest += room;
  }
  return {"", {panel}, 1, height};
}

void write_assembly_picture(const AssemblyDrawing& drawing, const std::string& path) {
  write_svg(assembly_figure(drawing, path), path);
}

}  // namespace mortise::gen
