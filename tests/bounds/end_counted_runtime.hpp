// Closes what counted_runtime.hpp has opened.
#undef double
#undef float
#undef __builtin_sqrt
#undef __builtin_fabs
