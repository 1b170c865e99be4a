#include "heap_count.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {
thread_local volatile std::uint64_t calls = 0;
void count() { calls = calls + 1; }
}  // namespace

extern "C" {

void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* p, std::size_t size);
void* __real_aligned_alloc(std::size_t alignment, std::size_t size);
int __real_posix_memalign(void** p, std::size_t alignment, std::size_t size);
void __real_free(void* p);

void* __wrap_malloc(std::size_t size) {
  count();
  return __real_malloc(size);
}
void* __wrap_calloc(std::size_t n, std::size_t size) {
  count();
  return __real_calloc(n, size);
}
void* __wrap_realloc(void* p, std::size_t size) {
  count();
  return __real_realloc(p, size);
}
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  count();
  return __real_aligned_alloc(alignment, size);
}
int __wrap_posix_memalign(void** p, std::size_t alignment, std::size_t size) {
  count();
  return __real_posix_memalign(p, alignment, size);
}
void __wrap_free(void* p) {
  count();
  __real_free(p);
}

}  // extern "C"

namespace {
void* allocate(std::size_t size, std::size_t alignment) {
  count();
  const std::size_t whole = (size + alignment) / alignment * alignment;
  void* p = alignment > alignof(std::max_align_t) ? __real_aligned_alloc(alignment, whole)
                                                  : __real_malloc(whole);
  if (!p) throw std::bad_alloc();
  return p;
}
void release(void* p) {
  count();
  __real_free(p);
}
constexpr std::size_t number(std::align_val_t a) { return static_cast<std::size_t>(a); }
}  // namespace

void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t a) { return allocate(size, number(a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return allocate(size, number(a)); }
void operator delete(void* p) noexcept { release(p); }
void operator delete[](void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete[](void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { release(p); }

namespace mortise::targets {

std::uint64_t heap_calls() { return calls; }

}  // namespace mortise::targets
