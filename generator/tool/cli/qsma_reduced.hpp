// `mortise analyze qsma` of a model file: alone, or beside the model with all its points.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/judge/analyses/backbone_study.hpp"

namespace mortise::gen {

struct ReducedQsma {
  std::string model;  // file
  Eigen::Index mode = 0;
  std::vector<std::string> outputs;  // whose norm is the amplitude; empty: sensor_rows() chooses
  std::vector<double> levels;        // rising [m], as the amplitudes would be without slip
  int steps = 4;
  std::string pictures;  // folder; empty: none
  bool json = false;
};

// From the file alone. Returns the exit code.
int report_reduced_backbone(const ReducedQsma& asked);

// A model file under the loads of a backbone of all points.
struct BackboneBeside {
  std::string model;
  std::vector<std::string> outputs;
  double linear_hz = 0.0, seconds = 0.0;
  std::vector<BackbonePoint> points;
  BackboneComparison comparison;
};

// What a definition says of a mode.
struct FullBackbone {
  const Definition* definition = nullptr;
  Eigen::Index mode = 0;
  double linear_hz = 0.0;
  Vector resultant;  // (zones) of the preload [N]
  int steps = 0;     // of every half of a closed loop
  std::vector<BackbonePoint> points;
};

// Throws Error if the file is of another model.
BackboneBeside backbone_beside(const std::string& model, const FullBackbone& full);

nlohmann::json beside_json(const BackboneBeside& beside);
std::string beside_text(const BackboneBeside& beside, const std::vector<BackbonePoint>& full);

}  // namespace mortise::gen
