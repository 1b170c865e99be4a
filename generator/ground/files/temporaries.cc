#include "generator/ground/files/temporaries.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <random>

namespace mortise::gen {
namespace {

constexpr std::size_t kListed = 64;  // named at one time; more are only not removed by signals
constexpr std::size_t kLongestBase = 200;  // [byte], a name has 255 at most
constexpr int kAttempts = 100;             // to find a free name
constexpr const char kPart[] = ".part";
constexpr int kDeepest = 16;  // folders within a folder that signals remove

// Read by the signal handler: nothing in it may allocate or lock.
struct Listed {
  std::atomic<bool> used{false};
  bool folder = false;
  char name[PATH_MAX] = {};
};
Listed all_listed[kListed];
std::mutex listing;

void list_temporary(const std::string& name, bool folder = false) {
  const std::lock_guard<std::mutex> lock(listing);
  for (Listed& listed : all_listed) {
    if (listed.used || name.size() >= sizeof listed.name) continue;
    std::memcpy(listed.name, name.c_str(), name.size() + 1);
    listed.folder = folder;
    listed.used = true;
    return;
  }
}

// What getdents64(2) gives; the C library has no call for it that a signal handler may make.
struct FolderEntry {
  std::uint64_t node, next;
  std::uint16_t bytes;
  unsigned char type;
  char name[1];
};

// With all that is in it.
void remove_folder(int parent, const char* name, int depth) {
  const int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  alignas(FolderEntry) char entries[2048];
  for (;;) {
    const long bytes = syscall(SYS_getdents64, folder, entries, sizeof entries);
    if (bytes <= 0) break;
    for (long at = 0; at < bytes;) {
      const auto* entry = reinterpret_cast<const FolderEntry*>(entries + at);
      at += entry->bytes;
      if (std::strcmp(entry->name, ".") == 0 || std::strcmp(entry->name, "..") == 0) continue;
      if (unlinkat(folder, entry->name, 0) != 0 && depth > 0)
        remove_folder(folder, entry->name, depth - 1);
    }
  }
  close(folder);
  unlinkat(parent, name, AT_REMOVEDIR);
}

extern "C" void remove_listed_and_end(int signal) {
  for (const Listed& listed : all_listed) {
    if (!listed.used) continue;
    if (listed.folder) {
      remove_folder(AT_FDCWD, listed.name, kDeepest);
    } else {
      unlink(listed.name);
    }
  }
  // the handler was reset when it was entered
  raise(signal);
}

std::string start_of(const std::string& base) { return "." + base.substr(0, kLongestBase) + "."; }

std::string random_name(const std::string& folder, const std::string& base) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::random_device random;
  std::string name = folder + "/" + start_of(base);
  for (int i = 0; i < 8; ++i) name += letters[random() % (sizeof letters - 1)];
  return name + kPart;
}

bool is_unnamed_by_now(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && status.st_nlink == 0;
}

bool is_part_of(const std::string& name, const std::string& start) {
  const std::string end = kPart;
  return name.size() > start.size() + end.size() && name.compare(0, start.size(), start) == 0 &&
         name.compare(name.size() - end.size(), end.size(), end) == 0;
}

// Nobody holds the lock any more.
void remove_if_abandoned(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  std::error_code ignored;
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) std::filesystem::remove_all(path, ignored);
  close(descriptor);
}

}  // namespace

int make_temporary(const std::string& folder, const std::string& base, std::string* name) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    *name = random_name(folder, base);
    const int descriptor =
        open(name->c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno == EEXIST) continue;
    if (descriptor < 0) return -1;
    list_temporary(*name);
    (void)flock(descriptor, LOCK_EX | LOCK_NB);
    // another process may have taken it for abandoned before it was locked
    if (!is_unnamed_by_now(descriptor)) return descriptor;
    forget_temporary(*name);
    close(descriptor);
  }
  errno = EEXIST;
  return -1;
}

int make_temporary_folder(const std::string& folder, const std::string& base, std::string* name) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    *name = random_name(folder, base);
    if (mkdir(name->c_str(), 0777) != 0) {
      if (errno == EEXIST) continue;
      return -1;
    }
    list_temporary(*name, true);
    const int descriptor = open(name->c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor >= 0) {
      (void)flock(descriptor, LOCK_EX | LOCK_NB);
      if (!is_unnamed_by_now(descriptor)) return descriptor;
      close(descriptor);
    }
    forget_temporary(*name);  // it was taken for abandoned
  }
  errno = EEXIST;
  return -1;
}

bool name_temporary(int descriptor, const std::string& folder, const std::string& base,
                    std::string* name) {
  const std::string nameless = "/proc/self/fd/" + std::to_string(descriptor);
  (void)flock(descriptor, LOCK_EX | LOCK_NB);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    *name = random_name(folder, base);
    list_temporary(*name);
    if (linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, name->c_str(), AT_SYMLINK_FOLLOW) == 0) {
      return true;
    }
    const int code = errno;
    forget_temporary(*name);
    name->clear();
    errno = code;
    if (code != EEXIST) return false;
  }
  return false;
}

void forget_temporary(const std::string& name) {
  const std::lock_guard<std::mutex> lock(listing);
  for (Listed& listed : all_listed) {
    if (listed.used && name == listed.name) listed.used = false;
  }
}

void remove_abandoned(const std::string& folder, const std::string& base) {
  DIR* open_folder = opendir(folder.c_str());
  if (open_folder == nullptr) return;
  const std::string start = base.empty() ? "." : start_of(base);
  while (const dirent* entry = readdir(open_folder)) {
    if (is_part_of(entry->d_name, start)) remove_if_abandoned(folder + "/" + entry->d_name);
  }
  closedir(open_folder);
}

void remove_temporaries_when_stopped() {
  for (const int signal : {SIGHUP, SIGINT, SIGTERM, SIGPIPE}) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    action.sa_handler = remove_listed_and_end;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(signal, &action, nullptr);
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace mortise::gen
