// Low eigenvalues of modes that one contact couples, from their characteristic equation
//
//   F(s) = sum_i c_i b_i / (s^2 + d_i s + omega_i^2) = 0,
//
// exact, with a work of a few hundred n per root instead of n^3: all unknowns but s are eliminated.
#pragma once

#include <optional>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// omega [rad/s], damping d [1/s], force b, gap c: (n). Every pair with |Im s| <= maximum [rad/s]
// (Im s > 0), ascending. Starts from the undamped contact without friction, whose frequencies lie
// between those of the modes, and follows all roots at once (Ehrlich, Aberth).
// Empty if the iteration does not settle or a pair is overdamped: take the dense matrix then.
std::optional<Eigen::VectorXcd> contact_roots(const Vector& omega, const Vector& damping,
                                              const Vector& force, const Vector& gap,
                                              double maximum);

}  // namespace mortise::gen
