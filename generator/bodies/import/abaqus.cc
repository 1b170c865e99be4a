// Abaqus *MATRIX GENERATE, STIFFNESS, MASS with *MATRIX OUTPUT: job_STIFn.mtx (K) and job_MASSn.mtx
// (M) of step n.
//
// FORMAT=MATRIX INPUT and LABELS: "node,dof, node,dof, value" a line, any triangle or both; nodes
// below zero are internal unknowns of Abaqus. FORMAT=COORDINATE: "row column value", and what the
// rows mean in job.dof beside it. Fixed dofs have 1e36 on the diagonal of K. "**" begins a comment.
#include "generator/bodies/import/abaqus_job.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <unordered_map>

#include "generator/bodies/import/dof_list.hpp"
#include "generator/bodies/import/entry_lines.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kFixed = 1e35;  // Abaqus writes 1e36
constexpr std::int64_t kMostNode = std::int64_t{1} << 40;
constexpr std::int64_t kMostDof = 1000;  // of a node, exclusive
constexpr char kGenerate[] =
    "write K and M with *MATRIX GENERATE, STIFFNESS, MASS and *MATRIX OUTPUT, STIFFNESS, MASS";

// Dofs as numbers in the order that equations get: nodes ascending, then internal ones from -1
// down.
std::int64_t code_of(std::int64_t node, std::int64_t dof) {
  return (node > 0 ? node : kMostNode - node) * kMostDof + dof;
}

// Internal unknowns have no axis: generalised coordinates.
Dof dof_of(std::int64_t code) {
  const std::int64_t node = code / kMostDof;
  const auto direction = static_cast<int>(code % kMostDof);
  if (node > kMostNode) return {kMostNode - node, -direction};
  return {node, direction};
}

const char* name_of_dof(std::int64_t dof) {
  if (dof == 7) return "a warping amplitude";
  if (dof == 8) return "a pressure";
  if (dof == 9) return "an electric potential";
  return dof >= 11 && dof <= 30 ? "a temperature" : "no displacement";
}

// The numbers of a line, between commas, blanks or both. Returns how many there are, at most
// fields.size() + 1.
template <std::size_t n>
std::size_t split_line(std::string_view line, std::array<std::string_view, n>& fields) {
  const auto parts = [](char c) { return c == ',' || c == ' ' || c == '\t' || c == '\r'; };
  std::size_t count = 0;
  for (std::size_t i = 0; i < line.size();) {
    while (i < line.size() && parts(line[i])) ++i;
    const std::size_t begin = i;
    while (i < line.size() && !parts(line[i])) ++i;
    if (i == begin) break;
    if (count == n) return n + 1;
    fields[count++] = line.substr(begin, i - begin);
  }
  return count;
}

// Entries of a block between its own dofs.
struct LabelledPart {
  std::vector<std::int64_t> codes;  // (m) what the rows and columns of entries number
  std::vector<std::int32_t> fixed;  // of these: 1e36 on the diagonal
  RawEntries entries;
};

// Numbers the dofs of a block as they appear.
class LocalNumbers {
 public:
  explicit LocalNumbers(std::vector<std::int64_t>& codes) : codes_(codes) {}
  std::int32_t of_row(std::int64_t code) { return of(code, row_); }
  std::int32_t of_column(std::int64_t code) { return of(code, column_); }

 private:
  struct Last {
    std::int64_t code = -1;
    std::int32_t number = -1;
  };

  // Entries of a row or column mostly follow each other.
  std::int32_t of(std::int64_t code, Last& last) {
    if (code == last.code) return last.number;
    const auto next = static_cast<std::int32_t>(codes_.size());
    const auto [found, is_new] = numbers_.emplace(code, next);
    if (is_new) codes_.push_back(code);
    last = {code, found->second};
    return last.number;
  }

  std::vector<std::int64_t>& codes_;
  std::unordered_map<std::int64_t, std::int32_t> numbers_;
  Last row_, column_;
};

// Reads the lines of a matrix file of either kind.
class AbaqusMatrix {
 public:
  // rows: of a COORDINATE file, what its rows mean, else empty
  AbaqusMatrix(std::string file, std::shared_ptr<const std::vector<std::int64_t>> rows)
      : file_(std::move(file)), rows_(std::move(rows)) {}

  LabelledPart parse(const TextBlock& block) const {
    require_last_line_end(file_, block);
    LabelledPart part;
    part.entries.reserve(block.lines);
    LocalNumbers numbers(part.codes);
    for (LineReader lines(block.text); lines.next();) {
      const std::string_view line = lines.line();
      const std::int64_t number = block.first_line + lines.number() - 1;
      std::int64_t row = 0, column = 0;
      const auto value = rows_ ? parse_coordinates(line, number, row, column)
                               : parse_labels(line, number, row, column);
      if (!value) {
        check_skipped(line, number);
        continue;
      }
      const std::int32_t i = numbers.of_row(row), j = numbers.of_column(column);
      if (i == j && *value >= kFixed) part.fixed.push_back(i);
      part.entries.add(i, j, *value, number);
    }
    return part;
  }

