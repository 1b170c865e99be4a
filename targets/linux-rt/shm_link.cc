#include "shm_link.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace mortise::targets {

namespace {

constexpr int kTries = 3;  // a writer that is seen at work every time is left alone

struct Slot {
  std::atomic<std::uint32_t>* guard;
  unsigned char* rest;  // size, then the message
  std::size_t capacity;
};

class ShmLink final : public Link {
 public:
  ShmLink(std::string name, unsigned char* memory, std::size_t size, ShmSide side,
          std::size_t inputs, std::size_t outputs)
      : name_(std::move(name)), memory_(memory), size_(size), side_(side) {
    const Slot first = slot(memory, inputs),
               second = slot(memory + shm_slot_bytes(inputs), outputs);
    from_ = side == ShmSide::loop ? first : second;
    to_ = side == ShmSide::loop ? second : first;
    seen_ = from_.guard->load(std::memory_order_acquire) & ~1u;
  }
  ~ShmLink() override {
    munmap(memory_, size_);
    if (side_ == ShmSide::loop) shm_unlink(name_.c_str());
  }

  std::size_t receive(unsigned char* out, std::size_t capacity) noexcept override {
    for (int k = 0; k < kTries; ++k) {
      const std::uint32_t before = from_.guard->load(std::memory_order_acquire);
      if (before == seen_) return 0;
      if ((before & 1) != 0) continue;
      std::uint32_t size = 0;
      std::memcpy(&size, from_.rest, sizeof size);
      const bool fits = size <= capacity && size <= from_.capacity;
      if (fits) std::memcpy(out, from_.rest + sizeof size, size);
      std::atomic_thread_fence(std::memory_order_acquire);
      if (from_.guard->load(std::memory_order_relaxed) != before) continue;
      seen_ = before;
      return fits && size > 0 ? size : capacity + 1;
    }
    return 0;
  }

  bool send(const unsigned char* bytes, std::size_t size) noexcept override {
    if (size > to_.capacity) return false;
    const std::uint32_t guard = to_.guard->load(std::memory_order_relaxed) | 1u;
    to_.guard->store(guard, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    const auto stored = static_cast<std::uint32_t>(size);
    std::memcpy(to_.rest, &stored, sizeof stored);
    std::memcpy(to_.rest + sizeof stored, bytes, size);
    to_.guard->store(guard + 1, std::memory_order_release);
    return true;
  }

 private:
  static Slot slot(unsigned char* at, std::size_t message) {
    static_assert(std::atomic<std::uint32_t>::is_always_lock_free);
    return {reinterpret_cast<std::atomic<std::uint32_t>*>(at), at + 4, message};
  }

  std::string name_;
  unsigned char* memory_;
  std::size_t size_;
  ShmSide side_;
  Slot from_{}, to_{};
  std::uint32_t seen_ = 0;
};

}  // namespace

std::unique_ptr<Link> open_shm(const std::string& name, ShmSide side, std::size_t inputs,
                               std::size_t outputs, std::string* why) {
  const std::size_t size = shm_slot_bytes(inputs) + shm_slot_bytes(outputs);
  const std::string path = "/" + name;
  const bool makes = side == ShmSide::loop;
  if (makes) shm_unlink(path.c_str());  // what a loop that was killed has left
  const int file = shm_open(path.c_str(), O_RDWR | (makes ? O_CREAT | O_EXCL : 0), 0600);
  struct stat held {};
  const auto fail = [&](const char* text) {
    *why = text;
    if (file >= 0) close(file);
    return nullptr;
  };
  if (file < 0) return fail(std::strerror(errno));
  if (makes && ftruncate(file, static_cast<off_t>(size)) != 0) return fail(std::strerror(errno));
  if (fstat(file, &held) != 0 || static_cast<std::size_t>(held.st_size) != size)
    return fail("its size is that of another model");
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) return fail(std::strerror(errno));
  close(file);
  return std::make_unique<ShmLink>(path, static_cast<unsigned char*>(memory), size, side, inputs,
                                   outputs);
}

}  // namespace mortise::targets
