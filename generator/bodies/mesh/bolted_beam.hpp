// Two beams that two bolts clamp together at their ends: the S4 beam (Linder, figure 4), meshed by
// hexahedra.
//
//        head                                  head
//     ___||||______________________________ ___||||___
//    |    ||    ___________________________     ||    |   x along the beam, 0 in its middle
//    |____||___|  recess                  |_____||____|   y across, z along the bolts
//    |____||___                           |_____||____|   z = 0 between the pads
//    |    ||   |___________________________     ||    |
//         ||                                    ||
//        nut
#pragma once

#include <vector>

#include "generator/bodies/mesh/solid_mesh.hpp"

namespace mortise::gen {

struct BoltedBeamShape {  // [m]
  double length = 0.507, width = 0.03175;
  double pad_length = 0.0508, pad_thickness = 0.0127;  // of one beam
  double mid_thickness = 0.009652;                     // between the pads, flush outside
  double bolt_offset = 0.0254;                         // of the bolt's axis from the end
  double shank_radius = 0.003, hole_radius = 0.0033;
  double head_radius = 0.005, head_height = 0.004, nut_height = 0.005;
  double washer_radius = 0.006, washer_thickness = 0.0016;
};

struct BoltedBeamMesh {
  int around = 24;                            // nodes of a circle: a multiple of eight
  std::vector<double> rings{0.3, 0.62, 1.0};  // from the washer to the square, shares, rising to 1
  int wing_columns = 2;                       // from the square to each end of the pad
  int span_columns = 36;                      // between the pads
  int span_layers = 2;                        // of the thickness between the pads
};

// "coarse" (6792 nodes) or "medium" (15576). Throws Error for others.
BoltedBeamMesh bolted_beam_mesh(const std::string& name);

// Shank, head and nut are one with their washers, and these with the beams; the shank does not
// touch its hole. Sets, "left" at x < 0 and "right":
//   left_top, left_bottom      nodes of the pads at z = 0, in pairs at the same places
//   left_bolt_upper, _lower    nodes of the shank's cross-sections at the recess, which its
//   pretension
//                              pulls together
//   fixed                      the shank's axis plane at z = 0: nodes on the line along y
//   sensor, middle_lower       the nodes in the middle of the upper and the lower face
//   middle_sides               upper nodes at +y and -y half way along
// span_columns has to be even for nodes half way along.
// Throws Error naming a length that does not fit.
SolidMesh bolted_beam(const BoltedBeamShape& shape, const BoltedBeamMesh& mesh);

}  // namespace mortise::gen
