// What the numerics of a carried film work on. Equations, sizes and layout stand in the schema,
// struct FilmTransport.
#pragma once

#include "data.hpp"
#include "deposited_line.hpp"
#include "scheme.hpp"

namespace mortise::MORTISE_ISA {

template <class T>
struct TransportData {
  static constexpr int S = 4;  // nodes of a stencil

  TransportData(const ModelView& model, unsigned char* region)
      : at(model, region),
        b(model.film.bases[0]),
        t(*model.film.transport),
        rows_at(model.film.transport_places),
        step(static_cast<double>(model.h) / at.c.time / b.substeps),
        datum(model.film.on_bodies ? model.film.on_bodies->datum : 0),
        modes(static_cast<int>(b.modes)),
        up(at.padded(modes + 1)),
        rows(static_cast<int>(b.rows)),
        rows_padded(at.padded(rows)),
        samples_count(static_cast<int>(t.samples)),
        samples_padded(at.padded(samples_count)),
        seen(static_cast<int>(t.seen)),
        nearest(static_cast<int>(t.nearest)),
        places(static_cast<int>(t.places)) {
    set_length(step);
  }

  void set_length(double of_step) {
    length = of_step;
    shift = 1 / (kFilmGamma * length);
  }

  // (Np) g and P* of the last stage; derivative of g for y_D.
  T* samples() const { return at.kept(at.l.samples); }
  T* densities() const { return at.kept(at.l.densities); }
  T* entering() const { return at.scratch(at.l.entering); }
  // (B L) Z at the rows; start value of y - Z with what Z adds to it; Z by node of the stencils.
  T* carried_film() const { return carried(0); }
  T* carried_start() const { return carried(1); }
  T* carried_at(int node) const { return carried(2 + node); }
  DepositedLine<T> line() const {
    return {at.kept(at.l.line), static_cast<int>(t.deposits),
            at.padded(static_cast<int>(t.deposits))};
  }
  // u at the end of the last step.
  double& speed() const { return *at.template kept<double>(at.l.speed); }

  FilmData<T> at;
  const FilmBasis& b;
  const FilmTransport& t;
  const std::uint32_t* rows_at;
  double step, length = 0, shift = 0;  // units of time: a substep, this step; of a stage
  double datum;
  int modes, up, rows, rows_padded, samples_count, samples_padded, seen, nearest, places;
  int fresh = 0;  // samples that feel the film that enters
  typename DepositedLine<T>::Ask ask{};
  StageScalars<T> scalars{};
  // The row of h0: own h0 + press (G b less its base) + base = 0.
  struct Approach {
    T own, press;
    double base;
  };
  Approach approach{0, 1, 0};
  T answer = 0;  // by what the row of h0 changes per opening

 private:
  T* carried(int k) const { return at.scratch(at.l.carried) + k * rows_padded; }
};

}  // namespace mortise::MORTISE_ISA
