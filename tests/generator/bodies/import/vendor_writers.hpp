// Writers of the formats of Ansys, Nastran and scipy, for what the readers are tested with.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zip.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"
#include "tests/generator/bodies/import/matrix_writers.hpp"

namespace mortise::gen {

// Numbers in cards of `count` fields.
template <class Numbers, class Text>
std::string cards(const Numbers& numbers, std::size_t count, const Text& text) {
  std::string all;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    all += text(numbers[i]);
    if ((i + 1) % count == 0 || i + 1 == numbers.size()) all += '\n';
  }
  return all;
}

inline std::string fortran_d(double value, int width, int digits) {
  std::string text = fmt::format("{:.{}E}", value, digits);
  const std::size_t exponent = text.find('E');
  if (text.size() - exponent > 4)
    text.erase(exponent, 1);  // 1.0-105
  else
    text[exponent] = 'D';
  return fmt::format("{:>{}}", text, width);
}

// Lower triangle by columns (RSA), numbers that touch.
inline std::string harwell_boeing_text(const SparseMatrix& matrix) {
  std::vector<std::int64_t> pointers{1}, rows;
  std::vector<double> values;
  for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
    for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
      if (it.row() < j) continue;
      rows.push_back(it.row() + 1);
      values.push_back(it.value());
    }
    pointers.push_back(static_cast<std::int64_t>(rows.size()) + 1);
  }
  const auto needed = [](std::size_t n, std::size_t count) { return (n + count - 1) / count; };
  const std::size_t p = needed(pointers.size(), 8), i = needed(rows.size(), 8),
                    v = needed(values.size(), 3);
  std::string text = fmt::format("{:72}{:8}\n", "matrix of a test", "TEST");
  text += fmt::format("{:14}{:14}{:14}{:14}{:14}\n", p + i + v, p, i, v, 0);
  text += fmt::format("RSA{:11}{:14}{:14}{:14}{:14}\n", "", matrix.rows(), matrix.cols(),
                      rows.size(), 0);
  text += fmt::format("{:16}{:16}{:20}\n", "(8I9)", "(8I9)", "(1P3D24.16)");
  const auto index = [](std::int64_t k) { return fmt::format("{:9}", k); };
  text += cards(pointers, 8, index) + cards(rows, 8, index);
  return text + cards(values, 3, [](double x) { return fortran_d(x, 24, 16); });
}

inline void write_ansys(const FullModel& model, const std::string& job) {
  write_bytes(job + "_k.matrix", harwell_boeing_text(model.stiffness));
  write_bytes(job + "_m.matrix", harwell_boeing_text(model.mass));
  std::string map = "   Matrix Eqn         Node          DOF\n";
  const char* const names[] = {"UX", "UY", "UZ", "ROTX", "ROTY", "ROTZ"};
  for (std::size_t i = 0; i < model.dofs.size(); ++i)
    map += fmt::format("{:13}{:13}{:>13}\n", i + 1, model.dofs[i].node,
                       names[model.dofs[i].direction - 1]);
  write_bytes(job + "_k.mapping", map);
}

// Three digits in eight columns: -6.47-5.
inline std::string short_number(double value) {
  std::string text = fmt::format("{:.2E}", value);
  const std::size_t exponent = text.find('E');
  const std::string sign = text.substr(exponent + 1, 1);
  text = text.substr(0, exponent) + sign + std::to_string(std::stoi(text.substr(exponent + 2)));
  return fmt::format("{:>8}", text);
}

enum class DmigFields { small, large, free };

// Lower triangle, form 6, three to ten digits.
inline std::string dmig_text(const std::string& name, const SparseMatrix& matrix,
                             const std::vector<Dof>& dofs, DmigFields fields) {
  const bool large = fields == DmigFields::large, free = fields == DmigFields::free;
  std::string text = fmt::format("$ a comment\nDMIG    {:8}{:8}{:8}{:8}{:8}\n", name, 0, 6, 2, 0);
  for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
    const Dof& c = dofs[static_cast<std::size_t>(j)];
    std::string column;
    int written = 0;
    for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
      if (it.row() < j) continue;
      const Dof& r = dofs[static_cast<std::size_t>(it.row())];
      if (large) {
        column += fmt::format("*       {:16}{:16}{}\n", r.node, std::abs(r.direction),
                              fortran_d(it.value(), 16, 9));
      } else if (free) {
        column += fmt::format(",{},{},{}\n", r.node, std::abs(r.direction), it.value());
      } else {  // one row on the first card, two on those that follow
        if (written % 2 == 1) column += "\n+       ";
        column += fmt::format("{:8}{:8}{}{:8}", r.node, std::abs(r.direction),
                              short_number(it.value()), "");
      }
      ++written;
    }
    if (written == 0) continue;
    if (large)
      text +=
          fmt::format("DMIG*   {:16}{:16}{:16}\n", name, c.node, std::abs(c.direction)) + column;
    else if (free)
      text += fmt::format("DMIG,{},{},{}", name, c.node, std::abs(c.direction)) + "\n" + column;
    else
      text += fmt::format("DMIG    {:8}{:8}{:8}{:8}", name, c.node, std::abs(c.direction), "") +
              column + "\n";
  }
  return text;
}

enum class Op4Form { dense, strings, big };

inline std::string fortran_record(const std::string& bytes) {
  const auto length = static_cast<std::int32_t>(bytes.size());
  std::string mark(4, '\0');
  std::memcpy(mark.data(), &length, 4);
  return mark + bytes + mark;
}

