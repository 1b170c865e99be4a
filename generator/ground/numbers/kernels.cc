#include "generator/ground/numbers/kernels.hpp"

#if defined(MORTISE_KERNELS)
MORTISE_KERNELS(template)
#endif
