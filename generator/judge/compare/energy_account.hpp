// The energy of a structure that is stepped: what it holds, what came in, what was lost. From its
// outputs if it has the sums among them (joints, bolted contacts, assemblies); of unilateral
// contacts step by step from the scheme's own balance, which holds to rounding:
//   E+ - E = h v_m . (F + W lambda) - h d v_m^2,   v_m = (v + v+)/2   (Moreau and Jean, theta =
//   1/2)
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "generator/bake/play/instance.hpp"

namespace mortise::gen {

// A sum whose rounding is added up beside it (Neumaier).
class ExactSum {
 public:
  void add(double x) {
    const double next = sum_ + x;
    rest_ += std::abs(sum_) >= std::abs(x) ? (sum_ - next) + x : (x - next) + sum_;
    sum_ = next;
  }
  double value() const { return sum_ + rest_; }

 private:
  double sum_ = 0.0, rest_ = 0.0;
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(ExactSum, sum_, rest_)
};

class EnergyAccount {
 public:
  // Begins with the state as it stands.
  explicit EnergyAccount(const Instance& run);

  // False: neither the outputs have the sums nor does the balance above hold (sliding contacts,
  // films, joints without energies, contacts at position level).
  bool kept() const { return from_outputs_ || balanced_; }

  // Called before and after a step. u: its inputs (input_values()).
  void before(const Instance& run);
  void after(const Instance& run, const double* u);

  // Compares. y: outputs of the last step.
  void check(const Instance& run, const double* y);

  double external() const { return from_outputs_ ? work_ : external_.value(); }  // [J]
  double lost() const { return from_outputs_ ? loss_ : lost_.value(); }          // [J]
  double drift() const { return drift_; }  // what is missing or too much, at worst [J]
  // Over the largest of what was held, came in and was lost so far, at worst [-].
  double relative_drift() const { return relative_drift_; }

  nlohmann::json kept_state() const;
  void restore(const nlohmann::json& kept);

 private:
  bool from_outputs_ = false, balanced_ = false;
  int total_ = -1, external_output_ = -1;  // outputs
  std::vector<int> losses_;
  double start_ = 0.0, peak_ = 0.0, work_ = 0.0, loss_ = 0.0, drift_ = 0.0, relative_drift_ = 0.0;
  ExactSum external_, lost_;
  std::vector<double> v_;  // before the step
};

}  // namespace mortise::gen
