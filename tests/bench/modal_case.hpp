// One problem of tests/data/modal, prepared for both competitors and for the judge.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/simulate/assemble/modal_file.hpp"
#include "tests/bench/eigen_modal.hpp"

namespace mortise::bench {

struct ReferenceState {
  int step;
  std::vector<double> q;
};

class ModalCase {
 public:
  // file: without extension, in tests/data/modal. amplitude: factor on the harmonic force.
  ModalCase(const std::string& file, int steps, double amplitude);

  gen::ModalData data;
  int steps;
  std::vector<double> inputs;              // values at t_0 .. t_steps
  std::vector<ReferenceState> reference;   // empty if there is none or the amplitude is not 1
  std::unique_ptr<gen::Instance> runtime;  // default build, best instruction set
  std::unique_ptr<EigenModal> direct, gathered, tuned;

 private:
  void bake_runtime();
  void prepare_eigen();
  gen::Vector gap_, friction_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows_;
};

// Judges steps from modal data alone, apart from both solvers.
class Judge {
 public:
  explicit Judge(const ModalCase& c);

  // Natural-map residual of a step relative to the largest free interface velocity [-].
  //   q, v     (n) at the start        v_next  (n) at the end
  //   input    mean over the step      force   (3 nc) [N]
  //   active   (nc) whether the contact took part
  double residual(const double* q, const double* v, double input, const double* v_next,
                  const double* force, const std::vector<bool>& active) const;

  // Whether g + h/2 w <= 0 at the start of the step, per contact.
  std::vector<bool> active(const double* q, const double* v) const;

 private:
  const ModalCase& case_;
  gen::Vector admittance_;
  std::vector<double> scale_;  // lambda_max(G_ii) per contact
};

}  // namespace mortise::bench
