#include "generator/deliver/kit/kit_folder.hpp"

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

}  // namespace

std::vector<ArchivedFile> read_kit_folder(const std::string& name, const std::string& made_by) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path folder = program.parent_path().parent_path() / "share" / "mortise" / name;
  std::vector<ArchivedFile> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error))
    if (entry.is_regular_file())
      files.push_back({entry.path().lexically_relative(folder).generic_string(),
                       content_of_file(entry.path())});
  demand(!files.empty(), folder.string(), "holds nothing of what goes into every export",
         "build the target " + made_by + ", or install mortise as a whole");
  std::sort(files.begin(), files.end(),
            [](const ArchivedFile& a, const ArchivedFile& b) { return a.name < b.name; });
  return files;
}

}  // namespace mortise::gen
