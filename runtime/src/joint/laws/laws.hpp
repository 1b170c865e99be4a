// Every tangential law there is.
#pragma once

#include "iwan.hpp"
#include "jenkins.hpp"
#include "lugre.hpp"
#include "none.hpp"
#include "oden_pires.hpp"
