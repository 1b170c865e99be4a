// One scenario of a shipped model with a joint or a sliding contact, prepared for the runtime and
// for Eigen.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/tool/pipeline/build.hpp"
#include "tests/bench/eigen_joint.hpp"
#include "tests/bench/eigen_sliding.hpp"

namespace mortise::bench {

// What the competitors have in common for the bench.
class Competitor {
 public:
  virtual ~Competitor() = default;
  virtual void reset() = 0;
  // Step k of the scenario. y: outputs at its end, may be null.
  virtual void step(int k, double* y) = 0;
  virtual const double* q() const = 0;
  virtual const double* v() const = 0;
  virtual int iterations() const = 0;  // sweeps or Newton iterations of the last step
  virtual int active() const = 0;      // law points under pressure
};

struct InterfaceScenario {
  const char* name;
  const char* model;
  const char* scenario;
  std::vector<std::string> overrides;
  int steps;
  bool outputs;         // whether a step hands them out, energies included where the file has them
  double ratio_target;  // times faster than Eigen in the median; 0: for information
};

class InterfaceCase {
 public:
  explicit InterfaceCase(const InterfaceScenario& scenario);

  gen::BakeInput input;
  std::unique_ptr<gen::Instance> runtime;
  int scenario = 0;            // in the file
  std::vector<double> inputs;  // (input values x steps) as the runtime takes them
  std::vector<double> means;   // (inputs x steps) over each step
  std::vector<double> q0, v0;  // (modes) start of the scenario
  int output_count = 0;        // 0: no step hands any out

  // The runtime first, then Eigen after a day and after another one.
  std::vector<std::unique_ptr<Competitor>> competitors;
  std::vector<std::string> names;

 private:
  void play(int steps);
  void add_joint(const std::string& played_name);
  void add_sliding();
};

}  // namespace mortise::bench
