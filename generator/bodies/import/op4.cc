// OUTPUT4. Header: columns, rows (negative: big form of strings), form, type, name; in text also
// the Fortran format of the values. Then per column that is not zero: its number, first row (0: by
// strings) and the number of words that follow; a column beyond the last one ends the matrix.
//
// A string is a run of values: in the big form its length in words + 1 and first row, else both
// packed into one integer, row + 65536 (length + 1). A number of type 2 (double precision) or 4
// (complex of them) has two words where words are counted: in binary everywhere, in text only for
// strings. Where integers have 64 bits (headers of 48 bytes), so has a word, and any number is one.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "generator/bodies/import/fixed_columns.hpp"
#include "generator/bodies/import/named_matrices.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr char kOutputAgain[] =
    "write the matrices again by OUTPUT4, as text (FORM=FORMATTED) or binary";
constexpr std::size_t kMostNumber = 16;  // columns of an integer in text; usually 8
constexpr std::int64_t kMostRowsOfBlock = 100'000'000;

struct Op4Header {
  std::int64_t columns = 0, rows = 0, form = 0, type = 0;
  bool big = false;
  std::string name;
  bool double_precision() const { return type == 2 || type == 4; }
  std::int64_t parts() const { return type > 2 ? 2 : 1; }  // numbers of a value: real, imaginary
};

struct Op4Column {
  std::int64_t number = 0, first = 0, words = 0;
};

struct Op4String {
  std::int64_t first = 0, words = 0;  // row, 1-based
};

[[noreturn]] void fail_at(const std::string& where, const std::string& what,
                          const std::string& remedy = kOutputAgain) {
  throw Error(where, what, remedy);
}

// Cards of a text file.
class Op4Text {
 public:
  explicit Op4Text(const TextFile& text) : file_(text.name), lines_(text.content) {}

  bool header(Op4Header* header) {
    do {
      if (!lines_.next()) return false;
    } while (trim(lines_.line()).empty());
    const std::string_view line = lines_.line();
    const std::size_t width = width_of_integers(line);
    header->columns = number(line, 0, width);
    header->rows = number(line, width, width);
    header->form = number(line, 2 * width, width);
    header->type = number(line, 3 * width, width);
    header->name = std::string(column_field(line, 4 * width, 8));
    format_ = {5, 16, true};
    const std::string_view format = column_field(line, 4 * width + 8, 80);
    if (format.empty()) return true;
    const auto parsed = parse_fortran_format(format);
    if (!parsed || !parsed->real)
      fail("\"" + std::string(format) + "\" is no Fortran format of numbers");
    format_ = *parsed;
    return true;
  }

  Op4Column column() {
    next();
    start_values();
    const std::size_t width = width_of_integers(lines_.line());
    return {number(lines_.line(), 0, width), number(lines_.line(), width, width),
            number(lines_.line(), 2 * width, width)};
  }

  std::int64_t packed_string() {
    next();
    start_values();
    return number(lines_.line(), 0, 80);
  }

  Op4String big_string() {
    next();
    start_values();
    const std::size_t width = width_of_integers(lines_.line());
    return {number(lines_.line(), width, width), number(lines_.line(), 0, width) - 1};
  }

  double value(const Op4Header&) {
    if (field_ == format_.count) {
      next();
      field_ = 0;
    }
    const auto width = static_cast<std::size_t>(format_.width);
    const auto field =
        whole_field(lines_.line(), static_cast<std::size_t>(field_++) * width, width);
    if (!field) fail("a card of values ends before or inside its field " + std::to_string(field_));
    const auto parsed = parse_real(*field);
    if (!parsed) fail("\"" + std::string(*field) + "\" is no number");
    return *parsed;
  }

  std::int64_t words_of_dense(const Op4Header&) const { return 1; }  // of a number
  std::int64_t words_of_string(const Op4Header& header) const {
    return header.double_precision() ? 2 : 1;
  }
  void end_column() {}
  void end_matrix() { lines_.next(); }  // a number without meaning

  [[noreturn]] void fail(const std::string& what) const {
    fail_at(at_line(file_, std::max<std::int64_t>(1, lines_.number())), what);
  }
  std::int64_t place() const { return lines_.number(); }

