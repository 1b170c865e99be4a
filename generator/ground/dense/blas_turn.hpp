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

// While one lives, large products are shared among the processors (shared_products.cc): for factors
// so large that the last bits may depend on their number.
class WideBlas {
 public:
  explicit WideBlas(bool wide);
  ~WideBlas();
  WideBlas(const WideBlas&) = delete;
  WideBlas& operator=(const WideBlas&) = delete;

  static bool any();

 private:
  bool wide_;
};

}  // namespace mortise::gen
