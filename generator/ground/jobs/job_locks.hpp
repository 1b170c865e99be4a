// Locks on jobs that several processes share, on one machine or many: a byte each of a file in a
// folder that all of them see. Who dies gives up its locks at once, so that no job is lost.
#pragma once

#include <cstddef>
#include <string>

namespace mortise::gen {

class JobLocks {
 public:
  // path: of the file, made if there is none; it stays empty. Its folder must exist. Throws Error
  // if it cannot be made.
  explicit JobLocks(const std::string& path);
  ~JobLocks();
  JobLocks(const JobLocks&) = delete;
  JobLocks& operator=(const JobLocks&) = delete;

  // The lock of a job, which this process must not hold already; take() waits for it. Any thread
  // may call them. Throw Error where the file system has no locks.
  bool try_take(std::size_t job);
  void take(std::size_t job);
  void release(std::size_t job);

 private:
  bool lock(std::size_t job, bool wait);

  std::string path_;
  int descriptor_ = -1;
};

}  // namespace mortise::gen
