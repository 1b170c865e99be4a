#include "generator/deliver/fmu/fmu.hpp"

#include <fmt/format.h>

#include "generator/deliver/fmu/documentation.hpp"
#include "generator/deliver/fmu/fmu_kit.hpp"
#include "generator/deliver/fmu/icon.hpp"
#include "generator/deliver/fmu/model_description.hpp"
#include "mortise/fmu_package.hpp"

namespace mortise::gen {
namespace {

// The folder of a platform in binaries/; empty if the version has no name for it.
std::string platform_folder(const std::string& platform, int version) {
  if (version == 3) return platform;
  return platform == "x86_64-linux" ? "linux64" : "";
}

// sources/laws.h: what all.cc leaves out.
std::string laws_header(const FmuModel& model) {
  std::string text =
      "// The laws of interfaces that this model does without; the runtime knows more.\n";
  for (const std::string& law : model.absent_laws) text += "#define MORTISE_NO_" + law + "\n";
  return text;
}

constexpr const char* kLawsHeader = "laws.h";

}  // namespace

Fmu make_fmu(const Instance& instance, const FmuModel& model, int version,
             const std::string& report, const std::string& where) {
  const FmuKit kit = read_fmu_kit();
  Fmu fmu;
  std::vector<ArchivedFile> files;
  files.push_back({"modelDescription.xml",
                   version == 2 ? model_description_2(model) : model_description_3(model)});
  for (const FmuLibrary& library : kit.libraries) {
    const std::string folder = platform_folder(library.platform, version);
    if (folder.empty()) continue;
    fmu.platforms.push_back(folder);
    files.push_back({"binaries/" + folder + "/" + model.identifier + ".so", library.content});
  }
  files.push_back({std::string("resources/") + fmi::kModelFile,
                   std::string(reinterpret_cast<const char*>(instance.bytes().data()),
                               instance.bytes().size())});
  for (const ArchivedFile& source : kit.sources)
    if (source.name != kLawsHeader) files.push_back({"sources/" + source.name, source.content});
  files.push_back({std::string("sources/") + kLawsHeader, laws_header(model)});
  if (version == 3)
    files.push_back({"sources/buildDescription.xml", build_description(model, kit.options)});
  files.push_back(
      {"documentation/index.html", fmu_documentation(model, version, kit.options, report)});
  for (const ArchivedFile& license : kit.licenses)
    files.push_back({"documentation/licenses/" + license.name, license.content});
  if (version == 2) {
    files.push_back({"model.png", icon_png()});
  } else {
    files.push_back({"terminalsAndIcons/terminalsAndIcons.xml", terminals_and_icons(model)});
    files.push_back({"terminalsAndIcons/icon.png", icon_png()});
    files.push_back({"terminalsAndIcons/icon.svg", icon_svg()});
  }
  fmu.archive = zip_archive(files, Packing::deflated, where);
  return fmu;
}

}  // namespace mortise::gen
