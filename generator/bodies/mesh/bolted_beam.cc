#include "generator/bodies/mesh/bolted_beam.hpp"

#include <fmt/format.h>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kBeamName = "bolted beam";

void check_beam(const BoltedBeamShape& s, const BoltedBeamMesh& m) {
  check_pad(s, m, s.width, kBeamName);
  demand_below(0.5 * s.width, s.bolt_offset, kBeamName, "width / 2 < bolt_offset");
  demand_below(0.5 * s.width, s.pad_length - s.bolt_offset, kBeamName,
               "width / 2 < pad_length - bolt_offset");
  demand_below(s.pad_length, 0.5 * s.length, kBeamName, "pad_length < length / 2");
  demand_below(s.mid_thickness, s.pad_thickness, kBeamName, "mid_thickness < pad_thickness");
  demand(m.span_columns > 0 && m.span_columns % 2 == 0 && m.span_layers > 0, kBeamName,
         "the mesh's numbers do not fit", "span_columns is even");
}

}  // namespace

BoltedBeamMesh bolted_beam_mesh(const std::string& name) {
  if (name == "coarse") return {};
  demand(name == "medium", kBeamName, "mesh \"" + name + "\" is unknown",
         "there are \"coarse\" and \"medium\"");
  BoltedBeamMesh mesh;
  mesh.around = 40;
  mesh.rings = {0.13, 0.27, 0.42, 0.59, 0.78, 1.0};
  mesh.wing_columns = 4;
  mesh.span_columns = 48;
  return mesh;
}

SolidMesh bolted_beam(const BoltedBeamShape& s, const BoltedBeamMesh& m) {
  check_beam(s, m);
  std::vector<double> levels{0.0};
  for (int i = 0; i <= m.span_layers; ++i)
    levels.push_back(s.pad_thickness - s.mid_thickness + s.mid_thickness * i / m.span_layers);
  BoltedPadBuilder builder(s, m, s.width, std::move(levels));
  SolidMesh& mesh = builder.mesh();
  const double end = 0.5 * s.length, inside = end - s.pad_length, axis = end - s.bolt_offset;
  for (const bool left : {true, false}) {
    builder.clamp(left ? "left" : "right", {left ? -axis : axis, 0.0}, left ? -end : inside,
                  left ? -inside : end);
    for (const int node : builder.across_shank()) mesh.sets["fixed"].push_back(node);
  }
  for (const BoltedPart part : {BoltedPart::UPPER, BoltedPart::LOWER})
    builder.grid(-inside, inside, m.span_columns, part, 1);
  const auto above = [&](double y) {
    return builder.node({0.0, y}, s.pad_thickness, BoltedPart::UPPER);
  };
  mesh.sets["sensor"] = {above(0.0)};
  mesh.sets["middle_lower"] = {builder.node({0.0, 0.0}, -s.pad_thickness, BoltedPart::LOWER)};
  mesh.sets["middle_sides"] = {above(0.5 * s.width), above(-0.5 * s.width)};
  mesh.source = fmt::format("bolted beam of {} hexahedra", mesh.elements.size());
  return std::move(mesh);
}

}  // namespace mortise::gen
