#include "generator/pipeline/build_film.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "generator/bake/bake_film.hpp"
#include "generator/define/definition_hash.hpp"
#include "generator/define/dubious_values.hpp"
#include "generator/error.hpp"
#include "generator/io/content_hash.hpp"
#include "generator/io/terminal.hpp"
#include "generator/pipeline/certify_film.hpp"
#include "generator/pipeline/film_options.hpp"
#include "generator/pipeline/reduced_film_json.hpp"
#include "generator/pipeline/stage_cache.hpp"
#include "generator/reduce/accepted_inputs.hpp"
#include "generator/reduce/problem_data.hpp"
#include "generator/reduce/reduce_film.hpp"
#include "generator/train/campaign.hpp"
#include "generator/train/store.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kReduceVersion = "4";  // changes when a kept stage would differ

void tell(const BuildSettings& settings, const std::string& line) {
  if (settings.log) settings.log(line);
}

// What is only baked, or compared afterwards, reduces nothing anew. The scalar says how many rows
// fill a block.
bool matters_to_reduction(const std::string& key) {
  return key.rfind("reduce.", 0) == 0 && key != "reduce.hold";
}

std::string reduction_key(const FilmDefinition& d) {
  return ContentHash()
      .add(kReduceVersion)
      .add(campaign_hash(d))
      .add(settings_hash(d.settings, matters_to_reduction))
      .hex();
}

// warnings: of the training and the reduction, kept with the film and said with it.
ReducedFilm reduce_now(const FilmDefinition& d, const BuildSettings& settings,
                       std::vector<std::string>* warnings) {
  ProgressBar bar("train", 1000);
  TrainSettings train;
  train.folder = settings.cache;
  train.jobs = settings.jobs;
  // the bar says it elsewhere; warnings are said with the film
  if (!has_terminal() && settings.log) {
    train.log = [&](const std::string& line) {
      if (line.rfind("warning: ", 0) != 0) settings.log(line);
    };
  }
  train.progress = [&](double share) { bar.update(static_cast<std::uint64_t>(1000.0 * share)); };
  const FilmSnapshots snapshots = run_campaign(d, train);
  tell(settings, "train     " + std::to_string(d.train->runs) + " runs, " +
                     std::to_string(snapshots.count()) + " snapshots of " +
                     std::to_string(snapshots.points()) + " nodes");
  *warnings = snapshots.warnings;
  std::vector<std::string> own;
  ReducedFilm film = reduce_film(d, snapshots, &own);
  narrow_inputs(d, &film);
  for (const std::string& warning : own) {
    const bool known = std::find(warnings->begin(), warnings->end(), warning) != warnings->end();
    if (!known) warnings->push_back(warning);
  }
  return film;
}

std::string bake_line(const ReducedFilm& film, const FilmBakeOptions& options, std::size_t bytes) {
  std::string shapes, rows;
  for (const ReducedBasis& b : film.bases) {
    const char* comma = shapes.empty() ? "" : "+";
    shapes += comma + std::to_string(b.pressure.cols());
    rows += comma + std::to_string(b.rows.size());
  }
  char text[200];
  std::snprintf(text, sizeof text, "bake      %s shapes, %s rows, h = %g s, %s, %zu bytes",
                shapes.c_str(), rows.c_str(), film.step,
                options.scalar == FilmScalar::float32 ? "float" : "double", bytes);
  return text;
}

}  // namespace

void check_film_build(const FilmDefinition& d) {
  if (d.film.kind == FilmKind::dry) {
    throw Error(d.path, "film.kind = \"dry\" has no film to reduce",
                "simulate dry impacts with `mortise full`");
  }
  if (!d.reduce) {
    throw Error(d.path, "there is no [reduce]: the definition asks for no reduced model",
                "add [reduce] with modes and step, or simulate it with `mortise full`");
  }
  if (!d.train) {
    throw Error(d.path, "there is no [train]: the reduced model has nothing to be made from",
                "add [train] with runs, duration and the ranges of load or velocity");
  }
}

ReducedFilm prepare_film(const FilmDefinition& d, const BuildSettings& settings) {
  for (const std::string& line : messages_of(d)) tell(settings, line);
  check_film_build(d);
  const StageCache cache(settings.cache);
  const std::string key = settings.cache.empty() ? "" : reduction_key(d);
  std::vector<std::string> warnings;
  std::optional<ReducedFilm> film;
  if (const auto kept = cache.load("reduce", key, &warnings)) {
    film = reduced_film_from(*kept, problem_data(d, d.reduce->penalty, nullptr));
  }
  const bool found = film.has_value();
  if (found) {
    tell(settings, "reduce    kept from an earlier build");
  } else {
    warnings.clear();
    film = reduce_now(d, settings, &warnings);
  }
  for (const std::string& warning : warnings) tell(settings, "warning: " + warning);
  for (const std::string& line : film->findings) tell(settings, "reduce    " + line);
  if (!found) cache.store("reduce", key, to_json(*film), warnings);
  return *std::move(film);
}

AlignedBytes build_film_model(const FilmDefinition& d, const BuildSettings& settings) {
  const ReducedFilm film = prepare_film(d, settings);
  FilmBakeOptions options = film_bake_options(d, film);
  AlignedBytes bytes = bake_film(film, options);
  tell(settings, bake_line(film, options, bytes.size()));
  if (!settings.certify || !can_certify(d)) return bytes;
  options.certificate = certify_film(d, bytes, {"", settings.jobs, settings.log, settings.cache});
  return bake_film(film, options);
}

}  // namespace mortise::gen
