#include "generator/tool/pipeline/stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "generator/bake/film/bake_film.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/certify_film.hpp"
#include "generator/reduce/film/finer_gap.hpp"
#include "generator/reduce/film/inputs.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/film/reduce_film.hpp"
#include "generator/reduce/train/campaign.hpp"
#include "generator/tool/pipeline/reduced_film_json.hpp"

namespace mortise::gen {
namespace {

// warnings: of the training and the reduction, kept with the film and said with it.
ReducedFilm reduce_now(const Definition& definition, const BuildSettings& settings,
                       std::vector<std::string>* warnings) {
  const FilmContactSpec& d = *definition.film;
  ProgressBar bar("train");
  TrainSettings train;
  train.folder = settings.cache;
  if (!settings.cache.empty()) train.key = stage_hash(definition, Stage::train);
  train.jobs = settings.jobs;
  // the bar says it elsewhere; warnings are said with the film
  if (!has_terminal() && settings.log) {
    train.log = [&](const std::string& line) {
      if (line.rfind("warning: ", 0) != 0) settings.log(line);
    };
  }
  train.progress = bar.shares();
  const FilmSnapshots snapshots = run_campaign(d, train);
  say(settings, fmt::format("train     {} runs, {} snapshots of {} nodes", d.train->runs,
                            snapshots.count(), snapshots.points()));
  *warnings = snapshots.warnings;
  std::vector<std::string> own;
  ReducedFilm film = reduce_film(d, snapshots, &own);
  if (film.transported() && d.reduce->finer_gap) hold_gap_against_finer(d, &film);
  narrow_inputs(d, &film);
  for (const std::string& warning : own) {
    const bool known = std::find(warnings->begin(), warnings->end(), warning) != warnings->end();
    if (!known) warnings->push_back(warning);
  }
  return film;
}

std::string summary_of(const ReducedFilm& film, const FilmBakeOptions& options) {
  std::string shapes, rows;
  for (const ReducedBasis& b : film.bases) {
    const char* comma = shapes.empty() ? "" : "+";
    shapes += comma + std::to_string(b.pressure.cols());
    rows += comma + std::to_string(b.rows.size());
  }
  return fmt::format("{} shapes, {} rows, h = {:g} s, {}", shapes, rows, film.step,
                     options.scalar == FilmScalar::float32 ? "float" : "double");
}

void check_film(const Definition& definition) {
  const FilmContactSpec& d = *definition.film;
  if (d.film.kind == FilmKind::dry) {
    throw Error(d.path, "film.kind = \"dry\" has no film to reduce",
                "simulate dry impacts with `mortise full`");
  }
  if (d.carried()) {
    throw Error(d.path, "load.mass makes it a film that an assembly moves, not a model of its own",
                "name the file as `film` of one of [[interfaces]], or leave load.mass out");
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

PreparedModel prepare_film(const Definition& definition, const BuildSettings& settings) {
  const auto film = std::make_shared<const ReducedFilm>(reduced_film(definition, settings));
  const auto options = std::make_shared<FilmBakeOptions>(film_bake_options(definition, *film));
  PreparedModel model;
  model.summary = summary_of(*film, *options);
  model.bake = [film, options](const std::optional<CertificateOptions>& certificate) {
    options->certificate = certificate;
    return bake(*film, *options);
  };
  model.certify = [&definition](const AlignedBytes& bytes, const CertifySettings& how) {
    return certify_film(definition, bytes, how);
  };
  return model;
}

}  // namespace

ReducedFilm reduced_film(const Definition& definition, const BuildSettings& settings) {
  const FilmContactSpec& d = *definition.film;
  return run_stage<ReducedFilm>(
      definition, settings, Stage::reduce, "reduce",
      [&](const nlohmann::json& kept) {
        auto read = read_json<ReducedFilm>(kept);
        if (read) {
          read->problem = problem_data(d, d.reduce->penalty, nullptr);
          if (read->transported()) set_fields(read->problem, &read->transport);
        }
        return read;
      },
      [&](std::vector<std::string>* warnings) {
        return reduce_now(definition, settings, warnings);
      });
}

const Family kFilms = {check_film, prepare_film, certify_film};

}  // namespace mortise::gen
