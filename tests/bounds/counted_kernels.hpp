// What kernels of the runtime take, run with numbers that count, each at the cap of its loops.
#pragma once

#include <cstdint>

namespace mortise::bounds {

// Lengths are padded ones.
std::uint64_t counted_dot(int n);
std::uint64_t counted_add_three(int n);
std::uint64_t counted_combine(int n, int columns);
std::uint64_t counted_free_motion(int n, int inputs);

// A contact whose velocity is not a number: no inner step ends its search.
std::uint64_t counted_local_solve();
// A sliding contact, worst of project_cone and natural_residual.
std::uint64_t counted_project_cone();
std::uint64_t counted_natural_residual();
// k unknowns of a full system.
std::uint64_t counted_lu(int k);
// `count` slipping contacts, `sweeps` sweeps that do not converge.
std::uint64_t counted_gauss_seidel(int count, int sweeps);

// Tangential laws of joints, driven by a slip that is not a number.
std::uint64_t counted_iwan(int elements);
std::uint64_t counted_lugre();
std::uint64_t counted_lugre_mean();
std::uint64_t counted_slider();
std::uint64_t counted_turning_slider();
std::uint64_t counted_normal();  // where springs let go or take hold
std::uint64_t counted_impact();  // whose root is never found

}  // namespace mortise::bounds
