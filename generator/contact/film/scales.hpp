// Scales that make a film problem dimensionless (Schmidt 2.1.3 and B.1 with the corrections noted
// at each function). Pressures by `pressure`, gaps by `film`, in-plane lengths by `length`.
#pragma once

namespace mortise::gen {

struct FilmScales {
  double length = 0.0;    // b, Hertz half-width or radius [m]
  double pressure = 0.0;  // p_H, Hertz pressure [Pa]
  double film = 0.0;      // b^2 / R [m]
  double time = 0.0;      // unit of time [s]
  double lambda = 0.0;    // 12 eta0 R^2 / (b^2 p_H time) [-]
  double radius = 0.0;    // R, reduced radius of curvature [m]
  double modulus = 0.0;   // E' [Pa]
  double load = 0.0;      // w_ref [N/m] of a line contact, w_max [N] of a point contact
};

// E' = 2 / ((1 - nu1^2)/E1 + (1 - nu2^2)/E2) [Pa] (Schmidt 2.17). A rigid body has E = infinity.
double effective_modulus(double young1, double poisson1, double young2, double poisson2);

// Line contact under a reference load (Schmidt B.6): b = sqrt(8 w R / (pi E')), p_H = 2 w/(pi b),
// time = b / speed.
// load [N/m], radius [m], modulus E' [Pa], speed [m/s], viscosity eta0 [Pa s], all > 0.
FilmScales line_scales(double load, double radius, double modulus, double speed, double viscosity);

// Impact of a mass on a point contact: the largest load of a dry Hertz impact,
// delta = (5 m v^2 / (4 k))^(2/5), w = k delta^(3/2), with k = 2/3 sqrt(R) E' (Schmidt 2.16 has
// 4/3, which belongs to E'/2), b = (3 w R / (2 E'))^(1/3) (2.12 lacks R), p_H = 3 w/(2 pi b^2),
// time = delta / v.
// mass [kg], velocity [m/s], radius [m], modulus E' [Pa], viscosity [Pa s], all > 0.
FilmScales impact_scales(double mass, double velocity, double radius, double modulus,
                         double viscosity);

// Dry impact of a plane body, per metre of depth (Schmidt 2.11, 2.13, 2.15): k = E'/1.52,
// delta = v sqrt(m/k), w = k delta, b = sqrt(8 w R / (pi E')), time = delta / v; lambda = 0.
// mass [kg/m], velocity [m/s], radius [m], modulus E' [Pa], all > 0.
FilmScales plane_impact_scales(double mass, double velocity, double radius, double modulus);

}  // namespace mortise::gen