 private:
  void next() {
    if (!lines_.next()) fail("the file is cut");
  }
  // Numbers stand at the right of their fields, which are wide where the first one ends there.
  static std::size_t width_of_integers(std::string_view line) {
    const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
    return std::min(line.find(' ', first), line.size()) == kMostNumber ? kMostNumber : 8;
  }
  void start_values() { field_ = format_.count; }  // the first one begins a line

  std::int64_t number(std::string_view line, std::size_t first, std::size_t width) const {
    const std::string_view field = column_field(line, first, width);
    const auto value = parse_integer(field);
    if (!value) fail("\"" + std::string(field.substr(0, 40)) + "\" is no integer");
    return *value;
  }

  std::string file_;
  LineReader lines_;
  FortranFormat format_;
  int field_ = 0;
};

// Fortran records of a binary file: their length in bytes stands before and behind, in 32 bits.
class Op4Binary {
 public:
  // wide: integers have 64 bits; swapped: the file is big-endian
  Op4Binary(const TextFile& file, bool wide, bool swapped)
      : file_(file.name), rest_(file.content), wide_(wide), swapped_(swapped) {}

  bool header(Op4Header* header) {
    if (rest_.empty()) return false;
    begin_record();
    const std::size_t bytes = wide_ ? 48 : 24;
    if (record_.size() != bytes)
      fail("a header is no record of " + std::to_string(bytes) + " bytes");
    header->columns = integer();
    header->rows = integer();
    header->form = integer();
    header->type = integer();
    header->name.clear();  // two words, each perhaps filled up
    for (const char c : take(wide_ ? 16 : 8))
      if (c != ' ' && c != '\0') header->name += c;
    end_record();
    return true;
  }

  Op4Column column() {
    begin_record();
    const std::int64_t number = integer(), first = integer(), words = integer();
    return {number, first, words};
  }

  std::int64_t packed_string() { return integer(); }

  Op4String big_string() {
    const std::int64_t length = integer(), row = integer();
    return {row, length - 1};
  }

  double value(const Op4Header& header) {
    if (wide_ || header.double_precision()) return number<double>();
    return static_cast<double>(number<float>());
  }

  std::int64_t words_of_dense(const Op4Header& header) const { return words_of_string(header); }
  std::int64_t words_of_string(const Op4Header& header) const {
    return header.double_precision() && !wide_ ? 2 : 1;
  }
  void end_column() { end_record(); }

  void end_matrix() {
    record_ = {};
    end_record();
  }

  [[noreturn]] void fail(const std::string& what) const {
    fail_at(file_ + ", byte " + std::to_string(place()), what);
  }
  std::int64_t place() const { return read_ + 1; }

 private:
  std::string_view cut(std::string_view* from, std::size_t bytes, const char* what) {
    if (bytes > from->size()) fail(what);
    const std::string_view taken = from->substr(0, bytes);
    from->remove_prefix(bytes);
    return taken;
  }

  std::string_view take(std::size_t bytes) {
    read_ += static_cast<std::int64_t>(bytes);
    return cut(&record_, bytes, "a record is shorter than what it should hold");
  }

  // This half of the project runs on x86-64 and AArch64, which are little-endian.
  template <class Number>
  Number decode(std::string_view bytes) const {
    std::array<char, sizeof(Number)> own;
    std::copy(bytes.begin(), bytes.end(), own.begin());
    if (swapped_) std::reverse(own.begin(), own.end());
    Number number;
    std::memcpy(&number, own.data(), sizeof number);
    return number;
  }

  template <class Number>
  Number number() {
    return decode<Number>(take(sizeof(Number)));
  }
  std::int64_t integer() { return wide_ ? number<std::int64_t>() : number<std::int32_t>(); }

  std::int32_t mark() {
    read_ += 4;
    return decode<std::int32_t>(cut(&rest_, 4, "the file is cut"));
  }

  void begin_record() {
    length_ = mark();
    if (length_ < 12) fail("a record of " + std::to_string(length_) + " bytes is none of OUTPUT4");
    record_ = cut(&rest_, static_cast<std::size_t>(length_), "the file is cut");
  }

  void end_record() {
    if (!record_.empty())
      fail("a record holds " + std::to_string(record_.size()) + " bytes more than it says");
    if (mark() != length_) fail("the two lengths of a record differ");
  }

  std::string file_;
  std::string_view rest_, record_;
  bool wide_, swapped_;
  std::int32_t length_ = 0;
  std::int64_t read_ = 0;
};

