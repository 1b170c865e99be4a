#include "generator/bake/laws/interfaces.hpp"

#include "mortise_generated.h"
#include "runtime/src/assembly/places.hpp"

namespace mortise::gen {

const AssemblyView* assembly_of(const ModelView& view) {
  return view.is_assembly() ? static_cast<const AssemblyView*>(&view) : nullptr;
}

std::vector<const ModelView*> interfaces_of(const ModelView& view) {
  const AssemblyView* assembly = assembly_of(view);
  if (assembly == nullptr) return {&view};
  std::vector<const ModelView*> all;
  for (std::int32_t k = 0; k < assembly->interfaces; ++k) all.push_back(&assembly->interface[k]);
  return all;
}

std::string RunningInterface::name() const { return alone ? "" : view.root->name()->str(); }

std::vector<RunningInterface> running_interfaces(const Model& model, const State& state) {
  const AssemblyView* assembly = assembly_of(model.view());
  if (assembly == nullptr) return {{model.view(), state, true}};
  std::vector<RunningInterface> all;
  for (std::int32_t k = 0; k < assembly->interfaces; ++k)
    all.push_back({assembly->interface[k], assembly::state_of(*assembly, state, k), false});
  return all;
}

}  // namespace mortise::gen
