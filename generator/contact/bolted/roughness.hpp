// Synthetic roughness of two surfaces pressed together (Linder, section 3.3): a sum of waves over a
// band of wavelengths whose heights follow a power spectral density and whose phases are drawn.
//
//   h(x, y) = sum over k of A(k) cos(2 pi (k_x x + k_y y + u(k))),   A^2 ~ |k|^-exponent,
//   k = (i / length, j / width),   1 / wavelength_max <= |k| <= 1 / wavelength_min
//
// A wave belongs to the zone and to the seed, not to the grid: grids that differ see one surface,
// and another band keeps the waves that are in both.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

struct Roughness {
  double sigma = 0.0;              // rms of the sum of both surfaces [m] >= 0; 0: smooth
  double wavelength_min = 0.5e-3;  // [m] > 0
  double wavelength_max = 5e-3;    // [m] > wavelength_min
  // Of the power spectral density over the wave number: 0 as in the paper, 2 (1 + H) for surfaces
  // that are self-affine with Hurst's H.
  double exponent = 0.0;  // [-] >= 0
  std::int64_t seed = 1;  // >= 0
};

// Heights [m] at places (n) given from the middle of a zone of this size [m]; their mean over the
// zone is 0, their rms sigma. zone: its name, which draws beside the seed: zones differ.
// Cheap for places of a grid. Same bits on every machine that rounds products and sums one
// by one; with exponent > 0 that depends on std::pow as well.
// Throws Error naming the zone if no wave of the band fits on it.
Vector rough_heights(const Roughness& roughness, const std::string& zone,
                     const std::vector<Eigen::Vector2d>& places, const Eigen::Vector2d& size);

}  // namespace mortise::gen
