// The whole profile of a film, for show and verification: nothing of it is needed to step.
#include "mortise/state.hpp"
#include "mortise_generated.h"

namespace mortise {

namespace {

// a of the frame at the state's instant.
Real film_frame(const ModelView& m, const State& state) {
  const FilmConstants& c = *m.film.constants;
  if (c.frame != kFrameLoadScaled) return 1;
  const Real load = state.at<Real>(m.layout.film_signal)[m.film_input[kInputLoad]];
  return __builtin_sqrt(load / c.load_reference);
}

template <class T>
Real combine(const T* shapes, const T* b, std::uint32_t r, std::uint64_t ld, std::uint32_t i) {
  Real sum = 0;
  for (std::uint32_t k = 0; k < r; ++k)
    sum += static_cast<Real>(shapes[k * ld + i]) * static_cast<Real>(b[k]);
  return sum;
}

template <class T>
void write_profile(const Model& model, const State& state, const Real* geometry, Real* p, Real* h) {
  const ModelView& m = model.view();
  const FilmConstants& c = *m.film.constants;
  const bool flies = state.film_.basis < 0;
  const FilmBasis& basis = m.film.bases[flies ? 0 : state.film_.basis];
  const auto* memory = state.at<unsigned char>(m.layout.film_history) + m.film_layout.memory[0];
  const auto* b = reinterpret_cast<const T*>(memory + m.film_layout.unknowns);
  const auto* pressure = reinterpret_cast<const T*>(m.film.numbers + basis.profile_pressure);
  const auto* gap = reinterpret_cast<const T*>(m.film.numbers + basis.profile_gap);
  const std::uint64_t lanes = 64 / sizeof(T), points = c.profile_points;
  const std::uint64_t ld = (points + lanes - 1) / lanes * lanes;
  const Real a = film_frame(m, state);
  const FilmTransport* t = m.film.transport;
  const auto* g = reinterpret_cast<const T*>(memory + m.film_layout.samples);
  const auto carried = [&](std::uint32_t offset, std::uint32_t i) {
    return t ? combine(reinterpret_cast<const T*>(m.film.numbers + offset), g, t->samples, ld, i)
             : Real(0);
  };
  const auto base = [&](std::uint32_t i) {
    return t ? static_cast<Real>(reinterpret_cast<const T*>(m.film.numbers + t->profile_base)[i])
             : Real(0);
  };
  const Real offset = c.loaded && !t ? static_cast<Real>(b[basis.modes]) : Real(0);
  const Real* modes = m.root->law_as_ReynoldsFilm()->profile_modes()
                          ? m.root->law_as_ReynoldsFilm()->profile_modes()->data()
                          : nullptr;
  for (std::uint32_t i = 0; i < points; ++i) {
    if (p)
      p[i] = c.pressure * a *
             (base(i) + combine(pressure, b, basis.modes, ld, i) +
              (t ? carried(t->profile_samples_pressure, i) : Real(0)));
    if (!h) continue;
    Real moved = offset;
    for (std::int32_t k = 0; k < m.dims.modes; ++k)
      moved += modes[static_cast<std::uint64_t>(k) * points + i] * state.q(model)[k];
    const Real brought = t ? carried(t->profile_samples_gap, i) : Real(0);
    h[i] = c.film * (a * a * (geometry[i] + combine(gap, b, basis.modes, ld, i) + brought) + moved);
  }
}

}  // namespace

std::int32_t film_profile(const Model& model, const State& state, Real* p, Real* h,
                          Real* x) noexcept {
  const ModelView& m = model.view();
  if (!state.belongs_to(model) || !m.is_film() || m.film.constants->profile_points == 0) return 0;
  const FilmConstants& c = *m.film.constants;
  const schema::ReynoldsFilm& law = *m.root->law_as_ReynoldsFilm();
  const Real a = film_frame(m, state);
  for (std::uint32_t i = 0; x && i < c.profile_points; ++i)
    x[i] = c.length * a * law.profile_x()->data()[i];
  if (m.film.scalar == 4) {
    write_profile<float>(model, state, law.profile_geometry()->data(), p, h);
  } else {
    write_profile<double>(model, state, law.profile_geometry()->data(), p, h);
  }
  return static_cast<std::int32_t>(c.profile_points);
}

}  // namespace mortise
