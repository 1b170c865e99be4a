// Matrix Market: job_k.mtx (K) and job_m.mtx (M), real or integer, symmetric or general, by
// coordinates or as arrays, and what their rows mean in job.dof (or job_k.dof): line i is
// "node.direction" of row i.
#include <cctype>
#include <limits>

#include "generator/bodies/import/dof_list.hpp"
#include "generator/bodies/import/entry_lines.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr std::int64_t kMostRows = std::numeric_limits<std::int32_t>::max();
constexpr char kMarketAgain[] =
    "write the file again, e.g. with scipy.io.mmwrite(name, K, symmetry=\"symmetric\")";

struct MarketHeader {
  bool array = false;        // all values column by column, no indices
  bool symmetric = false;    // lower triangle only
  std::int64_t size = 0;     // rows and columns
  std::int64_t entries = 0;  // that follow
  std::int64_t lines = 0;    // of the header
};

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool is_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line[first] == '%';
}

// "%%MatrixMarket matrix coordinate real symmetric"
MarketHeader parse_banner(const std::string& file, std::string_view line) {
  const auto refuse = [&](const std::string& what, const std::string& remedy) {
    throw Error(at_line(file, 1), what, remedy);
  };
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (line.substr(0, kByteOrderMark.size()) == kByteOrderMark)
    line.remove_prefix(kByteOrderMark.size());
  const bool begins = lower_case(take_field(line)) == "%%matrixmarket";
  if (!begins || lower_case(take_field(line)) != "matrix")
    refuse("does not begin with \"%%MatrixMarket matrix\"", kMarketAgain);
  const std::string format = lower_case(take_field(line)), field = lower_case(take_field(line)),
                    symmetry = lower_case(take_field(line));
  if (format != "coordinate" && format != "array")
    refuse("the format \"" + format + "\" is neither coordinate nor array", kMarketAgain);
  if (field == "complex")
    refuse("the matrix is complex", "write the real part; damping is what [damping] says");
  if (field == "pattern")
    refuse("the matrix is a pattern without values", "write the matrix with its values");
  if (field != "real" && field != "double" && field != "integer" && field != "unsigned-integer")
    refuse("the field \"" + field + "\" is neither real nor integer", kMarketAgain);
  if (symmetry == "skew-symmetric" || symmetry == "hermitian")
    refuse("the matrix is " + symmetry,
           "only symmetric matrices can be condensed; leave gyroscopic terms out");
  if (symmetry != "symmetric" && symmetry != "general")
    refuse("the symmetry \"" + symmetry + "\" is neither symmetric nor general", kMarketAgain);
  MarketHeader header;
  header.array = format == "array";
  header.symmetric = symmetry == "symmetric";
  return header;
}

void parse_sizes(const std::string& where, std::string_view line, MarketHeader& header) {
  const std::string_view whole = line;
  const auto rows = parse_integer(take_field(line)), columns = parse_integer(take_field(line));
  const auto entries =
      header.array ? std::optional<std::int64_t>(0) : parse_integer(take_field(line));
  if (!rows || !columns || !entries || !trim(line).empty() || *rows < 1 || *entries < 0)
    throw Error(where,
                "\"" + std::string(whole.substr(0, 60)) + "\" is not \"rows columns" +
                    (header.array ? "\"" : " entries\""),
                kMarketAgain);
  if (*rows != *columns || *rows > kMostRows)
    throw Error(where,
                "the matrix has " + std::to_string(*rows) + " rows and " +
                    std::to_string(*columns) + " columns",
                "give a square matrix of up to " + std::to_string(kMostRows) + " rows");
  header.size = *rows;
  header.entries = *entries;
  if (header.array) header.entries = header.symmetric ? *rows * (*rows + 1) / 2 : *rows * *rows;
}

MarketHeader read_header(const std::string& file) {
  const std::string head = read_head(file);
  LineReader lines(head);
  lines.next();
  MarketHeader header = parse_banner(file, lines.line());
  while (lines.next()) {
    const std::string_view line = trim(lines.line());
    if (line.empty() || is_comment(line)) continue;
    header.lines = lines.number();
    parse_sizes(at_line(file, lines.number()), line, header);
    return header;
  }
  throw Error(file, "has no line with the size of the matrix", kMarketAgain);
}

