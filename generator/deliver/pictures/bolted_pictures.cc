#include "generator/deliver/pictures/bolted_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/deliver/pictures/picture_folder.hpp"
#include "generator/deliver/pictures/text.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kMillimetre = 1e-3;

// A map of a zone, its frame being the zone's edge.
PlotPanel zone_panel(const ContactZone& zone, const std::string& title) {
  PlotPanel panel{title, {"x [mm]"}, {"y [mm]"}};
  const CellGrid& grid = zone.grid;
  const double half_x = 0.5 * grid.cells[0] * grid.pitch[0] / kMillimetre;
  const double half_y = 0.5 * grid.cells[1] * grid.pitch[1] / kMillimetre;
  panel.x.lowest = -half_x;
  panel.x.highest = half_x;
  panel.y.lowest = -half_y;
  panel.y.highest = half_y;
  return panel;
}

PlotSeries cells_of(const ContactZone& zone, const std::string& label) {
  PlotSeries series;
  series.label = label;
  series.style = PlotStyle::cells;
  series.cells.width = zone.grid.pitch[0] / kMillimetre;
  series.cells.height = zone.grid.pitch[1] / kMillimetre;
  return series;
}

void add_cell(const ContactZone& zone, std::size_t point, PlotSeries* series) {
  series->x.push_back(zone.places[point].x() / kMillimetre);
  series->y.push_back(zone.places[point].y() / kMillimetre);
}

// Calls take(zone, its number, index of its first point among those of all zones).
template <class Take>
void each_zone(const std::vector<ContactZone>& zones, const Take& take) {
  Eigen::Index first = 0;
  for (std::size_t z = 0; z < zones.size(); ++z) {
    take(zones[z], z, first);
    first += zones[z].points();
  }
}

PlotSeries line(std::vector<double> x, std::vector<double> y, int colour, double width) {
  PlotSeries series{std::move(x), std::move(y)};
  series.colour = colour;
  series.width = width;
  return series;
}

PlotSeries box(double left, double right, double low, double high, int colour) {
  return line({left, right, right, left, left}, {low, low, high, high, low}, colour, 1.4);
}

PlotSeries circle(double x, double y, double radius, int colour) {
  PlotSeries series = line({}, {}, colour, 1.4);
  constexpr int kCorners = 48;
  for (int k = 0; k <= kCorners; ++k) {
    const double angle = 2.0 * std::acos(-1.0) * k / kCorners;
    series.x.push_back(x + radius * std::cos(angle));
    series.y.push_back(y + radius * std::sin(angle));
  }
  return series;
}

enum BeamColour { kZoneColour = 1, kBoltColour = 2, kSensorColour = 3, kBeamColour = 6 };

// In mm, x along the beam.
class BeamViews {
 public:
  explicit BeamViews(const BoltedBeamShape& s) : s_(s) {}

  PlotPanel from_the_side() const {
    PlotPanel panel{"from the side", {"x [mm]"}, {"z [mm]"}};
    const double end = 0.5 * mm(s_.length), inner = end - mm(s_.pad_length);
    const double pad = mm(s_.pad_thickness), recess = pad - mm(s_.mid_thickness);
    for (const double side : {1.0, -1.0}) {
      panel.series.push_back(line(
          {-end, end, end, inner, inner, -inner, -inner, -end, -end},
          {side * pad, side * pad, 0.0, 0.0, side * recess, side * recess, 0.0, 0.0, side * pad},
          kBeamColour, 1.4));
      if (side > 0.0) panel.series.back().label = "beams";
    }
    const double washer = pad + mm(s_.washer_thickness);
    for (const double at : {-bolt(), bolt()}) {
      const double shank = mm(s_.shank_radius), head = mm(s_.head_radius);
      const double ring = mm(s_.washer_radius);
      add(&panel, box(at - shank, at + shank, -washer, washer, kBoltColour), "bolts and washers");
      add(&panel, box(at - head, at + head, washer, washer + mm(s_.head_height), kBoltColour), "");
      add(&panel, box(at - head, at + head, -washer - mm(s_.nut_height), -washer, kBoltColour), "");
      for (const double low : {pad, -washer})
        add(&panel, box(at - ring, at + ring, low, low + washer - pad, kBoltColour), "");
    }
    for (const double side : {-1.0, 1.0})
      add(&panel, line({side * inner, side * end}, {0.0, 0.0}, kZoneColour, 4.0), "contact zones");
    PlotSeries sensor = line({0.0}, {pad}, kSensorColour, 4.0);
    sensor.style = PlotStyle::points;
    add(&panel, sensor, "sensor");
    return panel;
  }

