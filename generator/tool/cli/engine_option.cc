#include "generator/tool/cli/engine_option.hpp"

#include "generator/bodies/petsc/petsc_engine.hpp"
#include "generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kEmbedded = "embedded";
constexpr const char* kPetsc = "petsc";

PetscSettings petsc_settings(const EngineArguments& a, const std::string& cache) {
  PetscSettings settings;
  if (!cache.empty()) settings.folder = cache + "/petsc";
  settings.launcher =
      a.launcher.empty() ? "mpirun -n " + std::to_string(a.ranks > 0 ? a.ranks : 2) : a.launcher;
  return settings;
}

}  // namespace

struct ChosenEngine::Petsc {
  explicit Petsc(const PetscSettings& settings) : engine(settings), use(&engine) {}
  PetscEngine engine;
  EngineInUse use;
};

void add_engine(CLI::App* command, EngineArguments* a) {
  add_option(command, "--engine", &a->engine,
             "who factorises and finds the modes of a body that is condensed: this process, or "
             "MPI ranks with PETSc, SLEPc and MUMPS; default: embedded",
             one_of({kEmbedded, kPetsc}));
  CLI::Option* ranks = add_option(command, "--ranks", &a->ranks,
                                  "of --engine petsc, by mpirun -n; default 2", in_range(1, 65536));
  add_option(command, "--launcher", &a->launcher,
             "of --engine petsc instead: the words in front of the program, e.g. \"srun -n 64\"")
      ->excludes(ranks);
}

ChosenEngine::ChosenEngine(const EngineArguments& a, const std::string& cache) {
  if (a.engine != kPetsc) {
    if (a.ranks > 0 || !a.launcher.empty())
      throw UsageError("--ranks and --launcher are for --engine petsc");
    return;
  }
  if (!a.launcher.empty() && a.launcher.find_first_not_of(' ') == std::string::npos)
    throw UsageError("--launcher is empty");
  petsc_ = std::make_unique<Petsc>(petsc_settings(a, cache));
}

ChosenEngine::~ChosenEngine() = default;

}  // namespace mortise::gen
