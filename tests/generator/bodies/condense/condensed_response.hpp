// What a condensed body answers at the ports of the full one, and the full one by direct solutions.
#pragma once

#include "generator/bodies/condense/port_response.hpp"

namespace mortise::gen {

// A condensed body at the ports of the full one.
PortResponse response_of(const CondensedComponent& condensed, const Ports& ports);

// Lowest MAC of the full modes in the band: (x^T M y)^2 / (x^T M x y^T M y), summed over condensed
// modes y of about one frequency. shapes: (n x p) of the condensed body.
double lowest_mac(const FullResponse& full, const SparseMatrix& mass, const Vector& omega,
                  const Matrix& shapes);

// The largest difference (Frobenius), relative to the rms of H, between the undamped response of
// the full body and direct solutions (K - w^2 M)^-1 P^T, a factorisation each, at `count`
// frequencies between resonances.
double direct_difference(const Component& component, const FullResponse& full, int count);

}  // namespace mortise::gen
