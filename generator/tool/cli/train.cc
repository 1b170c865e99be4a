#include <fmt/format.h>

#include <memory>

#include "generator/define/definition/definition_hash.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/reduce/train/campaign.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/film_command.hpp"

namespace mortise::gen {
namespace {

struct TrainArguments {
  std::string definition, cache = "train";
  std::vector<std::string> overrides;
  int jobs = 1;
  bool json = false;
};

int run_train(const TrainArguments& a) {
  const Definition definition = film_definition_command(a.definition, a.overrides);
  const std::string key = stage_hash(definition, Stage::train);
  FilmSnapshots snapshots;
  {
    ProgressBar bar(definition.name);
    TrainSettings settings;
    settings.folder = a.cache;
    settings.key = key;
    settings.jobs = a.jobs;
    settings.progress = bar.shares();
    if (!has_terminal()) settings.log = log_line;
    snapshots = run_campaign(*definition.film, settings);
  }
  const std::string file = CampaignStore(a.cache, key).campaign_file();
  if (a.json) {
    print_result(nlohmann::json{{"file", file},
                                {"runs", definition.film->train->runs},
                                {"snapshots", snapshots.count()},
                                {"points", snapshots.points()}});
  } else {
    print_result(fmt::format("{} snapshots of {} film nodes from {} runs, written to {}\n",
                             snapshots.count(), snapshots.points(), definition.film->train->runs,
                             file));
  }
  return 0;
}

}  // namespace

void add_train(CLI::App* app, Command* chosen) {
  auto a = std::make_shared<TrainArguments>();
  CLI::App* command = app->add_subcommand(
      "train",
      "make the full-order runs of a film definition's [train]; `build` takes them from "
      "the cache");
  command->add_option("DEF", a->definition, "definition (TOML)")->required();
  add_cache(command, &a->cache,
            "folder that keeps finished runs, so that a stopped campaign goes on")
      ->capture_default_str();
  command->add_option("--jobs", a->jobs, "parallel full-order runs; never changes the file")
      ->check(CLI::Range(1, 1024));
  add_overrides(command, &a->overrides);
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_train(*a); }; });
}

}  // namespace mortise::gen
