#pragma once

#include "generator/ground/numbers/matrix.hpp"
#include "generator/judge/certify/certificate.hpp"
#include "targets/fmi/instance.hpp"
