// Measured heights of a surface: points of a rectangular grid from a file.
//
// CSV: a row "x,y,height", then a point per row, in any order. A comment "# units: mm,mm,um" says
// what they are in: m (also without the comment), mm, um or nm. Points that are missing, or whose
// height is empty or nan, were not measured.
// HDF5: /x (n), /y (m), /height (m x n), each with its unit in an attribute `unit` (m if there is
// none); nan: not measured.
#pragma once

#include <string>
#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

enum class Holes { REFUSE, NEAREST };

class HeightMap {
 public:
  // path: ".h5" and ".hdf5" are HDF5, all else CSV, which may be compressed. Throws Error with
  // file:line or file:/dataset for what is no grid of numbers: texts, points that stand twice,
  // coordinates that do not increase, other units.
  explicit HeightMap(const std::string& path);

  // Bilinear between the points around a place, given in the file's coordinates [m]; constant over
  // half a spacing beyond the outermost. Where points around it were not measured, the others count
  // if most of the weight is theirs; else `holes` decides. Throws Error naming the file and the
  // place where that is refused, or outside of the grid.
  double at(const Eigen::Vector2d& place, Holes holes) const;

  const std::vector<double>& x() const { return x_; }  // [m] increasing, at least 2
  const std::vector<double>& y() const { return y_; }
  const Matrix& height() const { return height_; }  // (y, x) [m], NaN: not measured

 private:
  void read_csv(const std::string& path);
  void read_hdf5(const std::string& path);
  double nearest(const Eigen::Vector2d& place) const;

  std::string path_;
  std::vector<double> x_, y_;
  Matrix height_;
};

}  // namespace mortise::gen
