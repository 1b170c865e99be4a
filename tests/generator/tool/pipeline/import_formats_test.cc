// One structure in every line-oriented format: at equal settings the same model file, but for what
// it says of its origin.
#include <gtest/gtest.h>

#include <fstream>

#include "generator/bodies/import/importer.hpp"
#include "generator/tool/pipeline/build.hpp"
#include "tests/generator/bodies/import/matrix_writers.hpp"
#include "tests/generator/tool/pipeline/same_bytes.hpp"

namespace mortise::gen {
namespace {

constexpr char kCantilever[] = R"(name = "cantilever"
description = "A cantilever whose tip knocks on a stop"
[import]
kind = "calculix"
file = "cant"
units = "SI"
[damping]
ratio = 0.01
modes = [1, 3]
[condense]
method = "craig_bampton"
modes = 6
[contact]
kind = "nodes"
near = [0.04, 0.0, 0.0]
clearance = 1e-5
friction = 0.2
restitution = 0.5
[contact.wall]
normal = [0.0, 0.0, 1.0]
[step]
size = 2e-6
[excitation]
kind = "harmonic"
amplitude = 5.0
frequency = 2000.0
[[inputs]]
name = "force"
near = [0.04, 0.006, 0.004]
direction = [0.0, 0.0, 1.0]
[[outputs]]
name = "tip"
near = [0.04, 0.0, 0.0]
direction = [0.0, 0.0, 1.0]
[[scenarios]]
name = "shake"
duration = 2e-3
)";

AlignedBytes bytes_of(const std::string& definition, const std::string& kind) {
  BakeInput input = prepare_bake(read_definition(definition, {"import.kind=" + kind}), {});
  EXPECT_FALSE(input.options.provenance.input_hash.empty());
  input.options.provenance.definition_hash = input.options.provenance.input_hash = "0";
  input.options.provenance.settings.clear();
  return bake(input.system, input.options);
}

TEST(ImportFormats, GiveTheSameModelFile) {
  ImportOptions options;
  options.path = std::string(MORTISE_TEST_DATA) + "/calculix_cantilever/cant_c3d8";
  options.units = "mm,t,s,N";
  const FullModel model = import_matrices(options);
  const std::string job = testing::TempDir() + "/cant";
  write_calculix(model, job);
  write_abaqus(model, job, Triangle::lower);
  write_market(model, job);
  write_flat_deck(model, job + ".inp");
  write_bytes(job + ".toml", kCantilever);
  const AlignedBytes reference = bytes_of(job + ".toml", "calculix");
  EXPECT_TRUE(same(bytes_of(job + ".toml", "abaqus"), reference));
  EXPECT_TRUE(same(bytes_of(job + ".toml", "matrix_market"), reference));
}

}  // namespace
}  // namespace mortise::gen
