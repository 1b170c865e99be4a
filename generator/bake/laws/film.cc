// Oil films in model files.
#include <nlohmann/json.hpp>

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/laws/filled.hpp"
#include "generator/contact/film/film_case.hpp"

namespace mortise::gen {
namespace {

using nlohmann::json;

// A film under a prescribed load carries what it is given.
bool is_loaded(const ModelView& v) { return v.film.constants->loaded != 0; }

double film_force(const RunningInterface& i) {
  return i.view.film.constants->force * i.state.film_.force;
}

void book_film(const RunningInterface& i, double h, ImpulseBook* book) {
  const double force = film_force(i);
  const Real* means = i.means();
  book->normal += h * (means != nullptr ? means[0] : 0.5 * (book->last + force));
  book->last = force;
}

std::vector<std::pair<std::string, int>> film_kind(const ModelView& v) {
  const FilmView& film = v.film;
  return {{"FILM_SCALAR", film.scalar},
          {"FILM_STENCIL", film.constants != nullptr ? film.constants->stencil : 0},
          {"FILM_CARRIED", film.transport != nullptr ? 1 : 0},
          {"FILM_EDGE", film.edge != nullptr ? 1 : 0}};
}

json basis_info(const FilmBasis& b) {
  return {{"shapes", b.modes},
          {"rows", b.rows},
          {"watched", b.watched},
          {"substeps", b.substeps},
          {"iterations", b.iterations},
          {"repeat_iterations", b.repeat_iterations},
          {"age_limit", b.age_limit},
          {"row_limit", b.row_limit},
          {"leave_fraction", b.leave_fraction}};
}

json film_info(const ModelView& v) {
  const FilmConstants& c = *v.film.constants;
  json bases = json::array();
  for (std::int32_t k = 0; k < v.film.count; ++k) bases.push_back(basis_info(v.film.bases[k]));
  return {{"kind", c.loaded != 0 ? "prescribed load" : "impact"},
          {"frame", c.frame == kFrameLoadScaled ? "load_scaled" : "fixed"},
          {"viscosity_law", name_of(static_cast<ViscosityLaw>(c.viscosity_law))},
          {"jacobian", c.every_stage != 0 ? "every_stage" : "aged"},
          {"scalar", v.film.scalar == 4 ? "float32" : "float64"},
          {"bases", bases},
          {"profile_points", c.profile_points},
          {"trust_limit", c.trust_limit},
          {"load_slope", c.load_slope},
          {"front_limit", v.film.front_limit},
          {"steady_films", v.film.steady.load_count * v.film.steady.speed_count},
          {"landing_gap_m", c.landing_gap * c.film}};
}

std::string film_text(const json& film) {
  const std::string left =
      film["kind"] == "impact" ? ", left at {leave_fraction} of the peak\n" : "\n";
  return filled(
             "  film        {kind}, {scalar}, Jacobian {jacobian}, profile of {profile_points} "
             "points, trusted to a residual of {trust_limit}\n",
             film) +
         all_filled(
             "  basis       {shapes} shapes, {rows} rows, {watched} of them watched, {substeps} "
             "substep(s), at most {iterations} iteration(s) per stage, {repeat_iterations} if "
             "repeated" +
                 left,
             film["bases"]);
}

}  // namespace

const FileLaw file_laws_of::film = [] {
  FileLaw law;
  law.name = law.lone_name = law.place = "film";
  law.text = "oil film";
  law.system = "an oil film";
  law.held = "film: basis, restarts and fronts";
  law.untrusted = "exceeded the residual up to which the film is trusted";
  law.structural = law.has_statuses = false;
  law.repeats_steps = true;
  law.code_bytes = 111000;
  law.code_in_assembly = 302000;
  law.places = [](const ModelView& v) { return is_loaded(v) ? 0 : 1; };
  law.solved_places = [](const ModelView& v) {
    return static_cast<std::int32_t>(v.film.bases[0].rows);
  };
  law.force_is_given = is_loaded;
  law.time_unit = [](const ModelView& v) { return double{v.film.constants->time}; };
  law.profile_points = [](const ModelView& v) {
    return static_cast<std::int32_t>(v.film.constants->profile_points);
  };
  law.step_kind = film_kind;
  law.info = film_info;
  law.info_text = film_text;
  law.tables = {{"Bases of the film",
                 "bases",
                 {{"shapes", "shapes"},
                  {"rows", "rows"},
                  {"watched", "of them watched"},
                  {"substeps", "substeps"},
                  {"iterations", "iterations"}}}};
  law.add_forces = [](const RunningInterface& i, std::vector<double>* forces) {
    if (!is_loaded(i.view)) forces->push_back(film_force(i));
  };
  law.book = book_film;
  law.end_force = film_force;
  return law;
}();

}  // namespace mortise::gen
