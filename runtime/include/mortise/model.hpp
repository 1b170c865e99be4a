// An immutable reduced model: a verified view over the bytes of a *.mrt file.
#pragma once

#include "mortise/types.hpp"
#include "mortise/view/assembly_layout.hpp"
#include "mortise/view/bolted.hpp"
#include "mortise/view/bore.hpp"
#include "mortise/view/film_layout.hpp"
#include "mortise/view/joint.hpp"
#include "mortise/view/position.hpp"
#include "mortise/view/sliding.hpp"
#include "mortise_quantities.h"

namespace mortise {

namespace schema {
struct Model;
}

// Version of files that the runtime reads and the generator writes; the rules stand in the schema.
inline constexpr std::uint32_t kSchemaVersion = 1, kSchemaMinor = 1;

// Sizes of a model. np and nrp are padded to multiples of 8.
struct Dims {
  std::int32_t modes = 0;         // n, 0 in a film under a prescribed load
  std::int32_t modes_padded = 0;  // np
  std::int32_t contacts = 0;      // nc
  std::int32_t rows = 0;          // nr = 3 nc interface rows
  std::int32_t rows_padded = 0;   // nrp
  std::int32_t inputs = 0;        // nu
  std::int32_t outputs = 0;       // ny
  std::int32_t output_rows = 0;   // no
};

// Byte offsets of the arrays in a state, from its start; every one a multiple of 64. Computed from
// the sizes alone, so the generator knows the arena before the target does.
struct StateLayout {
  std::uint32_t q[2], v[2];      // modal coordinates and velocities, two copies (np)
  std::uint32_t lambda;          // contact forces of the last step (nrp) [N]
  std::uint32_t contact_memory;  // per contact: status, slip direction, ... (ContactMemory, nc)
  std::uint32_t friction, restitution, restitution_tangential, clearance;  // in force (nc)
  std::uint32_t inputs;           // inputs at both ends of the last committed step (2 nu)
  std::uint32_t outputs;          // last outputs (ny)
  std::uint32_t contacts_before;  // what took part before the last committed step: 4 x contact +
                                  // status (nc) int32
  std::uint32_t law_history;
  std::uint32_t contact_books;  // what outputs ask of contacts (ContactBook, nc, or none)
  std::uint32_t film_history;   // pressure and film, see view/film_layout.hpp
  std::uint32_t film_signal;    // films: inputs and their change per step where the last step ended
                                // (2 nu) [unit of the input]
  std::uint32_t film_box;       // films: trained range of the inputs (2 nu) [unit of the input]
  // Of an interface with substeps: mean forces over the step [N]; contacts (nrp), joints normal and
  // tangential one of a point in turn, films theirs.
  std::uint32_t step_forces;
  std::uint32_t probe;  // position at which gaps were last predicted (np)
  std::uint32_t slack;  // modal path during which a contact surely stays open (nc)
  // scratch: meaningless between steps, except the gathered Delassus block and its key
  std::uint32_t input_trial;                           // inputs at both ends of the step (2 nu)
  std::uint32_t input_mean;                            // what the scheme uses of them (nu)
  std::uint32_t free_velocity, start_velocity, shift;  // interface velocities (nrp) [m/s]
  std::uint32_t velocity, force;                       // iterate (nrp) [m/s], [N]
  std::uint32_t contact_work;                          // memory of the running solve (nc)
  std::uint32_t active, previous, identity, cached;    // contact indices (nc) int32
  std::uint32_t block;                                 // gathered Delassus block (nrp x nr)
  // status Newton only
  std::uint32_t blend_force, blend_motion;         // of passive friction: r0 [N], G r0 (nrp) [m/s]
  std::uint32_t free_force, best_force, unknowns;  // (nrp)
  std::uint32_t unknown_rows;                      // (nr) int32
  std::uint32_t system;                            // Newton matrix (nr x (nrp + 8))
  std::uint32_t bytes;                             // whole state
};

// What the layout depends on besides the sizes.
struct LayoutOptions {
  bool newton = false, passive_friction = false, contact_books = false;
  std::uint32_t law_history_bytes = 0, film_history_bytes = 0;  // films: FilmLayout::bytes
  bool film = false;
  std::uint32_t real_bytes = sizeof(Real);  // 8, or 4 for the float figure of the cost model
};

// Lays a state out. Returns false if it would exceed 2^31 bytes.
bool lay_out_state(const Dims& dims, const LayoutOptions& options, StateLayout* layout) noexcept;

// How an input is read between t_n and t_n+1, as in the schema.
inline constexpr std::uint32_t kHoldZeroOrder = 0, kHoldLinear = 1, kHoldCubic = 2;

// What outputs may be, as in the schema.
namespace quantity {
#define MORTISE_QUANTITY(number, name, ...) inline constexpr std::uint32_t name = number;
MORTISE_EACH_QUANTITY(MORTISE_QUANTITY)
#undef MORTISE_QUANTITY
}  // namespace quantity

// Stands for the law of an assembly, which asks those of its interfaces.
inline constexpr std::uint32_t kAssembly = 255;

// Everything a step reads, resolved once when the file is opened. Pointers go into the file.
struct ModelView {
  // Said for GCC 12, which takes a union with a default for no constant: a static model would need
  // code that runs before main.
  constexpr ModelView() noexcept {}

