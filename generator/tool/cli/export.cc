#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/play/instance.hpp"
#include "generator/bake/play/play.hpp"
#include "generator/deliver/fmu/fmu.hpp"
#include "generator/deliver/source/model_files.hpp"
#include "generator/deliver/source/package_folder.hpp"
#include "generator/deliver/source/source_package.hpp"
#include "generator/ground/files/output_file.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/model_report.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

constexpr int kBytesPerLine = 16;

std::string identifier(const std::string& name) {
  std::string result = "mortise_";
  for (const unsigned char c : name) result += std::isalnum(c) != 0 ? static_cast<char>(c) : '_';
  return result;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

// Interfaces of an assembly that are of a law.
std::ptrdiff_t parts_of(const ModelView& view, const FileLaw& law) {
  if (assembly_of(view) == nullptr) return 0;
  const auto all = interfaces_of(view);
  return std::count_if(all.begin(), all.end(),
                       [&](const ModelView* i) { return &file_law(*i) == &law; });
}

// A C and C++ header: sizes as macros, the file as an array in read-only memory.
std::string to_header(const Instance& instance) {
  const Model& model = instance.model();
  const std::string name = identifier(model.root()->name()->str()), prefix = upper(name);
  const Dims& d = model.dims();
  std::string text = fmt::format(
      "/* Model file of \"{0}\" as an array; made by `mortise export --header`. */\n"
      "#ifndef {1}_H\n#define {1}_H\n\n",
      model.root()->name()->str(), prefix);
  const auto define = [&](const std::string& what, auto value) {
    text += fmt::format("#define {}_{} {}u\n", prefix, what, value);
  };
  define("FILE_BYTES", instance.bytes().size());
  define("ARENA_BYTES", model.arena_bytes());
  define("VIEW_BYTES", instance.view_bytes());
  define("MODES", d.modes);
  define("CONTACTS", d.contacts);
  define("INPUTS", d.inputs);
  define("INPUT_VALUES", model.input_values());
  define("OUTPUTS", d.outputs);
  define("INTERFACES", model.root()->interfaces() ? model.root()->interfaces()->size() : 0);
  // what the law is, 0 where it is another one; a target links the step of its law alone
  const ModelView& view = model.view();
  define("POSITION_LEVEL", has_positions(view) ? 1 : 0);
  for (const FileLaw* law : file_laws()) {
    if (law->in_every_target) continue;
    if (law->step_kind != nullptr)
      for (const auto& [what, number] : law->step_kind(view)) define(what, number);
    else
      define(macro_of(*law), law == &file_law(view) ? 1 : 0);
    if (!law->in_every_assembly) define(macro_of(*law) + "_PARTS", parts_of(view, *law));
  }
  text +=
      "\n#ifdef __cplusplus\nalignas(64)\n#else\n_Alignas(64)\n#endif\n"
      "static const unsigned char " +
      name + "[" + prefix + "_FILE_BYTES] = {\n";
  const std::uint8_t* bytes = instance.bytes().data();
  for (std::size_t i = 0; i < instance.bytes().size(); ++i) {
    text += std::to_string(bytes[i]) + ((i + 1) % kBytesPerLine == 0 ? ",\n" : ",");
  }
  text += "\n};\n\n";
  if (file_law(view).fixed_sizes) text += fixed_sizes_text(d, name + "_runtime");
  return text + "#endif\n";
}

struct ExportArguments : ModelArguments {
  std::string output, source, scenario, eigen;
  bool header = false;
  int fmu = 0;
  long steps = 0;  // 0: not asked for
};

int export_header(const ExportArguments& a, const Instance& instance) {
  const std::string text = to_header(instance);
  write_output(a.output, OutputKind::header, text.data(), text.size());
  return print_result(a.json,
                      {{"output", a.output},
                       {"file_bytes", instance.bytes().size()},
                       {"arena_bytes", instance.model().arena_bytes()}},
                      "wrote " + output_text(a.output) + "\n");
}

int export_fmu(const ExportArguments& a, const Instance& instance) {
  const FmuModel model = fmu_model(instance);
  const std::string output =
      is_folder_for(a.output, OutputKind::exported)
          ? (std::filesystem::path(a.output) / (model.identifier + ".fmu")).string()
          : a.output;
  check_ending(output, OutputKind::fmu);
  const Fmu fmu = make_fmu(instance, model, a.fmu, model_text(instance), a.model);
  write_output(output, OutputKind::fmu, fmu.archive.data(), fmu.archive.size());
  return print_result(
      a.json,
      {{"output", output},
       {"fmi_version", a.fmu},
       {"model_identifier", model.identifier},
       {"token", model.token},
       {"platforms", fmu.platforms},
       {"bytes", fmu.archive.size()},
       {"internal_step_s", model.step}},
      fmt::format("wrote {}: FMI {}.0 for {} and as sources, internal step {} s\n",
                  output_text(output), a.fmu, fmt::join(fmu.platforms, ", "), model.step));
}

// Steps of a reference: the scenario's, but no more than a small machine takes in a second or so.
constexpr long kReferenceSteps = 256;

Reference reference_for(const ExportArguments& a, const Instance& instance) {
  const auto* scenarios = instance.model().root()->scenarios();
  Reference reference;
  if (!a.scenario.empty())
    reference.scenario = scenario_of(a.model, instance, a.scenario);
  else if (scenarios != nullptr && scenarios->size() > 0)
    reference.scenario = 0;
  reference.steps = a.steps > 0 ? a.steps : kReferenceSteps;
  return reference;
}

int export_source(const ExportArguments& a, Instance& instance) {
  const Reference reference = reference_for(a, instance);
  const SourcePackage package = source_package(instance, reference, a.eigen);
  write_new_folder(a.source, package.files);
  const Model& model = instance.model();
  return print_result(
      a.json,
      {{"folder", a.source},
       {"files", package.files.size()},
       {"file_bytes", instance.bytes().size()},
       {"arena_bytes", model.arena_bytes()},
       {"code_bytes", package.code_bytes},
       {"absent_laws", absent_laws(model.view())},
       {"reference_steps", reference.steps}},
      fmt::format("wrote {0}: {1} files\n"
                  "  flash  model {2} byte, code about {3} KB (Cortex-M7, -Os)\n"
                  "  RAM    {4} byte for one state\n"
                  "  make -C {0} check    builds it and compares {5} steps to the last bit\n",
                  a.source, package.files.size(), instance.bytes().size(),
                  package.code_bytes / 1024, model.arena_bytes(), reference.steps));
}

void check_arguments(const ExportArguments& a) {
  const int asked = (a.header ? 1 : 0) + (a.fmu != 0 ? 1 : 0) + (a.source.empty() ? 0 : 1);
  if (asked == 0)
    throw UsageError("what to export is not said; give --header, --fmu 2|3 or --source DIR");
  if (asked > 1)
    throw UsageError("--header, --fmu and --source make different things; ask for one of them");
  if (a.source.empty() == a.output.empty())
    throw UsageError(a.source.empty() ? "-o is missing: the file to write"
                                      : "--source names its folder; leave -o out");
  if (a.source.empty() && (!a.scenario.empty() || a.steps > 0))
    throw UsageError("--scenario and --steps are about the reference of --source");
  if (a.source.empty() && !a.eigen.empty())
    throw UsageError("--eigen is about the folder of --source; leave it out");
}

int run_export(const ExportArguments& a) {
  check_arguments(a);
  if (a.header) check_ending(a.output, OutputKind::header);
  if (!a.source.empty()) check_new_folder(a.source);
  Instance instance = open_model_file(a.model);
  if (!a.source.empty()) return export_source(a, instance);
  return a.header ? export_header(a, instance) : export_fmu(a, instance);
}

}  // namespace

