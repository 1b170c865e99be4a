#include "loaded_model.hpp"

#include <cinttypes>
#include <cstdio>
#include <vector>

namespace mortise::targets {

LoadedModel::Aligned LoadedModel::allocate(std::size_t size) {
  return Aligned(std::aligned_alloc(64, (size + 63) & ~std::size_t{63}));
}

LoadedModel::Aligned LoadedModel::read(const char* path, std::size_t* size) {
  std::FILE* file = std::fopen(path, "rb");
  if (!file) return nullptr;
  std::fseek(file, 0, SEEK_END);
  const long length = std::ftell(file);
  std::rewind(file);
  *size = length > 0 ? static_cast<std::size_t>(length) : 0;
  Aligned bytes = allocate(*size + 1);
  const bool whole = std::fread(bytes.get(), 1, *size, file) == *size;
  std::fclose(file);
  return whole ? std::move(bytes) : nullptr;
}

int LoadedModel::load(const char* path) {
  std::size_t size = 0;
  bytes_ = read(path, &size);
  if (!bytes_) {
    std::fprintf(stderr, "%s: cannot be read\n", path);
    return 1;
  }
  LoadFault why;
  const std::size_t interfaces = Model::interface_bytes(bytes_.get(), size);
  interfaces_ = allocate(interfaces);
  if (Model::open(bytes_.get(), size, &model_, &why, interfaces_.get(), interfaces) !=
      LoadError::kOK) {
    std::fprintf(stderr, "%s: %s%s%s: %s\n", path, why.field, *why.name ? " " : "", why.name,
                 load_error_text(why.code));
    return 1;
  }
  arena_ = allocate(model_.arena_bytes());
  state_ = State::make(model_, arena_.get(), model_.arena_bytes(), nullptr);
  const SelfTest test = run_selftest(model_, *state_);
  if (!quiet_ || !test.passed)
    std::printf("golden %s %016" PRIx64 ", first bad step %d\n", test.passed ? "passed" : "FAILED",
                test.hash, test.first_bad_step + 1);
  return test.passed ? 0 : 2;
}

bool LoadedModel::trace(std::int32_t scenario, long steps, std::uint64_t* hash) {
  ScenarioPlayer player;
  if (!player.start(model_, scenario, state_)) return false;
  std::vector<Real> u(static_cast<std::size_t>(model_.input_values()) + 1);
  std::vector<Real> y(static_cast<std::size_t>(model_.dims().outputs) + 1);
  *hash = kFnvStart;
  for (long k = 0; k < steps; ++k) {
    player.next(model_, u.data(), state_);
    const Status status = step(model_, *state_, u.data(), y.data());
    *hash = hash_step(*hash, model_, *state_, y.data(), status);
  }
  return true;
}

std::string model_name(const std::string& path) {
  const std::size_t slash = path.rfind('/'), from = slash == std::string::npos ? 0 : slash + 1;
  return path.substr(from, path.rfind('.') - from);
}

}  // namespace mortise::targets
