// The bench of bench.c on the installed C++ interface. Every public header is included.
//   bench MODEL.mrt SCENARIO OUTPUT
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <mortise/mortise.hpp>
#include <new>
#include <vector>

#include "public_headers.hpp"

namespace {

struct alignas(64) Block {
  unsigned char bytes[64];
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  std::ifstream in(argv[1], std::ios::binary);
  const std::vector<char> read(std::istreambuf_iterator<char>(in), {});
  std::vector<Block> file(read.size() / 64 + 1);
  std::copy(read.begin(), read.end(), reinterpret_cast<char*>(file.data()));
  mortise::Model model;
  mortise::LoadFault why;
  std::vector<Block> interfaces(mortise::Model::interface_bytes(file.data(), read.size()) / 64 + 1);
  if (mortise::Model::open(file.data(), read.size(), &model, &why, interfaces.data(),
                           64 * interfaces.size()) != mortise::LoadError::kOK)
    return std::fprintf(stderr, "%s: %s\n", why.field, mortise::load_error_text(why.code)), 1;
  std::vector<Block> arena(model.arena_bytes() / 64 + 1);
  mortise::State* state = mortise::State::make(model, arena.data(), model.arena_bytes(), nullptr);
  if (!state) return 1;
  std::vector<double> u(static_cast<std::size_t>(model.input_values()));
  std::vector<double> y(static_cast<std::size_t>(model.dims().outputs));
  const mortise::SelfTest golden = mortise::run_selftest(model, *state);
  mortise::ScenarioPlayer player;
  if (!golden.passed || !player.start(model, mortise::find_scenario(model, argv[2]), state))
    return 1;
  int events = 0;
  for (int k = 0; k < 500; ++k) {
    player.next(model, u.data(), state);
    const mortise::Status status = mortise::step(model, *state, u.data(), y.data());
    if (status & mortise::severity_mask(mortise::Severity::kSTOP)) return 1;
    events += mortise::contact_events(model, *state, nullptr, 0);
  }
  std::FILE* out = std::fopen(argv[3], "w");
  if (!out) return 2;
  std::fprintf(out, "golden %016" PRIx64 "\nt %.17g\nevents %d\n", golden.hash, state->time(model),
               events);
  for (std::size_t k = 0; k < y.size(); ++k)
    std::fprintf(out, "%s %.17g\n", output_name(model, static_cast<int>(k)), y[k]);
  std::fclose(out);
  return 0;
}
