#include "generator/cli/adaptive_command.hpp"

#include <algorithm>
#include <cstdio>

#include "generator/io/terminal.hpp"

namespace mortise::gen {
namespace {

double reduced_share(const AdaptiveCounts& c) {
  return static_cast<double>(c.reduced) / static_cast<double>(std::max(1L, c.reduced + c.full));
}

}  // namespace

AdaptiveRun run_adaptive_command(const FilmDefinition& definition) {
  ProgressBar bar(definition.name, 1000);
  std::vector<std::string> warnings;
  AdaptiveRun result = simulate_adaptive(
      definition, AdaptiveOptions{},
      [&](double share) { bar.update(static_cast<std::uint64_t>(1000.0 * share)); }, &warnings);
  for (const std::string& warning : warnings) log_warning(warning);
  return result;
}

nlohmann::json adaptive_json(const AdaptiveCounts& c) {
  return {{"reduced_stages", c.reduced},        {"full_stages", c.full},
          {"reduced_share", reduced_share(c)},  {"bases", c.bases},
          {"mean_modes", c.mean_modes},         {"mean_free_nodes", c.mean_free},
          {"largest_space", c.largest},         {"residual_checks", c.checks},
          {"enlargements", c.enlargements},     {"worst_accepted", c.worst_accepted},
          {"reduced_iterations", c.iterations}, {"reduced_factorisations", c.factorisations}};
}

std::string adaptive_text(const AdaptiveCounts& c) {
  char text[320];
  std::snprintf(text, sizeof text,
                "%.1f %% of %ld stages in %ld reduced spaces, on average %.1f modes and %.1f free "
                "nodes, at most %ld unknowns;\n%ld checks of all rows, %ld enlargements, largest "
                "correction left %.3f of a step's tolerance\n",
                100.0 * reduced_share(c), c.reduced + c.full, c.bases, c.mean_modes, c.mean_free,
                c.largest, c.checks, c.enlargements, c.worst_accepted);
  return text;
}

}  // namespace mortise::gen
