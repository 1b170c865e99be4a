// The S4 beam on a mesh and grids so coarse that it is condensed in no time.
#pragma once

#include <memory>

#include "generator/bodies/mesh/bolted_beam.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/simulate/bolted/bolted_system.hpp"

namespace mortise::gen {

struct SmallBeam {
  BoltedStructure structure;
  Preloaded preloaded;
  BoltedSystem system;  // 8 modes; driven and observed along y and z at the sensor

  explicit SmallBeam(double damping = 0.0) {
    BoltedBeamMesh mesh;
    mesh.around = 8;
    mesh.rings = {1.0};
    mesh.wing_columns = 1;
    mesh.span_columns = 8;
    mesh.span_layers = 1;
    const Material steel{1.94e11, 0.2854, 7861.0};
    const FullModel model = assemble_solid(bolted_beam({}, mesh), steel);
    const DofTable table(model);
    std::vector<ContactZone> zones;
    Matrix loads = Matrix::Zero(model.size(), 2);
    for (const std::string end : {"left", "right"}) {
      ZoneSpec zone;
      zone.name = end;
      zone.top = model.sets.at(end + "_top");
      zone.bottom = model.sets.at(end + "_bottom");
      zone.grid = {8, 5};
      zone.profile.kind = ProfileKind::parabolic;
      zone.profile.peak_to_peak = 8e-6;
      zones.push_back(make_zone(model, zone));
      for (const auto& [set, pull] : {std::pair{"_bolt_upper", -1.0}, {"_bolt_lower", 1.0}}) {
        const auto& nodes = model.sets.at(end + set);
        for (const std::int64_t node : nodes)
          if (const Eigen::Index row = table.find({node, 3}); row >= 0)
            loads(row, end == "left" ? 0 : 1) += pull / double(nodes.size());
      }
    }
    BoltedOptions options;
    options.modes = 12;
    options.surfaces = {steel, steel};
    Entries rows;
    const std::int64_t sensor = model.sets.at("sensor").front();
    for (int d = 2; d <= 3; ++d)
      rows.emplace_back(d - 2, int(table.at({sensor, d}, "sensor")), 1.0);
    PreloadTask task;
    structure = make_bolted(model, std::move(zones), options, loads,
                            sparse_matrix(2, model.size(), rows), &task.bolts);
    task.resultant = Vector::Constant(2, 5000.0);
    CoulombNewton contact(structure.compliance(), 0.4);
    preloaded = tighten(structure, task, &contact);
    BoltedSystemOptions moving;
    moving.modes = 8;
    moving.damping = damping;
    moving.friction = 0.4;
    moving.loads = structure.sensor.transpose();
    moving.motions = structure.sensor;
    system = bolted_system(structure, preloaded, moving);
  }
  SmallBeam(const SmallBeam&) = delete;

  // eta (m) that moves the sensor by so much in one mode.
  Vector bent(Eigen::Index mode, double amplitude) const {
    return Vector::Unit(system.modes.count(), mode) * amplitude /
           system.by_shapes.col(mode).cwiseAbs().maxCoeff();
  }
};

}  // namespace mortise::gen
