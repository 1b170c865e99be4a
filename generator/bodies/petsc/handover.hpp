// Files that this process and its ranks hand to each other (job_files.hpp).
#pragma once

#include <fstream>
#include <optional>
#include <string>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// The matrix with its entries one behind the other.
SparseMatrix compressed(const SparseMatrix& matrix);

// An input of the ranks, gone when they have read it.
class Handover {
 public:
  explicit Handover(std::string path);
  ~Handover();
  Handover(const Handover&) = delete;
  Handover& operator=(const Handover&) = delete;

  // Once. Throws Error if the device refuses.
  void write(const SparseMatrix& matrix);
  void write(const Matrix& matrix);

  const std::string& path() const { return path_; }

 private:
  template <class T>
  void put(const T* values, Eigen::Index count);
  void close();

  std::string path_;
  std::ofstream file_;
};

// A result of the ranks; nothing if there is none, or not all of it.
std::optional<Matrix> read_result(const std::string& path);

// A result that is one number.
void keep_number(const std::string& path, double number);

// Inputs of this process alone, in a folder that is locked as long as it lives: those that killed
// processes left are removed by the next one.
class InputFolder {
 public:
  // where: an existing folder. Throws Error if none can be made in it.
  explicit InputFolder(const std::string& where);
  ~InputFolder();
  InputFolder(const InputFolder&) = delete;
  InputFolder& operator=(const InputFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int lock_ = -1;
};

}  // namespace mortise::gen
