#include "generator/ground/files/csv_writer.hpp"

#include <charconv>
#include <cstdint>

#include "generator/ground/files/csv_file.hpp"

namespace mortise::gen {

constexpr std::size_t kBuffer = 1 << 16;  // [byte]

CsvWriter::CsvWriter(const std::string& path, const std::vector<Column>& columns,
                     const TableOptions& options)
    : file_(path, OutputKind::table), columns_(columns) {
  for (const Column& column : columns) buffer_ += (buffer_.empty() ? "" : ",") + column.name;
  buffer_ += '\n';
  if (!options.units_line) return;
  std::string units;
  for (const Column& column : columns) {
    units += (units.empty() ? "" : ",") + (column.unit.empty() ? std::string("1") : column.unit);
  }
  buffer_ += kUnitsHead + units + '\n';
}

void CsvWriter::write_row(const double* values) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    char text[40];
    const auto end =
        columns_[i].whole
            ? std::to_chars(text, text + sizeof text, static_cast<std::int64_t>(values[i])).ptr
            : std::to_chars(text, text + sizeof text, values[i]).ptr;
    buffer_.append(text, end);
    buffer_ += i + 1 < columns_.size() ? ',' : '\n';
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