 private:
  std::optional<double> parse_labels(std::string_view line, std::int64_t number, std::int64_t& row,
                                     std::int64_t& column) const {
    std::array<std::string_view, 5> fields;
    if (split_line(line, fields) != fields.size()) return std::nullopt;
    const auto value = parse_real(fields[4]);
    if (!value || !take_label(fields[0], fields[1], number, row) ||
        !take_label(fields[2], fields[3], number, column))
      return std::nullopt;
    return value;
  }

  bool take_label(std::string_view node_field, std::string_view dof_field, std::int64_t number,
                  std::int64_t& code) const {
    const auto node = parse_integer(node_field), dof = parse_integer(dof_field);
    if (!node || !dof || *node == 0 || *node > kMostNode || *node < -kMostNode) return false;
    if (*dof < 1 || *dof >= kMostDof || (*node > 0 && *dof > 6))
      throw Error(at_line(file_, number),
                  "dof " + std::to_string(*dof) + " of node " + std::to_string(*node) + " is " +
                      name_of_dof(*dof) + ": only 1..6 can be imported",
                  "write the matrices of a step that has displacements and rotations alone");
    code = code_of(*node, *dof);
    return true;
  }

  std::optional<double> parse_coordinates(std::string_view line, std::int64_t number,
                                          std::int64_t& row, std::int64_t& column) const {
    std::array<std::string_view, 3> fields;
    if (split_line(line, fields) != fields.size()) return std::nullopt;
    const auto i = parse_integer(fields[0]), j = parse_integer(fields[1]);
    const auto value = parse_real(fields[2]);
    if (!i || !j || !value) return std::nullopt;
    const auto n = static_cast<std::int64_t>(rows_->size());
    if (*i < 1 || *j < 1 || *i > n || *j > n)
      throw Error(at_line(file_, number),
                  "entry (" + std::to_string(*i) + ", " + std::to_string(*j) +
                      ") is out of range: the dof list names " + std::to_string(n) + " rows",
                  "write FORMAT=MATRIX INPUT, which names the dofs itself");
    row = (*rows_)[static_cast<std::size_t>(*i - 1)];
    column = (*rows_)[static_cast<std::size_t>(*j - 1)];
    return value;
  }

  // A line that is no entry must be empty or a comment.
  void check_skipped(std::string_view line, std::int64_t number) const {
    const std::string_view text = trim(line);
    if (text.empty() || text.substr(0, 2) == "**") return;
    const std::string shown(text.substr(0, 60));
    if (text.front() == '*')
      throw Error(at_line(file_, number),
                  "\"" + shown + "\" is a keyword: this is no matrix of the whole model",
                  kGenerate);
    throw Error(at_line(file_, number),
                "\"" + shown + "\" is not " +
                    (rows_ ? "\"row column value\"" : "\"node,dof, node,dof, value\""),
                kGenerate);
  }

  std::string file_;
  std::shared_ptr<const std::vector<std::int64_t>> rows_;
};

// The equations of the model: the dofs that K names and does not fix.
class Equations {
 public:
  explicit Equations(const std::vector<LabelledPart>& parts) {
    std::vector<std::int64_t> fixed;
    std::size_t room = 1 << 20;
    for (const LabelledPart& part : parts) {
      codes_.insert(codes_.end(), part.codes.begin(), part.codes.end());
      for (const std::int32_t local : part.fixed)
        fixed.push_back(part.codes[static_cast<std::size_t>(local)]);
      if (codes_.size() < room) continue;
      make_unique(codes_);
      room = 2 * std::max(room, codes_.size());
    }
    make_unique(codes_);
    make_unique(fixed);
    numbers_.resize(codes_.size());
    for (std::size_t k = 0; k < codes_.size(); ++k) {
      const bool is_fixed = std::binary_search(fixed.begin(), fixed.end(), codes_[k]);
      numbers_[k] = is_fixed ? kHeld : static_cast<std::int32_t>(dofs_.size());
      if (!is_fixed) dofs_.push_back(dof_of(codes_[k]));
    }
  }

  static constexpr std::int32_t kHeld = -1, kUnknown = -2;

  std::int32_t number_of(std::int64_t code) const {
    const auto found = std::lower_bound(codes_.begin(), codes_.end(), code);
    if (found == codes_.end() || *found != code) return kUnknown;
    return numbers_[static_cast<std::size_t>(found - codes_.begin())];
  }

  const std::vector<Dof>& dofs() const { return dofs_; }
  std::size_t held() const { return codes_.size() - dofs_.size(); }

 private:
  static void make_unique(std::vector<std::int64_t>& codes) {
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  }

  std::vector<std::int64_t> codes_;    // ascending
  std::vector<std::int32_t> numbers_;  // of their equations, or kHeld
  std::vector<Dof> dofs_;
};

