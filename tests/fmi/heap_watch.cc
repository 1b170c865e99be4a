#include "tests/fmi/heap_watch.hpp"

#include <cerrno>
#include <cstddef>

namespace {
// constant initialisation: nothing is allocated for it
thread_local volatile std::uint64_t calls = 0;
void count() { calls = calls + 1; }
}  // namespace

extern "C" {

// The allocator of glibc, behind its own names.
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* p, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* p);

void* malloc(std::size_t size) {
  count();
  return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) {
  count();
  return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t size) {
  count();
  return __libc_realloc(p, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  count();
  return __libc_memalign(alignment, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  count();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** p, std::size_t alignment, std::size_t size) {
  count();
  *p = __libc_memalign(alignment, size);
  return *p ? 0 : ENOMEM;
}
void free(void* p) {
  count();
  __libc_free(p);
}

}  // extern "C"

namespace mortise::fmi_host {

std::uint64_t heap_calls() { return calls; }

}  // namespace mortise::fmi_host
