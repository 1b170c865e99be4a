#include "mortise/groups.hpp"

#include "assembly/places.hpp"
#include "mortise_generated.h"

namespace mortise {

namespace {

const AssemblyView& assembly_of(const Model& model) {
  return static_cast<const AssemblyView&>(model.view());
}

bool has(const Model& model, std::int32_t group) { return group >= 0 && group < groups(model); }

}  // namespace

std::int32_t groups(const Model& model) noexcept {
  return model.view().is_assembly() ? assembly_of(model).groups : 0;
}

Real group_coupling(const Model& model, std::int32_t group) noexcept {
  return has(model, group)
             ? model.root()->groups()->Get(static_cast<std::uint32_t>(group))->coupling()
             : 0;
}

GroupReport group_report(const Model& model, const State& state, std::int32_t group) noexcept {
  if (!has(model, group) || !state.belongs_to(model)) return {};
  const AssemblyView& m = assembly_of(model);
  return assembly::part_at<GroupReport>(m, const_cast<State&>(state), m.parts.reports)[group];
}

}  // namespace mortise
