#include "generator/deliver/fmu/fmu_kit.hpp"

#include <algorithm>

#include "generator/deliver/kit/kit_folder.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// What stands behind `prefix` in the name of a file below it; empty of any other.
std::string name_below(const ArchivedFile& file, const std::string& prefix) {
  return file.name.compare(0, prefix.size(), prefix) == 0 ? file.name.substr(prefix.size())
                                                          : std::string();
}

}  // namespace

FmuKit read_fmu_kit() {
  FmuKit kit;
  for (ArchivedFile& file : read_kit_folder("fmi", "mortise_fmi")) {
    if (const std::string library = name_below(file, "binaries/"); !library.empty())
      kit.libraries.push_back({library.substr(0, library.find(".so")), std::move(file.content)});
    else if (const std::string source = name_below(file, "sources/"); !source.empty())
      kit.sources.push_back({source, std::move(file.content)});
    else if (file.name == "compiler_options.txt")
      kit.options = file.content.substr(0, file.content.find('\n'));
  }
  demand(!kit.libraries.empty() && !kit.sources.empty() && !kit.options.empty(),
         "share/mortise/fmi", "is not complete",
         "build the target mortise_fmi, or install mortise as a whole");
  for (ArchivedFile& file : read_kit_folder("runtime", "mortise_runtime_sources")) {
    if (file.name == "LICENSE") kit.licenses.push_back({"license.txt", file.content});
    if (file.name == "flatbuffers/LICENSE")
      kit.licenses.push_back({"flatbuffers.txt", file.content});
    kit.sources.push_back(std::move(file));
  }
  const auto by_name = [](const ArchivedFile& a, const ArchivedFile& b) { return a.name < b.name; };
  std::sort(kit.sources.begin(), kit.sources.end(), by_name);
  std::sort(kit.licenses.begin(), kit.licenses.end(), by_name);
  return kit;
}

}  // namespace mortise::gen
