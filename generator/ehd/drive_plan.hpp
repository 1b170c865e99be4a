// How the [step] of a film definition drives its simulation.
#pragma once

#include "generator/define/film_definition.hpp"
#include "generator/ehd/contact_problem.hpp"
#include "generator/integrate/drive.hpp"
#include "generator/integrate/tableau.hpp"

namespace mortise::gen {

// Its Butcher tableau; null for bdf2, which has none.
const Tableau* tableau_of(FilmScheme scheme);

// From time 0 to the duration, in the problem's unit of time. The plan refers to nothing of the
// arguments.
DrivePlan drive_plan(const FilmDefinition& definition, const ContactProblem& problem);

}  // namespace mortise::gen
