// Archives of numpy: every array a file NAME.npy in a zip, as numpy.load() opens them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

class NpzArrays {
 public:
  void add(const std::string& name, const Matrix& matrix);                   // (rows, columns)
  void add(const std::string& name, const Vector& vector);                   // (size)
  void add(const std::string& name, double number);                          // ()
  void add(const std::string& name, const std::vector<std::string>& words);  // (size) of ASCII

  // The archive; the same arrays give the same bytes. Throws Error, naming `where`, if it cannot be
  // made.
  std::string archive(const std::string& where) const;

 private:
  std::map<std::string, std::string> files_;  // content by name, with header
};

}  // namespace mortise::gen