// Renumbers the entries of every part and gives the parts up; those of held dofs are left out.
void take_parts(std::vector<LabelledPart>& parts, const Equations& equations, RawMatrix& matrix) {
  matrix.size = static_cast<std::int64_t>(equations.dofs().size());
  for (LabelledPart& part : parts) {
    std::vector<std::int32_t> numbers;
    for (const std::int64_t code : part.codes) numbers.push_back(equations.number_of(code));
    const auto number_of = [&](std::int32_t local, std::int64_t line) {
      const std::int32_t number = numbers[static_cast<std::size_t>(local)];
      if (number != Equations::kUnknown) return number;
      throw Error(at_line(matrix.file, line),
                  describe(dof_of(part.codes[static_cast<std::size_t>(local)])) +
                      " stands in M and not in K",
                  "take both matrices from the same run and step");
    };
    RawEntries renumbered;
    renumbered.reserve(part.entries.size());
    part.entries.for_each_line([&](const RawEntry& entry, std::int64_t line) {
      const std::int32_t i = number_of(entry.row, line), j = number_of(entry.column, line);
      if (i >= 0 && j >= 0) renumbered.add(i, j, entry.value, line);
    });
    matrix.entries.append(std::move(renumbered));
    part = LabelledPart();
  }
  parts.clear();
}

std::vector<LabelledPart> parse_file(const std::string& file, int jobs,
                                     const std::shared_ptr<const std::vector<std::int64_t>>& rows) {
  const AbaqusMatrix matrix(file, rows);
  const BlockReading reading(file, jobs);
  return parse_blocks(file, reading.options(),
                      [&matrix](const TextBlock& block) { return matrix.parse(block); });
}

bool has_coordinates_only(const std::string& file) {
  const std::string head = read_head(file);
  for (LineReader lines(head); lines.next();) {
    const std::string_view line = trim(lines.line());
    std::array<std::string_view, 5> fields;
    if (!line.empty() && line.front() != '*') return split_line(line, fields) == 3;
  }
  return false;
}

// What the rows of a COORDINATE file mean, null for one with labels.
std::shared_ptr<const std::vector<std::int64_t>> rows_of(const AbaqusJob& job, RawExport& raw) {
  if (!has_coordinates_only(job.stiffness)) return nullptr;
  if (!existing_file(job.stem + ".dof"))
    throw Error(job.stiffness, "is written with FORMAT=COORDINATE, which does not name the dofs",
                "write FORMAT=MATRIX INPUT, or list \"node.direction\" of every row in " +
                    job.stem + ".dof");
  auto codes = std::make_shared<std::vector<std::int64_t>>();
  for (const Dof& dof : read_dof_list(job.stem + ".dof", &raw.dof_file)) {
    if (dof.node > kMostNode || dof.direction < 1)
      throw Error(raw.dof_file,
                  "names dof " + std::to_string(dof.node) + "." + std::to_string(dof.direction),
                  "give nodes up to 2^40 and directions 1..6");
    codes->push_back(code_of(dof.node, dof.direction));
  }
  return codes;
}

void warn(const AbaqusJob& job, const Equations& equations, RawExport& raw) {
  for (const std::string& file : job.unused)
    raw.warnings.push_back(file + " is not read: loads and damping are what the definition says");
  if (equations.held() > 0)
    raw.warnings.push_back(job.stiffness + ": " + std::to_string(equations.held()) +
                           " dofs are fixed (1e36 on the diagonal) and left out");
  const auto internal = std::count_if(raw.dofs.begin(), raw.dofs.end(),
                                      [](const Dof& dof) { return dof.is_generalised(); });
  if (internal > 0)
    raw.warnings.push_back(job.stiffness + ": " + std::to_string(internal) +
                           " internal unknowns (labels below zero) are kept; their mass counts "
                           "in no direction");
}

}  // namespace

RawExport read_abaqus(const ImportOptions& options) {
  const AbaqusJob job = find_abaqus_job(options.path);
  RawExport raw;
  raw.dof_file = job.stiffness;
  const auto rows = rows_of(job, raw);
  std::vector<LabelledPart> parts = parse_file(job.stiffness, options.jobs, rows);
  const auto equations = std::make_shared<const Equations>(parts);
  raw.dofs = equations->dofs();
  raw.stiffness.file = job.stiffness;
  take_parts(parts, *equations, raw.stiffness);
  raw.mass.file = job.mass;
  raw.mass.read_later = [equations, rows, jobs = options.jobs](RawMatrix& mass) {
    std::vector<LabelledPart> all = parse_file(mass.file, jobs, rows);
    take_parts(all, *equations, mass);
  };
  find_decks(options, job.stem, &raw);
  raw.printed = existing_file(job.stem + kPrintedEnding).value_or("");
  warn(job, *equations, raw);
  return raw;
}

}  // namespace mortise::gen
