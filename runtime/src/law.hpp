// What the runtime asks of the law of an interface. Every room below this folder answers for one
// law (law.def lists them); nothing outside of a room knows its law by name.
#pragma once

#include "event_list.hpp"
#include "field_check.hpp"
#include "mortise/state.hpp"
#include "quantities.hpp"

namespace mortise {

using JointCases = flatbuffers::Vector<flatbuffers::Offset<schema::JointCase>>;

constexpr std::uint32_t bit_of(schema::Scheme scheme) {
  return std::uint32_t{1} << static_cast<unsigned>(scheme);
}

// Where a law has nothing to say, what stands here holds.
struct Law {
  std::uint32_t tag = 0;  // as in law.def

  // ---- what files of this law may ask for
  std::uint32_t schemes = bit_of(schema::Scheme::moreau_jean);  // bits
  std::uint32_t last_hold = kHoldLinear;                        // of the inputs
  bool float32 = false;  // arithmetic in either scalar, else float64
  bool needs_modes = true;

  // ---- opening a file, in this order; false after the fault is filled
  // Sizes and choices; fills what the view has of them and where the law's memory lies. Needs dims.
  bool (*check_sizes)(const schema::Model&, const FieldCheck&, ModelView*) =
      [](const schema::Model&, const FieldCheck&, ModelView*) { return true; };
  // What the law's memory adds to a state.
  void (*lay_out)(const ModelView&, LayoutOptions*) = [](const ModelView&, LayoutOptions*) {};
  // How many contacts, their axes or points an output of a quantity that the law gives may name;
  // -1: not in this model.
  std::int32_t (*interface_size)(const ModelView&, std::uint32_t quantity, OutputIndex) =
      [](const ModelView&, std::uint32_t, OutputIndex) -> std::int32_t { return 0; };
  // Assemblies: the same for an output of one of their interfaces.
  std::int32_t (*interface_output_indices)(const ModelView&, std::uint32_t interface,
                                           std::uint32_t quantity) = nullptr;
  // Operators of the step, then the law's own numbers. Need sizes, channels and the modal numbers.
  bool (*check_stages)(const schema::Model&, const FieldCheck&, ModelView*) = nullptr;
  bool (*check_numbers)(const schema::Model&, const FieldCheck&, ModelView*) =
      [](const schema::Model&, const FieldCheck&, ModelView*) { return true; };
  bool (*check_parameter)(const schema::Parameter&, std::uint32_t index, const FieldCheck&,
                          const ModelView&) = nullptr;
  // What only this law reads of scenarios; asked of the scenarios of every model.
  bool (*check_scenario)(const schema::Scenario&, std::uint32_t index, const FieldCheck&,
                         const ModelView&) = [](const schema::Scenario&, std::uint32_t,
                                                const FieldCheck&,
                                                const ModelView&) { return true; };

  // ---- as an interface of an assembly
  schema::Scheme scheme_in_assembly = schema::Scheme::moreau_jean;
  std::uint32_t stages_in_assembly = 1;
  // What an assembly must know of it; needs sizes.
  InterfaceShape (*shape)(const ModelView&) = nullptr;
  // What only a model of its own may have. k: of the interface.
  bool (*check_in_assembly)(const ModelView&, std::uint32_t k, const FieldCheck&) =
      [](const ModelView&, std::uint32_t, const FieldCheck&) { return true; };

  // ---- a state
  // Is all that a step uses of the law's memory as an index or as a bound of a loop in range?
  bool (*indices_in_range)(const ModelView&, const State&) = nullptr;
  // Memory and parameters as the file has them. Modal state and inputs are already.
  void (*reset)(const ModelView&, State&) = nullptr;
  // A scenario begins: memory for the modal state as it stands and, if `begins_with_inputs`, for
  // the scenario's first inputs, which have become the last ones.
  void (*begin)(const ModelView&, const schema::Scenario&,
                State&) = [](const ModelView&, const schema::Scenario&, State&) {};
  bool begins_with_inputs = false;
  // Normal forces that a start may bring (nk), and what follows reset() or begin() then: memory for
  // the modal state as it stands.
  std::int32_t (*pressures)(const ModelView&) = [](const ModelView&) -> std::int32_t { return 0; };
  void (*begin_pressed)(const ModelView&, State&, const Real* pressure) = nullptr;
  // The golden trace begins: its modal state stands.
  void (*begin_golden)(const ModelView&, State&) = [](const ModelView&, State&) {};
  // Inputs at t_n as the law follows them (nu); null: as they are given.
  const Real* (*followed_inputs)(const ModelView&, const State&) =
      [](const ModelView&, const State&) -> const Real* { return nullptr; };

  // ---- parameters and operating cases
  // Values in force of a parameter that check_parameter has let pass, by contact from contact 0 on.
  Real* (*parameter_values)(const ModelView&, State&, const schema::Parameter&) = nullptr;
  // value: in the parameter's range
  void (*set_parameter)(const ModelView&, State&, const schema::Parameter&, Real value) = nullptr;
  // What starts and parameters have to tell since the last step.
  Status (*told)(const ModelView&, const State&) = [](const ModelView&, const State&) {
    return status::kOk;
  };
  // Whether the state is static by the numbers in force.
  bool (*rests)(const ModelView&, State&) = [](const ModelView&, State&) { return false; };
  // Before the first step: the static state of the numbers in force. False: there is none, or the
  // law has no such thing.
  bool (*rest)(const ModelView&, State&) = [](const ModelView&, State&) { return false; };
  // Null: the law has none.
  const JointCases* (*cases)(const ModelView&) = [](const ModelView&) -> const JointCases* {
    return nullptr;
  };
  // id: below the number of cases
  void (*enter_case)(const ModelView&, State&, std::int32_t id) = nullptr;

  // ---- what is told
  void (*list_events)(const ModelView&, const State&, EventList*) = nullptr;
  // Status bits beyond those of severity STOP after which results are none.
  Status (*stops)(const ModelView&) = [](const ModelView&) { return status::kOk; };

  // ---- the self-test: what a step reads of operators and of numbers and choices, and what it
  // leaves
  std::uint64_t (*hash_operators)(std::uint64_t hash, const ModelView&) =
      [](std::uint64_t hash, const ModelView&) { return hash; };
  std::uint64_t (*hash_numbers)(std::uint64_t hash, const ModelView&) = nullptr;
  std::uint64_t (*hash_memory)(std::uint64_t hash, const ModelView&, const State&) =
      [](std::uint64_t hash, const ModelView&, const State&) { return hash; };

  // ---- the step, for every instruction set (instruction_sets.hpp)
  const StepFunction* steps = nullptr;
};

}  // namespace mortise
