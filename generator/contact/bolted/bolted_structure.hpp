// A structure with bolted zones in relative coordinates: component mode synthesis with the relative
// motion of facing nodes as the interface (Linder eq. 21, 31-34). Its fixed-interface modes are the
// modes of the tied structure.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"
#include "generator/bodies/model/material.hpp"
#include "generator/contact/bolted/surface_compliance.hpp"
#include "generator/contact/bolted/zone.hpp"

namespace mortise::gen {

struct BoltedOptions {
  Eigen::Index modes = 25;  // fixed-interface modes that are kept
  TangentialCoupling coupling = TangentialCoupling::NONE;
  std::array<Material, 2> surfaces;  // of the half-spaces
};

struct BoltedStructure {
  std::vector<ContactZone> zones;
  std::vector<GridCompliance> half_spaces;  // of each zone
  // Coordinates: relative motions of all pairs (boundary), then the tied modes' amplitudes.
  Eigen::Index boundary = 0;
  Matrix stiffness, mass;
  Matrix flexibility;   // of the open structure at the boundary, K_bb^-1 [m/N]
  SparseMatrix points;  // relative motion of every point, z, x, y (3 n x boundary)
  Vector height;        // (3 n): of both surfaces, normal rows alone [m]
  Vector tied_omega;    // [rad/s]
  Matrix sensor;        // rows asked for (k x coordinates)

  Eigen::Index point_count() const { return points.rows() / 3; }
  // C* = C + W F W^T (Linder eq. 33); this outlives it, and stays where it is.
  SurfaceCompliance compliance() const { return compliance(flexibility); }
  // C* with other answers of the boundary (boundary x boundary), which outlive it too.
  SurfaceCompliance compliance(const Matrix& of_boundary) const;
};

// loads: (dofs x k) forces [N]; their parts on the boundary come back in *boundary_loads (boundary
// x k). rows: (r x dofs), e.g. the motion of a sensor. cache: folder of a StageCache that keeps
// what is condensed, whatever the grids and surfaces; empty: nothing is kept.
BoltedStructure make_bolted(const FullModel& model, std::vector<ContactZone> zones,
                            const BoltedOptions& options, const Matrix& loads,
                            const SparseMatrix& rows, Matrix* boundary_loads,
                            const std::string& cache = "");

// Modes with the points of `closed` bonded by the half-spaces' own stiffness (Linder eq. 62).
// closed: (n). Shapes in the structure's coordinates, mass-normalised.
struct BondedModes {
  Vector omega;   // [rad/s] ascending
  Matrix shapes;  // (coordinates x count)
};
BondedModes bonded_modes(const BoltedStructure& structure, const std::vector<bool>& closed,
                         Eigen::Index count);

}  // namespace mortise::gen
