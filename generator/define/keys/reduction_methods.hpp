// What `reduce.method` may be: how the rows at which a reduced film holds its equations are chosen
// and combined. A new method is a line here and a file reduce/film/<name>.cc that defines
// <name>_reduction(), see reduce/film/hyper_reduction.hpp.
#pragma once

#include "generator/ground/text/enum_names.hpp"

namespace mortise::gen {

// clang-format off
#define MORTISE_REDUCTION_METHODS(METHOD)                                                   \
  METHOD(ecsw, "positive weights that conserve energy")                                     \
  METHOD(deim, "interpolation, rows one after the other where it errs most")                \
  METHOD(qdeim, "interpolation, rows from a factorisation with pivots")                     \
  METHOD(gappy, "least squares over more rows than shapes")                                 \
  METHOD(points, "rows as Schmidt picks them (figure 3.3), all with weight one")            \
  METHOD(transported, "rolling line contacts: carried through the contact, not stepped")
// clang-format on

MORTISE_ENUM(ReductionMethod, MORTISE_REDUCTION_METHODS)

}  // namespace mortise::gen
