// Arrays with names, written as one file.
#pragma once

#include <string>
#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

class NamedArrays {
 public:
  NamedArrays() = default;
  NamedArrays(const NamedArrays&) = delete;
  NamedArrays& operator=(const NamedArrays&) = delete;
  virtual ~NamedArrays() = default;

  virtual void add(const std::string& name, const Matrix& matrix) = 0;  // (rows, columns)
  virtual void add(const std::string& name, const Vector& vector) = 0;  // (size)
  virtual void add(const std::string& name, double number) = 0;
  virtual void add(const std::string& name, const std::vector<std::string>& words) = 0;  // ASCII

  // The file; the same arrays give the same bytes. Throws Error, naming `where`, if it cannot be
  // made.
  virtual std::string file(const std::string& where) const = 0;
};

}  // namespace mortise::gen
