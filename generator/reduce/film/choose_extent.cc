#include "generator/reduce/film/choose_extent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "generator/define/keys/flat_table.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/conditions.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {
namespace {

constexpr int kExtensions = 12;
constexpr double kFewestNodes = 8.0;  // under pressure
constexpr double kSameEnd = 1e-6;     // [b]

// Everywhere that the definition says it runs.
FilmConditions everywhere(const Definition& definition) {
  const FilmContactSpec& film = *definition.film;
  FilmConditions all = conditions_of(film);
  all.meet(trained_conditions(film, film.reduce ? film.reduce->margin : 0.0));
  for (const ScenarioSpec& scenario : definition.scenarios)
    all.meet(conditions_of(film_scenario(film, scenario)));
  return all;
}

class ExtentSearch {
 public:
  ExtentSearch(const FilmContactSpec& film, const FilmConditions& all) : film_(film), all_(all) {
    film_.grid.automatic = false;
  }

  // start and end that flood the film.
  FilmGridSpec find() {
    FilmGridSpec& grid = film_.grid;
    std::vector<FilmFrame> frames = {grid.frame};
    // a balanced film that is reduced is one in the frame of its load as well
    if (film_.reduce && film_.balanced() && grid.frame == FilmFrame::fixed)
      frames.push_back(FilmFrame::load_scaled);
    std::vector<double> loads = {all_.least_load};
    if (all_.most_load > all_.least_load) loads.push_back(all_.most_load);
    for (int k = 0; k < kExtensions; ++k) {
      const double start = grid.start, end = grid.end;
      for (const FilmFrame frame : frames)
        for (const double load : loads) judge(frame, load, start, end);
      if (grid.start == start && grid.end == end) return grid;
    }
    refuse(fmt::format("is not enough from {:g} to {:g} b either", grid.start, grid.end));
  }

 private:
  void judge(FilmFrame frame, double load, double start, double end) {
    FilmCase still = at_rest(film_, load, all_.pull);
    still.grid.frame = frame;
    still.grid.start = start;
    still.grid.end = end;
    FilmSteady steady;
    try {
      steady = steady_film(still);
    } catch (const Error& error) {
      refuse(fmt::format("finds no film from {:g} to {:g} b: {}", start, end, error.what()));
    }
    // as many nodes with an even pressure have its mean square; a spike alone has few
    const Vector& p = steady.profile.pressure;
    const double pressed = p.sum() * p.sum() / p.squaredNorm();
    if (pressed < kFewestNodes)
      refuse(fmt::format("asks for {:g} to {:g} b, where the pressure stands on {:.0f} of {} nodes",
                         start, end, pressed, p.size()));
    if (steady.extent.start < start - kSameEnd)
      film_.grid.start = std::min(film_.grid.start, steady.extent.start);
    if (steady.extent.end > end + kSameEnd)
      film_.grid.end = std::max(film_.grid.end, steady.extent.end);
  }

  [[noreturn]] void refuse(const std::string& finding) const {
    throw Error(film_.path, "grid.extent = \"auto\" " + finding,
                "raise grid.points, or give grid.extent = [start, end]");
  }

  FilmContactSpec film_;
  FilmConditions all_;
};

void choose_extent(Definition* definition) {
  FilmContactSpec& film = *definition->film;
  const FilmConditions all = everywhere(*definition);
  demand(all.least_load > 0.0 && all.pull != 0.0, film.path,
         "grid.extent = \"auto\" has no film to judge: nothing is entrained, or under no load",
         "give grid.extent = [start, end]");
  film.grid = ExtentSearch(film, all).find();
  const std::vector<TomlScalar> ends = {film.grid.start, film.grid.end};
  for (DefinitionSetting& setting : definition->settings)
    if (setting.key == "grid.extent") setting.value = to_text(TomlValue(ends));
  definition->notices.push_back(fmt::format(
      "grid.extent = \"auto\": {} b floods the film from {:.4g} N/m on at {:.4g} m/s times "
      "viscosity factor",
      to_text(TomlValue(ends)), all.least_load * film.load.reference, all.pull));
}

}  // namespace

void choose_extents(Definition* definition) {
  if (definition->film && definition->film->grid.automatic) choose_extent(definition);
  for (InterfaceSpec& interface : definition->interfaces) {
    const auto& film = interface.film.film;
    if (!film || !film->film->grid.automatic) continue;
    auto chosen = std::make_shared<Definition>(*film);
    choose_extent(chosen.get());
    definition->notices.push_back(interface.name + ": " + chosen->notices.back());
    interface.film.film = std::move(chosen);
  }
}

}  // namespace mortise::gen
