// Writers of the line-oriented formats (CalculiX, Abaqus, Matrix Market) with 17 digits and more,
// so that what is read has the same bits. SI units.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

enum class Triangle { lower, upper, both };

// line(row, column, value), 0-based, column by column.
template <class Line>
std::string matrix_lines(const SparseMatrix& matrix, Triangle triangle, const Line& line) {
  std::string text;
  for (Eigen::Index j = 0; j < matrix.cols(); ++j)
    for (SparseMatrix::InnerIterator it(matrix, j); it; ++it)
      if (triangle == Triangle::both || it.row() == j ||
          (it.row() > j) == (triangle == Triangle::lower))
        line(text, it.row(), j, it.value());
  return text;
}

inline std::string coordinate_lines(const SparseMatrix& matrix, Triangle triangle) {
  return matrix_lines(
      matrix, triangle, [](std::string& text, Eigen::Index i, Eigen::Index j, double value) {
        fmt::format_to(std::back_inserter(text), "{} {} {:.17e}\n", i + 1, j + 1, value);
      });
}

inline void write_bytes(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

// Line i is "node.direction" of row i.
inline void write_dof_list(const FullModel& model, const std::string& path) {
  std::string list;
  for (const Dof& dof : model.dofs)
    list += fmt::format("{}.{}\n", dof.node, std::abs(dof.direction));
  write_bytes(path, list);
}

inline void write_calculix(const FullModel& model, const std::string& job) {
  write_bytes(job + ".sti", coordinate_lines(model.stiffness, Triangle::upper));
  write_bytes(job + ".mas", coordinate_lines(model.mass, Triangle::upper));
  write_dof_list(model, job + ".dof");
}

// "node,dof, node,dof, value"
inline std::string abaqus_lines(const SparseMatrix& matrix, const std::vector<Dof>& dofs,
                                Triangle triangle) {
  return matrix_lines(matrix, triangle,
                      [&](std::string& text, Eigen::Index i, Eigen::Index j, double value) {
                        const Dof& r = dofs[static_cast<std::size_t>(i)];
                        const Dof& c = dofs[static_cast<std::size_t>(j)];
                        fmt::format_to(std::back_inserter(text), "{},{}, {},{}, {:.17e}\n", r.node,
                                       r.direction, c.node, c.direction, value);
                      });
}

inline void write_abaqus(const FullModel& model, const std::string& job, Triangle triangle,
                         int step = 1) {
  write_bytes(fmt::format("{}_STIF{}.mtx", job, step),
              abaqus_lines(model.stiffness, model.dofs, triangle));
  write_bytes(fmt::format("{}_MASS{}.mtx", job, step),
              abaqus_lines(model.mass, model.dofs, triangle));
}

// symmetric: lower triangle, else both.
inline std::string market_text(const SparseMatrix& matrix, bool symmetric) {
  const Triangle triangle = symmetric ? Triangle::lower : Triangle::both;
  const std::string lines = coordinate_lines(matrix, triangle);
  const auto count = std::count(lines.begin(), lines.end(), '\n');
  return fmt::format("%%MatrixMarket matrix coordinate real {}\n% of a test\n\n{} {} {}\n{}",
                     symmetric ? "symmetric" : "general", matrix.rows(), matrix.cols(), count,
                     lines);
}

// All values, zeros too.
inline std::string market_array_text(const SparseMatrix& matrix, bool symmetric) {
  std::string text = fmt::format("%%MatrixMarket matrix array real {}\n{} {}\n",
                                 symmetric ? "symmetric" : "general", matrix.rows(), matrix.cols());
  for (Eigen::Index j = 0; j < matrix.cols(); ++j)
    for (Eigen::Index i = symmetric ? j : 0; i < matrix.rows(); ++i)
      text += fmt::format("{:.17e}\n", matrix.coeff(i, j));
  return text;
}

inline void write_market(const FullModel& model, const std::string& job) {
  write_bytes(job + "_k.mtx", market_text(model.stiffness, true));
  write_bytes(job + "_m.mtx", market_text(model.mass, false));
  write_dof_list(model, job + ".dof");
}

inline void write_flat_deck(const FullModel& model, const std::string& path) {
  std::string text = "*NODE\n";
  for (const auto& [label, x] : model.nodes)
    text += fmt::format("{}, {:.17e}, {:.17e}, {:.17e}\n", label, x[0], x[1], x[2]);
  for (const auto& [name, labels] : model.sets) {
    text += "*NSET, NSET=" + name + "\n";
    for (const std::int64_t label : labels) text += std::to_string(label) + ",\n";
  }
  write_bytes(path, text);
}

}  // namespace mortise::gen
