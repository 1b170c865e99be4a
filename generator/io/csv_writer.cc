#include "generator/io/csv_writer.hpp"

#include <charconv>

namespace mortise::gen {

constexpr std::size_t kBuffer = 1 << 16;  // [byte]

CsvWriter::CsvWriter(const std::string& path, const std::vector<Column>& columns)
    : file_(path), columns_(columns.size()) {
  for (const Column& column : columns) buffer_ += (buffer_.empty() ? "" : ",") + column.name;
  buffer_ += '\n';
}

void CsvWriter::write_row(const double* values) {
  for (std::size_t i = 0; i < columns_; ++i) {
    char text[40];
    const auto end = std::to_chars(text, text + sizeof text, values[i]).ptr;
    buffer_.append(text, end);
    buffer_ += i + 1 < columns_ ? ',' : '\n';
  }
  if (buffer_.size() < kBuffer) return;
  file_.write(buffer_);
  buffer_.clear();
}

void CsvWriter::commit() {
  file_.write(buffer_);
  file_.commit();
}

}  // namespace mortise::gen
