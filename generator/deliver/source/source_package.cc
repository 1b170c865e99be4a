#include "generator/deliver/source/source_package.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "generator/bake/laws/file_law.hpp"
#include "generator/deliver/kit/identifier.hpp"
#include "generator/deliver/kit/kit_folder.hpp"
#include "generator/deliver/source/amalgamate.hpp"
#include "generator/ground/text/error.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

constexpr const char* kThirdParty = "flatbuffers/";
constexpr const char* kInterface = "mortise.h";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

// What the compiler is told of the model, and what is already known of the conditions of sources.
class Selection {
 public:
  explicit Selection(const ModelView& view) {
    for (const FileLaw* law : file_laws())
      if (!law->in_every_target) macros_["MORTISE_NO_" + macro_of(*law)] = false;
    macros_["MORTISE_NO_POSITION"] = false;
    for (const std::string& law : absent_laws(view)) define("MORTISE_NO_" + law, "");
    for (const char* macro : {"MORTISE_WITH_AVX2", "MORTISE_WITH_AVX512", "MORTISE_ANY_FLOAT_MODE",
                              "MORTISE_MAX_INTERFACES"})
      macros_[macro] = false;
    for (const FileLaw* law : file_laws())
      if (law->step_kind != nullptr) define_kind(*law, view);
    if (const AssemblyView* assembly = assembly_of(view))
      define("MORTISE_MAX_INTERFACES", " " + std::to_string(assembly->interfaces));
  }

  const std::map<std::string, bool>& macros() const { return macros_; }
  const std::string& definitions() const { return definitions_; }

 private:
  void define(const std::string& macro, const std::string& value) {
    macros_[macro] = true;
    definitions_ += "#define " + macro + value + "\n";
  }

  // The step of its kind alone, of the law that makes up the model (film/one_kind.hpp).
  void define_kind(const FileLaw& law, const ModelView& view) {
    const std::string one = "MORTISE_ONE_" + macro_of(law);
    macros_[one] = false;
    if (&file_law(view) != &law) return;
    define(one, "");
    for (const auto& [name, number] : law.step_kind(view))
      define("MORTISE_" + name, fmt::format(" {}", number));
  }

  std::map<std::string, bool> macros_;
  std::string definitions_;
};

constexpr const char* kNamesHeader = "names.h";

// The namespace has the folder's name in front, too.
std::string renamed_namespace() {
  return fmt::format("#include \"{}\"\n#define mortise MORTISE_NAMED(mortise)\n", kNamesHeader);
}

// names.h: the folder's name in front of all functions that its headers declare.
std::string names_header(const std::string& id, const std::string& headers) {
  static const std::regex declared(R"(^(MORTISE_API )?[a-z][\w ]*\*? ?(mortise_\w+)\()",
                                   std::regex::multiline);
  std::string text = fmt::format(
      "/* Every function of this folder has its name in front for the linker, so that one program\n"
      " * takes several folders; a source includes the headers of one of them. Define\n"
      " * MORTISE_PREFIX empty, for all sources, for names as they are written. */\n"
      "#ifndef MORTISE_NAMES_H\n#define MORTISE_NAMES_H\n\n"
      "#ifndef MORTISE_PREFIX\n#define MORTISE_PREFIX {}_\n#endif\n"
      "#define MORTISE_PASTE_NAMES(a, b) a##b\n"
      "#define MORTISE_PASTE(a, b) MORTISE_PASTE_NAMES(a, b)\n"
      "#define MORTISE_NAMED(name) MORTISE_PASTE(MORTISE_PREFIX, name)\n\n",
      id);
  std::set<std::string> names{"mortise_model_file"};
  for (std::sregex_iterator each(headers.begin(), headers.end(), declared), last; each != last;
       ++each)
    names.insert((*each)[2]);
  for (const std::string& name : names)
    text += fmt::format("#define {0} MORTISE_NAMED({0})\n", name);
  return text + "\n#endif\n";
}

// The headers of Eigen in a folder that holds Eigen/Core, by their paths from there.
std::vector<ArchivedFile> headers_of_eigen(const std::string& folder) {
  namespace fs = std::filesystem;
  demand(fs::is_regular_file(fs::path(folder) / "Eigen" / "Core"), folder, "holds no Eigen/Core",
         "install Eigen 3.4 and name its folder of headers, e.g. /usr/include/eigen3");
  std::vector<ArchivedFile> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(folder) / "Eigen")) {
    if (!entry.is_regular_file() || entry.path().filename() == "CMakeLists.txt") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    files.push_back(
        {entry.path().lexically_relative(folder).generic_string(),
         std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>())});
    demand(!in.bad(), entry.path().string(), "cannot be read", "see to its permissions");
  }
  return files;
}

