// The S4 beam against the reference computations on the same mesh: preload and backbones.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>

#include "generator/bodies/mesh/bolted_beam.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/bodies/model/surface_faces.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/simulate/bolted/modal_load.hpp"

namespace mortise::gen {
namespace {

struct S4 {
  FullModel model;
  BoltedStructure structure;
  Matrix bolts;  // per newton
};

Vector area_weights(const FullModel& model, const std::vector<std::int64_t>& nodes,
                    const ContactFrame& frame) {
  Vector weight = Vector::Zero(static_cast<Eigen::Index>(nodes.size()));
  for (const SurfaceFace& face : surface_faces(model, nodes, frame, "bolt")) {
    double twice = 0.0;
    for (std::size_t i = 0; i < face.place.size(); ++i) {
      const Eigen::Vector2d &a = face.place[i], &b = face.place[(i + 1) % face.place.size()];
      twice += a.x() * b.y() - a.y() * b.x();
    }
    for (const std::size_t c : face.corners)
      weight[static_cast<Eigen::Index>(c)] += 0.5 * twice / double(face.corners.size());
  }
  return weight / weight.sum();
}

S4 make_s4() {
  S4 s;
  BoltedBeamShape shape;
  shape.pad_thickness = 0.0128;
  shape.mid_thickness = 0.0091;
  Material steel;
  steel.young = 194e9;
  steel.poisson = 0.2854;
  steel.density = 7861.0;
  s.model = assemble_solid(bolted_beam(shape, bolted_beam_mesh("coarse")), steel);
  std::vector<ContactZone> zones;
  Matrix loads = Matrix::Zero(s.model.size(), 2);
  const DofTable table(s.model);
  for (const bool left : {true, false}) {
    const std::string end = left ? "left" : "right";
    ZoneSpec spec;
    spec.name = end;
    spec.top = s.model.sets.at(end + "_top");
    spec.bottom = s.model.sets.at(end + "_bottom");
    spec.profile.kind = ProfileKind::parabolic;
    spec.profile.aspect = 0.5;
    spec.profile.x0 = left ? 1.5e-3 : -2.0e-3;
    spec.profile.y0 = left ? -0.8e-3 : 1.2e-3;
    spec.profile.peak_to_peak = left ? 0.01214e-3 : 0.0105e-3;
    zones.push_back(make_zone(s.model, spec));
    for (const double side : {1.0, -1.0}) {
      const auto& nodes = s.model.sets.at(end + (side > 0 ? "_bolt_upper" : "_bolt_lower"));
      const Vector weight = area_weights(s.model, nodes, zones.back().frame);
      for (std::size_t i = 0; i < nodes.size(); ++i)
        loads(table.at({nodes[i], 3}, "bolt"), left ? 0 : 1) =
            -side * weight[static_cast<Eigen::Index>(i)];
    }
  }
  Entries sensor;
  for (int d = 0; d < 3; ++d)
    sensor.emplace_back(
        d, static_cast<int>(table.at({s.model.sets.at("sensor").front(), d + 1}, "sensor")), 1.0);
  BoltedOptions options;
  options.surfaces = {steel, steel};
  s.structure = make_bolted(s.model, std::move(zones), options, loads,
                            sparse_matrix(3, s.model.size(), sensor), &s.bolts);
  return s;
}

class Clock {
 public:
  explicit Clock(const char* what) : what_(what), start_(std::chrono::steady_clock::now()) {}
  ~Clock() {
    std::cout << what_ << " "
              << std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count()
              << " s\n";
  }

 private:
  const char* what_;
  std::chrono::steady_clock::time_point start_;
};

TEST(S4Beam, PreloadAndBackbones) {
  S4 s;
  {
    Clock c("structure");
    s = make_s4();
  }
  for (const auto& [mode, hz] : {std::pair{0, 217.2758388}, {1, 271.7373395}, {6, 986.6973589}})
    EXPECT_NEAR(s.structure.tied_omega[mode] / kTwoPi / hz, 1.0, 1e-6);
  EXPECT_EQ(s.structure.point_count(), 704);
  CoulombNewton contact(s.structure.compliance(), 0.6);
  PreloadTask task;
  task.bolts = s.bolts;
  task.resultant = Vector::Constant(2, 5710.0);
  Preloaded p;
  {
    Clock c("preload");
    p = tighten(s.structure, task, &contact);
  }
  std::vector<bool> closed;
  for (const PointStatus st : p.state.status) closed.push_back(st != PointStatus::OPEN);
  std::cout << "pretension " << p.pretension.transpose() << " closed "
            << std::count(closed.begin(), closed.end(), true) << " pmax "
            << p.state.force.maxCoeff() / s.structure.zones[0].cell_area() / 1e6 << "\n";
  BondedModes modes;
  {
    Clock c("modes");
    modes = bonded_modes(s.structure, closed, 10);
  }
  std::cout << (modes.omega / kTwoPi).transpose() << "\n";
  for (const int mode : {0, 6}) {
    Clock c("backbone");
    ModalTask t;
    t.omega = modes.omega[mode];
    t.shape = modes.shapes.col(mode);
    for (int k = 0; k < 8; ++k)
      t.loads.push_back((mode == 0 ? 512.0241 * 4 * (k + 1) : 1327.06 * 4 * (k + 1)) *
                        std::sqrt(1e-3));  // tonne mm -> kg m
    const Vector phi = s.structure.sensor * t.shape;
    for (const BackbonePoint& b : modal_backbone(s.structure, p, t, &contact))
      std::cout << b.amplitude * phi.norm() * 1e3 << " mm " << b.frequency_hz << " Hz D "
                << b.damping << " masing " << b.masing_damping << " slip " << b.slip_points << " "
                << b.max_slip * 1e6 << "\n";
  }
}

}  // namespace
}  // namespace mortise::gen
