#include "generator/pipeline/reduced_film_json.hpp"

#include <utility>

#include "generator/pipeline/matrix_json.hpp"

namespace mortise::gen {
namespace {

using nlohmann::json;

json of_basis(const ReducedBasis& b) {
  return {{"pressure", of_matrix(b.pressure)},
          {"rows", b.rows},
          {"watched", b.watched},
          {"test", of_matrix(b.test)},
          {"minimum_nodes", b.minimum_nodes},
          {"substeps", b.substeps},
          {"iterations", b.iterations},
          {"repeat_iterations", b.repeat_iterations},
          {"pivoting", b.pivoting},
          {"age_limit", b.age_limit},
          {"row_limit", b.row_limit},
          {"step_limit", b.step_limit},
          {"tolerance", b.tolerance},
          {"leave_fraction", b.leave_fraction},
          {"residual_scale", b.residual_scale}};
}

ReducedBasis basis_of(const json& value) {
  ReducedBasis b;
  b.pressure = matrix_of(value.at("pressure"));
  value.at("rows").get_to(b.rows);
  value.at("watched").get_to(b.watched);
  b.test = matrix_of(value.at("test"));
  value.at("minimum_nodes").get_to(b.minimum_nodes);
  value.at("substeps").get_to(b.substeps);
  value.at("iterations").get_to(b.iterations);
  value.at("repeat_iterations").get_to(b.repeat_iterations);
  value.at("pivoting").get_to(b.pivoting);
  value.at("age_limit").get_to(b.age_limit);
  value.at("row_limit").get_to(b.row_limit);
  value.at("step_limit").get_to(b.step_limit);
  value.at("tolerance").get_to(b.tolerance);
  value.at("leave_fraction").get_to(b.leave_fraction);
  value.at("residual_scale").get_to(b.residual_scale);
  return b;
}

json of_input(const ReducedFilm::Input& in) {
  return {in.name,           in.unit, in.minimum, in.maximum, in.default_value, in.trained_minimum,
          in.trained_maximum};
}

}  // namespace

json to_json(const ReducedFilm& film) {
  json bases = json::array(), inputs = json::array();
  for (const ReducedBasis& b : film.bases) bases.push_back(of_basis(b));
  for (const ReducedFilm::Input& in : film.inputs) inputs.push_back(of_input(in));
  return {{"bases", bases},
          {"initial", of_matrix(film.initial)},
          {"step", film.step},
          {"every_stage", film.every_stage},
          {"trust_limit", film.trust_limit},
          {"landing_gap", film.landing_gap},
          {"gap_floor", film.gap_floor},
          {"guard", film.guard},
          {"load_slope", film.load_slope},
          {"profile", film.profile},
          {"inputs", inputs},
          {"findings", film.findings},
          {"settings", film.settings}};
}

std::optional<ReducedFilm> reduced_film_from(const json& value, FilmProblemData problem) {
  try {
    ReducedFilm film;
    film.problem = std::move(problem);
    for (const json& b : value.at("bases")) film.bases.push_back(basis_of(b));
    film.initial = vector_of(value.at("initial"));
    value.at("step").get_to(film.step);
    value.at("every_stage").get_to(film.every_stage);
    value.at("trust_limit").get_to(film.trust_limit);
    value.at("landing_gap").get_to(film.landing_gap);
    value.at("gap_floor").get_to(film.gap_floor);
    value.at("guard").get_to(film.guard);
    value.at("load_slope").get_to(film.load_slope);
    value.at("profile").get_to(film.profile);
    for (const json& in : value.at("inputs"))
      film.inputs.push_back({in.at(0), in.at(1), in.at(2), in.at(3), in.at(4), in.at(5), in.at(6)});
    value.at("findings").get_to(film.findings);
    value.at("settings").get_to(film.settings);
    return film;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

}  // namespace mortise::gen
