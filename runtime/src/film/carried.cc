// What films carry: pressure and approach, and inputs as the film follows them; the content of the
// film follows from the pressure, the approach and where the bodies are.
#include "../carried.hpp"

#include "inputs.hpp"
#include "limits.hpp"
#if defined(MORTISE_ONE_FILM)
#include "one_film.hpp"
#endif

namespace mortise {

namespace film {

namespace {

using baseline::FilmInputs;
using baseline::FilmRun;

// T: scalar of the file.
template <class T>
class FilmCarried {
 public:
  FilmCarried(const ModelView& m, State& s) : run_(m, s) { run_.progress = s.film_; }

  void walk(CarriedWalk* w) {
    const ModelView& m = run_.model();
    if (has_basis()) {
      w->add(LinearKind::kPressure, numbers(), static_cast<std::int32_t>(run_.basis().modes));
      if (run_.c.loaded) w->add(LinearKind::kApproach, numbers() + run_.basis().modes, 1);
    }
    const std::int32_t nu = run_.inputs();
    Real* signal = run_.at(m.layout.film_signal);
    for (std::int32_t k = 0; k < nu; ++k)
      if (follows(k)) w->add(LinearKind::kSignal, signal + k, 1, k);
    for (std::int32_t k = 0; k < nu; ++k)
      if (run_.film().roles[k] != kInputNone && m.input_ranges[k].hold == kHoldCubic)
        w->add(LinearKind::kSlope, signal + nu + k, 1, k);
  }

  void settle() {
    if (!has_basis()) return;
    FilmInputs inputs(run_);
    inputs.stand();
    Real unknown[kMaxFilmUnknowns] = {};
    const auto count = static_cast<std::int32_t>(run_.basis().modes + run_.c.loaded);
    for (std::int32_t k = 0; k < count; ++k) unknown[k] = static_cast<Real>(numbers()[k]);
    run_.progress = FilmProgress{};
    run_.numerics.start(run_.in_basis(run_.state().film_.basis), unknown, run_.q(),
                        inputs.drive(1));
    commit_film_memory(run_.model().film_layout, run_.region);
  }

  bool touches(std::int32_t mode) const {
    for (std::int32_t b = 0; b < run_.film().count; ++b) {
      const FilmBasis& each = run_.film().bases[b];
      constexpr std::uint32_t kLanes = 64 / sizeof(T);
      const std::uint32_t padded = (each.modes + kLanes - 1) / kLanes * kLanes;
      const T* row = reinterpret_cast<const T*>(run_.film().numbers + each.excitation) +
                     static_cast<std::ptrdiff_t>(mode) * padded;
      for (std::uint32_t k = 0; k < each.modes; ++k)
        if (row[k] != 0) return true;
    }
    return false;
  }

 private:
  // Neither in flight nor on a moving edge.
  bool has_basis() const {
    return run_.progress.basis >= 0 && run_.progress.basis < run_.film().count;
  }
  T* numbers() const {
    const FilmLayout& l = run_.model().film_layout;
    return reinterpret_cast<T*>(run_.region + l.memory[0] + l.unknowns);
  }
  // Does a step begin where the film has followed an input to, not where the caller has it? The
  // frame of what is carried goes with the load, too.
  bool follows(std::int32_t input) const {
    if (!run_.c.loaded || run_.film().roles[input] != kInputLoad) return false;
    return run_.c.load_slope > 0 || run_.c.frame == kFrameLoadScaled;
  }

  FilmRun run_;
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
  c.position = LinearKind::kFilmPosition;
  c.velocity = LinearKind::kFilmVelocity;
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
