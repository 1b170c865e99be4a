// Is the entry of a film flooded, or does its grid begin where oil should have been under pressure
// already? Before the contact of a steady film
//   dq/dx = 12 eta0 u (h - h*) / h^3,
// q the pressure without what it does to the viscosity (Grubin), h* the film that passes through.
// All of q up to where h falls to h* draws that film in; what would have risen before the first
// node is missing, and the film is thinner for it by about as large a share. Beyond the grid the
// gap is the parabola of the undeformed bodies and the logarithm of a line load, as they leave it.
#pragma once

#include <string>

#include "generator/contact/film/film_run.hpp"

namespace mortise::gen {

struct InletFlow {
  double missing = 0.0;  // share of q that would rise before the first node [-]
  double needed = 0.0;   // where the grid must begin for less than kMissingInlet of it [m]
};

// Share from which on a film counts as starved.
inline constexpr double kMissingInlet = 0.02;

// Inlet of a line contact that takes in oil at its first node, h* at its largest pressure; nothing
// is missing where no pressure has risen.
//   radius  R, reduced [m]
InletFlow inlet_flow(const FilmProfile& film, double radius);

// What a film asks of its grid, in the unit of grid.extent.
struct NeededExtent {
  double missing = 0.0;  // as InletFlow has it [-]
  double inlet = 0.0;    // where the grid has the end at which oil enters [b]
  // Ends that flood it, and hold it half as far again as it is pressed [b].
  double start = 0.0, end = 0.0;
};

// Extent of a line contact at its largest pressure, whichever end takes in the oil.
//   unit   what grid.extent counts in [m]: b, or the half-width in a frame that moves with the load
//   speed  mean velocity of the surfaces, from the first node to the last; < 0: the other way
//          [any unit]
NeededExtent needed_extent(const FilmProfile& film, double radius, double unit, double speed);

// What to tell of a starved film; empty: it is flooded. speed: as above.
std::string starved_inlet(const NeededExtent& needed, double speed);

}  // namespace mortise::gen
