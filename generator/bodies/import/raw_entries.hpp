// The entries of a matrix in the order of its file: 16 bytes each, and one for the line it stands
// in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mortise::gen {

struct RawEntry {
  std::int32_t row = 0;  // 0-based index into the dof list
  std::int32_t column = 0;
  double value = 0.0;  // [units of the export]
};

class RawEntries {
 public:
  // row, column: 0-based. line: 1-based, of the file, for messages; mostly that of the entry before
  // or soon after it, which is what takes one byte.
  void add(std::int32_t row, std::int32_t column, double value, std::int64_t line) {
    if (pieces_.empty() || pieces_.back().entries.size() == kPiece) pieces_.emplace_back();
    Piece& piece = pieces_.back();
    piece.entries.push_back({row, column, value});
    const std::int64_t step = line - piece.last_line;
    const bool near = step >= 0 && step < kFar;
    piece.steps.push_back(near ? static_cast<std::uint8_t>(step) : kFar);
    if (!near) piece.far_lines.push_back(line);
    piece.last_line = line;
    ++size_;
  }

  // Makes room for `count` more, as far as one array reaches.
  void reserve(std::size_t count) {
    pieces_.emplace_back();
    pieces_.back().entries.reserve(std::min(count, kPiece));
    pieces_.back().steps.reserve(std::min(count, kPiece));
  }

  // Puts what stands later in the file behind these, without a copy.
  void append(RawEntries&& later) {
    for (Piece& piece : later.pieces_) pieces_.push_back(std::move(piece));
    size_ += later.size_;
    later.clear();
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  void clear() { *this = RawEntries(); }

  // visit(entry) for all of them, in order.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Piece& piece : pieces_)
      for (const RawEntry& entry : piece.entries) visit(entry);
  }

  // visit(entry, line); slower.
  template <class Visit>
  void for_each_line(const Visit& visit) const {
    for (const Piece& piece : pieces_) {
      std::int64_t line = 0;
      std::size_t far = 0;
      for (std::size_t k = 0; k < piece.entries.size(); ++k) {
        line = piece.steps[k] < kFar ? line + piece.steps[k] : piece.far_lines[far++];
        visit(piece.entries[k], line);
      }
    }
  }

 private:
  static constexpr std::size_t kPiece = 1 << 17;  // no array is ever copied to grow beyond
  static constexpr std::uint8_t kFar = 255;       // the line stands in far_lines

  struct Piece {
    std::vector<RawEntry> entries;
    std::vector<std::uint8_t> steps;      // from the line of the entry before
    std::vector<std::int64_t> far_lines;  // of the entries whose step is kFar
    std::int64_t last_line = 0;
  };

  std::vector<Piece> pieces_;
  std::size_t size_ = 0;
};

}  // namespace mortise::gen
