#include "shm_link.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "held_file.hpp"

namespace mortise::targets {

namespace {

constexpr int kLooks = 1000;  // at a message: one that is written all the time is seen between two

struct Slot {
  std::atomic<std::uint32_t>* guard;
  unsigned char* rest;  // size, then the message
  std::size_t capacity;
};

class ShmLink final : public Link {
 public:
  // file: of a loop, that holds the lock; -1 of a peer
  ShmLink(std::string path, int file, unsigned char* memory, std::size_t size, ShmSide side,
          std::size_t inputs, std::size_t outputs)
      : path_(std::move(path)), file_(file), memory_(memory), size_(size) {
    const Slot first = slot(memory, inputs),
               second = slot(memory + shm_slot_bytes(inputs), outputs);
    from_ = side == ShmSide::loop ? first : second;
    to_ = side == ShmSide::loop ? second : first;
    seen_ = from_.guard->load(std::memory_order_acquire) & ~1u;
  }
  ~ShmLink() override {
    munmap(memory_, size_);
    if (file_ < 0) return;
    if (has_name(file_, path_)) unlink(path_.c_str());
    close(file_);
  }

  std::size_t receive(unsigned char* out, std::size_t capacity,
                      std::uint64_t* sender) noexcept override {
    *sender = 0;
    for (int k = 0; k < kLooks; ++k) {
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

  std::size_t room() const noexcept override { return 1; }
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

  std::string path_;
  int file_;
  unsigned char* memory_;
  std::size_t size_;
  Slot from_{}, to_{};
  std::uint32_t seen_ = 0;
};

}  // namespace

std::unique_ptr<Link> open_shm(const std::string& name, ShmSide side, std::size_t inputs,
                               std::size_t outputs, std::string* why) {
  const std::size_t size = shm_slot_bytes(inputs) + shm_slot_bytes(outputs);
  const std::string path = "/dev/shm/" + name;
  const bool makes = side == ShmSide::loop;
  const int file =
      makes ? make_held_file(path, 0600, why) : open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (makes && file < 0) return nullptr;
  struct stat held {};
  const auto fail = [&](const char* text) {
    *why = text;
    if (makes) unlink(path.c_str());
    if (file >= 0) close(file);
    return nullptr;
  };
  if (file < 0) return fail(std::strerror(errno));
  if (makes && ftruncate(file, static_cast<off_t>(size)) != 0) return fail(std::strerror(errno));
  if (fstat(file, &held) != 0 || static_cast<std::size_t>(held.st_size) != size)
    return fail("its size is that of another model");
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) return fail(std::strerror(errno));
  if (!makes) close(file);
  return std::make_unique<ShmLink>(path, makes ? file : -1, static_cast<unsigned char*>(memory),
                                   size, side, inputs, outputs);
}

}  // namespace mortise::targets
