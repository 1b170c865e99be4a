// What a call of BLAS, or of a library that calls it, must hold while it runs.
#pragma once

#include <mutex>

namespace mortise::gen {

// Threads of OpenBLAS itself would change the order of sums: it is asked for one. Built without
// threads, as libopenblas-serial, it lends the same buffer to two threads that call it at once, now
// and then: they take turns.
class BlasTurn {
 public:
  BlasTurn();

 private:
  std::unique_lock<std::mutex> turn_;
};

}  // namespace mortise::gen
