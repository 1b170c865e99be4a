#include "generator/ground/files/output_kind.hpp"

#include <algorithm>
#include <filesystem>

#include "generator/ground/files/output_place.hpp"
#include "generator/ground/files/output_refused.hpp"

namespace mortise::gen {
namespace {

const std::vector<OutputKindText>& output_kinds() {
  static const std::vector<OutputKindText> kinds{
      {OutputKind::model, "MODEL", "a model file", {".mrt"}, true},
      {OutputKind::table, "TABLE", "a table", {".csv", ".h5", ".hdf5"}, false},
      {OutputKind::picture, "PICTURE", "a picture", {".svg"}, false},
      {OutputKind::header, "HEADER", "a header", {".h", ".hpp", ".hh", ".hxx"}, false},
  };
  return kinds;
}

}  // namespace

const OutputKindText& text_of(OutputKind kind) {
  return output_kinds().at(static_cast<std::size_t>(kind));
}

std::optional<OutputKind> output_kind_named(const std::string& name) {
  for (const OutputKindText& text : output_kinds()) {
    if (text.name == name) return text.kind;
  }
  return std::nullopt;
}

std::string ending_of(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return ending;
}

std::string endings_text(OutputKind kind) {
  const std::vector<std::string>& endings = text_of(kind).endings;
  std::string text = endings.front();
  for (std::size_t i = 1; i < endings.size(); ++i) {
    text += (i + 1 < endings.size() ? ", " : " or ") + endings[i];
  }
  return text;
}

void check_ending(const std::string& path, OutputKind kind) {
  if (locate_output(path).kind != PlaceKind::file) return;
  const std::string ending = ending_of(path);
  const std::vector<std::string>& known = text_of(kind).endings;
  if (std::find(known.begin(), known.end(), ending) != known.end()) return;
  throw OutputRefused(path, std::string(text_of(kind).what) + " cannot end in \"" + ending + "\"",
                      "give a name that ends in " + endings_text(kind));
}

}  // namespace mortise::gen
