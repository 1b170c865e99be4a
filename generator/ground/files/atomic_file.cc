#include "generator/ground/files/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "generator/ground/files/output_place.hpp"
#include "generator/ground/files/temporaries.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

const char* remedy_for(int code) {
  switch (code) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return "make room on the device or raise the limit, or choose another place";
    case ENOENT:
    case ENOTDIR:
      return "make the folder first, or choose another";
    case EACCES:
    case EPERM:
    case EROFS:
      return "choose a place where you may write";
    case EISDIR:
      return "give the name of a file";
    case EPIPE:
      return "keep the reader of the pipe alive until the end";
    default:
      return "check that the folder exists, is writable and has space left";
  }
}

std::string nameless_path(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

// A file without a name, or -1 where there are none, or none that could get a name later.
int make_nameless(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (descriptor < 0) return -1;
  struct stat ours {
  }, seen{};
  if (fstat(descriptor, &ours) == 0 && stat(nameless_path(descriptor).c_str(), &seen) == 0 &&
      ours.st_ino == seen.st_ino && ours.st_dev == seen.st_dev) {
    return descriptor;
  }
  close(descriptor);
  return -1;
}

void check_folder(const std::string& path, const std::string& folder) {
  struct stat status {};
  if (stat(folder.c_str(), &status) != 0) {
    throw_write_fault(path, "cannot be created in " + folder, errno);
  }
  if (!S_ISDIR(status.st_mode)) throw_write_fault(path, "cannot be created", ENOTDIR);
}

// Checks the file that is to be replaced, if there is one, and takes over its owner and rights.
void check_old_file(const std::string& path, const std::string& target, int descriptor) {
  struct stat old {};
  if (stat(target.c_str(), &old) != 0) return;
  if (S_ISDIR(old.st_mode)) throw_write_fault(path, "cannot be replaced", EISDIR);
  demand(S_ISREG(old.st_mode), path, "is no regular file", "give the name of a file");
  if (faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0) {
    if (errno == ENOENT) return;  // a neighbour has just removed it: nothing is replaced
    throw_write_fault(path, "is write-protected", errno);
  }
  // rights to give the file away are root's; without them it is the writer's
  if (fchown(descriptor, old.st_uid, old.st_gid) != 0) errno = 0;
  (void)fchmod(descriptor, old.st_mode & 0777);
}

}  // namespace

void throw_write_fault(const std::string& path, const std::string& what, int code) {
  throw Error(path, what + ": " + std::strerror(code), remedy_for(code));
}

int write_all(int descriptor, const void* bytes, std::size_t size) {
  const char* at = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t count = ::write(descriptor, at, size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return 0;
}

AtomicFile::AtomicFile(const std::string& path) : path_(path) {
  const std::filesystem::path target = without_links(path);
  folder_ = target.has_parent_path() ? target.parent_path().string() : ".";
  name_ = target.filename().string();
  check_folder(path_, folder_);
  if (name_.empty()) throw_write_fault(path_, "cannot be created", EISDIR);
  remove_abandoned(folder_, name_);
  descriptor_ = make_nameless(folder_);
  if (descriptor_ < 0) descriptor_ = make_temporary(folder_, name_, &temporary_);
  if (descriptor_ < 0) throw_write_fault(path_, "cannot be created", errno);
  try {
    check_old_file(path_, folder_ + "/" + name_, descriptor_);
  } catch (...) {
    discard();
    throw;
  }
}

void AtomicFile::discard() {
  if (descriptor_ < 0) return;
  if (!temporary_.empty()) {
    unlink(temporary_.c_str());
    forget_temporary(temporary_);
  }
  close(descriptor_);
  descriptor_ = -1;
}

void AtomicFile::write(const void* bytes, std::size_t size) {
  const int code = write_all(descriptor_, bytes, size);
  if (code != 0) throw_write_fault(path_, "cannot be written", code);
}

// A nameless file gets its name at once if there is no file to be replaced.
void AtomicFile::take_place() {
  const std::string target = folder_ + "/" + name_;
  if (temporary_.empty()) {
    const std::string nameless = nameless_path(descriptor_);
    if (linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, target.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      return;
    }
    if (errno != EEXIST || !name_temporary(descriptor_, folder_, name_, &temporary_)) {
      throw_write_fault(path_, "cannot be created", errno);
    }
  }
  if (rename(temporary_.c_str(), target.c_str()) != 0) {
    throw_write_fault(path_, "cannot be replaced", errno);
  }
  forget_temporary(temporary_);
  temporary_.clear();
}

void AtomicFile::commit() {
  if (fsync(descriptor_) != 0) throw_write_fault(path_, "cannot be written to the device", errno);
  take_place();
  const int descriptor = descriptor_;
  descriptor_ = -1;
  close(descriptor);
}

void make_folder(const std::string& folder, const std::string& remedy) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  demand(!error, folder, "cannot be created: " + error.message(), remedy);
}

void write_file(const std::string& path, const void* bytes, std::size_t size) {
  AtomicFile file(path);
  file.write(bytes, size);
  file.commit();
}

}  // namespace mortise::gen
