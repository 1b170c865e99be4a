// Where a body comes from: an export, a built-in mesh, point masses, modal data. SI units.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/bodies/import/interface_nodes.hpp"
#include "generator/bodies/mesh/beam.hpp"
#include "generator/bodies/mesh/lumped.hpp"
#include "generator/bodies/mesh/plane.hpp"

namespace mortise::gen {

struct PlaneBodySpec {
  PlaneBody body;
  std::optional<double> alpha, beta;  // damping of its own [1/s], [s]
};

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
  std::vector<PlaneBodySpec> bodies;

  bool modal() const { return kind == "modal"; }  // modes alone, no full-order model
};

}  // namespace mortise::gen
