#pragma once

#include "generator/contact/joint/joint.hpp"
