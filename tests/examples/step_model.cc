#include <cstdio>
#include <vector>

#include "mortise/mortise.hpp"

alignas(64) static unsigned char file[1 << 20], arena[1 << 16];

int main(int, char** argv) {
  std::FILE* in = std::fopen(argv[1], "rb");
  const std::size_t size = in ? std::fread(file, 1, sizeof file, in) : 0;
  mortise::Model model;
  mortise::LoadFault fault;
  if (mortise::Model::open(file, size, &model, &fault) != mortise::LoadError::kOK)
    return std::printf("%s: %s\n", fault.field, mortise::load_error_text(fault.code)), 1;
  mortise::State* state = mortise::State::make(model, arena, sizeof arena, nullptr);
  if (state == nullptr) return 1;
  std::vector<double> u(model.input_values(), 0.0), y(model.dims().outputs);
  mortise::Status seen = 0;
  for (int k = 0; k < 2000; ++k) seen |= mortise::step(model, *state, u.data(), y.data());
  std::printf("t = %g s, y[0] = %.6f, status %u\n", state->time(model), y[0], seen);
}
