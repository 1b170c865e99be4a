// Built-in lumped models: point masses with one to three translations, springs along the axes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

struct PointMass {
  std::int64_t node = 1;               // label, unique, >= 1
  double mass = 0.0;                   // [kg], > 0
  std::vector<int> directions;         // distinct, each 1..3 (x, y, z)
  Vector3 position = Vector3::Zero();  // [m]
};

// Acts on u_to - u_from along one axis.
struct Spring {
  static constexpr std::int64_t kGround = 0;
  std::int64_t from = kGround;  // label of a mass, or kGround
  std::int64_t to = 1;          // label of a mass
  int direction = 1;            // 1..3, must be a dof of both masses
  double stiffness = 0.0;       // [N/m], > 0
};

struct LumpedSpec {
  std::string name = "lumped";  // for messages
  std::vector<PointMass> masses;
  std::vector<Spring> springs;  // may be empty: free masses
  std::map<std::string, std::vector<std::int64_t>> sets;
};

// Dofs in the order of the masses and of their directions. Throws Error naming mass or spring.
FullModel build_lumped(const LumpedSpec& spec);

}  // namespace mortise::gen
