#include "generator/bodies/mesh/lap_joint.hpp"

#include <fmt/format.h>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

SolidMesh lap_joint(const LapJointShape& s, const LapJointMesh& m) {
  const std::string where = "lap joint";
  check_pad(s, m, s.width, where);
  demand_below(s.width, s.overlap, where, "width < overlap");
  for (const double positive : {s.arm, s.thickness})
    demand_below(positive, 1e3, where, "arm, thickness");
  demand(m.arm_columns > 0 && m.layers > 1, where, "the mesh's numbers do not fit",
         "give arms columns, and plates two layers at least");
  std::vector<double> levels;
  for (int i = 0; i <= m.layers; ++i) levels.push_back(s.thickness * i / m.layers);
  BoltedPadBuilder builder(s, m, s.width, levels);
  const double inside = 0.5 * s.overlap, end = inside + s.arm;
  builder.clamp("left", {0.0, 0.0}, -inside, inside);
  builder.grid(-end, -inside, m.arm_columns, BoltedPart::LOWER);
  builder.grid(inside, end, m.arm_columns, BoltedPart::UPPER);
  SolidMesh& mesh = builder.mesh();
  const int across = builder.columns_across();
  for (int j = 0; j <= across; ++j)
    for (const double z : levels) {
      const double y = 0.5 * s.width * (2.0 * j / across - 1.0);
      mesh.sets["fixed"].push_back(builder.node({-end, y}, -z, BoltedPart::LOWER));
      mesh.sets["end"].push_back(builder.node({end, y}, z, BoltedPart::UPPER));
    }
  mesh.sets["sensor"] = {builder.node({end, 0.0}, s.thickness, BoltedPart::UPPER)};
  mesh.source = fmt::format("lap joint of {} hexahedra", mesh.elements.size());
  return std::move(mesh);
}

}  // namespace mortise::gen
