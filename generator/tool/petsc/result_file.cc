#include "generator/tool/petsc/result_file.hpp"

#include <cstdio>

#include "generator/bodies/petsc/job_files.hpp"

namespace mortise::gen {

ResultFile::ResultFile(const std::string& path, std::int64_t rows, std::int64_t columns)
    : path_(path),
      unfinished_(path + "." + std::to_string(getpid()) + ".part"),
      rows_(rows),
      descriptor_(open(unfinished_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) fail();
  job::DenseHead head{{}, rows, columns};
  std::memcpy(head.magic, job::kDenseMagic, sizeof head.magic);
  write_bytes(&head, sizeof head);
}

ResultFile::~ResultFile() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  unlink(unfinished_.c_str());
}

void ResultFile::write(const double* columns, std::int64_t count) {
  write_bytes(columns, static_cast<std::size_t>(8 * rows_ * count));
}

void ResultFile::commit() {
  if (fsync(descriptor_) != 0) fail();
  close(descriptor_);
  descriptor_ = -1;
  if (std::rename(unfinished_.c_str(), path_.c_str()) != 0) fail();
}

void ResultFile::write_bytes(const void* bytes, std::size_t size) {
  const char* at = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t count = ::write(descriptor_, at, size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    at += count;
    size -= static_cast<std::size_t>(count);
  }
}

void ResultFile::fail() const {
  throw std::runtime_error(path_ + ": cannot be written: " + std::strerror(errno));
}

}  // namespace mortise::gen
