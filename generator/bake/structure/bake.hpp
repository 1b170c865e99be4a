// Bake: a condensed structure and a fixed step become the bytes of a model file.
#pragma once

#include "generator/bake/file/options.hpp"
#include "generator/ground/numbers/aligned_bytes.hpp"

namespace mortise::gen {

// Discretises, chooses the interface solver, writes, reads back and runs the golden trace. The
// same arguments give the same bytes.
//   system   condensed structure; sizes are checked
//   options  step, law, solver, scenarios, provenance
// Throws Error for sizes that disagree, a step outside of (1e-12, 1e3) s, or a file that the
// runtime would refuse.
AlignedBytes bake(const ReducedSystem& system, const BakeOptions& options);

}  // namespace mortise::gen
