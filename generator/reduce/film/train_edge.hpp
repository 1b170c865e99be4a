// A moving edge from the rebounds of full-order runs.
#pragma once

#include <string>
#include <vector>

#include "generator/define/definition/film_contact.hpp"
#include "generator/reduce/film/moving_edge.hpp"
#include "generator/reduce/film/reduced_film.hpp"
#include "generator/reduce/film/snapshots.hpp"

namespace mortise::gen {

// spec: with rebound = moving, phases and edge_* of it. snapshots: of impacts.
// Throws Error if no run's film freezes, or if the film ends too close to the contact.
MovingEdge train_edge(const ReduceSpec& spec, const FilmProblemData& problem,
                      const FilmSnapshots& snapshots, std::vector<std::string>* findings);

// Radius at which the pressure of the grid's nodes (points) falls through `pressure` for the last
// time, along straight lines; 0 if it does nowhere.
double edge_of(const Vector& x, const Vector& pressure, double level);

}  // namespace mortise::gen
