// Multiply-add rate of this core: the arithmetic roof of a step.
#pragma once

namespace mortise::bench {

// Independent multiply-adds of the widest vectors, best of several runs [1/ns].
double flop_roof_float();
double flop_roof_double();

}  // namespace mortise::bench
