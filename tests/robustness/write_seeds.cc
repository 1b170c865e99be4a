// Writes the seed models as files, so that the fuzzer itself needs the runtime alone.
//   mortise_write_seeds FOLDER
#include <cstdio>
#include <fstream>

#include "tests/robustness/seed_models.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: mortise_write_seeds FOLDER\n");
    return 2;
  }
  for (const auto& seed : mortise::robustness::make_seed_models()) {
    std::ofstream out(std::string(argv[1]) + "/" + seed.name + ".mrt", std::ios::binary);
    out.write(reinterpret_cast<const char*>(seed.bytes.data()),
              static_cast<std::streamsize>(seed.bytes.size()));
    if (!out.flush()) {
      std::fprintf(stderr, "cannot write %s.mrt into %s\n", seed.name.c_str(), argv[1]);
      return 1;
    }
  }
  return 0;
}
