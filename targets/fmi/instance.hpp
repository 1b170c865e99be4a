// One FMU instance: a model, a state, and what lies between the communication points of an importer
// and the steps of the model. Nothing in here knows the version of the standard.
//
// Inputs. What is set before a communication step of n internal steps acts
//   zero_order     as it is, through all of them
//   linear, cubic  as the parameter input_hold says (InputHold): usually as the value at the end of
//                  the communication step; at its start stands what the step before ended with,
//                  before the first one what ExitInitializationMode found; in between the straight
//                  line
// With a slope (FMI 2.0), of any hold: as the value at the start of the step, from where the slope
// leads on; it is that of one step. What an importer sets in between (FMI 3.0, Update) holds from
// one internal step to the next and has the bits of `mortise run`.
// Outputs belong to the end of the communication step, contact forces and accelerations are means
// over it; within an update they are those of the internal step. Before the first one they are
// those at rest, of films those of a first step that is taken back.
#pragma once

#include "block.hpp"
#include "journal.hpp"
#include "model_bytes.hpp"
#include "mortise/mortise.h"

namespace mortise::fmi {

class FloatEnvironment;
struct SavedState;

// What a caller lends for a call.
template <class T>
struct Span {
  T* data;
  std::size_t size;
};

// What the importer does between the internal steps of a communication step.
struct Update {
  // set: inputs may be set, they are those at `time`; get: outputs may be read, they are
  void (*call)(const Update& update, double time, bool set, bool get) = nullptr;
  void* callback = nullptr;     // of the importer, as the face of the version wants it back
  void* environment = nullptr;  // of it
};

class Instance {
 public:
  // token: of the description the importer has read; location: of the folder resources. Null after
  // an entry in the journal.
  static Instance* create(const Journal& journal, const char* token, const char* location);
  static void destroy(Instance* instance);

  Journal& journal() { return journal_; }

  // ---- life
  void set_experiment(double start, bool has_stop, double stop);
  Result enter_initialization();
  Result exit_initialization();
  Result terminate();
  Result reset();

  // variables: inputs that update sets, outputs that it gets
  Result watch(const Update& update, Span<const std::uint32_t> variables);

  // ---- variables, by fmu_package.hpp's references
  Result get_real(std::uint32_t reference, double* value);
  Result set_real(std::uint32_t reference, double value);
  Result get_integer(std::uint32_t reference, std::int32_t* value);
  Result set_integer(std::uint32_t reference, std::int32_t value);
  // The derivative of an input of this order, for the next communication step.
  Result set_slope(std::uint32_t reference, std::int32_t order, double value);

  // ---- steps
  // length: n internal steps, within kStepTolerance
  Result do_step(double now, double length);
  double time() const;

  // Sensitivity of outputs at the end of the next internal step to inputs as they are set now:
  // d(outputs) = J d(inputs), or d(inputs) = J^T d(outputs). A warning tells where there is none,
  // or one of one side only.
  Result derivative(Span<const std::uint32_t> outputs, Span<const std::uint32_t> inputs,
                    bool transposed, const double* seed, double* sensitivity);

  // ---- saved states. They belong to this instance.
  // state: null, or one that is written again
  Result save(SavedState** state);
  Result restore(const SavedState* state);
  // handle: of a state or the state itself; some importers pass one for the other.
  Result release(void* handle);
  Result serialized_size(const SavedState* state, std::size_t* size) const;
  Result serialize(const SavedState* state, void* bytes, std::size_t size) const;
  Result deserialize(const void* bytes, std::size_t size, SavedState** state);

 private:
  enum class Mode : std::int32_t { instantiated, initializing, stepping, terminated };

  Instance() = default;
  bool open(const char* token, const char* location);
  bool allocate();
  bool is_input(std::uint32_t reference) const;
  bool is_output(std::uint32_t reference) const;
  void lead_inputs(long long n);
  void hold_inputs(long long k, long long n);
  void end_inputs();
  void update_inputs(const FloatEnvironment& exact);
  double share_of_start(std::size_t input) const;
  double share_of_end(std::size_t input) const;
  void refresh_outputs();
  Result told(std::uint32_t status, bool stopped);
  bool owns(const SavedState* state) const;
  SavedState* new_state();
  std::size_t saved_bytes() const;

  Journal journal_;
  ModelBytes file_;
  Block<mortise_model> model_;
  Block<unsigned char> arena_, trial_;  // trial: of films, a copy to step for outputs at rest
  mortise_state* state_ = nullptr;
  std::uint64_t token_ = 0;

  std::int32_t inputs_ = 0, outputs_ = 0, parameters_ = 0, cases_ = 0;
  std::int32_t width_ = 0;  // numbers that a step reads: inputs_, or twice as many
  double step_ = 0;         // [s]

  Block<bool> held_;               // (inputs_) zero-order hold
  Block<bool> watched_;            // (inputs_) set within communication steps
  Block<bool> sloped_;             // (inputs_) a slope was set for the next one
  Block<double> begin_, set_;      // (inputs_) at the start of the next step, as set
  Block<double> slope_;            // (inputs_) [unit/s]
  Block<double> from_, to_;        // (inputs_) at the start and at the end of the running step
  Block<double> least_, most_;     // (inputs_) range
  Block<double> u_, y_;            // (width_), (outputs_)
  Block<double> joined_;           // y of a communication step (outputs_)
  Block<double> gain_, gain_end_;  // (outputs_ x inputs_) of the linearised step
  Block<unsigned char> scratch_;   // of the linearised step
  std::size_t scratch_bytes_ = 0;
  Block<mortise_linear_finding> findings_;  // of it
  std::int32_t finding_capacity_ = 0;

  InputHold hold_ = InputHold::end;
  long long last_steps_ = 0;  // internal ones of the last communication step
  bool warns_ = true;         // steps may answer Warning
  Update update_;
  bool updates_inputs_ = false, updates_outputs_ = false;

  Mode mode_ = Mode::instantiated;
  bool at_rest_ = true;  // outputs are those before the first step
  bool stale_ = true;    // and have not been asked for since something changed
  double start_ = 0, stop_ = 0;
  bool has_stop_ = false;
  std::uint32_t status_ = 0;  // of the last communication step

  Block<void*> saved_;  // every SavedState that the importer holds
  std::size_t saved_count_ = 0, saved_capacity_ = 0;
};

}  // namespace mortise::fmi
