// What a film's step has come to: the film at its end, whether all of it is finite, and the
// outputs.
#pragma once

#include "bodies.hpp"

namespace mortise::MORTISE_ISA {

class FilmMeasure {
 public:
  explicit FilmMeasure(FilmRun& run) : run_(run) {}

  // Takes the outputs of the trial; false if any number of it is not finite.
  bool take() {
    const ModelView& m = run_.model();
    run_.out = is_borne(run_.kind) ? FilmBodies(run_).outputs(run_.q_next())
                                   : outputs(FilmInputs(run_).drive(1).frame);
    Real finite = (run_.out.force + run_.out.minimum_gap) * 0;
    for (int j = 0; j < run_.modes(); ++j) finite += (run_.q_next()[j] + run_.v_next()[j]) * 0;
    std::uint32_t unknowns = 0, rows = 0;
    if (run_.at_edge()) {
      unknowns = run_.film().edge->zone + run_.film().edge->shapes;
      rows = run_.film().edge->rows;
    } else {
      unknowns = run_.basis().modes + run_.c.loaded;
      rows = run_.basis().rows;
    }
    finite += run_.numerics.zero_if_finite(run_.trial(m.film_layout.unknowns), unknowns);
    finite += run_.numerics.zero_if_finite(run_.trial(m.film_layout.content), rows);
    for (int k = 0; k < run_.outputs(); ++k) finite += output(m.output_rules[k]) * 0;
    if (finite != 0) return false;
    Real* y = run_.at(m.layout.outputs);
    for (int k = 0; k < run_.outputs(); ++k) y[k] = output(m.output_rules[k]);
    return true;
  }

  // Outputs of the trial. frame: a at this instant.
  FilmOutputs outputs(Real frame) const {
    if (run_.at_edge()) {
      const FilmEdgeMemory& e = run_.edge();
      return {e.force, e.central_pressure, e.central_gap, e.minimum_gap};
    }
    return run_.numerics.outputs(run_.in_basis(), run_.q_next(), frame);
  }

  Real output(const OutputRule& o) const {
    const FilmConstants& c = run_.c;
    switch (o.quantity) {
      case quantity::film_force:
        return c.force * run_.out.force;
      case quantity::central_pressure:
        return c.pressure * run_.out.central_pressure;
      case quantity::central_gap:
        return c.film * run_.out.central_gap;
      case quantity::minimum_gap:
        return c.film * run_.out.minimum_gap;
      case quantity::film_residual:
        return run_.account.residual;
      case quantity::input_distance:
        return run_.distance[run_.film().roles[o.index]];
      case quantity::film_basis:
        return static_cast<Real>(run_.progress.basis);
      default:
        return motion(o);
    }
  }

 private:
  // Displacements and velocities of the bodies, in SI; modal coordinates as they are.
  Real motion(const OutputRule& o) const {
    if (run_.modes() == 0) return 0;
    const Real x = run_.modal_output(o, run_.q_next(), run_.v_next());
    return o.quantity == quantity::modal_coordinate ? x
           : o.quantity == quantity::displacement   ? run_.c.film * x
                                                    : run_.c.film / run_.c.time * x;
  }

  FilmRun& run_;
};

}  // namespace mortise::MORTISE_ISA
