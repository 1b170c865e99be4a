#include <atomic>
#include <cstdlib>

#include "generator/tool/cli/step_timer.hpp"

namespace {

std::atomic<std::uint64_t> calls{0};

void count() { calls.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

// The linker redirects every reference to malloc & co. here; its option --wrap chooses the names.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t number, std::size_t size);
void* __real_realloc(void* block, std::size_t size);
void* __real_aligned_alloc(std::size_t alignment, std::size_t size);
void __real_free(void* block);

void* __wrap_malloc(std::size_t size) {
  count();
  return __real_malloc(size);
}
void* __wrap_calloc(std::size_t number, std::size_t size) {
  count();
  return __real_calloc(number, size);
}
void* __wrap_realloc(void* block, std::size_t size) {
  count();
  return __real_realloc(block, size);
}
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  count();
  return __real_aligned_alloc(alignment, size);
}
void __wrap_free(void* block) {
  count();
  __real_free(block);
}

void* __real__Znwm(std::size_t size);
void __real__ZdlPv(void* block);
void __real__ZdlPvm(void* block, std::size_t size);
void* __wrap__Znwm(std::size_t size) {
  count();
  return __real__Znwm(size);
}
void __wrap__ZdlPv(void* block) {
  count();
  __real__ZdlPv(block);
}
void __wrap__ZdlPvm(void* block, std::size_t size) {
  count();
  __real__ZdlPvm(block, size);
}
}
// NOLINTEND(bugprone-reserved-identifier)

namespace mortise::gen {

std::uint64_t heap_calls() { return calls.load(std::memory_order_relaxed); }

}  // namespace mortise::gen
