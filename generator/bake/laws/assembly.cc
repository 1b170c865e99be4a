// Model files of several interfaces, of which each has a law of its own.
#include <nlohmann/json.hpp>

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/laws/filled.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

using nlohmann::json;

json assembly_info(const ModelView& v) {
  const AssemblyView& a = *assembly_of(v);
  const auto name_at = [&](std::uint32_t k) { return a.interface[k].root->name()->str(); };
  json interfaces = json::array(), groups = json::array();
  for (std::int32_t k = 0; k < a.interfaces; ++k) {
    const InterfaceView& own = a.interface[k];
    const FileLaw& law = file_law(own);
    interfaces.push_back({{"name", name_at(static_cast<std::uint32_t>(k))},
                          {"kind", law.name},
                          {"places", law.solved_places(own)},
                          {"rows", own.shape.rows},
                          {"first_mode", own.first_mode},
                          {"modes", own.dims.modes}});
  }
  for (const schema::Group* g : *v.root->groups()) {
    std::string members;
    for (const std::uint32_t k : *g->interfaces())
      members += (members.empty() ? "" : ", ") + name_at(k);
    groups.push_back({{"interfaces", members},
                      {"kappa", g->coupling()},
                      {"sweeps", g->sweep_cap()},
                      {"newton", g->newton_cap()},
                      {"tail_sweeps", g->tail_sweeps()},
                      {"tolerance", g->tolerance()},
                      {"substeps", a.interface[g->interfaces()->Get(0)].substeps}});
  }
  return {{"interfaces", interfaces}, {"groups", groups}};
}

std::string assembly_text(const json& assembly) {
  std::string text = all_filled(
      "  interface   {name}: {kind}, {places} places, {rows} rows on {modes} modes from "
      "{first_mode} on\n",
      assembly["interfaces"]);
  for (const json& group : assembly["groups"])
    text += filled(
                "  group       {interfaces}: kappa {kappa}, at most {sweeps} sweeps, {newton} "
                "Newton, {tail_sweeps} sweeps",
                group) +
            (group["substeps"] > 1 ? filled(", in each of {substeps} substeps\n", group) : "\n");
  return text;
}

}  // namespace

const FileLaw file_laws_of::assembly = [] {
  FileLaw law;
  law.name = "assembly";
  law.system = "an assembly of several interfaces";
  law.in_every_assembly = true;
  law.code_bytes = 118000;
  law.knows_dissipation = [](const ModelView& v) { return assembly_of(v)->energies; };
  law.info = assembly_info;
  law.info_text = assembly_text;
  law.tables = {{"Interfaces",
                 "interfaces",
                 {{"name", "interface"},
                  {"kind", "kind"},
                  {"places", "places"},
                  {"rows", "rows"},
                  {"modes", "modes"}}},
                {"Groups that are solved together",
                 "groups",
                 {{"interfaces", "interfaces"},
                  {"kappa", "kappa [-]"},
                  {"sweeps", "most sweeps"},
                  {"newton", "most Newton iterations"},
                  {"substeps", "substeps"}}}};
  return law;
}();

}  // namespace mortise::gen