template <class Number>
void append_bytes(Number number, std::string* bytes) {
  char raw[sizeof number];
  std::memcpy(raw, &number, sizeof number);
  bytes->append(raw, sizeof number);
}

// Both triangles, double precision.
inline std::string op4_text(const std::string& name, const SparseMatrix& matrix, Op4Form form,
                            bool binary) {
  const auto n = static_cast<std::int32_t>(matrix.rows());
  const std::int32_t rows = form == Op4Form::big ? -n : n;
  std::string all;
  const auto integers = [&](std::initializer_list<std::int32_t> list, std::string* to) {
    for (const std::int32_t i : list)
      if (binary)
        append_bytes(i, to);
      else
        *to += fmt::format("{:8}", i);
    if (!binary) *to += '\n';
  };
  const auto values = [&](const std::vector<double>& list, std::string* to) {
    if (binary)
      for (const double x : list) append_bytes(x, to);
    else
      *to += cards(list, 3, [](double x) { return fmt::format("{:24.16E}", x); });
  };
  const auto close = [&](const std::string& part) { all += binary ? fortran_record(part) : part; };
  std::string head;
  if (binary) {
    integers({n, rows, 6, 2}, &head);
    head += fmt::format("{:8}", name);
  } else {
    head = fmt::format("{:8}{:8}{:8}{:8}{:8}1P,3E24.16\n", n, rows, 6, 2, name);
  }
  close(head);
  for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
    std::vector<std::pair<std::int32_t, std::vector<double>>> runs;  // first row, values
    for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
      const auto row = static_cast<std::int32_t>(it.row() + 1);
      if (runs.empty() ||
          runs.back().first + static_cast<std::int32_t>(runs.back().second.size()) != row)
        runs.push_back({row, {}});
      runs.back().second.push_back(it.value());
    }
    if (runs.empty()) continue;
    std::string part;
    if (form == Op4Form::dense) {
      const std::int32_t first = runs.front().first;
      const auto last = runs.back().first + static_cast<std::int32_t>(runs.back().second.size());
      std::vector<double> column(static_cast<std::size_t>(last - first), 0.0);
      for (const auto& [row, list] : runs)
        std::copy(list.begin(), list.end(), column.begin() + (row - first));
      integers({static_cast<std::int32_t>(j + 1), first, (binary ? 2 : 1) * (last - first)}, &part);
      values(column, &part);
    } else {
      std::int32_t words = 0;
      for (const auto& run : runs)
        words += 2 * static_cast<std::int32_t>(run.second.size()) + (form == Op4Form::big ? 2 : 1);
      integers({static_cast<std::int32_t>(j + 1), 0, words}, &part);
      for (const auto& [row, list] : runs) {
        const std::int32_t length = 2 * static_cast<std::int32_t>(list.size());
        if (form == Op4Form::big)
          integers({length + 1, row}, &part);
        else if (binary)
          integers({row + 65536 * (length + 1)}, &part);
        else
          part += fmt::format("{:12}\n", row + 65536 * (length + 1));
        values(list, &part);
      }
    }
    close(part);
  }
  std::string end;
  integers({n + 1, 1, binary ? 2 : 1}, &end);
  values({1.4142}, &end);
  close(end);
  return all;
}

// An array of numpy.lib.format, version 1.
inline std::string npy_bytes(const std::string& descr, const std::string& shape,
                             const std::string& data) {
  std::string header =
      "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
  while ((header.size() + 11) % 64 != 0) header += ' ';
  header += '\n';
  std::string bytes = "\x93NUMPY\x01";
  bytes += '\0';
  append_bytes(static_cast<std::uint16_t>(header.size()), &bytes);
  return bytes + header + data;
}

template <class Number>
std::string npy_vector(const std::string& descr, const std::vector<Number>& numbers) {
  std::string data;
  for (const Number x : numbers) append_bytes(x, &data);
  return npy_bytes(descr, "(" + std::to_string(numbers.size()) + ",)", data);
}

using NpzMembers = std::vector<std::pair<std::string, std::string>>;  // name without .npy, bytes

inline void write_npz(const NpzMembers& members, const std::string& path, bool deflated) {
  int code = 0;
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
  ASSERT_NE(archive, nullptr);
  for (const auto& [name, bytes] : members) {
    zip_source_t* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
    const auto index =
        static_cast<zip_uint64_t>(zip_file_add(archive, (name + ".npy").c_str(), source, 0));
    zip_set_file_compression(archive, index, deflated ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0);
  }
  ASSERT_EQ(zip_close(archive), 0);
}

// format: csr, csc or coo; both triangles.
inline NpzMembers npz_members(const SparseMatrix& matrix, const std::string& format) {
  std::vector<std::int32_t> minor, major, starts{0};
  std::vector<double> values;
  for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
    for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
      minor.push_back(static_cast<std::int32_t>(it.row()));
      major.push_back(static_cast<std::int32_t>(j));
      values.push_back(it.value());
    }
    starts.push_back(static_cast<std::int32_t>(minor.size()));
  }
  NpzMembers members = {{"format", npy_bytes("|S3", "()", format)},
                        {"shape", npy_vector<std::int64_t>("<i8", {matrix.rows(), matrix.cols()})},
                        {"data", npy_vector("<f8", values)}};
  if (format == "coo") {
    members.emplace_back("row", npy_vector("<i4", minor));
    members.emplace_back("col", npy_vector("<i4", major));
  } else {
    members.emplace_back("indices", npy_vector("<i4", minor));
    members.emplace_back("indptr", npy_vector("<i4", starts));
  }
  return members;
}

}  // namespace mortise::gen
