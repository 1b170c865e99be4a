#include "held_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace mortise::targets {

bool has_name(int file, const std::string& path) {
  struct stat held {
  }, named{};
  return fstat(file, &held) == 0 && lstat(path.c_str(), &named) == 0 &&
         held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

int make_held_file(const std::string& path, unsigned mode, std::string* why) {
  constexpr int kTries = 3;  // another process may make it or give it up between two calls
  for (int k = 0; k < kTries; ++k) {
    constexpr int kFlags = O_RDWR | O_CLOEXEC | O_NOFOLLOW;
    int file = open(path.c_str(), kFlags | O_CREAT | O_EXCL, mode);
    const bool anew = file >= 0;
    if (!anew && errno == EEXIST) file = open(path.c_str(), kFlags);
    if (file < 0 && errno == ENOENT && k + 1 < kTries) continue;
    const int code = file < 0 ? errno : flock(file, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
    if (code == 0 && anew && has_name(file, path)) return file;
    if (code == 0 && has_name(file, path)) unlink(path.c_str());
    if (file >= 0) close(file);
    if (code == 0) continue;
    *why = code == EWOULDBLOCK ? "is held by another loop that runs: end that one, or choose "
                                 "another name"
                               : std::strerror(code);
    return -1;
  }
  *why = "is being made by another loop: choose another name";
  return -1;
}

}  // namespace mortise::targets
