#include "generator/deliver/source/model_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <vector>

#include "generator/ground/text/error.hpp"
#include "mortise/mortise.h"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

constexpr std::size_t kBytesPerLine = 16;
constexpr long kCheckpoints = 8;

// For a comment of C.
std::string comment_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '/' && !result.empty() && result.back() == '*') result += ' ';
    result += std::iscntrl(static_cast<unsigned char>(c)) != 0 ? ' ' : c;
  }
  return result;
}

// A literal of C.
std::string literal(const std::string& text) {
  std::string result = "\"";
  for (const unsigned char c : text) {
    if (c == '"' || c == '\\' || c == '?' || c < 32 || c > 126)
      result += fmt::format("\\{:03o}", c);
    else
      result += static_cast<char>(c);
  }
  return result + '"';
}

// Numbers by name: an enumeration of MORTISE_<what>_<name>.
class Names {
 public:
  explicit Names(std::string what) : what_(std::move(what)) {}

  void add(const std::string& name, const std::string& comment) {
    std::string id;
    for (const unsigned char c : name) id += std::isalnum(c) != 0 ? static_cast<char>(c) : '_';
    if (const int n = ++taken_[id]; n > 1) id += fmt::format("__{}", n);
    text_ += fmt::format("  MORTISE_{}_{} = {}, /* {} */\n", what_, id, count_++,
                         comment_text(name + comment));
  }
  std::string text() const { return count_ == 0 ? "" : "enum {\n" + text_ + "};\n\n"; }

 private:
  std::string what_, text_;
  std::map<std::string, int> taken_;
  int count_ = 0;
};

std::string unit_text(const char* unit) {
  return *unit != '\0' ? fmt::format(" [{}]", unit) : std::string();
}

// The model as the C interface sees it.
const mortise_model* as_c(const Instance& instance) {
  return reinterpret_cast<const mortise_model*>(&instance.model());
}

template <class T, class Describe>
T described(const Instance& instance, Describe describe, std::int32_t index) {
  T result{};
  (void)describe(as_c(instance), index, &result, sizeof result);
  return result;
}

std::string names_of(const Instance& instance) {
  const mortise_model* model = as_c(instance);
  constexpr const char* kHolds[] = {"zero-order hold", "linear hold", "cubic hold"};
  Names inputs("INPUT"), outputs("OUTPUT"), parameters("PARAMETER");
  for (std::int32_t i = 0; i < mortise_inputs(model); ++i) {
    const auto d = described<mortise_input>(instance, mortise_input_describe, i);
    inputs.add(d.name, fmt::format("{}, {} .. {}, default {}, {}", unit_text(d.unit), d.minimum,
                                   d.maximum, d.default_value, kHolds[d.hold]));
  }
  for (std::int32_t i = 0; i < mortise_outputs(model); ++i) {
    const auto d = described<mortise_output>(instance, mortise_output_describe, i);
    outputs.add(d.name, unit_text(d.unit));
  }
  for (std::int32_t i = 0; i < mortise_parameters(model); ++i) {
    const auto d = described<mortise_parameter>(instance, mortise_parameter_describe, i);
    parameters.add(d.name, fmt::format("{}, {} .. {}, default {}", unit_text(d.unit), d.minimum,
                                       d.maximum, d.default_value));
  }
  return inputs.text() + outputs.text() + parameters.text();
}

// Inputs of a step: of the scenario, or the defaults.
class ReferenceInputs {
 public:
  ReferenceInputs(Instance* instance, int scenario)
      : instance_(instance), scenario_(scenario), u_(instance->model().input_values() + 1) {
    const Model& model = instance->model();
    instance->state().reset(model);
    if (scenario >= 0)
      demand(player_.start(model, scenario, &instance->state()), "scenario", "cannot be started",
             "name one that `mortise info` lists");
    for (std::int32_t i = 0; i < model.input_values(); ++i)
      u_[static_cast<std::size_t>(i)] =
          described<mortise_input>(*instance, mortise_input_describe, i % model.dims().inputs)
              .default_value;
  }
  const double* next() {
    if (scenario_ >= 0) player_.next(instance_->model(), u_.data(), &instance_->state());
    return u_.data();
  }

 private:
  Instance* instance_;
  int scenario_;
  ScenarioPlayer player_;
  std::vector<double> u_;
};

std::string row_text(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += fmt::format("{}{:a}", text.empty() ? "" : ", ", value);
  return text;
}

}  // namespace

