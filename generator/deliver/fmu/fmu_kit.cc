#include "generator/deliver/fmu/fmu_kit.hpp"

#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kPart = 1u << 20;  // [byte]

// Unpacked if it is packed.
std::string content_of_file(const fs::path& path) {
  const std::unique_ptr<gzFile_s, decltype(&gzclose_r)> file(gzopen(path.c_str(), "rb"), gzclose_r);
  std::string content;
  int read = file ? 1 : -1;
  while (read > 0) {
    const std::size_t size = content.size();
    content.resize(size + kPart);
    read = gzread(file.get(), content.data() + size, kPart);
    content.resize(size + static_cast<std::size_t>(std::max(read, 0)));
  }
  demand(read == 0, path.string(), "cannot be read", "install mortise anew");
  return content;
}

// Every file below a folder, sorted by its path.
std::vector<ArchivedFile> files_below(const fs::path& folder) {
  std::vector<ArchivedFile> files;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error))
    if (entry.is_regular_file())
      files.push_back({entry.path().lexically_relative(folder).generic_string(),
                       content_of_file(entry.path())});
  std::sort(files.begin(), files.end(),
            [](const ArchivedFile& a, const ArchivedFile& b) { return a.name < b.name; });
  return files;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

FmuKit read_fmu_kit() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path folder = program.parent_path().parent_path() / "share" / "mortise" / "fmi";
  FmuKit kit;
  for (ArchivedFile& file : files_below(folder / "binaries"))
    kit.libraries.push_back({file.name.substr(0, file.name.find(".so")), std::move(file.content)});
  kit.sources = files_below(folder / "sources");
  kit.licenses = files_below(folder / "licenses");
  demand(!kit.libraries.empty() && !kit.sources.empty() && !kit.licenses.empty(), folder.string(),
         "holds no libraries and sources for FMUs",
         "build the target mortise_fmi, or install mortise as a whole");
  kit.options = first_line(content_of_file(folder / "compiler_options.txt"));
  return kit;
}

}  // namespace mortise::gen
