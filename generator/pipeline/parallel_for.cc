#include "generator/pipeline/parallel_for.hpp"

#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace mortise::gen {

void parallel_for(std::size_t count, int jobs, const std::function<void(std::size_t)>& work) {
  std::vector<std::exception_ptr> failures(count);
  std::atomic<std::size_t> next{0};
  const auto worker = [&] {
    for (std::size_t k = next++; k < count; k = next++) {
      try {
        work(k);
      } catch (...) {
        failures[k] = std::current_exception();
      }
    }
  };
  std::vector<std::thread> threads;
  for (int t = 1; t < jobs && static_cast<std::size_t>(t) < count; ++t)
    threads.emplace_back(worker);
  worker();
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace mortise::gen
