#include <memory>

#include "generator/cli/command.hpp"
#include "generator/cli/film_command.hpp"
#include "generator/io/terminal.hpp"
#include "generator/train/campaign.hpp"
#include "generator/train/store.hpp"

namespace mortise::gen {
namespace {

struct TrainArguments {
  std::string definition, cache = "train";
  std::vector<std::string> overrides;
  int jobs = 1;
  bool json = false;
};

int run_train(const TrainArguments& a) {
  const FilmDefinition definition = read_film_command(a.definition, a.overrides, 0.0, "");
  FilmSnapshots snapshots;
  {
    ProgressBar bar(definition.name, 1000);
    TrainSettings settings;
    settings.folder = a.cache;
    settings.jobs = a.jobs;
    settings.progress = [&](double share) {
      bar.update(static_cast<std::uint64_t>(1000.0 * share));
    };
    if (!has_terminal()) settings.log = log_line;
    snapshots = run_campaign(definition, settings);
  }
  const std::string file = CampaignStore(a.cache, definition).campaign_file();
  if (a.json) {
    print_result(nlohmann::json{{"file", file},
                                {"runs", definition.train->runs},
                                {"snapshots", snapshots.count()},
                                {"points", snapshots.points()}});
  } else {
    print_result(std::to_string(snapshots.count()) + " snapshots of " +
                 std::to_string(snapshots.points()) + " film nodes from " +
                 std::to_string(definition.train->runs) + " runs, written to " + file + "\n");
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
