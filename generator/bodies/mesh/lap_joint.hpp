// Two plates that overlap and that one bolt clamps together: a lap joint, meshed by hexahedra.
//
//                     head
//                   __||||_________________________   upper
//      ____________|__||||_________________________|  x along the plates, 0 at the bolt
//     |_______________||||__|                         y across, z along the bolt
//   fixed    lower    nut                             z = 0 between the plates
#pragma once

#include "generator/bodies/mesh/bolted_pad.hpp"

namespace mortise::gen {

struct LapJointShape : BoltShape {  // [m]
  double overlap = 0.04;            // where the plates touch; the bolt is in its middle
  double arm = 0.1;                 // of each plate beyond the overlap
  double width = 0.03, thickness = 0.006;
};

struct LapJointMesh : PadMesh {
  LapJointMesh() {
    around = 16;
    rings = {0.45, 1.0};
    wing_columns = 1;
  }
  int arm_columns = 10;
  int layers = 2;  // of each plate
};

// Zone "left" with the sets of BoltedPadBuilder::clamp(), and
//   fixed   nodes of the lower plate's end
//   sensor  the node in the middle of the upper plate's end, on its upper face
//   end     all nodes of the upper plate's end
// Throws Error naming a length that does not fit.
SolidMesh lap_joint(const LapJointShape& shape, const LapJointMesh& mesh = {});

}  // namespace mortise::gen
