#include "generator/pipeline/content_hash.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include "generator/bake/aligned_bytes.hpp"
#include "mortise/selftest.hpp"

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

}  // namespace

ContentHash& ContentHash::add(const std::string& text) {
  const std::uint64_t size = text.size();
  value_ = fnv1a(value_, &size, sizeof size);
  value_ = fnv1a(value_, text.data(), text.size());
  return *this;
}

ContentHash& ContentHash::add_file(const std::string& path) {
  const AlignedBytes bytes = read_file(path);
  const std::uint64_t size = bytes.size();
  value_ = fnv1a(value_, &size, sizeof size);
  value_ = fnv1a(value_, bytes.data(), bytes.size());
  return *this;
}

std::string ContentHash::hex() const {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value_));
  return text;
}

std::vector<std::string> imported_files(const Definition& definition) {
  const ImportSpec& import = definition.import;
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
  for (const std::string& file : imported_files(definition)) hash.add_file(file);
  return hash.hex();
}

std::string settings_hash(const Definition& definition, bool (*wanted)(const std::string& key)) {
  ContentHash hash;
  for (const DefinitionSetting& s : definition.settings) {
    if (s.key == "import.file" || s.key == "import.deck" || !wanted(s.key)) continue;
    hash.add(s.key).add(s.value);
  }
  return hash.hex();
}

}  // namespace mortise::gen
