// Time integration of a bolted structure with friction and opening at every point: kick, exact flow
// of the bonded modes, contact at the end of the flow, kick. The contact has no mass of its own: a
// position-level problem at every step, solved by Newton's method (coulomb_newton.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/ground/integrate/modal_flow.hpp"
#include "generator/ground/text/enum_names.hpp"
#include "generator/simulate/bolted/bolted_system.hpp"
#include "generator/simulate/run/run_steps.hpp"

namespace mortise::gen {

enum class BoltedScheme : std::uint8_t {
  KICK_FLOW_KICK,
  MOREAU_JEAN,  // theta = 1/2: the trapezoidal rule, its contact implicit
  HELD_FORCE,   // contact forces of the last step: half a step late, for comparison alone
};
template <>
inline constexpr std::array enum_names<BoltedScheme> = {"kick_flow_kick", "moreau_jean",
                                                        "held_force"};

struct BoltedOrderOptions {
  double step = 0.0;  // h [s]
  BoltedScheme scheme = BoltedScheme::KICK_FLOW_KICK;
  // Inputs given to step() are those of its end, those of the step before hold at its start; else
  // they hold over the whole step.
  bool inputs_at_end = true;
};

// What is observed of a bolted contact beside motions, in this order, `zones` times each:
// normal, tangential 1, tangential 2 resultant [N], share of closed points that slip, closed
// points.
class BoltedOrder : public SteppedSystem {
 public:
  // system: outlives this, and stays where it is.
  BoltedOrder(const BoltedSystem& system, const BoltedOrderOptions& options);

  // From the preloaded state the modes are brought to eta (m) in so many quasi-static steps; they
  // then have velocity (m; empty: none). Time and books start there.
  void start_from(const Vector& eta, const Vector& velocity = {}, int increments = 20);
  // Inputs (nu) at the start, where they are not zero.
  void set_inputs(const Vector& inputs) { inputs_ = inputs; }

  std::optional<StepReport> step(const Vector& inputs) override;
  std::string failure() const override { return failure_; }
  double time() const override { return static_cast<double>(steps_) * options_.step; }
  // Motions (k), their velocities (k; quasi-static parts by difference quotients of the last step),
  // zone resultants (3 per zone, whole, not since the preload), share of slipping among closed
  // points per zone, closed points per zone, dissipated energy.
  Vector outputs() const override;
  // Names in this order. motions: (k), zones have their structure's names.
  static std::vector<std::string> output_names(const BoltedSystem& system,
                                               const std::vector<std::string>& motions);
  EnergyBooks books() const override;

  const Vector& eta() const { return eta_; }
  const Vector& velocity() const { return velocity_; }
  const SurfaceState& contact() const { return contact_; }
  double dissipated() const { return dissipated_; }  // by friction [J]
  int iterations() const { return newton_.iterations(); }

 private:
  void solve_contact(const Vector& free_gap);
  void kick_flow_kick(const Vector& start, const Vector& end);
  void moreau_jean(const Vector& start, const Vector& end);
  void held_force(const Vector& start, const Vector& end);
  Vector change() const;    // dlambda (3 n)
  Vector at_loads() const;  // motions along the inputs' forces (nu)
  Vector slid() const;      // observed motions beyond the bonded structure's (k)

  const BoltedSystem& system_;
  BoltedOrderOptions options_;
  ModalFlow flow_;
  Matrix implicit_inverse_;  // (I + h zeta omega + h^2/4 Kbar)^-1 (m x m)
  Matrix flexibility_;       // of the boundary within a step (boundary x boundary)
  CoulombNewton newton_;
  Vector eta_, velocity_, inputs_;
  Vector force_;  // of contact on the modes, at the end of the last step
  SurfaceState contact_;
  Vector free_gap_;  // of the last step (3 n)
  Vector last_slid_, slid_velocity_;
  double dissipated_ = 0.0, work_ = 0.0;
  long steps_ = 0;
  std::string failure_;
};

}  // namespace mortise::gen
