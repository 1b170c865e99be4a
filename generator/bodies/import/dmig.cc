#include <array>
#include <cctype>
#include <map>
#include <set>

#include "generator/bodies/import/fixed_columns.hpp"
#include "generator/bodies/import/named_matrices.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr char kPunchAgain[] = "punch the matrices again, e.g. with EXTSEOUT(STIF,MASS,DMIGPCH)";
constexpr std::size_t kCardEnd = 72;  // fields end here, what follows marks continuations
constexpr std::size_t kNameWidth = 8;

struct DmigField {
  std::string text;
  std::int64_t line = 0;
};

std::string in_capitals(std::string_view text) {
  std::string capitals;
  for (const char c : text)
    capitals += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return capitals;
}

// Tab stops every 8 columns, as the bulk data are laid out.
std::string without_tabs(std::string_view line) {
  std::string plain;
  for (const char c : line) {
    if (c != '\t') {
      plain += c;
      continue;
    }
    do plain += ' ';
    while (plain.size() % kNameWidth != 0);
  }
  return plain;
}

// Appends the fields behind the first one: 4 of 16 columns or 8 of 8, empty ones as well.
void append_fields(std::string_view line, std::int64_t number, bool large,
                   std::vector<DmigField>* fields) {
  const std::size_t count = large ? 4 : 8;
  if (line.find(',') != std::string_view::npos) {
    std::string_view rest = line, field;
    take_comma_field(rest, field);
    for (std::size_t i = 0; i < count; ++i) {
      const bool given = take_comma_field(rest, field);
      fields->push_back({given ? std::string(field) : std::string(), number});
    }
    return;
  }
  const std::size_t width = large ? 16 : 8;
  const std::string_view columns = line.substr(0, kCardEnd);
  for (std::size_t i = 0; i < count; ++i)
    fields->push_back({std::string(column_field(columns, kNameWidth + i * width, width)), number});
}

struct DmigMatrix {
  std::string name;
  bool taken = false;  // square or symmetric
  std::size_t header_line = 0;
  struct Entry {
    Dof row, column;
    double value;
    std::int64_t line;
  };
  std::vector<Entry> entries;
  std::string file;
};

// One file after the other into the same matrices.
class DmigReader {
 public:
  void read(const std::string& path) {
    const TextFile text = read_text(path);
    file_ = text.name;
    require_last_line_end(text);
    LineReader lines(text.content);
    std::vector<DmigField> card;  // name, grid, component, blank, then fours of a row
    while (lines.next()) {
      const std::string line = without_tabs(lines.line());
      if (line.empty() || line[0] == '$') continue;
      const std::string first = first_field(line);
      const bool continues = first.empty() || first[0] == '*' || first[0] == '+';
      if (continues) {
        if (!card.empty())
          append_fields(line, lines.number(), !first.empty() && first[0] == '*', &card);
        continue;
      }
      take(&card);
      if (first == "DMIG" || first == "DMIG*")
        append_fields(line, lines.number(), first.back() == '*', &card);
    }
    take(&card);
  }

  PunchFile result() && {
    PunchFile punch;
    std::map<Dof, std::int32_t> rows;
    for (const DmigMatrix& matrix : matrices_)
      for (const DmigMatrix::Entry& entry : matrix.entries)
        rows[entry.row] = rows[entry.column] = 0;
    for (auto& [dof, row] : rows) {
      row = static_cast<std::int32_t>(punch.dofs.size());
      punch.dofs.push_back(dof);
    }
    for (DmigMatrix& matrix : matrices_) {
      if (!matrix.taken) continue;
      NamedMatrix named;
      named.name = matrix.name;
      named.matrix.file = matrix.file;
      named.matrix.size = static_cast<std::int64_t>(punch.dofs.size());
      named.matrix.entries.reserve(matrix.entries.size());
      for (const DmigMatrix::Entry& e : matrix.entries)
        named.matrix.add(rows[e.row], rows[e.column], e.value, e.line);
      matrix.entries = {};
      punch.matrices.push_back(std::move(named));
    }
    punch.file = file_;
    return punch;
  }

