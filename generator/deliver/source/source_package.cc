#include "generator/deliver/source/source_package.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "generator/deliver/kit/absent_laws.hpp"
#include "generator/deliver/kit/identifier.hpp"
#include "generator/deliver/kit/kit_folder.hpp"
#include "generator/deliver/source/amalgamate.hpp"
#include "generator/ground/text/error.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

constexpr const char* kThirdParty = "flatbuffers/";

// mortise_model has room for so many interfaces, each of so many words; what is left over is for a
// model without.
constexpr int kWordsOfModel = 320, kWordsOfInterface = 328;

// [byte]
constexpr std::size_t kContactCode = 46000, kJointCode = 72000, kFilmCode = 111000,
                      kSlidingCode = 59000, kBoltedCode = 61000, kAssemblyCode = 118000,
                      kAssemblyWithFilmCode = 420000;

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
    for (const char* law : {"FILM", "JOINT", "SLIDING", "BOLTED", "ASSEMBLY"})
      macros_[std::string("MORTISE_NO_") + law] = false;
    for (const std::string& law : absent_laws(view)) define("MORTISE_NO_" + law, "");
    for (const char* macro : {"MORTISE_WITH_AVX2", "MORTISE_WITH_AVX512", "MORTISE_ANY_FLOAT_MODE",
                              "MORTISE_MAX_INTERFACES", "MORTISE_ONE_FILM"})
      macros_[macro] = false;
    if (view.is_film()) define_film(view.film);
    if (view.is_assembly()) {
      interfaces_ = static_cast<const AssemblyView&>(view).interfaces;
      define("MORTISE_MAX_INTERFACES", " " + std::to_string(interfaces_));
    }
  }

  const std::map<std::string, bool>& macros() const { return macros_; }
  const std::string& definitions() const { return definitions_; }

  // The C interface with no more room for interfaces than the model has.
  std::string fit_header(const std::string& header) const {
    if (interfaces_ == 0) return header;
    return replaced(
        header, "MORTISE_MODEL_WORDS = 10496",
        fmt::format("MORTISE_MODEL_WORDS = {}", kWordsOfModel + interfaces_ * kWordsOfInterface));
  }

 private:
  void define(const std::string& macro, const std::string& value) {
    macros_[macro] = true;
    definitions_ += "#define " + macro + value + "\n";
  }

  // The step of its kind alone (film/one_kind.hpp).
  void define_film(const FilmView& film) {
    define("MORTISE_ONE_FILM", "");
    define("MORTISE_FILM_SCALAR", fmt::format(" {}", film.scalar));
    define("MORTISE_FILM_STENCIL", fmt::format(" {}", film.constants->stencil));
    define("MORTISE_FILM_CARRIED", film.transport != nullptr ? " 1" : " 0");
    define("MORTISE_FILM_EDGE", film.edge != nullptr ? " 1" : " 0");
  }

  std::map<std::string, bool> macros_;
  std::string definitions_;
  int interfaces_ = 0;
};

std::vector<ArchivedFile> runtime_files(const ModelView& view) {
  const Selection selection(view);
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
  files.push_back({"mortise.h", selection.fit_header(amalgamate(runtime, "mortise/mortise.h"))});
  runtime.kept = {{"mortise/mortise.h", "mortise.h"}};
  files.push_back({"mortise_runtime.cc",
                   "// The runtime with the laws that its model needs, as one source; of others "
                   "nothing. It asks\n"
                   "// for the headers of FlatBuffers and of the library of C++, and links against "
                   "that of C.\n" +
                       selection.definitions() + amalgamate(runtime, "mortise_runtime.cc")});
  return files;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

// Measured on a Cortex-M7 (GCC 12.2, -Os) with the example and what it links of the libraries.
std::size_t code_bytes(const ModelView& view) {
  if (view.is_assembly()) {
    const std::vector<std::string> absent = absent_laws(view);
    const bool film = std::find(absent.begin(), absent.end(), "FILM") == absent.end();
    return film ? kAssemblyWithFilmCode : kAssemblyCode;
  }
  if (view.is_film()) return kFilmCode;
  if (view.is_joint()) return kJointCode;
  if (view.is_sliding()) return kSlidingCode;
  return view.is_bolted() ? kBoltedCode : kContactCode;
}

}  // namespace

SourcePackage source_package(Instance& instance, const Reference& reference) {
  const Model& model = instance.model();
  const std::string id = identifier_of(model.root()->name()->str());
  SourcePackage package;
  package.code_bytes = code_bytes(model.view());
  package.files = runtime_files(model.view());
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
      {"@CODE_KB@", std::to_string(package.code_bytes / 1024)},
      {"@REFERENCE_STEPS@", std::to_string(reference.steps)}};
  for (ArchivedFile& file : read_kit_folder("embedded", "mortise_embedded")) {
    for (const auto& [key, text] : texts) file.content = replaced(file.content, key, text);
    package.files.push_back(std::move(file));
  }
  std::sort(package.files.begin(), package.files.end(),
            [](const ArchivedFile& a, const ArchivedFile& b) { return a.name < b.name; });
  return package;
}

}  // namespace mortise::gen
