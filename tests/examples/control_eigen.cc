#include <cstdio>

#include "mortise/eigen.hpp"

using Fixed = mortise::Runtime<8, 1, 1, 6>;  // 3 modes (padded to 8), 1 contact, 1 input, 6 outputs

alignas(64) static unsigned char file[1 << 20], arena[1 << 16];

int main(int, char** argv) {
  std::FILE* in = std::fopen(argv[1], "rb");
  const std::size_t size = in ? std::fread(file, 1, sizeof file, in) : 0;
  mortise::Model model;
  if (mortise::Model::open(file, size, &model, nullptr) != mortise::LoadError::kOK ||
      !Fixed::fits(model))
    return 1;
  mortise::State* state = mortise::State::make(model, arena, sizeof arena, nullptr);
  if (state == nullptr) return 1;

  // Keeps the bouncing mass at 0.5 m/s against friction: u = K (target - y).
  mortise::Plant<Fixed> plant(model, *state);
  using Outputs = decltype(plant)::Outputs;
  const Outputs target = 0.5 * Outputs::Unit(2);
  const Eigen::Matrix<double, 1, 6> gain = 100 * Outputs::Unit(2).transpose();
  Outputs y = plant.outputs();
  mortise::Status seen = 0;
  for (int k = 0; k < 20000; ++k) seen |= plant.step(gain * (target - y), &y);
  std::printf("t = %g s, velocity %.4f m/s, normal force %.2f N, status %u\n", plant.time(), y[2],
              plant.forces()(0, 0), seen);
}
