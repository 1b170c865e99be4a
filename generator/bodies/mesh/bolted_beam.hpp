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

#include <string>

#include "generator/bodies/mesh/bolted_pad.hpp"

namespace mortise::gen {

struct BoltedBeamShape : BoltShape {  // [m]
  double length = 0.507, width = 0.03175;
  double pad_length = 0.0508, pad_thickness = 0.0127;  // of one beam
  double mid_thickness = 0.009652;                     // between the pads, flush outside
  double bolt_offset = 0.0254;                         // of the bolt's axis from the end
};

struct BoltedBeamMesh : PadMesh {
  int span_columns = 36;  // between the pads
  int span_layers = 2;    // of the thickness between the pads
};

// "coarse" (6792 nodes) or "medium" (15576). Throws Error for others.
BoltedBeamMesh bolted_beam_mesh(const std::string& name);

// Zones "left" at x < 0 and "right", with the sets of BoltedPadBuilder::clamp(), and
//   fixed                      the shank's axis plane at z = 0: nodes on the line along y
//   sensor, middle_lower       the nodes in the middle of the upper and the lower face
//   middle_sides               upper nodes at +y and -y half way along
// span_columns has to be even for nodes half way along.
// Throws Error naming a length that does not fit.
SolidMesh bolted_beam(const BoltedBeamShape& shape, const BoltedBeamMesh& mesh);

}  // namespace mortise::gen
