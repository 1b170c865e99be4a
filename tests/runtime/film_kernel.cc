#include "tests/runtime/film_kernel.hpp"

#include <cstring>

#include "../../runtime/src/film/substep.hpp"
#include "../../runtime/src/film/transport.hpp"

#define MORTISE_NAME_OF(isa) #isa
#define MORTISE_NAME(isa) MORTISE_NAME_OF(isa)

namespace mortise::MORTISE_ISA {

namespace {

using film_test::Drive;
using film_test::Run;

// Calls visit with the FilmSubstep of the model's scalar and stencil.
template <class Visit>
auto with_substep(const Run& run, Visit visit) {
  const FilmView& film = run.model->film;
  const bool four = film.constants->stencil == 4;
  if (film.scalar == 4) {
    if (four) return visit(FilmSubstep<float, 4>(*run.model, run.region, run.basis));
    return visit(FilmSubstep<float, 3>(*run.model, run.region, run.basis));
  }
  if (four) return visit(FilmSubstep<double, 4>(*run.model, run.region, run.basis));
  return visit(FilmSubstep<double, 3>(*run.model, run.region, run.basis));
}

FilmDrive drive_of(const Drive& d) {
  return {d.frame, d.frame_rate, d.load, d.speed, d.viscosity_factor, d.acceleration};
}

film_test::Report step(const Run& run, const Drive (&drive)[2], double* q, double* v, bool half,
                       int iterations) {
  const FilmDrive at[2] = {drive_of(drive[0]), drive_of(drive[1])};
  return with_substep(run, [&](auto film) -> film_test::Report {
    const FilmReport r = film.run({at, 0, half, iterations}, q, v);
    return {r.good, r.converged, r.iterations, r.rebuilds, r.residual};
  });
}

void fly(const Run& run, const Drive (&drive)[2], double* q, double* v, bool half) {
  const FilmDrive at[2] = {drive_of(drive[0]), drive_of(drive[1])};
  with_substep(run, [&](auto film) { film.fly({at, 0, half, 0}, q, v); });
}

void start(const Run& run, const double* initial, const double* q, const Drive& at) {
  with_substep(run, [&](auto film) { film.start(initial, q, drive_of(at)); });
}

void land(const Run& run, const double* q) {
  with_substep(run, [&](auto film) { film.return_to(nullptr, q); });
}

void hand_over(const Run& run, int before, const double* q) {
  with_substep(run, [&](auto film) { film.hand_over(before, q); });
}

film_test::Outputs outputs(const Run& run, const double* q, double frame) {
  return with_substep(run, [&](auto film) -> film_test::Outputs {
    const FilmOutputs o = film.outputs(q, frame);
    return {o.force, o.central_pressure, o.central_gap, o.minimum_gap};
  });
}

// Applies a function pack by pack; the arrays may lie anywhere.
template <class T, class Function>
void by_packs(const T* x, int count, T* out, Function function) {
  alignas(64) T here[kLanesOf<T>];
  for (int k = 0; k < count; k += kLanesOf<T>) {
    std::memcpy(here, x + k, sizeof here);
    function(PackOf<T>::load(here)).store(here);
    std::memcpy(out + k, here, sizeof here);
  }
}

template <class T>
void exponentials(const T* x, int count, T* out) {
  by_packs(x, count, out, [](const PackOf<T>& p) { return exponential(p); });
}

template <class T>
void logarithms(const T* x, int count, T* out) {
  by_packs(x, count, out, [](const PackOf<T>& p) { return logarithm(p); });
}

template <class T>
void eliminate(T* matrix, int unknowns, int up, T* x) {
  alignas(64) T inverse[kMaxFilmUnknowns];
  eliminate_once<1>(matrix, unknowns, up, {x}, inverse);
}

template <class T>
void look_up(const film_test::LookUp<T>& l) {
  const DepositedLine<T> line(l.line, l.deposits, l.padded);
  const T* places = l.places;
  line.at(
      {l.way, l.entry, l.entering}, [=](int j) { return places[j]; }, l.count, l.hint, l.films);
}

}  // namespace

film_test::FilmKernel film_kernel() {
  return {MORTISE_NAME(MORTISE_ISA),
          step,
          fly,
          start,
          land,
          hand_over,
          outputs,
          exponentials<double>,
          exponentials<float>,
          logarithms<double>,
          logarithms<float>,
          eliminate<double>,
          eliminate<float>,
          look_up<double>,
          look_up<float>};
}

}  // namespace mortise::MORTISE_ISA
