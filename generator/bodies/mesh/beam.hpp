// Built-in straight beam: Euler-Bernoulli bending in two planes, axial bar, St-Venant torsion;
// 12 dofs per element, consistent mass without the rotary inertia of bending.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"
#include "generator/bodies/model/material.hpp"

namespace mortise::gen {

enum class Axis { x, y, z };

// Cross-section. The transverse axes follow the beam's axis cyclically: beam along x: (y, z),
// along y: (z, x), along z: (x, y).
struct Section {
  double area = 0.0;      // [m2]
  double second_1 = 0.0;  // second moment for bending that moves along the 1st transverse axis [m4]
  double second_2 = 0.0;  // the same for the 2nd transverse axis [m4]
  double torsion = 0.0;   // St-Venant torsion constant [m4]
};

Section round_section(double diameter);  // [m]

// side_1, side_2: full widths along the first and second transverse axis [m].
Section rectangular_section(double side_1, double side_2);

struct BeamSegment {
  int elements = 0;     // equal elements, >= 1
  double length = 0.0;  // of the whole segment [m]
};

enum class BeamEnd { clamped, free };

struct BeamSpec {
  std::string name = "beam";  // for messages
  Material material;
  Section section;
  Axis axis = Axis::x;
  Vector3 origin = Vector3::Zero();   // position of the first node [m]
  std::vector<BeamSegment> segments;  // from the root to the tip, >= 1
  BeamEnd root = BeamEnd::clamped;
  BeamEnd tip = BeamEnd::free;
  std::int64_t first_label = 1;                  // nodes are labelled upwards from here
  std::map<std::string, double> named_stations;  // set name -> distance from the root of a node [m]
};

// Nodes carry directions 1..6 in global axes; a clamped node has coordinates but no dofs. Sets:
// "ROOT", "TIP", "AXIS" (all nodes) and the named stations (a node must lie within 1e-6 lengths).
// Throws Error naming the offending quantity.
FullModel build_beam(const BeamSpec& spec);

}  // namespace mortise::gen
