#include "generator/ground/dense/blas_turn.hpp"

#ifdef MORTISE_OPENBLAS
extern "C" {
void openblas_set_num_threads(int count);
int openblas_get_parallel(void);  // 0: built without threads
int openblas_get_num_procs(void);
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

WideBlas::WideBlas(bool wide) : wide_(wide) {
#ifdef MORTISE_OPENBLAS
  if (wide_) openblas_set_num_threads(openblas_get_num_procs());
#endif
}

WideBlas::~WideBlas() {
#ifdef MORTISE_OPENBLAS
  if (wide_) openblas_set_num_threads(1);
#endif
}

}  // namespace mortise::gen
