#include "generator/judge/certify/kept_full_run.hpp"

#include <algorithm>
#include <array>

#include "generator/define/definition/definition_hash.hpp"
#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/files/matrix_json.hpp"
#include "generator/ground/files/stage_cache.hpp"

namespace mortise::gen {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(InterfaceTotals, name, normal_impulse, tangential_impulse,
                                   dissipated, turned_over)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ContactCurves, kept, impulse, energy, friction, scheme)

// what certificates compare
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Trajectory, names, quantities, of_step, time, outputs, status,
                                   contact_impulse, interfaces, dissipated_in_contact,
                                   knows_dissipation, contacts, largest_energy, steps,
                                   steps_in_contact, first_contact)

namespace {

constexpr std::size_t kMostNumbers = 4000000;

// The full model has all modes, its own solver and no limits.
bool is_of_full_run(const std::string& key) {
  constexpr std::array<const char*, 10> kOthers = {"condense.method",
                                                   "condense.band_hz",
                                                   "condense.error",
                                                   "condense.modes",
                                                   "condense.cutoff_hz",
                                                   "condense.attach_inputs",
                                                   "condense.dynamic_",
                                                   "condense.interface_",
                                                   "solver.",
                                                   "verify."};
  return std::none_of(kOthers.begin(), kOthers.end(),
                      [&key](const char* start) { return key.rfind(start, 0) == 0; });
}

std::string full_run_key(const Definition& definition, const ScenarioSpec& scenario) {
  Definition physics = definition;
  std::vector<DefinitionSetting>& settings = physics.settings;
  settings.erase(std::remove_if(settings.begin(), settings.end(),
                                [](const DefinitionSetting& s) { return !is_of_full_run(s.key); }),
                 settings.end());
  return ContentHash().add(stage_hash(physics, Stage::certify)).add(scenario.name).hex();
}

std::size_t numbers_of(const Trajectory& t) {
  const std::size_t curves = t.contacts.kept ? 1 + t.contacts.impulse.front().size() : 0;
  return t.outputs.size() * (t.names.size() + 1 + curves);
}

}  // namespace

Trajectory kept_full_run(const Definition& definition, const ScenarioSpec& scenario,
                         const std::string& cache, const std::function<Trajectory()>& run) {
  if (cache.empty()) return run();
  const StageCache kept(cache);
  const std::string key = full_run_key(definition, scenario);
  if (const auto stored = kept.load("full", key)) {
    auto trajectory = read_json<Trajectory>(*stored);
    if (trajectory) return *std::move(trajectory);
  }
  Trajectory trajectory = run();
  if (numbers_of(trajectory) <= kMostNumbers) kept.store("full", key, trajectory);
  return trajectory;
}

}  // namespace mortise::gen
