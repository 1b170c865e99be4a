// One running instance of a model, in memory that the caller owns.
#pragma once

#include "mortise/model.hpp"

namespace mortise {

// What a contact remembers from step to step.
struct ContactMemory {
  std::int32_t active;   // took part in the last step
  std::int32_t status;   // 0 open, 1 stick, 2 slip, 3 not taking part
  Real slip_multiplier;  // Gauss-Seidel: multiplier of the sliding contact [m/s/N]
  Real direction[2];     // Newton: direction of the friction force [-]
  Real slip_ratio;       // Newton: mu h_n / |tau|, 0..1 [-]
};

// Where an impact through a film stands.
struct FilmProgress {
  std::int32_t basis;      // in use, -1: the bodies fly freely
  std::uint32_t halvings;  // a step goes 2^-halvings of the way to its inputs; 0: all of it
  Real force;              // at t_n, dimensionless
  Real peak;               // largest one since the bodies met the film
  Real gap;                // smallest gap at t_n, dimensionless
  Real approach;           // closing velocity with which the bodies met the film, dimensionless
  Real passage;            // > 0: it gets back from a failure, and has this way to go [half-widths]
  // Prescribed loads: how far the fluid has gone while load and speed stayed where they were
  // [half-widths]; load and speed then, over their references.
  Real rest, rest_load, rest_speed;
  // Fronts on their way through the contact: bit k lies k slots behind the inlet.
  Real rate;  // of the load, smoothed [N/m/s]
  Real slot;  // share of a slot gone since the last shift
  std::uint64_t fronts;
  // Carried between bodies: a at t_n and where the step takes it; change of the force over the last
  // step, dimensionless.
  Real frame, frame_end, trend;
};

// What has been counted since the state was made or reset.
struct Statistics {
  std::uint64_t steps;             // steps taken; time is steps * h
  std::uint64_t steps_in_contact;  // steps with at least one active contact, or through the film
  std::uint64_t iterations;        // interface iterations, sum over all steps
  std::uint64_t held, rolled_back, capped, limited, fallback;  // steps with that status bit
  std::uint32_t iterations_max;                                // largest number of one step
  std::uint32_t last_iterations;                               // of the last step
  std::uint32_t last_active;  // active contacts of the last step; films: 1 in the film, 0 in flight
  Status last_status;         // of the last step
  Real last_residual;   // natural-map residual relative to the free velocity; film_residual [-]
  Real worst_residual;  // the largest of all steps
  std::uint64_t rate_limited, repeated, untrusted;  // steps with that status bit
  std::uint64_t rebuilds;                           // films: factorisations, sum over all steps
  // Sliding contacts: steps with that status bit, and the first one with any of them, counted from
  // 1; 0: none. A bilateral contact is valid before it.
  std::uint64_t detached, sticking, off_target, first_not_sliding;
  // Steps in a row, up to and with the last one, that have this status bit.
  std::uint32_t held_in_row, rolled_back_in_row, capped_in_row;
  // Contacts at position level: sweeps of solves at rest, of starts and of clearances that have
  // moved, sum over them.
  std::uint32_t rest_iterations;
  std::uint64_t recovering;  // films: steps with that status bit
  std::uint64_t blended;     // passive friction: steps with that status bit
};

// Trivially copyable bytes without pointers: save, restore and fork are a memcpy of arena_bytes.
class State {
 public:
  // Makes a state in `arena` and resets it to the initial state of the model.
  //   arena   aligned to 64, at least model.arena_bytes()
  //   status  may be null; BAD_CALL if arena is null, misaligned or too small, else as of reset()
  // Returns null on failure.
  static State* make(const Model& model, void* arena, std::size_t size, Status* status) noexcept;

  // Back to the initial state, default parameters, zero statistics. Nothing else ever resets.
  // BAD_CALL, and nothing happens, for the state of another model. CAPPED: contacts at position
  // level start with forces that met their cap of sweeps; the first step tells so, too.
  Status reset(const Model& model) noexcept;

  // True if this state was made for this model and whatever it holds of indices is in range, as
  // after a copy of its bytes from wherever they were saved. Every function below that takes model
  // and state asks first and changes nothing, or returns BAD_CALL, if it is not so.
  bool belongs_to(const Model& model) const noexcept;

  // Counts, steps taken, and the time that they led to [s].
  const Statistics& statistics() const noexcept { return statistics_; }
  std::uint64_t steps() const noexcept { return statistics_.steps; }
  Real time(const Model& model) const noexcept {
    return static_cast<Real>(statistics_.steps) * model.step_size();
  }

  // Modal coordinates and velocities at t_n (np) [kg^0.5 m], [kg^0.5 m/s].
  Real* q(const Model& m) noexcept { return at<Real>(m.view().layout.q[current_]); }
  Real* v(const Model& m) noexcept { return at<Real>(m.view().layout.v[current_]); }
  const Real* q(const Model& m) const noexcept { return at<Real>(m.view().layout.q[current_]); }
  const Real* v(const Model& m) const noexcept { return at<Real>(m.view().layout.v[current_]); }
  // Contact forces of the last step (nr) [N]: per contact normal, tangent 1, tangent 2.
  const Real* lambda(const Model& m) const noexcept { return at<Real>(m.view().layout.lambda); }
  // Rows that these forces push along (np x nr): the file's, in a bore those of the last step.
  const Real* contact_rows(const ModelView& view) const noexcept {
    return view.bore_rows ? reinterpret_cast<const Real*>(
                                at<unsigned char>(view.layout.law_history) + view.bore_layout.rows)
                          : view.contact_rows;
  }
  // Clearances in force (nc) [m].
  const Real* clearance(const Model& m) const noexcept {
    return at<Real>(m.view().layout.clearance);
  }
  // Moves the wall of one contact, whatever the range of a parameter for it.
  //   contact  0 .. contacts - 1
  //   value    within 1e6 either way [m]
  // BAD_CALL if one of them is not so (NaN included): nothing is changed. CAPPED as of reset().
  Status set_clearance(const Model& m, std::int32_t contact, Real value) noexcept;