// mortise_eigen.hpp: the C++ interface with the sizes of the model known to the compiler.
void add_eigen(const Model& model, const std::string& folder, const Selection& selection,
               const std::string& id, Amalgamation runtime, std::vector<ArchivedFile>* files) {
  demand(file_law(model.view()).fixed_sizes, model.root()->name()->str(),
         "has a step of its own, for which no sizes are fixed",
         "leave --eigen out: structures with contacts alone have it");
  for (ArchivedFile& file : headers_of_eigen(folder))
    files->push_back({"third_party/" + file.name, std::move(file.content)});
  for (ArchivedFile& file : read_kit_folder("eigen", "mortise_runtime_sources")) {
    if (file.name == "COPYING.MPL2")
      files->push_back({"third_party/Eigen/" + file.name, std::move(file.content)});
    else
      runtime.files.push_back(std::move(file));
  }
  files->push_back(
      {"mortise_eigen.hpp",
       "// The C++ interface of this folder and its model for controllers written with "
       "Eigen.\n// Compile it with -ffp-contract=off.\n#pragma once\n" +
           renamed_namespace() + selection.definitions() +
           amalgamate(runtime, "mortise/eigen.hpp") + "\n" +
           fixed_sizes_text(model.dims(), id + "_runtime")});
}

std::vector<ArchivedFile> runtime_files(const Model& model, const std::string& eigen) {
  const Selection selection(model.view());
  Amalgamation runtime;
  std::vector<ArchivedFile> files;
  for (ArchivedFile& file : read_kit_folder("runtime", "mortise_runtime_sources")) {
    if (file.name.rfind(kThirdParty, 0) == 0)
      files.push_back({"third_party/" + file.name, std::move(file.content)});
    else if (file.name == "LICENSE")
      files.push_back(std::move(file));
    else
      runtime.files.push_back(std::move(file));
  }
  runtime.macros = selection.macros();
  files.push_back({kInterface, fmt::format("#include \"{}\"\n", kNamesHeader) +
                                   amalgamate(runtime, "mortise/mortise.h")});
  runtime.kept = {{"mortise/mortise.h", kInterface}};
  files.push_back({"mortise_runtime.cc",
                   "// The runtime with the laws that its model needs, as one source; of others "
                   "nothing. It asks\n"
                   "// for the headers of FlatBuffers and of the library of C++, and links against "
                   "that of C.\n" +
                       renamed_namespace() + selection.definitions() +
                       amalgamate(runtime, "mortise_runtime.cc")});
  if (!eigen.empty())
    add_eigen(model, eigen, selection, identifier_of(model.root()->name()->str()), runtime, &files);
  return files;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::size_t code_bytes(const ModelView& view) {
  std::size_t bytes = file_law(view).code_bytes;
  if (assembly_of(view) != nullptr)
    for (const FileLaw* law : file_laws())
      if (has_law(view, *law)) bytes += law->code_in_assembly;
  return bytes;
}

}  // namespace

SourcePackage source_package(Instance& instance, const Reference& reference,
                             const std::string& eigen) {
  const Model& model = instance.model();
  const std::string id = identifier_of(model.root()->name()->str());
  SourcePackage package;
  package.code_bytes = code_bytes(model.view());
  package.files = runtime_files(model, eigen);
  package.files.push_back({"model.h", model_header(instance)});
  package.files.push_back({"model.c", model_array(instance)});
  package.files.push_back({"reference.h", reference_header(instance, reference)});
  const std::vector<std::pair<const char*, std::string>> texts = {
      {"@ID@", id},
      {"@ID_UPPER@", upper(id)},
      {"@VERSION@", MORTISE_VERSION},
      {"@STEP@", fmt::format("{}", model.step_size())},
      {"@FILE_BYTES@", std::to_string(instance.bytes().size())},
      {"@ARENA_BYTES@", std::to_string(model.arena_bytes())},
      {"@VIEW_BYTES@", std::to_string(instance.view_bytes())},
      {"@CODE_KB@", std::to_string(package.code_bytes / 1024)},
      {"@REFERENCE_STEPS@", std::to_string(reference.steps)}};
  for (ArchivedFile& file : read_kit_folder("embedded", "mortise_embedded")) {
    for (const auto& [key, text] : texts) file.content = replaced(file.content, key, text);
    package.files.push_back(std::move(file));
  }
  std::string headers;
  for (const ArchivedFile& file : package.files)
    if (file.name == kInterface || file.name.rfind("simulink/", 0) == 0) headers += file.content;
  package.files.push_back({kNamesHeader, names_header(id, headers)});
  std::sort(package.files.begin(), package.files.end(),
            [](const ArchivedFile& a, const ArchivedFile& b) { return a.name < b.name; });
  return package;
}

}  // namespace mortise::gen
