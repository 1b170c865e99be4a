#include "generator/contact/film/scales.hpp"

#include <cmath>

#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {
namespace {

double film_number(const FilmScales& s, double viscosity) {
  return 12.0 * viscosity * s.radius * s.radius / (s.length * s.length * s.pressure * s.time);
}

}  // namespace

double effective_modulus(double young1, double poisson1, double young2, double poisson2) {
  return 2.0 / ((1.0 - poisson1 * poisson1) / young1 + (1.0 - poisson2 * poisson2) / young2);
}

FilmScales line_scales(double load, double radius, double modulus, double speed, double viscosity) {
  FilmScales s;
  s.radius = radius;
  s.modulus = modulus;
  s.load = load;
  s.length = std::sqrt(8.0 * load * radius / (kPi * modulus));
  s.pressure = 2.0 * load / (kPi * s.length);
  s.film = s.length * s.length / radius;
  s.time = s.length / speed;
  s.lambda = film_number(s, viscosity);
  return s;
}

FilmScales impact_scales(double mass, double velocity, double radius, double modulus,
                         double viscosity) {
  FilmScales s;
  s.radius = radius;
  s.modulus = modulus;
  const double stiffness = 2.0 / 3.0 * std::sqrt(radius) * modulus;
  const double depth = std::pow(1.25 * mass * velocity * velocity / stiffness, 0.4);
  s.load = stiffness * std::pow(depth, 1.5);
  s.length = std::cbrt(1.5 * s.load * radius / modulus);
  s.pressure = 1.5 * s.load / (kPi * s.length * s.length);
  s.film = s.length * s.length / radius;
  s.time = depth / velocity;
  s.lambda = film_number(s, viscosity);
  return s;
}

FilmScales plane_impact_scales(double mass, double velocity, double radius, double modulus) {
  FilmScales s;
  s.radius = radius;
  s.modulus = modulus;
  const double stiffness = modulus / 1.52;
  const double depth = velocity * std::sqrt(mass / stiffness);
  s.load = stiffness * depth;
  s.length = std::sqrt(8.0 * s.load * radius / (kPi * modulus));
  s.pressure = 2.0 * s.load / (kPi * s.length);
  s.film = s.length * s.length / radius;
  s.time = depth / velocity;
  return s;
}

}  // namespace mortise::gen
