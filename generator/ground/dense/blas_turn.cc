#include "generator/ground/dense/blas_turn.hpp"

#include <atomic>

#ifdef MORTISE_OPENBLAS
extern "C" {
void openblas_set_num_threads(int count);
int openblas_get_parallel(void);  // 0: built without threads
}
#endif

namespace mortise::gen {
namespace {

std::atomic<int> wide_callers{0};

// Asks for one thread; false if the library bears one caller only.
bool bears_callers() {
#ifdef MORTISE_OPENBLAS
  static const bool many = (openblas_set_num_threads(1), openblas_get_parallel() != 0);
  return many;
#else
  return true;
#endif
}

}  // namespace

BlasTurn::BlasTurn() {
  static std::mutex turn;
  if (!bears_callers()) turn_ = std::unique_lock<std::mutex>(turn);
}

WideBlas::WideBlas(bool wide) : wide_(wide && bears_callers()) {
  if (wide_) ++wide_callers;
}
WideBlas::~WideBlas() {
  if (wide_) --wide_callers;
}
bool WideBlas::any() { return wide_callers > 0; }

}  // namespace mortise::gen
