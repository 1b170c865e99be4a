// CalculiX *FREQUENCY, SOLVER=MATRIXSTORAGE: job.sti (K), job.mas (M), job.dof.
//
// .sti and .mas: one entry "row column value" a line, 1-based, upper triangle column by column,
// explicit zeros included. .dof: line i is "node.direction" of equation i. Constrained dofs are
// not there.
#include "generator/bodies/import/importer.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr char kRunAgain[] =
    "run the export again and check that the log ends with \"Job finished\"";

// ccx ends every line; a last line without its end is a file that was cut inside a number.
void require_complete(const TextFile& file) {
  if (file.content.back() == '\n') return;
  const std::int64_t lines = std::count(file.content.begin(), file.content.end(), '\n') + 1;
  throw Error(at_line(file.name, lines), "the last line has no end: the file is cut",
              std::string(kRunAgain) + "; if the line is complete, end it with a newline");
}

std::vector<Dof> read_dofs(const TextFile& file) {
  std::vector<Dof> dofs;
  LineReader lines(file.content);
  while (lines.next()) {
    const std::string_view line = trim(lines.line());
    if (line.empty()) continue;
    const std::size_t point = line.find('.');
    const auto node = parse_integer(line.substr(0, point));
    const auto direction =
        point == std::string_view::npos ? std::nullopt : parse_integer(line.substr(point + 1));
    if (!node || !direction || *node < 1)
      throw Error(at_line(file.name, lines.number()),
                  "\"" + std::string(line) + "\" is not node.direction", kRunAgain);
    if (*direction < 1 || *direction > 6)
      throw Error(at_line(file.name, lines.number()),
                  "direction " + std::to_string(*direction) + " of node " + std::to_string(*node) +
                      " is not 1..6",
                  "only displacements and rotations can be imported; suppress other dofs");
    dofs.push_back({*node, static_cast<int>(*direction)});
  }
  return dofs;
}

[[noreturn]] void throw_malformed(const std::string& where, std::string_view line) {
  const std::string shown(line.substr(0, 60));
  throw Error(where, "\"" + shown + "\" is not \"row column value\"", kRunAgain);
}

RawMatrix read_entries(const TextFile& file) {
  RawMatrix matrix;
  matrix.file = file.name;
  matrix.entries.reserve(file.content.size() / 28);
  LineReader lines(file.content);
  while (lines.next()) {
    std::string_view rest = lines.line();
    const auto row_field = take_field(rest);
    if (row_field.empty()) continue;
    const auto row = parse_integer(row_field);
    const auto column = parse_integer(take_field(rest));
    const auto value = parse_real(take_field(rest));
    if (!row || !column || !value || !trim(rest).empty())
      throw_malformed(at_line(file.name, lines.number()), lines.line());

    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    if (*row < 1 || *column < 1 || *row > kMost || *column > kMost)
      throw Error(at_line(file.name, lines.number()),
                  "entry (" + std::to_string(*row) + ", " + std::to_string(*column) +
                      ") is out of range: indices count from 1",
                  kRunAgain);
    matrix.size = std::max({matrix.size, *row, *column});
    matrix.entries.push_back({static_cast<std::int32_t>(*row - 1),
                              static_cast<std::int32_t>(*column - 1), *value, lines.number()});
  }
  return matrix;
}

TextFile read_part(const std::string& stem, const std::string& extension,
                   std::vector<std::string>& warnings) {
  const std::string path = stem + extension;
  if (existing_file(path) == path && existing_file(path + ".gz"))
    warnings.push_back(path + " is read; " + path + ".gz beside it is ignored");
  TextFile file = read_text(path);
  require_complete(file);
  return file;
}

}  // namespace

RawExport read_calculix(const ImportOptions& options) {
  RawExport raw;
  const std::string stem = export_stem(options.path, kCalculixFiles);
  const TextFile dof_file = read_part(stem, ".dof", raw.warnings);
  raw.dof_file = dof_file.name;
  raw.dofs = read_dofs(dof_file);
  raw.stiffness = read_entries(read_part(stem, ".sti", raw.warnings));
  raw.mass = read_entries(read_part(stem, ".mas", raw.warnings));
  if (!options.deck.empty())
    raw.deck = options.deck;
  else if (existing_file(stem + ".inp"))
    raw.deck = stem + ".inp";
  return raw;
}

}  // namespace mortise::gen
