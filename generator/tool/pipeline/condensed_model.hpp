// The part of a build that depends neither on the step nor on the law of unilateral contacts: kept
// by the cache. Laws of joints and sliding contacts are in it.
#pragma once

#include <string>
#include <vector>

#include "generator/contact/bolted/reduced_bolted.hpp"
#include "generator/contact/system/condense.hpp"
#include "generator/contact/system/system_json.hpp"
#include "generator/reduce/film/reduced_film.hpp"
#include "generator/simulate/assemble/assemble.hpp"

namespace mortise::gen {

// Bolted contacts, reduced, and what there is to say of it.
struct ReducedPart {
  ReducedBolted reduced;
  std::vector<std::string> findings;
};

struct CondensedModel {
  ReducedSystem system;
  std::vector<Vector> scenario_q, scenario_v;  // (n) initial state of each scenario
  // Of every interface (nc): gap of the geometry at clearance 0 [m].
  std::vector<std::vector<double>> clearance_offsets;
  // Joints: operating cases and the phases of every scenario.
  std::vector<OperatingCase> cases;
  std::vector<std::vector<Phase>> scenario_phases;
  std::vector<std::string> findings;  // one line each, for the file and the log
  // Of the interfaces that are one, a stage of their own each.
  std::vector<ReducedFilm> films;
  std::vector<ReducedPart> bolted;
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Phase, duration, operating_case)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CondensedModel, system, scenario_q, scenario_v,
                                   clearance_offsets, cases, scenario_phases, findings)

}  // namespace mortise::gen