  Dims dims;
  StateLayout layout{};
  std::uint32_t fingerprint = 0;  // checksum of the file; ties states to their model
  Real h = 0, half_h = 0;         // step [s]
  // Of an interface beside a film: equal steps h that it takes within one of its assembly.
  std::int32_t substeps = 1;
  bool linear_hold = false;  // the caller gives inputs at t_n and t_n+1

  const Real *from_velocity = nullptr, *from_position = nullptr, *constant = nullptr;  // (np)
  const Real* from_input = nullptr;                                                    // (np x nu)
  const Real* admittance = nullptr;                                                    // (np)
  const Real *delassus = nullptr, *delassus_inverse = nullptr;                         // (nrp x nr)
  const Real* local_contacts = nullptr;                                                // (16 x nc)
  const Real* contact_rows = nullptr;                                                  // (np x nr)
  // Contacts in a bore; null: plane walls. Rows that face angle 0, what turns them, and in the view
  // of one step alone (BoreRows) the curvature (nc) [m/s].
  const Real *bore_facing = nullptr, *bore_rows = nullptr;  // (np x nr)
  const Real* curvature = nullptr;
  const Real* output_rows = nullptr;         // (np x no)
  const InputRange* input_ranges = nullptr;  // (nu)
  const OutputRule* output_rules = nullptr;  // (ny)
  std::int32_t leading_modal_outputs = 0;    // outputs 0..k-1 that are modal coordinates 0..k-1
  const Real *omega = nullptr, *damping = nullptr, *initial_q = nullptr, *initial_v = nullptr;

  // Contacts at position level: operators and where their memory lies inside of law_history.
  PositionView position;

  bool mean_friction = true, passive_friction = false, energy_safe = true, start_activation = false,
       newton = false, contact_books = false;
  Real filter_keep = 0;
  Real activation_threshold = 0, activation_hysteresis = 0, restitution_threshold = 0;
  Real tolerance = 0;
  std::int32_t sweep_cap = 0, newton_cap = 0, tail_sweeps = 0;

  // Tag of the interface's law (law.def), that of an assembly is none of them; a model without
  // interface has that of `unilateral`. A law that the runtime was compiled without is never a
  // model's.
  std::uint32_t law = 1;
#define MORTISE_LAW(room, tag, table, feature) \
  bool is_##room() const noexcept { return law == tag; }
#define MORTISE_ABSENT_LAW(room, tag, table, feature) \
  bool is_##room() const noexcept { return false; }
#include "mortise/law.def"
  bool is_assembly() const noexcept { return law == kAssembly; }

  // Films: numbers of the law and where their memory lies inside of film_history.
  FilmView film;
  FilmLayout film_layout{};
  // input of each role (kInputLoad...), -1: none; the last one is any without a role
  std::int32_t film_input[5] = {-1, -1, -1, -1, -1};

  // Joints: operators and laws, and where their memory lies inside of law_history.
  JointView joint;
  JointLayout joint_layout{};

  // Sliding contacts, bolted ones, contacts in a bore and those at position level likewise; a model
  // is one of them.
  SlidingView sliding;
  BoltedView bolted;
  union {
    SlidingLayout sliding_layout{};
    BoltedLayout bolted_layout;
    BoreLayout bore_layout;
    PositionLayout position_layout;
  };

  const schema::Model* root = nullptr;
};

// Interfaces that are solved together.
struct GroupView {
  const std::uint32_t* interface = nullptr;  // (count) in the order of a sweep
  std::int32_t count = 0;
  std::int32_t sweep_cap = 0, newton_cap = 0, tail_sweeps = 0;
  std::int32_t first_mode = 0, modes = 0;  // those of its bodies, padded
  std::int32_t unknowns = 0;               // forces of all its interfaces
  std::int32_t films = 0;                  // of its interfaces
  std::int32_t substeps = 1;               // with films: equal parts of the assembly's step
  Real step = 0;                           // and the length of one of them [s]
  std::uint64_t film_bytes = 0;            // of an array over rows or unknowns, of all films
  bool moving = false;                     // has rows that move with their contact
  bool positions = false;                  // has contacts at position level
  bool newton_first = false;               // sweeps would not finish within their cap
  Real tolerance = 0;
};

// An interface of an assembly: a model of its own, whose state lies inside of the assembly's.
// Offsets of its layout count from there, those to what it shares with the others are negative.
struct InterfaceView : ModelView {
  std::int32_t first_mode = 0;  // of its modes, in the assembly's
  std::int32_t group = -1;      // that it belongs to
  InterfacePlaces places;       // of its memory in the assembly's
  InterfaceShape shape;         // what the others of its group must know of it
};

// Entries in memory of somebody else, no less constant than what holds them.
template <class T>
class Entries {
 public:
  // first: of the entries
  void lie_at(T* first) noexcept { first_ = first; }
  // The first one.
  const T* data() const noexcept { return first_; }
  // Entry k, from 0.
  T& operator[](std::ptrdiff_t k) noexcept { return first_[k]; }
  // Entry k, constant.
  const T& operator[](std::ptrdiff_t k) const noexcept { return first_[k]; }

