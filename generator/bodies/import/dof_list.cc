#include "generator/bodies/import/dof_list.hpp"

#include "generator/bodies/import/fixed_columns.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr char kDofLine[] =
    "write one line per equation, in the order of the rows: 12.3 for node 12 in z, 12.4 for its "
    "rotation about x, 1001.0 for a generalised coordinate";

Dof read_dof_line(std::string_view line, const std::string& where) {
  const std::size_t point = line.find('.');
  const auto node = parse_integer(line.substr(0, point));
  const auto direction =
      point == std::string_view::npos ? std::nullopt : parse_integer(line.substr(point + 1));
  if (!node || !direction || *node < 1)
    throw Error(where, "\"" + std::string(line.substr(0, 60)) + "\" is not node.direction",
                kDofLine);
  if (*direction < 0 || *direction > 6)
    throw Error(where,
                "direction " + std::to_string(*direction) + " of node " + std::to_string(*node) +
                    " is not 0..6",
                kDofLine);
  return {*node, static_cast<int>(*direction)};
}

}  // namespace

std::vector<Dof> read_dof_list(const std::string& path, std::string* opened) {
  const TextFile file = read_text(path);
  if (opened != nullptr) *opened = file.name;
  require_last_line_end(file);
  std::vector<Dof> dofs;
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  std::string_view content = file.content;
  if (content.substr(0, kByteOrderMark.size()) == kByteOrderMark)
    content.remove_prefix(kByteOrderMark.size());
  LineReader lines(content);
  while (lines.next()) {
    const std::string_view line = trim(lines.line());
    if (!line.empty()) dofs.push_back(read_dof_line(line, at_line(file.name, lines.number())));
  }
  return dofs;
}

std::vector<Dof> read_dof_list_of(const std::string& stem, std::string* opened) {
  const bool beside = !existing_file(stem + ".dof") && existing_file(stem + "_k.dof");
  return read_dof_list(stem + (beside ? "_k.dof" : ".dof"), opened);
}

}  // namespace mortise::gen
