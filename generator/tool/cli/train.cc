#include <fmt/format.h>

#include "generator/define/definition/definition_hash.hpp"
#include "generator/reduce/film/conditions.hpp"
#include "generator/reduce/train/campaign.hpp"
#include "generator/simulate/run/trajectory.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/film_command.hpp"

namespace mortise::gen {
namespace {

struct TrainArguments : DefinitionArguments {
  std::string cache = "train";
  int jobs = 1;
};

int run_train(const TrainArguments& a) {
  const Definition definition = film_definition_command(a.definition, a.overrides);
  const std::string key = stage_hash(definition, Stage::train);
  const FilmSnapshots snapshots = with_bar(definition.name, [&](const Progress& progress) {
    TrainSettings settings{a.cache, key, a.jobs, {}, progress};
    if (!has_terminal()) settings.log = log_line;
    settings.ranks = launcher_ranks();
    return run_campaign(*definition.film, settings);
  });
  std::vector<std::string> warnings = snapshots.warnings;
  if (has_terminal())  // elsewhere the log has them
    for (const std::string& warning : warnings) log_warning(warning);
  const std::string starved =
      starved_in(*definition.film, {trained_conditions(*definition.film, 0.0)});
  if (!starved.empty()) {
    log_warning(starved);
    warnings.push_back(starved);
  }
  const int runs = definition.film->train->runs;
  const std::string file = CampaignStore(a.cache, key).campaign_file();
  return print_result(a.json,
                      {{"file", file},
                       {"runs", runs},
                       {"snapshots", snapshots.count()},
                       {"points", snapshots.points()},
                       {"warnings", warnings}},
                      fmt::format("{} snapshots of {} film nodes from {} runs, written to {}\n",
                                  snapshots.count(), snapshots.points(), runs, file));
}

}  // namespace

void add_train(CLI::App* app, Command* chosen) {
  add_command<TrainArguments>(
      app, chosen, "train",
      "make the full-order runs of a film definition's [train]; `build` takes them from the cache",
      run_train, [](CLI::App* command, TrainArguments* a) {
        add_definition(command, &a->definition);
        add_cache(command, &a->cache,
                  "folder that keeps finished runs, so that a stopped campaign goes on")
            ->capture_default_str();
        add_jobs(command, &a->jobs, "parallel full-order runs; never changes the file");
        add_overrides(command, &a->overrides);
      });
}

}  // namespace mortise::gen
