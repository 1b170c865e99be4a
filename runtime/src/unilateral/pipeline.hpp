// The step of structures with unilateral contacts, or without any.
#pragma once

#include "../instruction_sets.hpp"

MORTISE_DECLARE_STEP(unilateral_step)
