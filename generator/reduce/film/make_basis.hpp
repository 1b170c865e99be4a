// One basis of a reduced film: its shapes, then the rows that are to hold.
#pragma once

#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/reduce/film/basis.hpp"
#include "generator/reduce/film/hyper_reduction.hpp"
#include "generator/reduce/film/reduced_film.hpp"
#include "generator/reduce/film/residual_training.hpp"

namespace mortise::gen {

// The pressure shapes of the columns. index: of the phase, 0 under a prescribed load.
PressureBasis shapes_of(const ReduceSpec& spec, const FilmProblemData& problem,
                        const FilmSnapshots& snapshots, const std::vector<int>& columns,
                        std::size_t index);

// Everything of a basis but its rows, and what these are chosen from.
struct UnsampledBasis {
  ReducedBasis basis;
  ResidualTraining training;
  std::string about;
};

UnsampledBasis make_shapes(const ReduceSpec& spec, const FilmProblemData& problem,
                           const FilmSnapshots& snapshots, const std::vector<int>& columns,
                           std::size_t index);

// Rows that hold, then the watched ones, whole blocks of lanes in all.
ReducedBasis with_rows(const ReduceSpec& spec, const Sampling& sampling,
                       const FilmProblemData& problem, const UnsampledBasis& shapes,
                       std::vector<std::string>* findings);

}  // namespace mortise::gen