  PlotPanel from_above() const {
    PlotPanel panel{"from above", {"x [mm]"}, {"y [mm]"}};
    const double end = 0.5 * mm(s_.length), half = 0.5 * mm(s_.width);
    const double inner = end - mm(s_.pad_length);
    add(&panel, box(-end, end, -half, half, kBeamColour), "beams");
    for (const double at : {-bolt(), bolt()}) {
      add(&panel, circle(at, 0.0, mm(s_.washer_radius), kBoltColour), "bolts and washers");
      add(&panel, circle(at, 0.0, mm(s_.hole_radius), kBoltColour), "");
    }
    for (const double side : {-1.0, 1.0}) {
      PlotSeries zone = box(side * inner, side * end, -half, half, kZoneColour);
      zone.width = 4.0;
      add(&panel, zone, "contact zones");
    }
    PlotSeries sensor = line({0.0}, {0.0}, kSensorColour, 4.0);
    sensor.style = PlotStyle::points;
    add(&panel, sensor, "sensor");
    return panel;
  }

 private:
  static double mm(double length) { return length / kMillimetre; }
  double bolt() const { return 0.5 * mm(s_.length) - mm(s_.bolt_offset); }

  // Things of one kind are named once.
  static void add(PlotPanel* panel, PlotSeries series, const std::string& label) {
    const auto& all = panel->series;
    const bool named =
        std::any_of(all.begin(), all.end(), [&](const PlotSeries& s) { return s.label == label; });
    series.label = named ? "" : label;
    panel->series.push_back(std::move(series));
  }

  const BoltedBeamShape& s_;
};

PlotSeries level_line(double end, double y, const std::string& name, int colour) {
  PlotSeries series = line({0.0, end}, {y, y}, colour, 1.2);
  series.label = fmt::format("{}: {:.2f} Hz", name, y);
  series.style = PlotStyle::dashed;
  return series;
}

PlotPanel over_amplitude(const char* quantity) {
  return {"", {"amplitude at the sensor [mm]", 0.0}, {quantity}};
}

// value(point) over the amplitude.
template <class Value>
void add_backbone(const std::vector<BackbonePoint>& points, const std::string& label,
                  PlotStyle style, const Value& value, PlotPanel* panel) {
  PlotSeries series{{}, {}, label, style};
  for (const BackbonePoint& p : points) {
    series.x.push_back(p.amplitude / kMillimetre);
    series.y.push_back(value(p));
  }
  panel->series.push_back(std::move(series));
}

double damping_percent(const BackbonePoint& p) { return 100.0 * p.damping; }

}  // namespace

const std::vector<std::string>& preload_picture_names() {
  static const std::vector<std::string> names{"geometry.svg", "pressure.svg", "contact.svg"};
  return names;
}

const std::vector<std::string>& backbone_picture_names() {
  static const std::vector<std::string> names{"backbone.svg", "stick_slip.svg", "variants.svg",
                                              kReducedPicture};
  return names;
}

Figure beam_figure(const BoltedBeamShape& shape, const std::string& title) {
  const BeamViews views(shape);
  Figure figure{title, {views.from_the_side(), views.from_above()}};
  figure.share_x = figure.equal_scale = true;
  const double margin = 0.01 * shape.length / kMillimetre;
  for (PlotPanel& panel : figure.panels) {
    panel.x.highest = 0.5 * shape.length / kMillimetre + margin;
    panel.x.lowest = -*panel.x.highest;
  }
  return figure;
}

