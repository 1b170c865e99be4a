// --engine: who solves the large problems of a condensation that a command makes.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

namespace mortise::gen {

struct EngineArguments {
  std::string engine, launcher;
  int ranks = 0;  // 0: not given
};

void add_engine(CLI::App* command, EngineArguments* a);

// The engine that was asked for, in use as long as this lives; none: this process.
class ChosenEngine {
 public:
  // cache: folder of kept stages, of which the job has a part; empty: nothing of it is kept.
  // Throws UsageError for options that do not go together, Error if this build lacks the engine.
  ChosenEngine(const EngineArguments& a, const std::string& cache);
  ~ChosenEngine();
  ChosenEngine(const ChosenEngine&) = delete;
  ChosenEngine& operator=(const ChosenEngine&) = delete;

 private:
  struct Petsc;
  std::unique_ptr<Petsc> petsc_;
};

}  // namespace mortise::gen
