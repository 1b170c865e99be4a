// Structures that the condensation is tried on.
#pragma once

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "generator/bodies/import/importer.hpp"
#include "generator/bodies/mesh/beam.hpp"
#include "generator/contact/system/full_system.hpp"

namespace mortise::gen {

// Steel rod of 9 mm diameter along +z; the last segment is the tip region of 20 mm.
inline BeamSpec steel_rod(double length, int elements, BeamEnd root) {
  BeamSpec spec;
  spec.material = {2.1e11, 0.3, 7850.0};
  spec.section = round_section(0.009);
  spec.axis = Axis::z;
  spec.segments = {{elements, length - 0.02}, {2, 0.02}};
  spec.root = root;
  spec.named_stations = {{"MASTER", length - 0.02}};
  return spec;
}

// The solid rod of 300 x 9 mm with 5952 dofs; axis +x, tip set TIPSURF.
inline FullModel solid_rod() {
  return import_matrices(
      {"calculix", std::string(MORTISE_MODELS) + "/rod_wall/data/beam300", "", "mm,t,s,N", {}});
}

inline nlohmann::json read_json(const std::string& path) {
  std::ifstream file(path);
  return nlohmann::json::parse(file);
}

// A system with nothing attached to the model.
inline FullSystem bare_system(FullModel model) {
  FullSystem system;
  system.model = std::move(model);
  return system;
}

}  // namespace mortise::gen
