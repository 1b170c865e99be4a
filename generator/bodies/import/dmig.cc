#include <map>
#include <set>

#include "generator/bodies/import/named_matrices.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr char kPunchAgain[] = "punch the matrices again, e.g. with EXTSEOUT(STIF,MASS,DMIGPCH)";
constexpr std::size_t kMostLetters = 8;

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
    for_each_bulk_card(
        text, [](const std::string& name) { return name == "DMIG" || BulkNodes::takes(name); },
        [this](const BulkCard& card) {
          if (card.name == "DMIG")
            take(card.fields);
          else
            nodes_.take(card, file_);
        });
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
    punch.grids = nodes_.finish();
    return punch;
  }

 private:
  [[noreturn]] void fail(std::int64_t line, const std::string& what,
                         const std::string& remedy = kPunchAgain) const {
    throw Error(at_line(file_, line), what, remedy);
  }

  std::int64_t integer(const BulkField& field, const char* what) const {
    const auto value = parse_integer(field.text);
    if (!value) fail(field.line, std::string(what) + " \"" + field.text + "\" is no integer");
    return *value;
  }

  Dof dof(const BulkField& node, const BulkField& component) const {
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

  void take(const std::vector<BulkField>& fields) {
    const std::string name = in_capitals(fields[0].text);
    if (name.empty() || name.size() > kMostLetters)
      fail(fields[0].line, "a DMIG card has no name of 1 to 8 letters");
    if (fields[1].text == "0") return take_header(name, fields);
    DmigMatrix* matrix = find(name);
    if (matrix == nullptr)
      fail(fields[0].line, "a column of " + name + " comes before its header card");
    if (matrix->taken) take_column(fields, matrix);
  }

  void take_header(const std::string& name, const std::vector<BulkField>& fields) {
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

  void take_column(const std::vector<BulkField>& fields, DmigMatrix* matrix) const {
    const Dof column = dof(fields[1], fields[2]);
    for (std::size_t i = 4; i + 3 < fields.size(); i += 4) {
      const BulkField &node = fields[i], &value = fields[i + 2];
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
  BulkNodes nodes_;
  std::vector<DmigMatrix> matrices_;
};

}  // namespace

PunchFile read_dmig(const std::vector<std::string>& paths) {
  DmigReader reader;
  for (const std::string& path : paths) reader.read(path);
  return std::move(reader).result();
}

}  // namespace mortise::gen
