// CalculiX *FREQUENCY, SOLVER=MATRIXSTORAGE: job.sti (K), job.mas (M), job.dof.
//
// .sti and .mas: one entry "row column value" a line, 1-based, upper triangle column by column,
// explicit zeros included. .dof: line i is "node.direction" of equation i. Constrained dofs are
// not there.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "generator/bodies/import/entry_lines.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr char kRunAgain[] =
    "run the export again and check that the log ends with \"Job finished\"";

// ccx ends every line; a last line without its end is a file that was cut inside a number.
// text: to the end of the file, perhaps; last_line: number of its last line.
void require_complete(const std::string& file, std::string_view text, std::int64_t last_line) {
  if (text.back() == '\n') return;
  throw Error(at_line(file, last_line), "the last line has no end: the file is cut",
              std::string(kRunAgain) + "; if the line is complete, end it with a newline");
}

std::vector<Dof> read_dofs(const std::string& path) {
  const TextFile file = read_text(path);
  require_complete(file.name, file.content,
                   std::count(file.content.begin(), file.content.end(), '\n') + 1);
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

RawMatrix read_block(const std::string& file, const TextBlock& block) {
  require_complete(file, block.text, block.first_line + static_cast<std::int64_t>(block.lines) - 1);
  RawMatrix part;
  part.entries.reserve(block.lines);
  LineReader lines(block.text);
  while (lines.next()) {
    const std::string_view line = lines.line();
    const std::int64_t number = block.first_line + lines.number() - 1;
    const auto entry = parse_entry(line);
    if (!entry) {
      if (trim(line).empty()) continue;
      const std::string shown(line.substr(0, 60));
      throw Error(at_line(file, number), "\"" + shown + "\" is not \"row column value\"",
                  kRunAgain);
    }
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    const auto [row, column, value] = *entry;
    if (row < 1 || column < 1 || row > kMost || column > kMost)
      throw Error(at_line(file, number),
                  "entry (" + std::to_string(row) + ", " + std::to_string(column) +
                      ") is out of range: indices count from 1",
                  kRunAgain);
    part.size = std::max({part.size, row, column});
    part.add(static_cast<std::int32_t>(row - 1), static_cast<std::int32_t>(column - 1), value,
             number);
  }
  return part;
}

// The file of the job with this ending; the others are told.
std::string find_part(const std::string& stem, const std::string& extension,
                      std::vector<std::string>& warnings) {
  std::string path = find_text(stem + extension);
  for (const std::string& other : existing_files(stem + extension))
    if (other != path)
      warnings.push_back(fmt::format("{} is read; {} beside it is ignored", path, other));
  return path;
}

RawMatrix matrix_of(const std::string& path, int jobs) {
  RawMatrix matrix;
  matrix.file = path;
  matrix.read_later = [jobs](RawMatrix& whole) {
    read_by_blocks(whole, jobs,
                   [&whole](const TextBlock& block) { return read_block(whole.file, block); });
  };
  return matrix;
}

}  // namespace

RawExport read_calculix(const ImportOptions& options) {
  RawExport raw;
  const std::string stem = export_stem(options.path, kCalculixFiles);
  raw.dof_file = find_part(stem, ".dof", raw.warnings);
  raw.dofs = read_dofs(raw.dof_file);
  raw.stiffness = matrix_of(find_part(stem, ".sti", raw.warnings), options.jobs);
  raw.mass = matrix_of(find_part(stem, ".mas", raw.warnings), options.jobs);
  find_decks(options, stem, &raw);
  return raw;
}

}  // namespace mortise::gen
