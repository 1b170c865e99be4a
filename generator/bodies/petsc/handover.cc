#include "generator/bodies/petsc/handover.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "generator/bodies/petsc/job_files.hpp"
#include "generator/ground/files/atomic_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

constexpr const char* kInputs = ".petsc-inputs.";

// What processes left that live no more.
void remove_left_inputs(const std::string& where) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(where, ignored)) {
    if (entry.path().filename().string().rfind(kInputs, 0) != 0) continue;
    const int other = open(entry.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (other < 0) continue;
    if (flock(other, LOCK_EX | LOCK_NB) == 0) fs::remove_all(entry.path(), ignored);
    close(other);
  }
}

}  // namespace

SparseMatrix compressed(const SparseMatrix& matrix) {
  SparseMatrix copy = matrix;
  copy.makeCompressed();
  return copy;
}

Handover::Handover(std::string path) : path_(std::move(path)), file_(path_, std::ios::binary) {}

Handover::~Handover() { unlink(path_.c_str()); }

void Handover::write(const SparseMatrix& matrix) {
  if (!matrix.isCompressed()) return write(compressed(matrix));
  job::SparseHead head{{}, matrix.rows(), matrix.cols(), matrix.nonZeros()};
  std::copy_n(job::kSparseMagic, sizeof head.magic, head.magic);
  put(&head, 1);
  put(matrix.outerIndexPtr(), matrix.cols() + 1);
  put(matrix.innerIndexPtr(), matrix.nonZeros());
  put(matrix.valuePtr(), matrix.nonZeros());
  close();
}

void Handover::write(const Matrix& matrix) {
  job::DenseHead head{{}, matrix.rows(), matrix.cols()};
  std::copy_n(job::kDenseMagic, sizeof head.magic, head.magic);
  put(&head, 1);
  put(matrix.data(), matrix.size());
  close();
}

template <class T>
void Handover::put(const T* values, Eigen::Index count) {
  file_.write(reinterpret_cast<const char*>(values),
              static_cast<std::streamsize>(sizeof(T)) * count);
}

void Handover::close() {
  file_.close();
  demand(file_.good(), path_, "cannot be written",
         "make room on the device, or choose another --cache folder or TMPDIR");
}

std::optional<Matrix> read_result(const std::string& path) {
  if (!fs::exists(path)) return std::nullopt;
  try {
    const job::InputFile file(path);
    const job::DenseHead head = file.dense_head();
    Matrix matrix(head.rows, head.columns);
    file.read(sizeof head, matrix.size(), matrix.data());
    return matrix;
  } catch (const std::runtime_error&) {
    return std::nullopt;  // made again
  }
}

void keep_number(const std::string& path, double number) {
  job::DenseHead head{{}, 1, 1};
  std::copy_n(job::kDenseMagic, sizeof head.magic, head.magic);
  AtomicFile file(path);
  file.write(&head, sizeof head);
  file.write(&number, sizeof number);
  file.commit();
}

InputFolder::InputFolder(const std::string& where) {
  remove_left_inputs(where);
  std::string name = where + "/" + kInputs + "XXXXXX";
  demand(mkdtemp(name.data()) != nullptr, where, "no folder can be made in it",
         "choose another --cache folder or TMPDIR");
  path_ = name;
  lock_ = open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ >= 0) flock(lock_, LOCK_EX);
}

InputFolder::~InputFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace mortise::gen
