// mortise: real-time models of mechanical contacts. C++ interface; mortise.h is the C interface.
#pragma once

#include "mortise/events.hpp"
#include "mortise/groups.hpp"
#include "mortise/linearize.hpp"
#include "mortise/model.hpp"
#include "mortise/scenario.hpp"
#include "mortise/selftest.hpp"
#include "mortise/snapshot.hpp"
#include "mortise/state.hpp"
#include "mortise/training.hpp"
#include "mortise/types.hpp"
