// The interfaces of a model file, one or many, each as a model of its own.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "mortise/state.hpp"

namespace mortise::gen {

// A view as that of an assembly; null if it is none.
const AssemblyView* assembly_of(const ModelView& view);

// Every interface, in the file's order; a model that is no assembly is its only one. They live as
// long as the model.
std::vector<const ModelView*> interfaces_of(const ModelView& view);

// Whether is(interface) holds for any of them.
template <class Is>
bool any_interface(const ModelView& view, const Is& is) {
  const auto all = interfaces_of(view);
  return std::any_of(all.begin(), all.end(), [&](const ModelView* i) { return is(*i); });
}

// An interface with the state that it reads; lives as long as they do.
struct RunningInterface {
  const ModelView& view;
  const State& state;
  bool alone;  // makes up the model, which is no assembly

  // Name in its assembly; empty if it is alone.
  std::string name() const;
  // Whether no place took part in the last step, so that its forces are older; of one alone.
  bool idle() const { return alone && state.statistics().last_active == 0; }
  // The copy of the law's memory that belongs to t_n.
  template <class T>
  const T* memory(const std::uint32_t (&copies)[2], std::uint32_t offset) const {
    return reinterpret_cast<const T*>(state.at<unsigned char>(view.layout.law_history) +
                                      copies[state.current_] + offset);
  }
  // Mean forces over the last step, of which it took parts; null: it took it whole [N].
  const Real* means() const {
    return view.substeps > 1 ? state.at<Real>(view.layout.step_forces) : nullptr;
  }
};

// Every interface, in the file's order.
std::vector<RunningInterface> running_interfaces(const Model& model, const State& state);

}  // namespace mortise::gen