// Entries of one matrix: what comes behind its header.
template <class Source>
class Op4Matrix {
 public:
  Op4Matrix(Source* source, const Op4Header& header) : source_(*source), header_(header) {}

  RawMatrix read() {
    for (std::int64_t last = 0;;) {
      const Op4Column column = source_.column();
      if (column.number <= last)
        source_.fail("column " + std::to_string(column.number) + " comes behind column " +
                     std::to_string(last));
      if (column.number > header_.columns) break;
      last = column.number;
      if (column.words < 0)
        source_.fail("column " + std::to_string(last) + " has " + std::to_string(column.words) +
                     " words");
      if (column.first > 0) {
        read_run(column.first, column.words, source_.words_of_dense(header_), column.number);
      } else {
        read_strings(column);
      }
      source_.end_column();
    }
    source_.end_matrix();
    matrix_.size = header_.columns;
    return std::move(matrix_);
  }

 private:
  void read_strings(const Op4Column& column) {
    for (std::int64_t words = column.words; words > 0;) {
      Op4String run;
      if (header_.big) {
        run = source_.big_string();
        words -= run.words + 2;
      } else {
        const std::int64_t packed = source_.packed_string();
        run = {packed & 0xffff, (packed >> 16) - 1};
        words -= run.words + 1;
      }
      if (words < 0) source_.fail("a string is longer than its column");
      read_run(run.first, run.words, source_.words_of_string(header_), column.number);
    }
  }

  // words: in all; of_number: of each number
  void read_run(std::int64_t first, std::int64_t words, std::int64_t of_number,
                std::int64_t column) {
    if (header_.parts() > 1 && words % (of_number * header_.parts()) != 0)
      source_.fail("a column of " + header_.name + ", which is complex, holds half a number");
    const std::int64_t values = words / (of_number * header_.parts());
    if (first < 1 || words < 1 || values > header_.rows - first + 1)
      source_.fail("rows " + std::to_string(first) + " to " + std::to_string(first + values - 1) +
                   " of column " + std::to_string(column) + " are out of range: there are " +
                   std::to_string(header_.rows));
    for (std::int64_t row = first; row < first + values; ++row) {
      const double value = source_.value(header_);
      if (header_.parts() > 1) (void)source_.value(header_);
      if (value == 0.0 || header_.parts() > 1) continue;
      matrix_.add(static_cast<std::int32_t>(row - 1), static_cast<std::int32_t>(column - 1), value,
                  source_.place());
    }
  }

  Source& source_;
  Op4Header header_;
  RawMatrix matrix_;
};

template <class Source>
std::vector<NamedMatrix> read_matrices(Source source, const std::string& file) {
  std::vector<NamedMatrix> matrices;
  Op4Header header;
  while (source.header(&header)) {
    header.big = header.rows < 0 || header.rows > 0xffff;
    header.rows = std::abs(header.rows);
    if (header.columns < 1 || header.rows < 1 || header.columns > kMostRowsOfBlock ||
        header.rows > kMostRowsOfBlock)
      source.fail("a matrix is " + std::to_string(header.rows) + " x " +
                  std::to_string(header.columns));
    if (header.type < 1 || header.type > 4)
      source.fail(header.name + " is of an unknown kind (type " + std::to_string(header.type) +
                  "); only real matrices can be imported");
    NamedMatrix named;
    named.name = header.name;
    named.complex = header.parts() > 1;
    named.matrix = Op4Matrix<Source>(&source, header).read();
    named.matrix.file = file;
    if (header.rows == header.columns) matrices.push_back(std::move(named));
  }
  return matrices;
}

}  // namespace

std::vector<NamedMatrix> read_op4(const std::string& path) {
  const TextFile file = read_text(path);
  // a binary file starts with the length of its first record: 6 integers
  std::uint32_t length = 0;
  if (file.content.size() >= sizeof length)
    std::memcpy(&length, file.content.data(), sizeof length);
  constexpr std::uint32_t kShort = 24, kLong = 48, kShortSwapped = kShort << 24,
                          kLongSwapped = kLong << 24;
  const bool swapped = length == kShortSwapped || length == kLongSwapped;
  const bool wide = length == kLong || length == kLongSwapped;
  if (swapped || wide || length == kShort)
    return read_matrices(Op4Binary(file, wide, swapped), file.name);
  return read_matrices(Op4Text(file), file.name);
}

}  // namespace mortise::gen
