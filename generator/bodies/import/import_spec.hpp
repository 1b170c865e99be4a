// Where a body comes from: an export, a built-in mesh, point masses, modal data. SI units.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/bodies/import/interface_nodes.hpp"
#include "generator/bodies/mesh/beam.hpp"
#include "generator/bodies/mesh/bolted_beam.hpp"
#include "generator/bodies/mesh/lap_joint.hpp"
#include "generator/bodies/mesh/lumped.hpp"
#include "generator/bodies/mesh/plane.hpp"
#include "generator/bodies/mesh/pressed_blocks.hpp"
#include "generator/bodies/model/merge_bodies.hpp"
#include "generator/bodies/model/tie_bodies.hpp"

namespace mortise::gen {

struct PlaneBodySpec {
  PlaneBody body;
  std::optional<double> alpha, beta;  // damping of its own [1/s], [s]
};

struct BoltedBeamSpec {
  BoltedBeamShape shape;
  std::string mesh = "coarse";  // of bolted_beam_mesh()
  Material material;
};

struct LapJointSpec {
  LapJointShape shape;
  Material material;
};

struct BodyImport;

// The kind of import that is several bodies.
inline constexpr const char* kAssemblyImport = "assembly";

struct ImportSpec {
  std::string kind = "lumped";  // one of import_kinds(); what follows belongs to one or some kinds
  std::string file;             // resolved path of the export or of the modal data
  std::string deck;             // resolved, may be empty
  std::string units;            // declared unit system of the export, see parse_units()
  std::vector<std::int64_t> rotation_nodes, generalised_nodes;
  std::vector<InterfaceNodeSpec> interface_nodes;  // of an export
  std::optional<double> expected_mass;  // of the whole body [kg], what checks compare with
  BeamSpec beam;
  LumpedSpec lumped;
  BoltedBeamSpec bolted_beam;
  LapJointSpec lap_joint;
  PressedBlocksSpec pressed_blocks;
  std::vector<PlaneBodySpec> bodies;
  std::vector<BodyImport> parts;  // of an assembly
  std::vector<BodyTie> ties;      // among them

  bool modal() const { return kind == "modal"; }  // modes alone, no full-order model
};

// A body of an assembly.
struct BodyImport {
  std::string name;
  ImportSpec import;  // of one that has a full model
  Placement placement;
};

}  // namespace mortise::gen
