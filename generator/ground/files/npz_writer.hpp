// Archives of numpy: every array a file NAME.npy in a zip, as numpy.load() opens them.
#pragma once

#include <map>

#include "generator/ground/files/named_arrays.hpp"

namespace mortise::gen {

class NpzArrays final : public NamedArrays {
 public:
  void add(const std::string& name, const Matrix& matrix) override;
  void add(const std::string& name, const Vector& vector) override;
  void add(const std::string& name, double number) override;  // ()
  void add(const std::string& name, const std::vector<std::string>& words) override;
  std::string file(const std::string& where) const override;

 private:
  std::map<std::string, std::string> files_;  // content by name, with header
};

}  // namespace mortise::gen
