#include "generator/bodies/import/deck_files.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "generator/bodies/import/bulk_card.hpp"
#include "generator/bodies/import/entry_lines.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr int kMostIncludes = 16;  // nested

// How lines begin that no other kind has.
constexpr std::pair<const char*, DeckKind> kBeginnings[] = {
    {"$", DeckKind::bulk},       {"GRID", DeckKind::bulk},    {"CORD", DeckKind::bulk},
    {"SOL ", DeckKind::bulk},    {"CEND", DeckKind::bulk},    {"BEGIN", DeckKind::bulk},
    {"DMIG", DeckKind::bulk},    {"INCLUDE", DeckKind::bulk}, {"NASTRAN", DeckKind::bulk},
    {"ASSIGN", DeckKind::bulk},  {"ID ", DeckKind::bulk},     {"/", DeckKind::coded},
    {"!", DeckKind::coded},      {"NBLOCK", DeckKind::coded}, {"N,", DeckKind::coded},
    {"FINISH", DeckKind::coded}, {"CSYS", DeckKind::coded}};

}  // namespace

DeckKind kind_of_deck(const std::string& path) {
  const std::string head = read_head(find_text(path));
  for (LineReader lines(head); lines.next();) {
    const std::string line = in_capitals(trim(std::string_view(lines.line()).substr(0, 80)));
    if (line.size() > 1 && line[0] == '*' &&
        (line[1] == '*' || std::isalpha(static_cast<unsigned char>(line[1]))))
      return DeckKind::input;
    for (const auto& [beginning, kind] : kBeginnings)
      if (line.rfind(beginning, 0) == 0) return kind;
  }
  return DeckKind::input;
}

std::string DeckFiles::beside(const std::string& path, const std::string& input) const {
  const std::string near = (std::filesystem::path(path).parent_path() / input).string();
  const std::string far = (folder_ / input).string();
  return !existing_file(near) && existing_file(far) ? far : near;
}

void DeckFiles::demand_depth(const std::string& path, int depth) {
  demand(depth <= kMostIncludes, path, "files include each other too deeply",
         "let no file include itself");
}

}  // namespace mortise::gen
