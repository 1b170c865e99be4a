#include "generator/bodies/import/harwell_boeing.hpp"

#include <limits>

#include "generator/bodies/import/fixed_columns.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr char kWriteAgain[] =
    "write the matrix again in ASCII (HBMAT,k,matrix,,ASCII,STIFF,NO,YES) and copy it whole";

struct HarwellBoeingHeader {
  std::int64_t pointer_cards = 0, index_cards = 0, value_cards = 0, rhs_cards = 0;
  std::string type;
  std::int64_t rows = 0, columns = 0, entries = 0;
  FortranFormat pointer_format, index_format, value_format;
};

// Reads one part after the other.
class HarwellBoeing {
 public:
  explicit HarwellBoeing(TextFile file) : file_(std::move(file)), lines_(file_.content) {}

  RawMatrix read(std::vector<std::string>* warnings) {
    header_ = read_header();
    check_header();
    const std::vector<std::int64_t> pointers = read_pointers();
    const std::vector<std::int32_t> rows = read_rows();
    RawMatrix matrix;
    matrix.file = file_.name;
    matrix.size = header_.columns;
    matrix.entries.reserve(rows.size());
    std::size_t i = 0;
    std::int32_t column = 0;
    std::int64_t upper = 0;
    read_fields(header_.value_format, header_.entries, "values", [&](std::string_view field) {
      const auto value = parse_real(field);
      if (!value) fail("\"" + std::string(field) + "\" is no number");
      while (static_cast<std::int64_t>(i) + 1 >= pointers[static_cast<std::size_t>(column) + 1])
        ++column;
      if (rows[i] < column) ++upper;
      matrix.add(rows[i++], column, *value, lines_.number());
    });
    if (upper > 0 && header_.type == "RSA")
      warnings->push_back(file_.name + " calls itself RSA, a lower triangle, and holds " +
                          std::to_string(upper) + " entries above the diagonal");
    return matrix;
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& remedy = kWriteAgain) const {
    throw Error(at_line(file_.name, std::max<std::int64_t>(1, lines_.number())), what, remedy);
  }

  std::string_view card(const char* what) {
    if (!lines_.next()) fail(std::string("the file is cut: ") + what + " are missing");
    return lines_.line();
  }

  std::int64_t count(std::string_view line, std::size_t first, const char* what) {
    const std::string_view field = column_field(line, first, 14);
    if (field.empty()) return 0;
    const auto value = parse_integer(field);
    if (!value || *value < 0 || *value > std::numeric_limits<std::int32_t>::max())
      fail(std::string("the header's ") + what + " \"" + std::string(field) + "\" is no count");
    return *value;
  }

  FortranFormat format(std::string_view line, std::size_t first, std::size_t width, bool real) {
    const std::string text(column_field(line, first, width));
    const auto parsed = parse_fortran_format(text);
    if (!parsed || parsed->real != real)
      fail("\"" + text + "\" is no Fortran format of " + (real ? "numbers" : "indices"));
    return *parsed;
  }

  HarwellBoeingHeader read_header() {
    HarwellBoeingHeader h;
    card("header cards");  // title
    std::string_view line = card("header cards");
    h.pointer_cards = count(line, 14, "number of pointer cards");
    h.index_cards = count(line, 28, "number of index cards");
    h.value_cards = count(line, 42, "number of value cards");
    h.rhs_cards = count(line, 56, "number of right-hand-side cards");
    line = card("header cards");
    for (const char c : line.substr(0, 3)) h.type += c >= 'a' && c <= 'z' ? char(c - 32) : c;
    h.rows = count(line, 14, "number of rows");
    h.columns = count(line, 28, "number of columns");
    h.entries = count(line, 42, "number of entries");
    if (h.type != "RSA" && h.type != "RUA")
      fail("the matrix is of type \"" + h.type + "\"",
           "only RSA (real symmetric) and RUA (real) assembled matrices can be read");
    if (h.rows != h.columns || h.rows == 0)
      fail("the matrix is " + std::to_string(h.rows) + " x " + std::to_string(h.columns),
           "stiffness and mass are square");
    line = card("header cards");
    h.pointer_format = format(line, 0, 16, false);
    h.index_format = format(line, 16, 16, false);
    h.value_format = format(line, 32, 20, true);
    if (h.rhs_cards > 0) card("header cards");
    return h;
  }

