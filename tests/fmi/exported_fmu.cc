#include "tests/fmi/exported_fmu.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "mortise_generated.h"
#include "tests/fmi/description_rules.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::fmi_host {
namespace {

bool is_path(const std::string& name) { return name.find('/') != std::string::npos; }
std::string stem_of(const std::string& name) { return std::filesystem::path(name).stem().string(); }

struct Range {
  double middle, half;
};

// Range of an input: what the certificate has seen, else its range as far as it is modest.
Range range_of(const gen::Instance& instance, std::uint32_t input) {
  const auto* channel = instance.model().root()->inputs()->Get(input);
  const auto* box = instance.model().root()->training_box();
  const InputRange& r = instance.model().view().input_ranges[input];
  if (channel->range() > 0 && box != nullptr) {
    const auto* trained = box->Get(channel->range() - 1);
    return {0.5 * (trained->minimum() + trained->maximum()),
            0.4 * (trained->maximum() - trained->minimum())};
  }
  const double room = std::min(r.maximum - r.default_value, r.default_value - r.minimum);
  return {r.default_value, std::min(0.5 * room, 1.0)};
}

}  // namespace

std::string model_file(const std::string& name) {
  if (is_path(name)) return name;
  const std::string stored = std::string(MORTISE_TEST_DATA) + "/traces/" + name + ".mrt";
  return std::filesystem::exists(stored) ? stored : MORTISE_SEED_MODELS "/" + name + ".mrt";
}

ExportedFmu::~ExportedFmu() {
  library.reset();
  std::error_code error;
  if (!files.folder.empty()) std::filesystem::remove_all(files.folder, error);
}

std::string ExportedFmu::library_file() const {
  return files.folder +
         (description.version == 2 ? "/binaries/linux64/" : "/binaries/x86_64-linux/") +
         description.identifier + ".so";
}

std::unique_ptr<Library> load(const ExportedFmu& fmu, const std::string& file) {
  const std::string resources = fmu.files.folder + "/resources/";
  std::string trouble;
  auto library = fmu.description.version == 2
                     ? load_fmi2(file, fmu.description.token, resources, &trouble)
                     : load_fmi3(file, fmu.description.token, resources, &trouble);
  EXPECT_EQ(trouble, "");
  return library;
}

ExportedFmu exported(const std::string& name, int version) {
  const std::string key = fmt::format("{}_{}", stem_of(name), version);
  std::string archive = std::string(MORTISE_TEST_FMUS) + "/" + key + ".fmu";
  if (is_path(name)) {
    archive = gen::scratch(key + ".fmu");
    const gen::CommandResult result =
        gen::mortise(fmt::format("export {} --fmu {} -o {}", name, version, archive));
    EXPECT_EQ(result.code, 0) << result.err;
  }
  ExportedFmu fmu;
  fmu.files = unpack(archive, gen::scratch(key));
  const std::vector<std::string> faults = package_faults(fmu.files);
  EXPECT_EQ(faults, std::vector<std::string>{}) << name << " " << version;
  if (!faults.empty()) return fmu;
  std::string trouble;
  fmu.description = describe(read_xml(fmu.files.text("modelDescription.xml"), &trouble));
  fmu.library = load(fmu, fmu.library_file());
  return fmu;
}

Samples samples_for(const std::string& name, int steps) {
  const gen::Instance instance = gen::open_model_file(model_file(name));
  Samples s;
  s.names = instance.input_names();
  s.step = instance.model().step_size();
  for (std::size_t i = 0; i < s.names.size(); ++i)
    s.held.push_back(instance.model().view().input_ranges[i].hold == kHoldZeroOrder);
  for (int k = 0; k <= steps; ++k) {
    s.values.emplace_back();
    for (std::uint32_t i = 0; i < s.names.size(); ++i) {
      const Range r = range_of(instance, i);
      s.values.back().push_back(r.middle + r.half * std::sin(0.05 * k * (1.0 + 0.3 * i)));
    }
  }
  return s;
}

Rows reference_rows(const std::string& name, const Samples& samples) {
  const std::string in = gen::scratch(stem_of(name) + "_in.csv"),
                    out = gen::scratch(stem_of(name) + "_out.csv");
  std::ofstream csv(in);
  csv << "time";
  for (const std::string& input : samples.names) csv << "," << input;
  csv << "\n";
  for (std::size_t k = 0; k < samples.values.size(); ++k) {
    csv << fmt::format("{}", static_cast<double>(k) * samples.step);
    for (const double value : samples.values[k]) csv << fmt::format(",{}", value);
    csv << "\n";
  }
  csv.close();
  const gen::CommandResult result =
      gen::mortise(fmt::format("run {} --input {} -o {}", model_file(name), in, out));
  EXPECT_EQ(result.code, 0) << result.err;
  // what belongs to a step is none at the start; FMUs say 0 there
  Rows rows;
  std::ifstream table(out);
  std::string line;
  std::getline(table, line);
  while (std::getline(table, line)) {
    rows.emplace_back();
    for (std::size_t at = line.find(','); at != std::string::npos; at = line.find(',', at + 1)) {
      const double value = std::strtod(line.c_str() + at + 1, nullptr);
      rows.back().push_back(std::isnan(value) ? 0.0 : value);
    }
  }
  return rows;
}

Answer set_inputs(const ExportedFmu& fmu, const Samples& samples, std::size_t k, Slave* slave) {
  const References inputs = fmu.description.reals("input");
  std::vector<double> values;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    values.push_back(samples.values[samples.held[i] ? k : k + 1][i]);
  return slave->set(inputs, values);
}

Answer start(const ExportedFmu& fmu, const Samples& samples, Slave* slave, Rows* rows) {
  Answer worst = slave->initialize(0.0, 0.0);
  worst = std::max(worst, slave->set(fmu.description.reals("input"), samples.values.front()));
  worst = std::max(worst, slave->ready());
  rows->emplace_back();
  return std::max(worst, slave->get(fmu.description.reals("output"), &rows->back()));
}

Answer run(const ExportedFmu& fmu, const Samples& samples, std::size_t from, std::size_t to,
           Slave* slave, Rows* rows) {
  Answer worst = kOk;
  const References outputs = fmu.description.reals("output");
  for (std::size_t k = from; k < to; ++k) {
    worst = std::max(worst, set_inputs(fmu, samples, k, slave));
    // as an importer has it that adds times up and takes differences of them
    const double now = static_cast<double>(k) * samples.step;
    const double length = static_cast<double>(k + 1) * samples.step - now;
    worst = std::max(worst, slave->step(now, length));
    rows->emplace_back();
    worst = std::max(worst, slave->get(outputs, &rows->back()));
  }
  return worst;
}

std::string first_difference(const Rows& a, const Rows& b) {
  if (a.size() != b.size()) return fmt::format("{} rows and {}", a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k].size() != b[k].size())
      return fmt::format("{} columns and {}", a[k].size(), b[k].size());
    for (std::size_t i = 0; i < a[k].size(); ++i)
      if (std::memcmp(&a[k][i], &b[k][i], sizeof(double)) != 0)
        return fmt::format("row {} column {}: {} and {}", k, i, a[k][i], b[k][i]);
  }
  return "";
}

}  // namespace mortise::fmi_host
