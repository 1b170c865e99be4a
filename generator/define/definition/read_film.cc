#include <cmath>

#include "generator/define/definition/read_film_sections.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// [start, end] in ascending order, or empty.
void check_ramp(const KeyReader& reader, const std::string& key, const std::vector<double>& ramp) {
  if (ramp.empty() || (ramp.size() == 2 && ramp[0] < ramp[1])) return;
  throw Error(reader.where(key), "'" + key + "' is " + to_text(reader.table().values.at(key).value),
              "give [start, end] with start < end, or leave it empty");
}

void check_extent(const KeyReader& reader, const FilmGridSpec& grid, FilmKind kind, bool one) {
  const auto refuse = [&](const char* remedy) {
    throw Error(reader.where("grid.extent"),
                "'grid.extent' is " + to_text(reader.table().values.at("grid.extent").value),
                remedy);
  };
  if (kind == FilmKind::point) {
    if (grid.start != 0.0) refuse("a point contact starts at its axis: give [0, end] or end alone");
    if (!(grid.end > 0.0)) refuse("the end of the film must lie beyond its axis at 0");
    return;
  }
  if (one) refuse("only point contacts start at 0: give [start, end]");
  if (!(grid.start < 0.0 && grid.end > 0.0)) {
    refuse("the contact lies at 0: start < 0 < end must hold");
  }
}

std::vector<GridRefinement> read_refinements(const KeyReader& reader) {
  const auto numbers = reader.get<std::vector<double>>("grid.refine");
  std::vector<GridRefinement> refinements;
  bool good = numbers.size() % 3 == 0;
  for (std::size_t k = 0; good && k < numbers.size(); k += 3) {
    refinements.push_back({numbers[k], numbers[k + 1], numbers[k + 2]});
    good = numbers[k + 1] > -1.0 && numbers[k + 2] > 0.0;
  }
  if (!good) {
    throw Error(reader.where("grid.refine"),
                "'grid.refine' is " + to_text(reader.table().values.at("grid.refine").value),
                "give three numbers per place: where, factor > -1, width > 0");
  }
  return refinements;
}

}  // namespace

FilmSpec read_film(const KeyReader& reader) {
  FilmSpec spec;
  reader.fill("film", &spec);
  if (spec.kind == FilmKind::dry && !reader.has("film.penalty")) spec.penalty = 1e10;
  return spec;
}

StructureKind read_structure(const KeyReader& reader, FilmKind kind) {
  const auto structure = read_choice<StructureKind>(reader, "structure.kind");
  if (kind == FilmKind::line && structure == StructureKind::condensed) {
    throw Error(reader.where("structure.kind"),
                "'structure.kind' is \"condensed\" with film.kind = line",
                "line contacts rest on the half-space: set structure.kind to half_space");
  }
  if (kind == FilmKind::dry && structure == StructureKind::half_space) {
    throw Error(reader.where("structure.kind"),
                "'structure.kind' is \"half_space\" with film.kind = dry",
                "a dry impact is one of condensed bodies: set structure.kind to condensed");
  }
  return structure;
}

LubricantSpec read_lubricant(const KeyReader& reader) {
  LubricantSpec spec;
  reader.fill("lubricant", &spec);
  spec.pressure_coefficient = spec.viscosity_law == ViscosityLaw::constant
                                  ? 0.0
                                  : reader.get<double>("lubricant.pressure_coefficient");
  // Roelands' exponent Z = alpha 1.96e8 / (ln eta0 + 9.67)
  if (spec.viscosity_law == ViscosityLaw::roelands && !(std::log(spec.viscosity) + 9.67 > 0.0)) {
    throw Error(reader.where("lubricant.viscosity"),
                "'lubricant.viscosity' is " +
                    to_text(reader.table().values.at("lubricant.viscosity").value) +
                    " Pa s, where Roelands' law has no exponent",
                "use a viscosity above 6.4e-5 Pa s or another lubricant.viscosity_law");
  }
  return spec;
}

FilmGridSpec read_film_grid(const KeyReader& reader, const FilmContactSpec& d) {
  FilmGridSpec grid;
  reader.fill("grid", &grid);
  if (grid.ratio && d.structure == StructureKind::half_space) {
    throw Error(reader.where("grid.ratio"), "'grid.ratio' has no meaning for a half_space",
                "it has no contact nodes: give grid.points, or set structure.kind to condensed");
  }
  if (grid.points == 0 && !grid.ratio) (void)reader.get<int>("grid.points");
  const auto extent = reader.get<std::vector<double>>("grid.extent");
  grid.start = extent.size() == 2 ? extent.front() : 0.0;
  grid.end = extent.back();
  check_extent(reader, grid, d.film.kind, extent.size() == 1);
  if (d.film.kind == FilmKind::line) grid.refine = read_refinements(reader);
  return grid;
}

LoadSpec read_load(const KeyReader& reader) {
  LoadSpec load;
  reader.fill("load", &load);
  if (!(load.base + load.step > 0.0)) {
    throw Error(reader.where("load.step"), "'load.step' takes away all of 'load.base'",
                "the bodies must stay pressed together: base + step > 0");
  }
  check_ramp(reader, "load.rise", load.rise);
  check_ramp(reader, "load.fall", load.fall);
  if (!load.fall.empty() && (load.rise.empty() || load.fall[0] < load.rise[1])) {
    throw Error(reader.where("load.fall"), "'load.fall' starts before 'load.rise' has ended",
                "the load falls back after it has risen: give load.rise, and load.fall later");
  }
  return load;
}

ImpactSpec read_impact(const KeyReader& reader, const FilmContactSpec& d) {
  ImpactSpec impact;
  reader.fill("impact", &impact);
  const bool film = d.film.kind == FilmKind::point;
  if (film) (void)reader.get<double>("impact.height");
  if (film && !(impact.height > 0.0)) {
    throw Error(reader.where("impact.height"), "'impact.height' is 0",
                "the bodies start apart, with lubricant between them: give a height > 0 [m]");
  }
  const bool own_mass = d.structure == StructureKind::half_space;
  if (own_mass) (void)reader.get<double>("impact.mass");
  return impact;
}

FilmStepSpec read_film_step(const KeyReader& reader) {
  FilmStepSpec step;
  reader.fill("step", &step);
  if (step.control == StepControl::standard && step.scheme != FilmScheme::sdirk2) {
    throw Error(
        reader.where("step.control"),
        "'step.control' is \"standard\" with step.scheme = " +
            reader.get<std::string>("step.scheme"),
        "it takes the embedded error of sdirk2: set step.scheme to sdirk2, or step.control to "
        "fixed");
  }
  if (step.control == StepControl::threshold && step.scheme == FilmScheme::backward_euler) {
    throw Error(reader.where("step.control"),
                "'step.control' is \"threshold\" with step.scheme = backward_euler",
                "backward_euler estimates no error: choose another scheme or step.control = fixed");
  }
  if (step.shrink == 1.0) {
    throw Error(reader.where("step.shrink"), "'step.shrink' is 1",
                "a rejected step must become smaller: give a factor < 1");
  }
  if (step.smallest > step.size || (step.largest > 0.0 && step.largest < step.size)) {
    throw Error(reader.where(step.smallest > step.size ? "step.smallest" : "step.largest"),
                "'step.size' is not between 'step.smallest' and 'step.largest'",
                "step.size is the first step: smallest <= size <= largest");
  }
  return step;
}

}  // namespace mortise::gen
