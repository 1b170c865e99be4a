// A model file exported by the program `mortise`, unpacked and loaded by the host; and the same
// model under the same inputs run by the program itself.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "tests/fmi/description.hpp"
#include "tests/fmi/host.hpp"
#include "tests/fmi/unpacked_fmu.hpp"

namespace mortise::fmi_host {

// A stored model of tests/data/traces, or one of the seed models of tests/robustness; a name with a
// stroke in it is the path of another.
std::string model_file(const std::string& name);

// Its folder goes with it.
struct ExportedFmu {
  ExportedFmu() = default;
  ~ExportedFmu();
  ExportedFmu(ExportedFmu&&) = default;
  ExportedFmu& operator=(ExportedFmu&&) = delete;

  std::string library_file() const;

  UnpackedFmu files;
  Description description;
  std::unique_ptr<Library> library;
};

// Models by name were exported at build time (CMakeLists.txt names them). Fails the test, and has
// no library, if anything about the FMU is wrong.
ExportedFmu exported(const std::string& name, int version);

// A library of the FMU at another place.
std::unique_ptr<Library> load(const ExportedFmu& fmu, const std::string& file);

using Rows = std::vector<std::vector<double>>;

// Inputs within what they are made for, at t = k h.
struct Samples {
  std::vector<std::string> names;
  std::vector<bool> held;  // zero-order hold
  double step = 0.0;       // [s]
  Rows values;             // (steps + 1 x inputs)
};
Samples samples_for(const std::string& name, int steps);

// Outputs at t = 0, h, ... as `mortise run` gives them; of films from h on.
Rows reference_rows(const std::string& name, const Samples& samples);

// Sets what an importer that knows the coming samples sets before step k: of held inputs the value
// at its start, of the others that at its end.
Answer set_inputs(const ExportedFmu& fmu, const Samples& samples, std::size_t k, Slave* slave);

// Steps from..to-1; appends the outputs after each. The worst answer.
Answer run(const ExportedFmu& fmu, const Samples& samples, std::size_t from, std::size_t to,
           Slave* slave, Rows* rows);

// Initialized at t = 0 with the first samples; appends the outputs there.
Answer start(const ExportedFmu& fmu, const Samples& samples, Slave* slave, Rows* rows);

// The first row and column in which they differ in a bit; empty if they do not.
std::string first_difference(const Rows& a, const Rows& b);

}  // namespace mortise::fmi_host