  void check_cards(const char* what, std::int64_t cards, std::int64_t numbers,
                   const FortranFormat& format) const {
    const std::int64_t needed = (numbers + format.count - 1) / format.count;
    if (needed != cards)
      fail("the header says " + std::to_string(cards) + " cards of " + what + ", its formats " +
           std::to_string(needed));
  }

  // Every number has its full width in the file, so the counts cannot exceed what is there.
  void check_header() const {
    const HarwellBoeingHeader& h = header_;
    check_cards("pointers", h.pointer_cards, h.columns + 1, h.pointer_format);
    check_cards("indices", h.index_cards, h.entries, h.index_format);
    check_cards("values", h.value_cards, h.entries, h.value_format);
    const std::int64_t needed =
        (h.columns + 1) * h.pointer_format.width +
        h.entries * (std::int64_t{h.index_format.width} + h.value_format.width);
    if (needed > static_cast<std::int64_t>(file_.content.size()))
      fail("the file is cut: the header speaks of " + std::to_string(h.columns) + " columns and " +
           std::to_string(h.entries) + " entries, which take " + std::to_string(needed) + " bytes");
  }

  template <class Take>
  void read_fields(const FortranFormat& format, std::int64_t numbers, const char* what,
                   const Take& take) {
    const auto width = static_cast<std::size_t>(format.width);
    for (std::int64_t done = 0; done < numbers;) {
      const std::string_view line = card(what);
      for (int f = 0; f < format.count && done < numbers; ++f, ++done) {
        const auto field = whole_field(line, static_cast<std::size_t>(f) * width, width);
        if (!field)
          fail(std::string("a card of ") + what + " ends before or inside its field " +
               std::to_string(f + 1));
        take(*field);
      }
    }
  }

  std::int64_t index(std::string_view field) const {
    const auto value = parse_integer(field);
    if (!value) fail("\"" + std::string(field) + "\" is no index");
    return *value;
  }

  std::vector<std::int64_t> read_pointers() {
    std::vector<std::int64_t> pointers;
    pointers.reserve(static_cast<std::size_t>(header_.columns) + 1);
    read_fields(
        header_.pointer_format, header_.columns + 1, "pointers", [&](std::string_view field) {
          const std::int64_t value = index(field);
          const std::int64_t least = pointers.empty() ? 1 : pointers.back();
          if (value < least || value > header_.entries + 1 || (pointers.empty() && value != 1))
            fail("column pointer " + std::to_string(value) + " is out of order");
          pointers.push_back(value);
        });
    if (pointers.back() != header_.entries + 1)
      fail("the last column pointer is " + std::to_string(pointers.back()) + ", for " +
           std::to_string(header_.entries) + " entries it must be " +
           std::to_string(header_.entries + 1));
    return pointers;
  }

  std::vector<std::int32_t> read_rows() {
    std::vector<std::int32_t> rows;
    rows.reserve(static_cast<std::size_t>(header_.entries));
    read_fields(header_.index_format, header_.entries, "indices", [&](std::string_view field) {
      const std::int64_t value = index(field);
      if (value < 1 || value > header_.rows)
        fail("row index " + std::to_string(value) + " is out of range 1.." +
             std::to_string(header_.rows));
      rows.push_back(static_cast<std::int32_t>(value - 1));
    });
    return rows;
  }

  TextFile file_;
  LineReader lines_;
  HarwellBoeingHeader header_;
};

}  // namespace

RawMatrix read_harwell_boeing(const std::string& path, std::vector<std::string>* warnings) {
  return HarwellBoeing(read_text(path)).read(warnings);
}

}  // namespace mortise::gen
