// Shapes of the pressure from snapshots: proper orthogonal decomposition with nodal weights
// (Schmidt 3.58-3.62).
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

struct BasisOptions {
  int modes = 0;       // r, at most where error > 0; 0 then: no limit
  double error = 0.0;  // > 0: the smallest r with this relative projection error, of pressure and
                       // of its deformation [-]
  bool clip = true;    // snapshots at P >= 0
  // Nodal weights 1 / (rms_i + weight_floor * unit), rms_i over the snapshots at node i: nodes with
  // little pressure count as much as those under the peak, which is what the film asks for.
  double weight_floor = 1e-2;
  bool relative_floor = false;  // unit: 1, or the largest rms
  // Columns count as if over their largest pressure to this power: of pressures that rise by
  // decades the small ones would not count.
  double levelled = 0.0;
};

struct PressureBasis {
  Matrix shapes;                // (points x r) V, orthonormal columns
  Vector singular_values;       // (all) of the weighted snapshots, descending
  Vector weights;               // (points) nodal weights used, 0 where every snapshot is zero
  double pressure_error = 0.0;  // relative projection error of the snapshots, Frobenius norm
  double gap_error = 0.0;       // of their deformation C P
};

// snapshots: (points x count) P^. compliance: (points x points), for the error of the gap.
// Throws Error if the snapshots have fewer independent columns than `modes` (error = 0), or none.
PressureBasis pressure_basis(const Matrix& snapshots, const Matrix& compliance,
                             const BasisOptions& options);

// Coefficients b of the columns of `snapshots` (points x count): least squares in the weighted norm
// of the basis. Returns (r x count).
Matrix project(const PressureBasis& basis, const Matrix& snapshots);

}  // namespace mortise::gen
