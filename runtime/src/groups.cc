#include "mortise/groups.hpp"

#if !defined(MORTISE_NO_ASSEMBLY)
#include "assembly/places.hpp"
#include "mortise_generated.h"
#endif

namespace mortise {

#if defined(MORTISE_NO_ASSEMBLY)

std::int32_t groups(const Model&) noexcept { return 0; }
Real group_coupling(const Model&, std::int32_t) noexcept { return 0; }
GroupReport group_report(const Model&, const State&, std::int32_t) noexcept { return {}; }

#else

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

#endif

}  // namespace mortise
