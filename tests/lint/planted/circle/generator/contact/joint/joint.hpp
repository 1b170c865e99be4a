#pragma once

#include "generator/contact/sliding/sliding.hpp"
