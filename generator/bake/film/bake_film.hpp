// Bake: a reduced film becomes the bytes of a model file.
#pragma once

#include <memory>

#include "generator/bake/file/options.hpp"
#include "generator/bake/file/system_writer.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/ground/numbers/aligned_bytes.hpp"
#include "generator/reduce/film/reduced_film.hpp"

namespace mortise::gen {

// Cuts the reduced film down to its sampled rows, writes, reads back and runs the golden trace.
// The same arguments give the same bytes.
//   film     sizes are checked; its step, inputs, findings and settings go into the file
//   options  scenarios of a film under a prescribed load that bring no initial film start from the
//            steady one under their first inputs. In impacts the trace begins where the bodies meet
//            the film for the first time and lasts at least to the end of that impact.
// Throws Error for sizes that disagree, numbers that the scalar cannot hold, a film that cannot be
// stepped from its own initial state, or a file that the runtime would refuse.
AlignedBytes bake(const ReducedFilm& film, const FilmBakeOptions& options);

// One film among the interfaces of an assembly.
//   place   of the film; system: the assembly, both on the modes of its bodies; name: of the
//           interface, whose inputs are name.entrainment and name.viscosity_factor
//   step    of its group, a whole part of the assembly's [s]
// system must outlive the writer. Throws Error as above, and for a film under a prescribed load or
// without a tolerance.
std::unique_ptr<SystemWriter> film_part_writer(const AssemblyFilm& film, const FilmPlace& place,
                                               const ReducedSystem& system, const std::string& name,
                                               double step);

// Completes the place of a film whose sides move as a whole: gaps and forces follow from its
// opening; its clearance becomes part of the film's geometry, its width of the film's force.
void place_film(AssemblyFilm* film, FilmPlace* place);

// Name, scalar, holds, scenarios, provenance, of a definition whose film has [reduce].
FilmBakeOptions film_bake_options(const Definition& definition, const ReducedFilm& film);

// One scenario as inputs of the film over time and, of an impact, the bodies' initial state. Smooth
// loads become straight lines between the ends of the model's steps.
ScenarioOptions film_scenario_options(const FilmContactSpec& definition,
                                      const ScenarioSpec& scenario, const ReducedFilm& film);

}  // namespace mortise::gen
