// For controllers written with Eigen: a running instance with vectors of fixed size, and views
// (Eigen::Map) into its state. Header only, no allocation; Eigen is the caller's, the runtime
// itself does without.
//
// Compile this with the flags of the runtime, see mortise/fixed.hpp.
#pragma once

#include <Eigen/Core>

#include "mortise/fixed.hpp"

namespace mortise {

// Shapes of the quantities of a Runtime<np, nc, nu, ny>. What works on a step as a whole (its
// linearisation) has its matrices here too.
template <class Fixed>
struct Shapes {
  // Sizes, known to the compiler.
  using Sizes = typename Fixed::Sizes;
  static constexpr int kModes = Sizes::modes();        // np rounded up to 8, padded with zeros
  static constexpr int kContacts = Sizes::contacts();  // nc
  static constexpr int kInputs = Sizes::inputs();      // nu
  static constexpr int kOutputs = Sizes::outputs();    // ny

  using Inputs = Eigen::Matrix<Real, kInputs, 1>;        // [unit of the input]
  using Outputs = Eigen::Matrix<Real, kOutputs, 1>;      // [unit of the output]
  using Modes = Eigen::Matrix<Real, kModes, 1>;          // q [kg^0.5 m] or v [kg^0.5 m/s]
  using Forces = Eigen::Matrix<Real, 3, kContacts>;      // per contact normal, two tangents [N]
  using Clearances = Eigen::Matrix<Real, kContacts, 1>;  // [m]

  // A view of an array of the state; valid until the next step, which may move it.
  template <class Shape>
  using View = Eigen::Map<const Shape, Eigen::Aligned64>;
};

// One running instance. Model and state must outlive it; the model must fit (Fixed::fits) and the
// state belong to it.
template <class Fixed>
class Plant : public Shapes<Fixed> {
 public:
  // Its shapes.
  using S = Shapes<Fixed>;
  using typename S::Clearances;
  using typename S::Forces;
  using typename S::Inputs;
  using typename S::Modes;
  using typename S::Outputs;
  // A view as Shapes has it.
  template <class Shape>
  using View = typename S::template View<Shape>;

  // Keeps references to both.
  Plant(const Model& model, State& state) noexcept : model_(model), state_(state) {}

  // Advances one step; the inputs hold from t_n to t_n+1.
  //   y  outputs at t_n+1
  [[nodiscard]] Status step(const Eigen::Ref<const Inputs>& u, Outputs* y) noexcept {
    return step(u, u, y);
  }
  // One step with inputs at t_n and at t_n+1, of which inputs of zero-order hold use the first.
  [[nodiscard]] Status step(const Eigen::Ref<const Inputs>& start,
                            const Eigen::Ref<const Inputs>& end, Outputs* y) noexcept {
    Eigen::Matrix<Real, S::kInputs, 2> both;
    both.col(0) = start;
    both.col(1) = end;
    return Fixed::step(model_, state_, both.data(), y->data());
  }

  // t_n [s].
  Real time() const noexcept { return state_.time(model_); }
  // At t_n.
  View<Modes> q() const noexcept { return View<Modes>(state_.q(model_)); }
  View<Modes> v() const noexcept { return View<Modes>(state_.v(model_)); }
  // What the last step had: means over it, and what it took and gave.
  View<Forces> forces() const noexcept { return View<Forces>(state_.lambda(model_)); }
  View<Inputs> inputs() const noexcept { return at<Inputs>(model_.view().layout.inputs); }
  View<Outputs> outputs() const noexcept { return at<Outputs>(model_.view().layout.outputs); }
  // In force [m].
  View<Clearances> clearances() const noexcept {
    return View<Clearances>(state_.clearance(model_));
  }

  // What it was made of.
  const Model& model() const noexcept { return model_; }
  State& state() noexcept { return state_; }

 private:
  template <class Shape>
  View<Shape> at(std::uint32_t offset) const noexcept {
    return View<Shape>(state_.template at<Real>(offset));
  }

  const Model& model_;
  State& state_;
};

}  // namespace mortise
