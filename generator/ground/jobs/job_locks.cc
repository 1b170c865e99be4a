#include "generator/ground/jobs/job_locks.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// The open file has it, not the process: threads and forked children do not release each other's.
struct flock byte_lock(short kind, std::size_t job) {
  struct flock range {};
  range.l_type = kind;
  range.l_whence = SEEK_SET;
  range.l_start = static_cast<off_t>(job);
  range.l_len = 1;
  return range;
}

}  // namespace

JobLocks::JobLocks(const std::string& path)
    : path_(path), descriptor_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (descriptor_ >= 0) return;
  throw Error(path, std::string("cannot be made: ") + std::strerror(errno),
              "choose a folder that every rank may write");
}

JobLocks::~JobLocks() { close(descriptor_); }

bool JobLocks::lock(std::size_t job, bool wait) {
  struct flock range = byte_lock(F_WRLCK, job);
  while (fcntl(descriptor_, wait ? F_OFD_SETLKW : F_OFD_SETLK, &range) != 0) {
    if (errno == EINTR) continue;
    if (!wait && (errno == EAGAIN || errno == EACCES)) return false;
    throw Error(path_, std::string("cannot be locked: ") + std::strerror(errno),
                "choose a folder whose file system has locks, as NFS 4 or Lustre with -o flock");
  }
  return true;
}

bool JobLocks::try_take(std::size_t job) { return lock(job, false); }
void JobLocks::take(std::size_t job) { (void)lock(job, true); }

void JobLocks::release(std::size_t job) {
  struct flock range = byte_lock(F_UNLCK, job);
  (void)fcntl(descriptor_, F_OFD_SETLK, &range);
}

}  // namespace mortise::gen