Figure pressure_figure(const std::vector<ContactZone>& zones, const SurfaceState& state,
                       const std::string& title) {
  double highest = 0.0;
  each_zone(zones, [&](const ContactZone& zone, std::size_t, Eigen::Index first) {
    for (Eigen::Index p = 0; p < zone.points(); ++p)
      highest = std::max(highest, state.force[3 * (first + p)] / zone.cell_area());
  });
  demand(highest > 0.0, title, "no point is closed", "tighten the bolts");
  const SiPrefix unit = si_prefix(highest, "Pa");
  Figure figure{title, {}, static_cast<int>(std::min<std::size_t>(zones.size(), 2))};
  figure.equal_scale = figure.share_y = true;
  each_zone(zones, [&](const ContactZone& zone, std::size_t z, Eigen::Index first) {
    PlotSeries open = cells_of(zone, "open"), closed = cells_of(zone, "");
    open.cells.pale = true;
    double sum = 0.0;
    for (Eigen::Index p = 0; p < zone.points(); ++p) {
      const auto at = static_cast<std::size_t>(first + p);
      const bool is_open = state.status[at] == PointStatus::OPEN;
      add_cell(zone, static_cast<std::size_t>(p), is_open ? &open : &closed);
      if (is_open) continue;
      const double force = state.force[3 * (first + p)];
      sum += force;
      closed.cells.value.push_back(force / zone.cell_area() / unit.factor);
    }
    PlotPanel panel =
        zone_panel(zone, fmt::format("{}: {:.4g} kN, {} of {} elements closed", zone.name,
                                     1e-3 * sum, closed.x.size(), zone.points()));
    panel.colours = ColourScale{axis_label("pressure", unit), 0.0, highest / unit.factor};
    panel.colour_bar = z + 1 == zones.size() || z % 2 == 1;
    if (closed.x.empty()) closed.cells.value.clear();
    panel.series = {std::move(open), std::move(closed)};
    figure.panels.push_back(std::move(panel));
  });
  return figure;
}

Figure contact_figure(const std::vector<ContactZone>& zones, const std::vector<std::string>& heads,
                      const std::vector<std::vector<PointStatus>>& statuses,
                      const std::string& title) {
  const bool zones_beside = statuses.size() == 1;
  Figure figure{title, {}, static_cast<int>(zones_beside ? zones.size() : statuses.size())};
  figure.equal_scale = figure.share_x = figure.share_y = true;
  each_zone(zones, [&](const ContactZone& zone, std::size_t, Eigen::Index first) {
    for (std::size_t c = 0; c < statuses.size(); ++c) {
      PlotPanel panel =
          zone_panel(zone, heads[c].empty() ? zone.name : zone.name + ", " + heads[c]);
      PlotSeries open = cells_of(zone, "open"), stick = cells_of(zone, "stick"),
                 slip = cells_of(zone, "slip");
      open.cells.pale = true;
      stick.colour = 0;
      slip.colour = 1;
      for (Eigen::Index p = 0; p < zone.points(); ++p) {
        const PointStatus status = statuses[c][static_cast<std::size_t>(first + p)];
        add_cell(zone, static_cast<std::size_t>(p),
                 status == PointStatus::OPEN    ? &open
                 : status == PointStatus::STICK ? &stick
                                                : &slip);
      }
      panel.series = {std::move(open), std::move(stick), std::move(slip)};
      figure.panels.push_back(std::move(panel));
    }
  });
  return figure;
}

Figure backbone_figure(const BoltedBackbone& backbone) {
  const std::vector<BackbonePoint>& points = backbone.points;
  const double end = points.back().amplitude / kMillimetre;
  PlotPanel frequency = over_amplitude("frequency [Hz]");
  add_backbone(
      points, "with friction", PlotStyle::line_points,
      [](const BackbonePoint& p) { return p.frequency_hz; }, &frequency);
  frequency.series.push_back(level_line(end, backbone.tied_hz, "tied", 6));
  frequency.series.push_back(level_line(end, backbone.linear_hz, "preloaded, linear", 2));
  PlotPanel loss = over_amplitude("damping ratio [%]");
  add_backbone(points, "friction over a closed loop", PlotStyle::line_points, damping_percent,
               &loss);
  if (std::all_of(points.begin(), points.end(),
                  [](const BackbonePoint& p) { return std::isfinite(p.masing_damping); }))
    add_backbone(
        points, "Masing\xE2\x80\x99s rules", PlotStyle::dashed,
        [](const BackbonePoint& p) { return 100.0 * p.masing_damping; }, &loss);
  return {backbone.title, {frequency, loss}, 2, 280.0};
}

