#include "generator/ground/jobs/ranks.hpp"

#include <cerrno>
#include <cstdlib>
#include <limits>
#include <optional>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

struct Launcher {
  const char *rank, *size;
};
constexpr Launcher kLaunchers[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                   {"PMI_RANK", "PMI_SIZE"},
                                   {"PMIX_RANK", "PMIX_SIZE"},
                                   {"SLURM_PROCID", "SLURM_NTASKS"}};

std::optional<int> number_in(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr || *text == '\0') return std::nullopt;
  char* end = nullptr;
  errno = 0;
  const long value = std::strtol(text, &end, 10);
  if (*end != '\0' || errno != 0 || value < 0 || value > std::numeric_limits<int>::max())
    throw Error(variable, "\"" + std::string(text) + "\" is no number of a rank",
                "start with mpirun or srun, or unset it");
  return static_cast<int>(value);
}

}  // namespace

std::string Ranks::name() const {
  return "rank " + std::to_string(rank) + (size > 0 ? " of " + std::to_string(size) : "");
}

Ranks launcher_ranks() {
  for (const Launcher& launcher : kLaunchers) {
    const std::optional<int> rank = number_in(launcher.rank), size = number_in(launcher.size);
    if (!rank) continue;
    if (size && (*size < 1 || *rank >= *size))
      throw Error(launcher.rank,
                  "is " + std::to_string(*rank) + " of " + std::to_string(*size) + " ranks",
                  "start with mpirun or srun, or unset it");
    return {*rank, size.value_or(0)};
  }
  return {};
}

}  // namespace mortise::gen
