// mortise: real-time models of mechanical contacts. C++ interface; mortise.h is the C interface.
#pragma once

#include "mortise/model.hpp"
#include "mortise/scenario.hpp"
#include "mortise/selftest.hpp"
#include "mortise/state.hpp"
#include "mortise/types.hpp"
