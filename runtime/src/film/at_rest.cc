#include "../at_rest.hpp"

namespace mortise {

// What a film gives out belongs to the end of a step.
Real at_rest::film(const ModelView&, const State&, const OutputRule&) { return 0; }

}  // namespace mortise
