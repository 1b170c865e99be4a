// The whole profile of a film, for show and verification: nothing of it is needed to step.
#include "lubricant_laws.hpp"
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

// Profile on nodes that move with the edge: P along straight lines between them; H = Z/rho(P) where
// the film is frozen, along straight lines in front of it.
template <class T>
class EdgeProfile {
 public:
  EdgeProfile(const Model& model, const State& state)
      : m_(model.view()),
        e_(*m_.film.edge),
        memory_(state.at<unsigned char>(m_.layout.film_history) + m_.film_layout.memory[0]),
        edge_(*reinterpret_cast<const FilmEdgeMemory*>(memory_ + m_.film_layout.edge)) {
    const auto* opening = reinterpret_cast<const double*>(m_.film.numbers + e_.opening);
    for (std::int32_t k = 0; k < m_.dims.modes; ++k) approach_ += opening[k] * state.q(model)[k];
    const Real place = (edge_.a - e_.first) / e_.spacing;
    const auto most = static_cast<Real>(e_.tables - 3);
    table_ = place > 1 ? static_cast<std::uint32_t>(place < most ? place : most) : 1;
    share_ = place - static_cast<Real>(table_);
  }

  void write(Real* p, Real* h) const {
    const FilmConstants& c = *m_.film.constants;
    const Real dx = e_.seen_spacing;
    std::uint32_t node = 0;
    const std::uint32_t nodes = e_.centre + e_.rows + 1, frozen = e_.centre;
    Real left = 0, right = x_at(1), p_left = pressure(0), p_right = pressure(1), h_left = 0,
         h_right = 0;
    for (std::uint32_t i = 0; i < c.profile_points; ++i) {
      const Real x = static_cast<Real>(i) * dx;
      while (node + 2 < nodes && x > right) {
        ++node;
        left = right;
        right = x_at(node + 1);
        p_left = p_right;
        p_right = pressure(node + 1);
        h_left = h_right;
        h_right = node + 1 >= frozen ? gap(node + 1 - frozen) : 0;
      }
      const Real s = right > left ? (x - left) / (right - left) : 0;
      const Real value = p_left + (s < 1 ? s : Real(1)) * (p_right - p_left);
      if (p) p[i] = c.pressure * value;
      if (!h) continue;
      h[i] =
          c.film * (node >= frozen ? h_left + s * (h_right - h_left) : film(i) / density(c, value));
    }
  }

 private:
  static Real density(const FilmConstants& c, Real p) {
    if (!(p > 0)) return 1;
    const baseline::Lubricant<Real> oil(c);
    const baseline::Lanes<Real, 1> at = {p};
    const auto of = baseline::with_density_law(oil.density_law,
                                               [&](auto law) { return law.fraction(oil, at); });
    return (of.numerator / of.denominator).x;
  }
  static std::uint64_t whole(std::uint64_t n) {
    const std::uint64_t lanes = 64 / sizeof(T);
    return (n + lanes - 1) / lanes * lanes;
  }
  const T* number(std::uint32_t offset) const {
    return reinterpret_cast<const T*>(m_.film.numbers + offset);
  }
  const T* unknowns() const {
    return reinterpret_cast<const T*>(memory_ + m_.film_layout.unknowns);
  }
  const T* frozen() const { return reinterpret_cast<const T*>(memory_ + m_.film_layout.frozen); }

  // Place of a node: the centre, the rows, the end.
  Real x_at(std::uint32_t node) const {
    const std::uint64_t lanes = 64 / sizeof(T), padded = whole(e_.rows + 4u);
    const bool centre = node < e_.centre;
    const T* place =
        centre ? number(e_.profile_place) + node : number(e_.place) + lanes + (node - e_.centre);
    const std::uint64_t share = centre ? whole(e_.centre) : lanes + padded;
    return static_cast<Real>(place[0]) + edge_.a * static_cast<Real>(place[share]);
  }

  // Entry `at` of rows of `ld` numbers per column, between the tables.
  Real between(std::uint32_t offset, std::uint64_t ld, std::uint32_t at) const {
    const std::uint32_t columns = 2 + e_.films + e_.zone + e_.shapes;
    const Real s = share_, before = s + 1, next = s - 1, after = s - 2;
    const Real weight[4] = {-s * next * after / 6, before * next * after / 2,
                            -before * s * after / 2, before * s * next / 6};
    Real sum = 0;
    for (std::uint32_t t = 0; t < 4; ++t) {
      const T* table = number(offset) + (std::uint64_t{table_} - 1 + t) * columns * ld + at;
      Real value = static_cast<Real>(table[0]);
      std::uint32_t column = 1;
      const auto add = [&](Real u) { value += u * static_cast<Real>(table[column++ * ld]); };
      for (std::uint32_t k = 0; k < e_.films; ++k) add(static_cast<Real>(frozen()[k]));
      add(approach_);
      for (std::uint32_t k = 0; k < e_.zone + e_.shapes; ++k) add(static_cast<Real>(unknowns()[k]));
      sum += weight[t] * value;
    }
    return sum;
  }
  Real pressure(std::uint32_t node) const {
    if (node < e_.centre) return between(e_.profile_centre, whole(e_.centre), node);
    const std::uint32_t row = node - e_.centre;
    if (row >= e_.rows) return 0;
    const std::uint64_t ld = whole(e_.rows + 4u);
    const T* shapes = number(e_.pressure) + row;
    auto sum = static_cast<Real>(shapes[0]);
    for (std::uint32_t k = 0; k < e_.zone + e_.shapes; ++k)
      sum += static_cast<Real>(shapes[(k + 1) * ld]) * static_cast<Real>(unknowns()[k]);
    return sum;
  }
  Real gap(std::uint32_t row) const { return between(e_.gap, whole(e_.rows + 4u), row); }
  Real film(std::uint32_t point) const {
    const std::uint64_t ld = whole(m_.film.constants->profile_points);
    const T* shapes = number(e_.profile_film) + point;
    auto sum = static_cast<Real>(shapes[0]);
    for (std::uint32_t k = 0; k < e_.films; ++k)
      sum += static_cast<Real>(shapes[(k + 1) * ld]) * static_cast<Real>(frozen()[k]);
    return sum;
  }

  const ModelView& m_;
  const FilmEdge& e_;
  const unsigned char* memory_;
  const FilmEdgeMemory& edge_;
  Real approach_ = 0, share_ = 0;
  std::uint32_t table_ = 1;
};

template <class T>
void write_profile(const Model& model, const State& state, const Real* geometry, Real* p, Real* h) {
  const ModelView& m = model.view();
  const FilmConstants& c = *m.film.constants;
  if (m.film.at_edge(state.film_.basis)) {
    EdgeProfile<T>(model, state).write(p, h);
    return;
  }
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