class MarketReader {
 public:
  MarketReader(const std::string& file, int jobs)
      : file_(file), jobs_(jobs), header_(read_header(file)) {}

  void read(RawMatrix& matrix) const {
    matrix.size = header_.size;
    if (header_.array) {
      RawMatrix values;
      values.file = file_;
      read_by_blocks(values, jobs_, [this](const TextBlock& block) { return values_of(block); });
      check_count(values.entries.size());
      place(values.entries, matrix);
    } else {
      read_by_blocks(matrix, jobs_, [this](const TextBlock& block) { return entries_of(block); });
      check_count(matrix.entries.size());
    }
  }

 private:
  // visit(line, its number) for what is neither header nor comment
  template <class Visit>
  void visit_lines(const TextBlock& block, const Visit& visit) const {
    require_last_line_end(file_, block);
    for (LineReader lines(block.text); lines.next();) {
      const std::int64_t number = block.first_line + lines.number() - 1;
      if (number <= header_.lines || is_comment(lines.line())) continue;
      if (!visit(lines.line(), number) && !trim(lines.line()).empty())
        throw Error(at_line(file_, number),
                    "\"" + std::string(lines.line().substr(0, 60)) + "\" is not " +
                        (header_.array ? "a value" : "\"row column value\""),
                    kMarketAgain);
    }
  }

  RawMatrix entries_of(const TextBlock& block) const {
    RawMatrix part;
    part.entries.reserve(block.lines);
    visit_lines(block, [&](std::string_view line, std::int64_t number) {
      const auto entry = parse_entry(line);
      if (!entry) return false;
      const auto [row, column, value] = *entry;
      if (row < 1 || column < 1 || row > header_.size || column > header_.size)
        throw Error(at_line(file_, number),
                    "entry (" + std::to_string(row) + ", " + std::to_string(column) +
                        ") is out of range: there are " + std::to_string(header_.size) + " rows",
                    kMarketAgain);
      part.add(static_cast<std::int32_t>(row - 1), static_cast<std::int32_t>(column - 1), value,
               number);
      return true;
    });
    return part;
  }

  // Values of an array: one after the other, without their places.
  RawMatrix values_of(const TextBlock& block) const {
    RawMatrix part;
    part.entries.reserve(block.lines);
    visit_lines(block, [&](std::string_view line, std::int64_t number) {
      const auto value = parse_real(trim(line));
      if (value) part.add(0, 0, *value, number);
      return value.has_value();
    });
    return part;
  }

  void check_count(std::size_t found) const {
    if (found == static_cast<std::size_t>(header_.entries)) return;
    throw Error(at_line(file_, header_.lines),
                "announces " + std::to_string(header_.entries) + " entries, " +
                    std::to_string(found) + " follow",
                "the file is cut or edited; write it again");
  }

  // Column by column; of a symmetric matrix from the diagonal on, where zeros mean nothing.
  void place(const RawEntries& values, RawMatrix& matrix) const {
    const auto n = static_cast<std::int32_t>(header_.size);
    std::int32_t row = 0, column = 0;
    values.for_each_line([&](const RawEntry& entry, std::int64_t line) {
      if (!header_.symmetric || entry.value != 0.0) matrix.add(row, column, entry.value, line);
      if (++row < n) return;
      ++column;
      row = header_.symmetric ? column : 0;
    });
  }

  std::string file_;
  int jobs_;
  MarketHeader header_;
};

RawMatrix market_matrix(const std::string& path, int jobs) {
  RawMatrix matrix;
  matrix.file = find_text(path);
  matrix.sums_repeated = true;  // as scipy and others assemble
  matrix.read_later = [jobs](RawMatrix& whole) { MarketReader(whole.file, jobs).read(whole); };
  return matrix;
}

}  // namespace

RawExport read_matrix_market(const ImportOptions& options) {
  const std::string stem = export_stem(options.path, kMatrixMarketFiles);
  RawExport raw;
  raw.stiffness = market_matrix(stem + "_k.mtx", options.jobs);
  raw.mass = market_matrix(stem + "_m.mtx", options.jobs);
  raw.dofs = read_dof_list_of(stem, &raw.dof_file);
  find_decks(options, stem, &raw);
  return raw;
}

}  // namespace mortise::gen
