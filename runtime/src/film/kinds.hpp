// The functions of every kind of films (numerics.hpp).
#pragma once

#include "edge.hpp"
#include "numerics.hpp"
#include "substep.hpp"
#include "transport.hpp"

namespace mortise::MORTISE_ISA {

// What all kinds have. Step: FilmSubstep or TransportSubstep.
template <class T, class Step>
constexpr FilmFunctions functions_of() {
  FilmFunctions f{};
  f.start = [](const FilmPlace& at, const Real* initial, const Real* q, const FilmDrive& drive) {
    Step(at.model, at.region, at.basis).start(initial, q, drive);
  };
  f.outputs = [](const FilmPlace& at, const Real* q, Real frame) {
    return Step(at.model, at.region, at.basis).outputs(q, frame);
  };
  f.zero_if_finite = [](const unsigned char* numbers, std::uint32_t count) {
    using P = PackOf<T>;
    const T* x = reinterpret_cast<const T*>(numbers);
    P all = P::all(0);
    for (std::uint32_t k = 0; k < count; k += kLanesOf<T>) all = all + P::load(x + k) * P::all(0);
    return static_cast<Real>(sum(all));
  };
  return f;
}

template <class T, int S>
constexpr FilmFunctions functions_of_stepped() {
  using Step = FilmSubstep<T, S>;
  FilmFunctions f = functions_of<T, Step>();
  f.run = [](const FilmPlace& at, const FilmSpan& span, Real* q, Real* v) {
    return Step(at.model, at.region, at.basis).run(span, q, v);
  };
  f.fly = [](const FilmPlace& at, const FilmSpan& span, Real* q, Real* v) {
    Step(at.model, at.region, at.basis).fly(span, q, v);
  };
  f.land = [](const FilmPlace& at, const Real* q) {
    Step(at.model, at.region, at.basis).return_to(nullptr, q);
  };
  f.hand_over = [](const FilmPlace& at, int before, const Real* q) {
    Step(at.model, at.region, at.basis).hand_over(before, q);
  };
  f.outputs_of = [](const FilmPlace& at, Real* film, const Real* q, Real frame) {
    return Step(at.model, at.region, at.basis).outputs_of(film, q, frame);
  };
  return f;
}

// Functions of a film whose rebound is followed by a moving edge.
template <class T>
constexpr FilmFunctions functions_with_edge() {
  using Edge = EdgeSubstep<T>;
  FilmFunctions f = functions_of_stepped<T, 3>();
  f.run_edge = [](const FilmPlace& at, const FilmSpan& span, Real* q, Real* v) {
    return Edge(at.model, at.region).run(span, q, v);
  };
  f.take_over_by_edge = [](const FilmPlace& at, const Real* q, FilmReport* report) {
    return Edge(at.model, at.region).take_over(q, report);
  };
  f.return_from_edge = [](const FilmPlace& at, const Real* q) {
    FilmSubstep<T, 3>(at.model, at.region, at.basis).return_to(Edge(at.model, at.region).last(), q);
  };
  return f;
}

template <class T>
constexpr FilmFunctions functions_of_carried() {
  using Step = TransportSubstep<T>;
  FilmFunctions f = functions_of<T, Step>();
  f.run = [](const FilmPlace& at, const FilmSpan& span, Real* q, Real* v) {
    return Step(at.model, at.region, at.basis).run(span, q, v);
  };
  f.start_beside_line = [](const FilmPlace& at, const Real* steady, const FilmDrive& drive) {
    Step(at.model, at.region, at.basis).start_beside_line(steady, drive);
  };
  f.start_bearing = [](const FilmPlace& at, const FilmDrive& drive, Real* load) {
    Step film(at.model, at.region, at.basis);
    film.start_bearing(drive);
    if (load) *load = film.system().load();
    return film.system().opening();
  };
  f.run_at = [](const FilmPlace& at, const FilmSpan& span, Real opening) {
    return Step(at.model, at.region, at.basis).run_at(span, opening);
  };
  f.is_film = [](const FilmPlace& at) { return Step(at.model, at.region, at.basis).is_film(); };
  return f;
}

}  // namespace mortise::MORTISE_ISA
