// Where the parts of an assembly lie in its state.
#pragma once

#include <new>

#include "mortise/state.hpp"

namespace mortise::assembly {

template <class T>
T* part_at(const ModelView& m, State& s, std::uint32_t offset) {
  return reinterpret_cast<T*>(s.at<unsigned char>(m.layout.law_history) + offset);
}

// Bytes of what an assembly knows of its interfaces and groups.
inline std::size_t bytes_of_interfaces(std::int32_t interfaces) {
  const auto n = static_cast<std::size_t>(interfaces);
  return n * (sizeof(InterfaceView) + sizeof(GroupView) + n * sizeof(const Real*));
}

// Points the assembly to so many bytes, aligned to 8, which are filled already.
inline void point_to_interfaces(void* memory, std::int32_t interfaces, AssemblyView* m) {
  auto* views = static_cast<InterfaceView*>(memory);
  auto* groups = reinterpret_cast<GroupView*>(views + interfaces);
  m->interface.lie_at(views);
  m->group.lie_at(groups);
  m->coupling = {reinterpret_cast<const Real**>(groups + interfaces), interfaces};
}

// Points to them, and makes each as it is before a file is read.
inline void lay_interfaces(void* memory, std::int32_t interfaces, AssemblyView* m) {
  point_to_interfaces(memory, interfaces, m);
  m->interfaces = interfaces;
  for (std::int32_t k = 0; k < interfaces; ++k) {
    new (&m->interface[k]) InterfaceView;
    new (&m->group[k]) GroupView;
    for (std::int32_t from = 0; from < interfaces; ++from) m->coupling.entry(k, from) = nullptr;
  }
}

inline State& state_of(const AssemblyView& m, State& s, std::int32_t interface) {
  return *part_at<State>(m, s, m.interface[interface].places.state);
}
inline const State& state_of(const AssemblyView& m, const State& s, std::int32_t interface) {
  return state_of(m, const_cast<State&>(s), interface);
}

// Before the assembly's state is laid out.
inline InterfaceSizes sizes_of(const InterfaceView& interface) {
  const std::uint32_t state = interface.layout.bytes;
  return {state, interface.substeps > 1 ? state : 0,
          static_cast<std::uint32_t>(interface.shape.means)};
}

// Points the layouts of interfaces to what they share with the assembly: offsets from their state
// on.
inline void share_state(AssemblyView* m) {
  const StateLayout& shared = m->layout;
  for (std::int32_t k = 0; k < m->interfaces; ++k) {
    StateLayout& own = m->interface[k].layout;
    const std::uint32_t at = shared.law_history + m->interface[k].places.state;
    const std::uint32_t first = 8 * static_cast<std::uint32_t>(m->interface[k].first_mode) - at;
    for (int copy = 0; copy < 2; ++copy) {
      own.q[copy] = shared.q[copy] + first;
      own.v[copy] = shared.v[copy] + first;
    }
    own.inputs = shared.inputs - at;
    own.input_trial = shared.input_trial - at;
    own.input_mean = shared.input_mean - at;
    own.step_forces = m->interface[k].places.forces - m->interface[k].places.state;
  }
}

}  // namespace mortise::assembly
