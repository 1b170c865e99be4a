// The step of assemblies (AssemblyStepper).
#pragma once

#include "../instruction_sets.hpp"

MORTISE_DECLARE_STEP(assembly_step)
