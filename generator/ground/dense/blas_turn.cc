#include "generator/ground/dense/blas_turn.hpp"

#ifdef MORTISE_OPENBLAS
extern "C" {
void openblas_set_num_threads(int count);
int openblas_get_parallel(void);  // 0: built without threads
}
#endif

namespace mortise::gen {

BlasTurn::BlasTurn() {
#ifdef MORTISE_OPENBLAS
  static std::mutex turn;
  static const bool serial = (openblas_set_num_threads(1), openblas_get_parallel() == 0);
  if (serial) turn_ = std::unique_lock<std::mutex>(turn);
#endif
}

}  // namespace mortise::gen
