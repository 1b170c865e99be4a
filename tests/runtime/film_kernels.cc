#include "tests/runtime/film_kernel.hpp"

namespace mortise {

namespace baseline {
film_test::FilmKernel film_kernel();
}
#if defined(MORTISE_WITH_AVX2)
namespace avx2 {
film_test::FilmKernel film_kernel();
}
#endif
#if defined(MORTISE_WITH_AVX512)
namespace avx512 {
film_test::FilmKernel film_kernel();
}
#endif
#if defined(MORTISE_FILM_SCALAR)
namespace scalar {
film_test::FilmKernel film_kernel();
}
#endif

namespace film_test {

std::vector<FilmKernel> film_kernels() {
  std::vector<FilmKernel> all;
#if defined(MORTISE_FILM_SCALAR)
  all.push_back(scalar::film_kernel());
#endif
  all.push_back(baseline::film_kernel());
#if defined(MORTISE_WITH_AVX2)
  if (__builtin_cpu_supports("avx2")) all.push_back(avx2::film_kernel());
#endif
#if defined(MORTISE_WITH_AVX512)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    all.push_back(avx512::film_kernel());
#endif
  return all;
}

}  // namespace film_test

}  // namespace mortise
