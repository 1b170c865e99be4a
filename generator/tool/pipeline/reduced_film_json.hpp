// A reduced film as a kept stage: bases, inputs and limits; not the problem, which the definition
// gives, nor what follows from it.
#pragma once

#include "generator/ground/files/matrix_json.hpp"
#include "generator/reduce/film/reduced_film.hpp"

namespace mortise::gen {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReducedBasis, pressure, rows, watched, test, minimum_nodes,
                                   substeps, iterations, repeat_iterations, pivoting, age_limit,
                                   row_limit, step_limit, tolerance, leave_fraction, leave_pressure,
                                   gap_share, residual_scale)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReducedFilm::Input, name, unit, minimum, maximum, default_value,
                                   trained_minimum, trained_maximum)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TransportZones, entry, inlet, outlet)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TransportedContact, zones, inlet, outlet, samples, softness,
                                   deposits, gap_scale, middle, reach)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(EdgeMesh, place, share, centre, zone)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(EdgeTable, gap, output, centre, film)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MovingEdge, mesh, pressure, base, shapes, film_mean, films, seen,
                                   film_fit, film_scale, first, spacing, tables, least_pressure,
                                   leave_fraction, edge_share, penalty, step_limit, settled,
                                   iterations, repeat_iterations)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReducedFilm, bases, transport, edge, initial, step, every_stage,
                                   trust_limit, landing_gap, gap_floor, guard, load_slope, profile,
                                   inputs, findings, settings)

}  // namespace mortise::gen