  // Joints: everything they remember anew, from the modal coordinates and last inputs as they
  // stand.
  //   pressure  normal forces of the points (points) [N], positive pushes apart; null: none
  void restart_joint(const Model& m, const Real* pressure) noexcept;

  // Sliding contacts: place, path and force anew, from the modal state and last inputs.
  void restart_sliding(const Model& m) noexcept;
  // A sliding contact between two bodies: static, by the parameters in force and the last inputs;
  // the work of 40 steps at most. False, and nothing has changed: there is no such state.
  bool rest_sliding(const Model& m) noexcept;

  // Bolted contacts: preloaded, then led to the modal state as it stands; the work of 20 steps.
  void restart_bolted(const Model& m) noexcept;

  // Films: pressure and film anew, from the modal coordinates and last inputs as they stand.
  //   initial  b and H0 of the first basis [-]; null: those of the file
  void restart_film(const Model& m, const Real* initial) noexcept;
  // Films under a prescribed load: the steady film of the last inputs, from the table of the file;
  // without a table, and of impacts, as restart_film(m, nullptr).
  void settle_film(const Model& m) noexcept;

  // Below 2^31, or negative: of an interface to what the whole assembly shares (AssemblyView).
  template <class T>
  __attribute__((always_inline)) T* at(std::uint32_t offset) noexcept {
    return reinterpret_cast<T*>(reinterpret_cast<unsigned char*>(this) +
                                static_cast<std::int32_t>(offset));
  }
  // That place, to be read.
  template <class T>
  __attribute__((always_inline)) const T* at(std::uint32_t offset) const noexcept {
    return reinterpret_cast<const T*>(reinterpret_cast<const unsigned char*>(this) +
                                      static_cast<std::int32_t>(offset));
  }

  // Fields below belong to the runtime.
  std::uint32_t magic_;
  std::uint32_t fingerprint_;
  std::uint32_t bytes_;
  std::uint32_t current_;               // which copy of q and v is the state at t_n
  std::int32_t cached_contacts_;        // contacts in the gathered Delassus block, -1 if stale
  std::int32_t committed_contacts_;     // contacts whose memory is active
  std::int32_t contacts_before_;        // the same before the last committed step
  std::int32_t sweep_backoff_;          // contact steps during which the Newton skips its sweeps
  std::uint32_t needs_start_velocity_;  // some law parameter uses the velocity at t_n
  std::uint32_t outside_training_;      // a parameter lies outside of the training box
  std::uint32_t joint_case_;            // operating case in force
  std::uint32_t joint_overridden_;      // bit k: number k of JointParameters, then of
                                        // JointImpact, was set by the user
  FilmProgress film_;
  Statistics statistics_;
};

// Advances one step h from t_n to t_n+1.
//   u   inputs at t_n (nu), followed by the inputs at t_n+1 (nu) if an input has a linear or cubic
//       hold; of inputs of zero-order hold the second half is not read. A value that is not finite
//       or out of range is replaced by the latest good one before it (in the first step: the
//       default) and HELD is set. Null: every input stays where the last step has left it, HELD is
//       set unless the model has no inputs.
//   y   outputs at t_n+1 (ny), contact forces are means over the step; may be null
// Returns status bits; 0 is ok. BAD_CALL, and nothing else happens, if the state does not belong to
// the model. No heap, no system call, bounded work.
[[nodiscard]] Status step(const Model& model, State& state, const Real* u, Real* y) noexcept;

// Films: the whole profile at t_n, of a model that has one (FilmConstants::profile_points > 0).
//   x  positions of the nodes (points) [m], they move with a load-scaled frame; may be null
//   p  pressure (points) [Pa], h  gap (points) [m]; each may be null
// Returns the number of points, 0 if the model has no profile: nothing is written then.
std::int32_t film_profile(const Model& model, const State& state, Real* p, Real* h,
                          Real* x = nullptr) noexcept;

// Changes a law parameter of this instance from the next step on. Before the first one the sliding
// contact of two bodies that starts in its static state starts in that of the new number, where
// there is one.
//   id     index into the parameter table of the file
//   value  must lie in the range of the table, else BAD_CALL and nothing changes
// CAPPED: contacts at position level did not find the forces at a clearance that moved within their
// cap of sweeps; the next step tells so, too.
[[nodiscard]] Status set_parameter(const Model& model, State& state, std::int32_t id,
                                   Real value) noexcept;

// Joints: runs in another operating case of the file (damping and law) from the next step on;
// numbers changed by set_parameter keep their value. BAD_CALL if there is none.
[[nodiscard]] Status set_operating_case(const Model& model, State& state, std::int32_t id) noexcept;

// Index of a parameter by its dotted name, -1 if the model has none.
std::int32_t find_parameter(const Model& model, const char* name) noexcept;

}  // namespace mortise
