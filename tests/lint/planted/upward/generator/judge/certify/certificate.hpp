#pragma once

#include "generator/ground/numbers/matrix.hpp"
