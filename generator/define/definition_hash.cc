#include "generator/define/definition_hash.hpp"

#include <filesystem>
#include <set>

#include "generator/io/content_hash.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

// "data/rod.sti.gz" -> "rod": the job that the files of an export share.
std::string job_of(const fs::path& path) {
  std::string name = path.filename().string();
  for (const char* ending : {".sti", ".mas", ".dof", ".inp"}) {
    const auto at = name.rfind(ending);
    if (at != std::string::npos) return name.substr(0, at);
  }
  return name;
}

bool names_a_file(const std::string& key) {
  for (const char* table : {"import", "bodies.lower", "bodies.upper"}) {
    const std::string t = table;
    if (key == t + ".file" || key == t + ".deck") return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> imported_files(const ImportSpec& import) {
  if (import.file.empty()) return {};
  if (import.kind == ImportKind::modal) return {import.file};
  std::set<std::string> files;
  if (!import.deck.empty()) files.insert(import.deck);
  const fs::path path = import.file;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  for (const char* ending : {".sti", ".mas", ".dof", ".inp"}) {
    for (const char* packed : {"", ".gz"}) {
      const fs::path file = folder / (job_of(path) + ending + packed);
      if (fs::is_regular_file(file)) files.insert(file.string());
    }
  }
  return {files.begin(), files.end()};
}

std::string input_hash(const Definition& definition) {
  ContentHash hash;
  for (const std::string& file : imported_files(definition.import)) hash.add_file(file);
  return hash.hex();
}

std::string input_hash(const FilmDefinition& definition) {
  ContentHash hash;
  for (const BodySpec* body : {&definition.lower, &definition.upper}) {
    for (const std::string& file : imported_files(body->import)) hash.add_file(file);
  }
  return hash.hex();
}

std::string settings_hash(const std::vector<DefinitionSetting>& settings,
                          bool (*wanted)(const std::string& key)) {
  ContentHash hash;
  for (const DefinitionSetting& s : settings) {
    if (!names_a_file(s.key) && wanted(s.key)) hash.add(s.key).add(s.value);
  }
  return hash.hex();
}

}  // namespace mortise::gen
