// How the [step] of a film definition drives its simulation.
#pragma once

#include "generator/contact/film/contact_problem.hpp"
#include "generator/contact/film/film_case.hpp"
#include "generator/ground/integrate/drive.hpp"
#include "generator/ground/integrate/tableau.hpp"

namespace mortise::gen {

// Its Butcher tableau; null for bdf2, which has none.
const Tableau* tableau_of(FilmScheme scheme);

// From time 0 to the duration, in the problem's unit of time. The plan refers to nothing of the
// arguments.
DrivePlan drive_plan(const FilmCase& definition, const ContactProblem& problem);

}  // namespace mortise::gen
