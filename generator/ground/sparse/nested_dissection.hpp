// A fill-reducing order of a sparse symmetric matrix: nested dissection of its graph by METIS.
#pragma once

#include <cstddef>
#include <vector>

namespace mortise::gen {

// Place of every unknown, from 1 as MUMPS counts. Not MUMPS's own choice: with the ordering its
// factors would depend on what the process has ordered before, and Debian's has no METIS.
// size:  n, number of unknowns.
// outer: (n + 1) first entry of every column; inner: rows of the entries. Both triangles; the
//        diagonal may be there or not.
// Throws Error if METIS fails.
std::vector<int> nested_dissection(std::ptrdiff_t size, const int* outer, const int* inner);

}  // namespace mortise::gen
