// MAT-files of level 4, as load() of MATLAB and Octave and scipy.io.loadmat() open them: matrices
// of float64, vectors as columns, words as the rows of a matrix of characters (cellstr() makes a
// list of it).
#pragma once

#include "generator/ground/files/named_arrays.hpp"

namespace mortise::gen {

class MatArrays final : public NamedArrays {
 public:
  void add(const std::string& name, const Matrix& matrix) override;
  void add(const std::string& name, const Vector& vector) override;
  void add(const std::string& name, double number) override;
  void add(const std::string& name, const std::vector<std::string>& words) override;
  std::string file(const std::string& where) const override;

 private:
  std::string bytes_;
};

}  // namespace mortise::gen
