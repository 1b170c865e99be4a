// An assembly as the Eigen competitor wants it, and both stepped through the same run.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "tests/bench/eigen_assembly.hpp"
#include "tests/bench/timing.hpp"
#include "tests/physics/assemblies.hpp"

namespace mortise::bench {

class AssemblyCase {
 public:
  // force: the input over time [N]. The assembly has one input, planar contacts, and joints of
  // linear springs and sliders.
  AssemblyCase(const test::Assembly& assembly, double step, int steps,
               const std::function<double(double)>& force);

  // Largest distance of the modal velocities over the run, over the largest of them.
  double disagreement();
  // One repetition each, in turns of blocks of steps so that both meet the same neighbours.
  void time(double clock, StepTimes* runtime, StepTimes* eigen);

  int forces() const { return static_cast<int>(force_.size()); }
  long unconverged() const { return eigen_->unconverged(); }  // steps of the last run
  double eigen_iterations() const;                            // a step of the last run
  const Statistics& statistics() const { return run_.state().statistics(); }

 private:
  void restart();
  void step_runtime(int k);
  void step_eigen(int k);

  gen::ReducedSystem system_;
  gen::Instance run_;
  std::vector<EigenForce> force_;
  gen::Matrix rows_, input_;
  std::vector<std::ptrdiff_t> place_;  // of a mode in the state of the runtime
  std::unique_ptr<EigenAssembly> eigen_;
  std::vector<double> input_at_;  // (steps + 1) [N]
};

}  // namespace mortise::bench
