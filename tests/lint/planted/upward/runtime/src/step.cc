#include "../../generator/ground/numbers/matrix.hpp"
