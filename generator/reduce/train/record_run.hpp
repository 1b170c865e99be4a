// One full-order run, kept as snapshots.
#pragma once

#include <string>
#include <vector>

#include "generator/contact/film/film_case.hpp"
#include "generator/reduce/film/snapshots.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {

// Simulates a film from its initial state to its duration and keeps every `every`-th solved stage
// of the accepted steps, the first one included (see FilmSnapshots; run = 0 for all).
// progress: may be empty. warnings: findings that do not stop; may be null.
// Throws Error for definitions that cannot be set up, for dry contact, and if the run stops early.
FilmSnapshots record_run(const FilmCase& definition, int every, const Progress& progress,
                         std::vector<std::string>* warnings);

// The snapshots of several runs behind each other, numbered in their order.
FilmSnapshots joined_snapshots(std::vector<FilmSnapshots> runs);

}  // namespace mortise::gen
