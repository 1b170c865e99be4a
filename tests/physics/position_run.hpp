// The runtime's step of contacts at position level, and what its state remembers.
#pragma once

#include <array>

#include "generator/bake/play/instance.hpp"
#include "generator/bake/structure/bake.hpp"
#include "generator/contact/system/reduced_system.hpp"

namespace mortise::test {

using gen::Matrix;
using gen::Vector;

// A state of the runtime beside what its position level remembers.
class PositionRun {
 public:
  PositionRun(const gen::ReducedSystem& system, double h)
      : run_(gen::bake(system, options_of(h)), "position level"), m_(run_.model().view()) {}

  Status step(const double* inputs = nullptr) { return run_.step(inputs, y_.data()); }
  gen::Instance& instance() { return run_; }
  const Statistics& statistics() const { return state().statistics(); }
  const schema::Model& file() const { return *run_.model().root(); }
  Vector q() const { return Eigen::Map<const Vector>(state().q(run_.model()), m_.dims.modes); }
  Vector v() const { return Eigen::Map<const Vector>(state().v(run_.model()), m_.dims.modes); }
  Vector mean_force() const {
    return Eigen::Map<const Vector>(state().lambda(run_.model()), m_.dims.rows);
  }
  Vector displacement() const { return array(m_.position_layout.displacement, m_.dims.rows); }
  // Forces that the compliance follows: of rows, then of inputs [N].
  Vector phi() const { return array(m_.position_layout.residual, m_.position.ports); }
  Matrix ports() const {
    return Eigen::Map<const Matrix>(m_.position.port_compliance, m_.position.ports_padded,
                                    m_.position.ports)
        .topRows(m_.position.ports);
  }
  Vector end_force() const { return array(m_.position_layout.end_force, m_.dims.rows); }
  const PositionBooks& books() const {
    return *reinterpret_cast<const PositionBooks*>(memory() + m_.position_layout.books);
  }
  // Energy of modes and of the compliance [J].
  double energy() const { return run_.energy() + 0.5 * phi().dot(ports() * phi()); }
  // It and all that has gone since the start [J].
  double total() const {
    return energy() + books().friction + books().bank + books().stopped + books().damped;
  }

 private:
  static gen::BakeOptions options_of(double h) {
    gen::BakeOptions o;
    o.step = h;
    o.solver.tolerance = 1e-12;
    return o;
  }
  const State& state() const { return run_.state(); }
  const unsigned char* memory() const {
    return state().at<unsigned char>(m_.layout.law_history) + m_.position_layout.memory[current()];
  }
  // The copy whose displacement of modes is that of the state.
  std::size_t current() const {
    return state().q(run_.model()) == state().at<Real>(m_.layout.q[0]) ? 0 : 1;
  }
  Vector array(std::uint32_t offset, std::int32_t size) const {
    return Eigen::Map<const Vector>(reinterpret_cast<const Real*>(memory() + offset), size);
  }

  gen::Instance run_;
  const ModelView& m_;
  std::array<double, 64> y_{};
};

}  // namespace mortise::test
