#include "generator/bake/play/contact_places.hpp"

#include "mortise_generated.h"
#include "runtime/src/assembly/places.hpp"

namespace mortise::gen {
namespace {

// An interface's law with the state that it reads.
struct RunningInterface {
  const ModelView& view;
  const State& state;
  std::string name{};
  bool idle = false;  // no place took part in the last step: its forces are older

  // The copy of the law's memory that belongs to t_n.
  template <class T>
  const T* memory(const std::uint32_t (&copies)[2], std::uint32_t offset) const {
    return reinterpret_cast<const T*>(state.at<unsigned char>(view.layout.law_history) +
                                      copies[state.current_] + offset);
  }
};

template <class Take>
void each_interface(const Instance& instance, const Take& take) {
  const ModelView& view = instance.model().view();
  const State& state = instance.state();
  if (!view.is_assembly()) {
    take(RunningInterface{view, state, "", state.statistics().last_active == 0});
    return;
  }
  const auto& assembly = static_cast<const AssemblyView&>(view);
  const auto* stored = instance.model().root()->interfaces();
  for (std::int32_t k = 0; k < assembly.interfaces; ++k)
    take(RunningInterface{assembly.interface[k], assembly::state_of(assembly, state, k),
                          stored->Get(static_cast<std::uint32_t>(k))->model()->name()->str()});
}

// A film under a prescribed load carries what it is given.
bool gives_force(const ModelView& film) { return film.film.constants->loaded == 0; }

PlacedInterface described(const RunningInterface& i) {
  const auto count = [](std::int32_t n) { return static_cast<std::size_t>(n); };
  const ModelView& v = i.view;
  if (v.is_film()) return {i.name, "film", "film", gives_force(v) ? 1u : 0u};
  if (v.is_joint()) return {i.name, "joint", "law point", count(v.joint.points)};
  if (v.is_sliding()) return {i.name, "sliding", "slider", 1, false, v.sliding.unilateral};
  if (v.is_bolted()) return {i.name, "bolted", "cluster", count(v.bolted.clusters), true};
  return {i.name, "unilateral", "contact", count(v.dims.contacts), true, true};
}

PlaceForce pressed(double normal) {
  return {normal, normal > 0.0 ? PlaceState::closed : PlaceState::open};
}

void add_contacts(const RunningInterface& i, std::vector<PlaceForce>* forces) {
  const StateLayout& layout = i.view.layout;
  const Real* lambda = i.state.at<Real>(i.view.substeps > 1 ? layout.step_forces : layout.lambda);
  const auto* contact = i.state.at<ContactMemory>(layout.contact_memory);
  for (std::int32_t c = 0; c < i.view.dims.contacts; ++c) {
    PlaceForce force = i.idle ? PlaceForce() : pressed(lambda[3 * c]);
    if (force.state == PlaceState::closed && contact[c].status == 2)
      force.state = PlaceState::slips;
    forces->push_back(force);
  }
}

void add_points(const RunningInterface& i, std::vector<PlaceForce>* forces) {
  const JointLayout& layout = i.view.joint_layout;
  const auto points = static_cast<std::size_t>(i.view.joint.points);
  const bool parts = i.view.substeps > 1;
  const Real* normal = parts ? i.state.at<Real>(i.view.layout.step_forces)
                             : i.memory<Real>(layout.memory, layout.normal_mean);
  for (std::size_t k = 0; k < points; ++k) forces->push_back(pressed(normal[parts ? 2 * k : k]));
}

void add_clusters(const RunningInterface& i, std::vector<PlaceForce>* forces) {
  const BoltedLayout& layout = i.view.bolted_layout;
  const Real *x = i.memory<Real>(layout.memory, layout.x),
             *y = i.memory<Real>(layout.memory, layout.y);
  const auto* status = i.memory<std::int32_t>(layout.memory, layout.status);
  for (std::int32_t c = 0; c < i.view.bolted.clusters; ++c) {
    PlaceForce force{c < i.view.bolted.base ? y[3 * c] : x[3 * c]};
    force.state = status[c] == kClusterOpen    ? PlaceState::open
                  : status[c] == kClusterSlips ? PlaceState::slips
                                               : PlaceState::closed;
    forces->push_back(force);
  }
}

}  // namespace

std::vector<PlacedInterface> placed_interfaces(const Instance& instance) {
  std::vector<PlacedInterface> list;
  each_interface(instance, [&](const RunningInterface& i) {
    const PlacedInterface placed = described(i);
    if (placed.places > 0) list.push_back(placed);
  });
  return list;
}

std::vector<PlaceForce> place_forces(const Instance& instance) {
  std::vector<PlaceForce> forces;
  each_interface(instance, [&](const RunningInterface& i) {
    if (i.view.is_film()) {
      if (!gives_force(i.view)) return;
      forces.push_back(pressed(i.view.film.constants->force * i.state.film_.force));
    } else if (i.view.is_joint()) {
      add_points(i, &forces);
    } else if (i.view.is_sliding()) {
      forces.push_back(pressed(i.memory<SlidingMemory>(i.view.sliding_layout.memory, 0)->normal));
    } else if (i.view.is_bolted()) {
      add_clusters(i, &forces);
    } else {
      add_contacts(i, &forces);
    }
  });
  return forces;
}

}  // namespace mortise::gen
