// The step about a state, as a discrete state space with the statuses of all contacts held:
//
//   dx_n+1 = A dx_n + B du_n + B_end du_n+1,   dy_n+1 = C dx_n + D du_n + D_end du_n+1
//
// in deviations from the operating point x_n, u_n, u_n+1 and from where the step leads from there.
// x is the least that a step reads of what varies continuously: modal coordinates and velocities,
// then what laws remember (linear_state.def). What follows from these (pressures of springs, the
// content of a film) is no state of its own; a trajectory keeps to it.
//
// Columns are differences of the step itself, on copies of the state: central ones whose increment
// shrinks until two of them agree best. An increment counts only if every status is that of the
// operating step on both sides of it. Solvers run to tighter tolerances than the file asks for,
// Newton of films with a new Jacobian in every iteration.
//
// Not part of x, held as they are: which contacts take part and their statuses, bases and restarts
// of films, the segment of a sliding contact and how far its path has gone, sums of energies. An
// output that is such a sum is here what one step adds to it.
#pragma once

#include "mortise/state.hpp"

namespace mortise {

// What a state of the step is (linear_state.def).
enum class LinearKind : std::int32_t {
#define MORTISE_LINEAR_STATE(constant, name, unit, meaning) k##constant,
#include "mortise/linear_state.def"
#undef MORTISE_LINEAR_STATE
};

// What one of the states is.
struct LinearState {
  LinearKind kind = LinearKind::kPosition;  // name and unit follow from it
  std::int32_t interface = -1;  // of an assembly whose memory it is; -1: the model's own
  std::int32_t number = 0;      // from 0 within the kind and interface; of modes, their number
};
// Name and unit of a kind. Static storage.
const char* linear_kind_name(LinearKind kind) noexcept;
const char* linear_kind_unit(LinearKind kind) noexcept;

// Why a column of A and B is not simply a derivative.
enum class LinearFindingKind : std::int32_t {
  // A contact rests at a corner of its law: the derivative is that of the side on which it stays
  // closed. No column.
  kCorner = 1,
  // Only on one side of the operating point do the statuses hold: the derivative is that side's.
  kOneSided = 2,
  // Statuses change on both sides: the column is a mean slope, no derivative.
  kChanges = 3,
  // Statuses hold, but the slopes on both sides differ: the column is their mean.
  kKink = 4,
  // Statuses hold, but no two increments agree to 1e-3: the column is known no better.
  kVague = 5,
};

// What was found at a column.
struct LinearFinding {
  LinearFindingKind kind;     // why
  std::int32_t column;        // x, then u_n, then u_n+1, counted on; -1: of none
  std::int32_t of_interface;  // of an assembly, -1: the model's own
  std::int32_t contact;       // whose status changes; -1: unknown, or the step fails
  // kKink: half of the difference, kVague: the column's error, as `error` measures both; else 0
  Real size;
};

// Where results go: memory of the caller, row-major; what is null is left out.
struct LinearSpace {
  Real* a = nullptr;             // (states x states)
  Real* b = nullptr;             // (states x inputs), of the inputs at t_n
  Real* b_end = nullptr;         // (states x inputs), at t_n+1; zero for inputs of zero-order hold
  Real* c = nullptr;             // (outputs x states)
  Real* d = nullptr;             // (outputs x inputs)
  Real* d_end = nullptr;         // (outputs x inputs)
  Real* x = nullptr;             // (states) at t_n
  Real* x_next = nullptr;        // (states) at t_n+1
  Real* y_next = nullptr;        // (outputs) at t_n+1
  Real* column_error = nullptr;  // (states + 2 inputs) as LinearReport::error, of each column
  // (outputs) likewise of the rows of c, d and d_end; those of outputs without derivative (counts,
  // residuals) are large
  Real* output_error = nullptr;
  LinearFinding* findings = nullptr;
  std::int32_t capacity = 0;  // of findings
};

// How the linearisation went.
struct LinearReport {
  Status status = status::kOk;  // of the operating step
  std::int32_t findings = 0;    // how many there were; of more than capacity the first are written
  // Estimated error of the entries of a, b and b_end, the largest one. Every column is scaled by a
  // deviation typical of its state or input, every row by its largest entry then [-], of
  // columns of inputs by 1e-6 of what states do to it at least.
  Real error = 0;
  // By how much x_next of the given state differs from that of the state that follows from x alone,
  // over what a typical deviation changes [-].
  Real settled = 0;
  std::uint64_t steps = 0;  // steps that were taken for it
};

// Number of states of a linearised step; depends on the operating case in force.
std::int32_t linear_states(const Model& model, const State& state) noexcept;

// What state `index` is; false if there is none.
bool linear_state(const Model& model, const State& state, std::int32_t index,
                  LinearState* told) noexcept;

// Whether contacts are at position level, whose steps have no state space: what they remember of
// forces goes on with the motion. model: as opened.
bool acts_on_positions(const ModelView& model) noexcept;

// Bytes of scratch for linearize(), to be aligned to 64; 0 for what has no state space: films that
// a line of deposits carries through their contact, contacts at position level.
std::size_t linear_scratch_bytes(const Model& model, const State& state) noexcept;

// Linearises the next step of `state`, which stays as it is.
//   u        inputs of that step as step() takes them (model.input_values()); null: as the last
//   step
//            has left them
//   scratch  aligned to 64, at least linear_scratch_bytes()
// BAD_CALL, and nothing is written, if state or scratch are not as they must be. Otherwise the
// status of the operating step; with ROLLED_BACK there is no result. Work: some hundred steps per
// state at most; no heap, no system call.
[[nodiscard]] Status linearize(const Model& model, const State& state, const Real* u,
                               const LinearSpace& space, LinearReport* report, void* scratch,
                               std::size_t scratch_size) noexcept;

}  // namespace mortise