 private:
  static std::string first_field(const std::string& line) {
    const std::size_t comma = line.find(',');
    return in_capitals(trim(std::string_view(line).substr(0, std::min(comma, kNameWidth))));
  }

  [[noreturn]] void fail(std::int64_t line, const std::string& what,
                         const std::string& remedy = kPunchAgain) const {
    throw Error(at_line(file_, line), what, remedy);
  }

  std::int64_t integer(const DmigField& field, const char* what) const {
    const auto value = parse_integer(field.text);
    if (!value) fail(field.line, std::string(what) + " \"" + field.text + "\" is no integer");
    return *value;
  }

  Dof dof(const DmigField& node, const DmigField& component) const {
    const std::int64_t label = integer(node, "point");
    const std::int64_t direction = component.text.empty() ? 0 : integer(component, "component");
    if (label < 1 || direction < 0 || direction > 6)
      fail(node.line, "point " + std::to_string(label) + ", component " +
                          std::to_string(direction) + " is no dof: components are 0 to 6");
    return {label, static_cast<int>(direction)};
  }

  DmigMatrix* find(const std::string& name) {
    for (DmigMatrix& matrix : matrices_)
      if (matrix.name == name) return &matrix;
    return nullptr;
  }

  void take(std::vector<DmigField>* card) {
    if (card->empty()) return;
    const std::vector<DmigField> fields = std::move(*card);
    card->clear();
    const std::string name = in_capitals(fields[0].text);
    if (name.empty() || name.size() > kNameWidth)
      fail(fields[0].line, "a DMIG card has no name of 1 to 8 letters");
    if (fields[1].text == "0") return take_header(name, fields);
    DmigMatrix* matrix = find(name);
    if (matrix == nullptr)
      fail(fields[0].line, "a column of " + name + " comes before its header card");
    if (matrix->taken) take_column(fields, matrix);
  }

  void take_header(const std::string& name, const std::vector<DmigField>& fields) {
    const std::int64_t line = fields[0].line;
    if (find(name) != nullptr) fail(line, "the header of " + name + " stands twice");
    const std::int64_t form = integer(fields[2], "form");
    const std::int64_t type = integer(fields[3], "type");
    if (form != 1 && form != 2 && form != 6 && form != 9)
      fail(line, name + " has the unknown form " + std::to_string(form));
    DmigMatrix matrix;
    matrix.name = name;
    matrix.file = file_;
    matrix.taken = form == 1 || form == 6;
    if (matrix.taken && type != 1 && type != 2)
      fail(line, name + " is complex (type " + std::to_string(type) + ")",
           "only real matrices can be imported; leave structural damping (GE, K4) out of K");
    matrices_.push_back(std::move(matrix));
  }

  void take_column(const std::vector<DmigField>& fields, DmigMatrix* matrix) const {
    const Dof column = dof(fields[1], fields[2]);
    for (std::size_t i = 4; i + 3 < fields.size(); i += 4) {
      const DmigField &node = fields[i], &value = fields[i + 2];
      if (node.text.empty() && fields[i + 1].text.empty() && value.text.empty()) continue;
      const auto number = parse_real(value.text);
      if (!number)
        fail(value.line,
             "\"" + value.text + "\" is no number in the column of point " + fields[1].text,
             "in fixed fields numbers have 8 or, behind \"DMIG*\" and \"*\", 16 columns");
      if (parse_real(fields[i + 3].text.empty() ? "0" : fields[i + 3].text) != 0.0)
        fail(value.line, "\"" + fields[i + 3].text + "\" stands behind the real part of an entry",
             "in fixed fields numbers have 8 or, behind \"DMIG*\" and \"*\", 16 columns; complex "
             "matrices cannot be imported");
      matrix->entries.push_back({dof(node, fields[i + 1]), column, *number, value.line});
    }
  }

  std::string file_;
  std::vector<DmigMatrix> matrices_;
};

}  // namespace

PunchFile read_dmig(const std::vector<std::string>& paths) {
  DmigReader reader;
  for (const std::string& path : paths) reader.read(path);
  return std::move(reader).result();
}

}  // namespace mortise::gen