std::string model_header(const Instance& instance) {
  const Model& model = instance.model();
  const Dims& d = model.dims();
  std::string text =
      "/* Sizes and names of the model. The file itself is in model.c. */\n"
      "#ifndef MORTISE_MODEL_H\n#define MORTISE_MODEL_H\n\n#include \"mortise.h\"\n\n";
  const auto define = [&](const char* what, const std::string& value, const char* comment) {
    text += fmt::format("#define MORTISE_MODEL_{} {} /* {} */\n", what, value, comment);
  };
  text += fmt::format("#define MORTISE_MODEL_NAME {}\n", literal(model.root()->name()->str()));
  define("FILE_BYTES", fmt::format("{}u", instance.bytes().size()), "model file, in flash [byte]");
  define("ARENA_BYTES", fmt::format("{}u", model.arena_bytes()),
         "one state, exactly, aligned to 64 [byte]");
  define("VIEW_BYTES", fmt::format("{}u", instance.view_bytes()),
         "the opened model, aligned to 8 [byte]");
  define("SNAPSHOT_BYTES", fmt::format("{}u", mortise_snapshot_bytes(as_c(instance))),
         "of mortise_snapshot_write [byte]");
  define("STEP", fmt::format("{}", model.step_size()), "h [s]");
  define("MODES", fmt::format("{}", d.modes), "modal coordinates");
  define("CONTACTS", fmt::format("{}", d.contacts), "contact nodes");
  define("INPUTS", fmt::format("{}", d.inputs), "inputs");
  define("INPUT_VALUES", fmt::format("{}", model.input_values()), "numbers read from u");
  define("OUTPUTS", fmt::format("{}", d.outputs), "numbers written to y");
  text += "\n" + names_of(instance);
  text +=
      "#ifdef __cplusplus\n"
      "#define MORTISE_MODEL_ASSERT static_assert\n"
      "extern \"C\" {\n"
      "#else\n"
      "#define MORTISE_MODEL_ASSERT _Static_assert\n"
      "#endif\n\n"
      "/* The model file, aligned to 64, in read-only memory. */\n"
      "extern const unsigned char mortise_model_file[MORTISE_MODEL_FILE_BYTES];\n\n"
      "#ifdef __cplusplus\n}\n#endif\n\n";
  text += fmt::format(
      "MORTISE_MODEL_ASSERT(MORTISE_ABI_VERSION == {}u, \"model.h and mortise.h differ in age\");\n"
      "MORTISE_MODEL_ASSERT(sizeof(double) == 8, \"compile with doubles of 64 bit\");\n"
      "MORTISE_MODEL_ASSERT(MORTISE_MODEL_ARENA_BYTES % 64 == 0, \"whole blocks of 64 byte\");\n"
      "MORTISE_MODEL_ASSERT(MORTISE_MODEL_INPUT_VALUES == MORTISE_MODEL_INPUTS ||\n"
      "                         MORTISE_MODEL_INPUT_VALUES == 2 * MORTISE_MODEL_INPUTS,\n"
      "                     \"inputs at t_n, or at t_n and t_n+1\");\n\n#endif\n",
      MORTISE_ABI_VERSION);
  return text;
}

std::string fixed_sizes_text(const Dims& sizes, const std::string& name) {
  return fmt::format(
      "#ifdef __cplusplus\n"
      "// The step of these sizes, known to the compiler: for mortise/fixed.hpp and "
      "mortise/eigen.hpp\n"
      "// before or behind this header.\n"
      "namespace mortise {{\ntemplate <int np, int nc, int nu, int ny>\nstruct Runtime;\n}}\n"
      "using {} = mortise::Runtime<{}, {}, {}, {}>;\n"
      "#endif\n\n",
      name, sizes.modes, sizes.contacts, sizes.inputs, sizes.outputs);
}

std::string model_array(const Instance& instance) {
  std::string text =
      "/* The model file as an array: read-only, it stays where it is. */\n"
      "#include \"model.h\"\n\n"
      "_Alignas(64) const unsigned char mortise_model_file[MORTISE_MODEL_FILE_BYTES] = {\n";
  const std::uint8_t* bytes = instance.bytes().data();
  for (std::size_t i = 0; i < instance.bytes().size(); ++i)
    text += std::to_string(bytes[i]) + ((i + 1) % kBytesPerLine == 0 ? ",\n" : ",");
  return text + "\n};\n";
}

std::string reference_header(Instance& instance, const Reference& reference) {
  std::vector<double> y(static_cast<std::size_t>(instance.dims().outputs));
  const long every = std::max(1L, reference.steps / kCheckpoints);
  std::uint64_t hash = kFnvStart;
  std::string rows;
  long checkpoints = 0;
  ReferenceInputs inputs(&instance, reference.scenario);
  for (long k = 1; k <= reference.steps; ++k) {
    const Status status = instance.step(inputs.next(), y.data());
    hash = fnv1a(fnv1a(hash, y.data(), y.size() * sizeof(double)), &status, sizeof status);
    if (k % every != 0) continue;
    ++checkpoints;
    rows += fmt::format("    {{{}}},\n", y.empty() ? "0" : row_text(y));
  }
  instance.state().reset(instance.model());
  return fmt::format(
      "/* What the first steps give, to the last bit: taken by `mortise export`. */\n"
      "#ifndef MORTISE_REFERENCE_H\n#define MORTISE_REFERENCE_H\n\n"
      "#include \"model.h\"\n\n"
      "enum {{\n"
      "  MORTISE_REFERENCE_SELFTEST = {}, /* 1: the file has a golden trace */\n"
      "  MORTISE_REFERENCE_SCENARIO = {}, /* of the model; -1: inputs at their defaults */\n"
      "  MORTISE_REFERENCE_STEPS = {},\n"
      "  MORTISE_REFERENCE_EVERY = {}, /* steps from one row to the next */\n"
      "  MORTISE_REFERENCE_ROWS = {}\n"
      "}};\n\n"
      "/* FNV-1a 64 over the outputs and the status of every step. */\n"
      "#define MORTISE_REFERENCE_HASH UINT64_C(0x{:016x})\n\n"
      "/* Outputs after each EVERY steps. */\n"
      "static const double mortise_reference[MORTISE_REFERENCE_ROWS][MORTISE_MODEL_OUTPUTS + {}] = "
      "{{\n{}}};\n\n#endif\n",
      instance.model().root()->golden() != nullptr ? 1 : 0, reference.scenario, reference.steps,
      every, checkpoints, hash, y.empty() ? 1 : 0, rows);
}

}  // namespace mortise::gen