 private:
  T* first_ = nullptr;
};

// What a force of one interface does to the rows of another; null: nothing.
class Couplings {
 public:
  Couplings() = default;
  // first: of (interfaces x interfaces) in memory of somebody else
  Couplings(const Real** first, std::int32_t interfaces) noexcept
      : first_(first), interfaces_(interfaces) {}

  // (padded rows of `to` x rows of `from`) [m/s/N], of joints [m/N]
  const Real* at(std::ptrdiff_t to, std::ptrdiff_t from) const noexcept {
    return first_[to * interfaces_ + from];
  }
  // That entry, to be filled.
  const Real*& entry(std::ptrdiff_t to, std::ptrdiff_t from) noexcept {
    return first_[to * interfaces_ + from];
  }

 private:
  const Real** first_ = nullptr;
  std::ptrdiff_t interfaces_ = 0;
};

// A model with what makes it an assembly; without interfaces it is none.
struct AssemblyView : ModelView {
#if !defined(MORTISE_NO_ASSEMBLY)
  std::int32_t interfaces = 0, groups = 0;
  bool energies = false;   // some output asks for them
  bool kicked = false;     // some interface is of bolted contacts
  bool positions = false;  // some interface is at position level
  // In memory of who opened the model, see assembly::lay_interfaces.
  Entries<InterfaceView> interface;
  Entries<GroupView> group;  // (groups)
  Couplings coupling;
  const std::uint32_t* output_interface = nullptr;  // (ny) 1 + interface, 0: the assembly's own
  std::int32_t unknowns = 0;                        // of the largest group that Newton may solve
  std::uint64_t moving = 0;  // numbers that couple rows that move, of the largest group
  FilmGroupSizes film_groups;
  AssemblyLayout parts{};
#endif
};

class State;
// The step of one law and instruction set.
using StepFunction = Status (*)(const ModelView&, State&, const Real*, Real*);

// A model as opened; immutable, may be copied and shared between threads.
class Model {
 public:
  // Verifies everything once: identifier, version, checksum, structure, every length, index,
  // alignment and number. After success no step can read out of bounds.
  //   bytes   start of the file, aligned to 64; must outlive the model (flash, mmap, array)
  //   size    bytes of the file
  //   model   filled on success; untouched if the file is damaged or no model of this version; else
  //           one that no state can be made of
  //   fault   may be null; says which field was wrong and why
  //   memory  of assemblies: interface_bytes() for what is known of their interfaces, aligned to 8,
  //           as long as the model and its copies; else not looked at
  //   memory_size  bytes of it; MODEL_TOO_SMALL if the file needs more, the fault has how many
  static LoadError open(const void* bytes, std::size_t size, Model* model, LoadFault* fault,
                        void* memory = nullptr, std::size_t memory_size = 0) noexcept;

  // Bytes of memory that a file needs beside its model, 0 if it is no assembly or is refused. Looks
  // at the whole file, as open does.
  static std::size_t interface_bytes(const void* bytes, std::size_t size) noexcept;

  // Its sizes.
  const Dims& dims() const noexcept { return view_.dims; }
  // h [s].
  Real step_size() const noexcept { return view_.h; }
  // Exact bytes of one state; the state must be aligned to 64.
  std::size_t arena_bytes() const noexcept { return view_.layout.bytes; }
  // Numbers that `step` reads from its argument u: the inputs at t_n and, if any input has a
  // linear or cubic hold, all inputs at t_n+1 behind them.
  std::int32_t input_values() const noexcept {
    return view_.linear_hold ? 2 * view_.dims.inputs : view_.dims.inputs;
  }
  // What a step reads: for the runtime itself.
  const ModelView& view() const noexcept { return view_; }
  // The FlatBuffer itself (names, units, provenance...); see mortise_generated.h.
  const schema::Model* root() const noexcept { return view_.root; }

  // What step() calls.
  StepFunction step_function() const noexcept { return step_; }
  // Name of the instruction set the step was chosen for: "baseline", "avx2" or "avx512".
  const char* instruction_set() const noexcept { return instruction_set_; }
  // Selects another instruction set by name; all of them give the same bits. False if this
  // machine or build lacks it.
  bool select_instruction_set(const char* name) noexcept;

 private:
  AssemblyView view_;
  StepFunction step_ = nullptr;
  const char* instruction_set_ = "";
};

}  // namespace mortise
