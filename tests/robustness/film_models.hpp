// Small films that are full models: every node of a coarse grid is a shape and a sampled row, T is
// the identity. Deliberately tame, so that what a test sees is the runtime's doing.
#pragma once

#include <array>

#include "generator/bake/file/options.hpp"
#include "generator/bake/film/bake_film.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::robustness {

// The full-order definitions of both, on grids of so many nodes.
inline constexpr int kLinePoints = 29, kPointPoints = 24;
gen::FilmContactSpec line_definition(int points = kLinePoints);
gen::FilmContactSpec point_definition(int points = kPointPoints);

// A rolled line contact: points - 2 shapes, stencil 4, load-scaled frame, inputs load, entrainment
// and viscosity factor, Barus; two rows are watched as well as held.
gen::ReducedFilm line_film(int points = kLinePoints);

// A rolled line contact that carries its film between inlet and outlet, whose nodes all are shapes
// and rows.
inline constexpr int kCarriedPoints = 41;
gen::ReducedFilm carried_film(int points = kCarriedPoints);
// The carried film of another rolling contact. zones: X of entry, inlet's end and outlet's begin.
gen::ReducedFilm carried_film(const gen::FilmContactSpec& definition,
                              const std::array<double, 3>& zones, double softness, int samples);

// A carried film, to be borne by bodies of an assembly in its own steps, with steady films that
// stand in.
gen::AssemblyFilm borne_film(gen::FilmScalar scalar = gen::FilmScalar::float64);
// Opening of bodies by which it holds 80 % of its reference load at rest [m].
double borne_opening();

// A sphere that falls on an oiled plate and rebounds, under changing acceleration: two bases,
// stencil 3, one modal coordinate, Roelands.
//   landing  gap at which the bodies meet the film, over the height they fall from
gen::ReducedFilm point_film(double landing = 0.9, int points = kPointPoints);

// point_film() with steps of 1, 2 and 4 ticks in approach and loading, for which it has two bases;
// the rebound in ticks of half its substeps there.
gen::ReducedFilm paced_film(double landing = 0.9, int points = kPointPoints);

// A sphere that falls on oiled glass so fast that the oil solidifies: three bases of approach and
// loading, then a moving edge, trained with impacts of 0.29 to 0.335 m/s. 0.3 m/s at a reference
// of 0.313 m/s. The definition it is made of, and the film.
//   small   few nodes and shapes, for tests of its file
//   pliant  a valve of the sphere's tip on a plate, both condensed, in place of half-spaces
gen::FilmContactSpec edge_definition(bool small = false, bool pliant = false);
gen::ReducedFilm edge_film(bool small = false, bool pliant = false);

// Name, scenarios, certificate and all else that a file of them needs.
gen::FilmBakeOptions film_options(const gen::ReducedFilm& film, const std::string& name,
                                  gen::FilmScalar scalar = gen::FilmScalar::float64);

}  // namespace mortise::robustness