void add_export(CLI::App* app, Command* chosen) {
  add_command<ExportArguments>(
      app, chosen, "export", "turn a model file into what a target takes", run_export,
      [](CLI::App* command, ExportArguments* a) {
        add_model(command, &a->model);
        command->add_flag("--header", a->header, "C and C++ array with the sizes as macros");
        add_option(command, "--fmu", &a->fmu,
                   "FMU for co-simulation of FMI 2.0 or 3.0: model, libraries, sources",
                   one_of_numbers({2, 3}));
        add_option(command, "--source", &a->source,
                   "sources that build alone for hosts and bare boards: runtime, "
                   "model, example, Makefile, CMake, Zephyr, Simulink")
            ->type_name("NEW-FOLDER");
        add_option(
            command, "--eigen", &a->eigen,
            "headers of Eigen that go into the folder, with a C++ interface of sizes known to "
            "the compiler: where Eigen/Core lies, e.g. /usr/include/eigen3")
            ->type_name("HEADERS");
        add_option(command, "--scenario", &a->scenario,
                   "scenario of the steps that the folder's example compares; default: the first");
        add_option(command, "--steps", &a->steps, "how many of them; default: 256",
                   in_range(1, 1000000));
        add_output(command, "-o,--output", &a->output, OutputKind::exported,
                   "file to write; of an FMU also a folder, for one named after the model");
      });
}

}  // namespace mortise::gen
