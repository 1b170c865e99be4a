// The part of a film's model file that no other file has.
#pragma once

#include <memory>

#include "generator/bake/file/system_writer.hpp"
#include "generator/bake/film/steady_films.hpp"
#include "generator/reduce/film/reduced_film.hpp"
#include "mortise/view/film.hpp"

namespace mortise::gen {

// Scales, laws and limits as the step reads them.
FilmConstants film_constants(const ReducedFilm& film);

// film, steady (of this film): outlive the writer. Scenarios under a prescribed load start from the
// steady film of their first inputs. Throws Error for inputs that no film has or numbers that the
// scalar cannot hold.
std::unique_ptr<SystemWriter> film_writer(const ReducedFilm& film, const FilmBakeOptions& options,
                                          const SteadyFilmTable& steady);

}  // namespace mortise::gen
