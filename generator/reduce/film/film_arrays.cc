#include "generator/reduce/film/film_arrays.hpp"

#include <cstring>

#include "generator/contact/film/lubricant.hpp"
#include "mortise/state.hpp"

namespace mortise::gen {

FilmConstants film_constants(const ReducedFilm& film) {
  const FilmProblemData& p = film.problem;
  const FilmScales& s = p.scales;
  FilmConstants c{};
  c.stencil = static_cast<std::uint32_t>(stencil_size(p));
  c.loaded = p.loaded ? 1 : 0;
  c.frame = p.loaded && p.load_scaled ? kFrameLoadScaled : kFrameFixed;
  c.every_stage = film.every_stage || film.transported() ? 1 : 0;
  c.profile_points = film.profile ? static_cast<std::uint32_t>(p.x.size()) : 0;
  c.film = s.film;
  c.pressure = s.pressure;
  c.length = s.length;
  c.time = s.time;
  c.load_reference = p.loaded ? s.load : 0.0;
  c.force = p.force;
  c.speed_reference = p.speed_reference;
  c.penalty = p.penalty;
  const LubricantNumbers n = Lubricant(p.lubricant, s.pressure).numbers();
  c.viscosity_law = static_cast<std::uint32_t>(p.lubricant.viscosity_law);
  c.density_law = static_cast<std::uint32_t>(p.lubricant.density_law);
  c.barus = n.barus;
  c.roelands_log = n.roelands_log;
  c.roelands_pole = n.roelands_pole;
  c.roelands_index = n.roelands_index;
  c.density = n.density;
  c.gap_floor = film.gap_floor;
  c.load_slope = film.load_slope;
  c.landing_gap = film.landing_gap;
  c.trust_limit = film.trust_limit;
  if (!p.loaded) {
    const ReducedFilm::Input* input = film.find("acceleration");
    c.acceleration = input != nullptr ? input->default_value : 0.0;
    c.acceleration_scale = s.time * s.time / s.film;
  }
  c.guard = film.guard;
  return c;
}

PackedFilm::PackedFilm(const ReducedFilm& film, FilmScalar scalar)
    : numbers(scalar), constants(film_constants(film)) {
  for (std::size_t k = 0; k < film.bases.size(); ++k)
    bases.push_back(pack_basis(film, k, &numbers));
  paces = pack_paces(film, &numbers);
  if (film.moving()) edge = pack_edge(film, &numbers);
  if (film.transported()) transport = pack_transport(film, &numbers, &transport_places);
  if (film.on_bodies) on_bodies = pack_on_bodies(film, &numbers);
}

FilmView PackedFilm::view() const {
  FilmView view;
  view.constants = &constants;
  view.bases = bases.data();
  view.count = static_cast<std::int32_t>(bases.size());
  view.scalar = numbers.scalar_bytes();
  view.numbers = numbers.bytes().data();
  if (transport) {
    view.transport = &*transport;
    view.transport_places = transport_places.data();
  }
  if (edge) view.edge = &*edge;
  if (on_bodies) view.on_bodies = &*on_bodies;
  if (!paces.paces.empty()) {
    view.paces = paces.paces.data();
    view.lengths = paces.lengths.data();
  }
  return view;
}

Vector film_unknowns(const ModelView& model, const State& state) {
  const unsigned char* at = state.at<unsigned char>(model.layout.film_history) +
                            model.film_layout.memory[0] + model.film_layout.unknowns;
  Vector x(model.film.bases[0].modes + model.film.constants->loaded);
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    if (model.film.scalar == 4) {
      float value = 0;
      std::memcpy(&value, at + 4 * k, sizeof value);
      x[k] = static_cast<double>(value);
    } else {
      std::memcpy(&x[k], at + 8 * k, sizeof x[k]);
    }
  }
  return x;
}

}  // namespace mortise::gen
