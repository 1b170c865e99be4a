// `mortise analyze coupling`: how strongly the interfaces of an assembly see each other.
#include <fmt/format.h>

#include "generator/bodies/import/importer.hpp"
#include "generator/deliver/pictures/study_pictures.hpp"
#include "generator/judge/analyses/coupling_study.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/result_table.hpp"
#include "generator/tool/pipeline/build.hpp"

namespace mortise::gen {
namespace {

Fields<PairCoupling> pair_fields() {
  const auto shared = [](const PairCoupling& p) {
    return fmt::format("{}", fmt::join(p.shared, ", "));
  };
  return {{"first", of(&PairCoupling::first), word_head("interface")},
          {"second", of(&PairCoupling::second), word_head("with")},
          {"kappa", of(&PairCoupling::kappa), quantity_head("kappa", "-"), "%.4g"},
          {"shared", shared, word_head("share")}};
}

nlohmann::json group_json(const GroupCoupling& g) {
  return {{"interfaces", g.interfaces},
          {"bodies", g.bodies},
          {"kappa", g.kappa},
          {"sweeps", g.sweeps},
          {"sweep_cap", g.sweep_cap},
          {"meaning", g.meaning},
          {"pairs", rows_json(pair_fields(), g.pairs)}};
}

std::string group_text(const GroupCoupling& g) {
  std::string text = fmt::format("{}: on {}\nkappa {:.4g}. {}\n", fmt::join(g.interfaces, ", "),
                                 fmt::join(g.bodies, ", "), g.kappa, g.meaning);
  if (g.pairs.size() > 1) text += rows_text(pair_fields(), g.pairs);
  return text;
}

// Names of the groups of modes: those of the definition's bodies, if each is one.
std::vector<std::string> body_names(const Definition& definition, const ReducedSystem& system) {
  const std::size_t count = std::max<std::size_t>(1, system.groups.size());
  std::vector<std::string> names;
  for (std::size_t b = 0; b < count; ++b)
    names.push_back(definition.import.parts.size() == count ? definition.import.parts[b].name
                                                            : "substructure " + std::to_string(b));
  return names;
}

struct CouplingArguments : DefinitionArguments {
  std::string picture;
};

int run_coupling(const CouplingArguments& a) {
  const Definition definition = read_and_log(a.definition, a.overrides, Takes::structures);
  const BakeInput input = prepare_bake(definition, {});
  const auto groups =
      study_coupling(input.system, body_names(definition, input.system), input.options);
  if (!a.picture.empty()) {
    const FullModel model =
        import_model(definition.path, definition.name, definition.import, nullptr);
    write_assembly_picture(drawing_of(definition, model), a.picture);
  }
  nlohmann::json list = nlohmann::json::array();
  std::string text;
  for (const GroupCoupling& group : groups) {
    list.push_back(group_json(group));
    text += (text.empty() ? "" : "\n") + group_text(group);
  }
  return print_result(a.json, {{"step_s", input.options.step}, {"groups", list}}, text);
}

}  // namespace

void add_analyze_coupling(CLI::App* analyze, Command* chosen) {
  add_analysis<CouplingArguments>(
      analyze, chosen, "coupling",
      "how strongly the interfaces of an assembly see each other, and which solver they need",
      "definition (TOML) with [[interfaces]]", run_coupling,
      [](CLI::App* command, CouplingArguments* a) {
        add_pictures(command, &a->picture, "drawing of the bodies and of what touches what");
      });
}

}  // namespace mortise::gen