Figure variant_figure(const std::vector<BoltedBackbone>& backbones, const std::string& title) {
  PlotPanel frequency = over_amplitude("frequency over that of tied [-]"),
            loss = over_amplitude("damping ratio [%]");
  for (const BoltedBackbone& b : backbones) {
    add_backbone(
        b.points, b.title, PlotStyle::line_points,
        [&](const BackbonePoint& p) { return p.frequency_hz / b.tied_hz; }, &frequency);
    add_backbone(b.points, b.title, PlotStyle::line_points, damping_percent, &loss);
  }
  return {title, {frequency, loss}, 2, 280.0};
}

Figure reduced_figure(const std::vector<LabelledBackbone>& backbones, const std::string& title) {
  PlotPanel frequency = over_amplitude("frequency [Hz]"),
            loss = over_amplitude("damping ratio [%]");
  loss.y.log = true;  // it spans decades; not where nothing is lost
  for (const LabelledBackbone& b : backbones) {
    const PlotStyle style = frequency.series.empty() ? PlotStyle::line : PlotStyle::points;
    add_backbone(
        b.points, b.label, style, [](const BackbonePoint& p) { return p.frequency_hz; },
        &frequency);
    add_backbone(b.points, b.label, style, damping_percent, &loss);
    const std::vector<double>& damping = loss.series.back().y;
    loss.y.log = loss.y.log && *std::min_element(damping.begin(), damping.end()) > 0.0;
  }
  return {title, {frequency, loss}, 2, 280.0};
}

std::vector<std::size_t> telling_levels(const std::vector<BackbonePoint>& points) {
  constexpr std::size_t kMost = 4;
  std::vector<std::size_t> chosen;
  if (points.size() <= kMost) {
    for (std::size_t i = 0; i < points.size(); ++i) chosen.push_back(i);
    return chosen;
  }
  const auto slipping = [&](std::size_t i) {
    return static_cast<double>(points[i].slip_points) / std::max(points[i].closed_points, 1);
  };
  double most = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) most = std::max(most, slipping(i));
  for (std::size_t k = 0; k < kMost; ++k) {
    std::size_t best = k * (points.size() - 1) / (kMost - 1);
    const double wanted = most * (0.15 + 0.8 * static_cast<double>(k) / (kMost - 1));
    for (std::size_t i = 0; most > 0.0 && i < points.size(); ++i)
      if (std::abs(slipping(i) - wanted) < std::abs(slipping(best) - wanted)) best = i;
    if (chosen.empty() || chosen.back() < best) chosen.push_back(best);
  }
  return chosen;
}

std::vector<std::string> write_preload_pictures(const BoltedStructure& structure,
                                                const SurfaceState& state,
                                                const BoltedBeamShape* shape,
                                                const std::string& title,
                                                const std::string& folder) {
  PictureFolder pictures(folder);
  if (shape != nullptr)
    pictures.draw("geometry.svg", beam_figure(*shape, title));
  else
    pictures.drop("geometry.svg");
  pictures.draw("pressure.svg", pressure_figure(structure.zones, state, title + ": preload"));
  pictures.draw("contact.svg", contact_figure(structure.zones, {""}, {state.status},
                                              title + ": contact after preload"));
  return pictures.write();
}

std::vector<std::string> write_backbone_pictures(const BoltedStructure& structure,
                                                 const BoltedBackbone& backbone,
                                                 const std::string& folder) {
  std::vector<std::string> heads;
  std::vector<std::vector<PointStatus>> statuses;
  for (const std::size_t i : telling_levels(backbone.points)) {
    heads.push_back(fmt::format("{:.3g} mm", backbone.points[i].amplitude / kMillimetre));
    statuses.push_back(backbone.points[i].status);
  }
  PictureFolder pictures(folder);
  pictures.draw("backbone.svg", backbone_figure(backbone));
  pictures.draw("stick_slip.svg",
                contact_figure(structure.zones, heads, statuses, backbone.title + ": contact"));
  return pictures.write();
}

std::string write_variant_picture(const std::vector<BoltedBackbone>& backbones,
                                  const std::string& title, const std::string& folder) {
  PictureFolder pictures(folder);
  pictures.draw("variants.svg", variant_figure(backbones, title));
  return pictures.write()[0];
}

std::string write_reduced_picture(const std::vector<LabelledBackbone>& backbones,
                                  const std::string& title, const std::string& folder) {
  PictureFolder pictures(folder);
  pictures.draw(kReducedPicture, reduced_figure(backbones, title));
  return pictures.write()[0];
}

}  // namespace mortise::gen
