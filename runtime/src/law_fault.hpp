// Why a law refuses its numbers.
#pragma once

#include "mortise/types.hpp"

namespace mortise {

// A field of the file and what stands there; null: the law takes its numbers.
struct LawFault {
  const char* field = nullptr;
  Real value = 0;
};

}  // namespace mortise
