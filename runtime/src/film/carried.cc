// What films carry: pressure and approach, and inputs as the film follows them; the content of the
// film follows from the pressure, the approach and where the bodies are.
#include "../carried.hpp"

#include "limits.hpp"
#if defined(MORTISE_ONE_FILM)
#include "one_stepper.hpp"
#else
#include "step.hpp"
#endif

namespace mortise {

namespace film {

namespace {

#if defined(MORTISE_ONE_FILM)
using Stepper = baseline::OneFilmStepper;
#else
using Stepper = baseline::FilmStepper<baseline::AnyFilm>;
#endif

// T: scalar of the file.
template <class T>
class FilmCarried : Stepper {
  using Base = Stepper;

 public:
  using Base::Base;

  void walk(CarriedWalk* w) {
    if (has_basis()) {
      w->add(LinearKind::kPressure, numbers(), static_cast<std::int32_t>(basis().modes));
      if (c_.loaded) w->add(LinearKind::kApproach, numbers() + basis().modes, 1);
    }
    const std::int32_t nu = d_.inputs();
    Real* signal = at(m_.layout.film_signal);
    for (std::int32_t k = 0; k < nu; ++k)
      if (follows(k)) w->add(LinearKind::kSignal, signal + k, 1, k);
    for (std::int32_t k = 0; k < nu; ++k)
      if (m_.film.roles[k] != kInputNone && m_.input_ranges[k].hold == kHoldCubic)
        w->add(LinearKind::kSlope, signal + nu + k, 1, k);
  }

  void settle() {
    if (!has_basis()) return;
    for (std::int32_t k = 0; k < d_.inputs(); ++k)
      stand_at(m_.film.roles[k], at(m_.layout.film_signal)[k]);
    Real unknown[kMaxFilmUnknowns] = {};
    const auto count = static_cast<std::int32_t>(basis().modes + c_.loaded);
    for (std::int32_t k = 0; k < count; ++k) unknown[k] = static_cast<Real>(numbers()[k]);
    film().start(in_basis(s_.film_.basis), unknown, q(), drive(1));
    commit_film_memory(m_.film_layout, region_);
  }

  bool touches(std::int32_t mode) const {
    for (std::int32_t b = 0; b < m_.film.count; ++b) {
      const FilmBasis& each = m_.film.bases[b];
      constexpr std::uint32_t kLanes = 64 / sizeof(T);
      const std::uint32_t padded = (each.modes + kLanes - 1) / kLanes * kLanes;
      const T* row = reinterpret_cast<const T*>(m_.film.numbers + each.excitation) +
                     static_cast<std::ptrdiff_t>(mode) * padded;
      for (std::uint32_t k = 0; k < each.modes; ++k)
        if (row[k] != 0) return true;
    }
    return false;
  }

 private:
  // Neither in flight nor on a moving edge.
  bool has_basis() const { return s_.film_.basis >= 0 && s_.film_.basis < m_.film.count; }
  const FilmBasis& basis() const { return m_.film.bases[s_.film_.basis]; }
  T* numbers() const {
    return reinterpret_cast<T*>(region_ + m_.film_layout.memory[0] + m_.film_layout.unknowns);
  }
  // Does a step begin where the film has followed an input to, not where the caller has it? The
  // frame of what is carried goes with the load, too.
  bool follows(std::int32_t input) const {
    if (!c_.loaded || m_.film.roles[input] != kInputLoad) return false;
    return c_.load_slope > 0 || c_.frame == kFrameLoadScaled;
  }
};

template <class F>
auto with_film(const ModelView& m, const State& s, F f) {
  State& state = const_cast<State&>(s);
  return m.film.scalar == 4 ? f(FilmCarried<float>(m, state)) : f(FilmCarried<double>(m, state));
}

void walk(const ModelView& m, State& s, CarriedWalk* w) {
  with_film(m, s, [&](auto film) { film.walk(w); });
}
void settle(const ModelView& m, State& s, bool) {
  with_film(m, s, [](auto film) { film.settle(); });
}
// Which basis the step ended with, and whether it gets back from a failure.
void branches(const ModelView&, const State& after, BranchList* list) {
  list->add(2 * (after.film_.basis + 1) + (after.film_.passage > 0 ? 1 : 0));
}
bool touches(const ModelView& m, const State& s, std::int32_t mode) {
  return with_film(m, s, [&](auto film) { return film.touches(mode); });
}

constexpr Carried make_carried() {
  Carried c;
  c.walk = walk;
  c.settle = settle;
  c.branches = branches;
  c.touches = touches;
  return c;
}

}  // namespace

}  // namespace film

constexpr Carried carried::film = film::make_carried();

}  // namespace mortise
