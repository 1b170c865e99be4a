// Matrices in the Harwell-Boeing format: four or five header cards, then column pointers, row
// indices and values, each in a Fortran format of its own.
//
// Duff, Grimes, Lewis, Users' Guide for the Harwell-Boeing Sparse Matrix Collection, 1992.
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/import/raw_export.hpp"

namespace mortise::gen {

// Types RSA (lower triangle, by columns; full matrices under this name occur and are taken, with a
// warning) and RUA. Right-hand sides are passed over.
// Throws Error with file and line for other types, a matrix that is not square, formats it does not
// know, numbers of cards that contradict the formats, fields that are no number, pointers that fall
// or do not end at the number of entries, row indices out of range, and a file that is cut: nothing
// is allocated that the size of the file does not bear out.
RawMatrix read_harwell_boeing(const std::string& path, std::vector<std::string>* warnings);

}  // namespace mortise::gen
