#include "generator/bake/film/film_parts.hpp"

#include <algorithm>

#include "generator/bake/file/kernel_flops.hpp"

namespace mortise::gen {
namespace {

double whole_packs(double n, int lanes) {
  const int packs = (static_cast<int>(n) + lanes - 1) / lanes;
  return lanes * packs;
}

// One basis, with the sizes of kernel_flops.hpp.
class BasisCost {
 public:
  BasisCost(const Dims& d, const FilmView& film, const FilmBasis& basis)
      : d_(d), c_(*film.constants), b_(basis), lanes_(64 / film.scalar), scalar_(film.scalar) {}

  // A linear solve with a kept Jacobian, and with a new one.
  double kept() const {
    const double residual = flops::film_residual(m_, s_, law_);
    const double correct = flops::project_residual(held_, up_) + flops::dot(up_) + 1 +
                           flops::film_solve(u_, up_) + 3 * up_ + flops::lane_sum() + 2;
    const double take = 2 * up_ + 1;
    const double aged = 8 + 4 * m_ + 2 * up_;
    return aged + residual + correct + take + flops::at_stencils(m_, s_, r_);
  }
  double rebuilt() const {
    const double rows = flops::film_slopes(m_, s_) + flops::jacobian_rows(m_, s_, r_);
    return kept() + rows + 4 * m_ + flops::film_factorise(held_, u_, up_);
  }

  // A stage without its solves: signals, gap and start values; content and modal coordinates at its
  // end.
  double stage() const {
    const double signals = 60 + 4 * 20;
    return signals + flops::film_base(m_, s_, n_) + 4 + flops::film_content(m_) + 3 * m_ +
           flops::film_modal(np_, n_, rp_);
  }

  // Everything made anew at the operators of another length, what the watched rows say.
  double substep() const {
    return flops::at_stencils(m_, s_, r_) + 2 * stage() + flops::film_residual(m_, s_, law_) +
           2 * m_ + 4;
  }

  // The film of a basis that takes over from one of `before` shapes, or from the free flight.
  double settle(double before) const {
    const double over = m_ * 4 * before + before * 2 * up_;
    return over + flops::film_base(m_, s_, n_) + flops::film_modal(np_, n_, rp_) +
           flops::at_stencils(m_, s_, r_) + 2 * flops::film_content(m_) + 20;
  }

  // Outputs of the step and the test that all of them are finite.
  double outputs() const {
    const double nodes = padded(b_.minimum_nodes);
    const double forces = 3 * flops::dot(rp_) + 2 * n_ + 12;
    const double gap = nodes * (2 * r_ + 3 + 2 * n_);
    const double motion = d_.outputs * (flops::dot(np_) + 4);
    const double finite = 4 * np_ + 2 * up_ + 2 * m_ + 4 * flops::lane_sum() + 2 * d_.outputs;
    return forces + gap + 2 * motion + finite + 6 * d_.inputs + 2 * n_ + 16;
  }

  // One try of the step, and the step with all it may need.
  double attempt(int parts, double iterations) const {
    const double substeps = double(b_.substeps) * parts;
    return substeps * (substep() + 2 * iterations * rebuilt());
  }
  // What a film that gets back needs besides: steady films between those of the file, where the
  // fluid has carried the past, bodies turned around.
  double recovery() const { return 2 * (16 * up_ + 60) + 8 * np_ + 160; }
  double free() const { return b_.substeps * (substep() + 2 * kept()) + outputs(); }
  double worst() const {
    return attempt(1, b_.iterations) + attempt(2, b_.repeat_iterations) + outputs();
  }

  double bytes() const {
    const double rows = m_ * (6 + s_ * (1 + 2 * r_ + n_)) + held_ * up_ + n_ * rp_ + up_ + u_ * up_;
    const double ends = padded(b_.minimum_nodes) * (1 + r_ + n_) + 3 * rp_;
    return scalar_ * (rows + ends) + 8 * 4 * np_;
  }
  double modes() const { return r_; }

 private:
  double padded(double n) const { return whole_packs(n, lanes_); }

  const Dims& d_;
  const FilmConstants& c_;
  const FilmBasis& b_;
  int lanes_, scalar_;
  std::uint32_t law_ = c_.viscosity_law;
  double r_ = b_.modes, u_ = r_ + c_.loaded, rp_ = padded(r_), up_ = padded(u_), s_ = c_.stencil;
  double m_ = padded(b_.rows), held_ = double(b_.rows) - b_.watched;
  double n_ = d_.modes, np_ = d_.modes_padded;
};

// Cost of a film that is carried: every solve with a new Jacobian.
class TransportCost {
 public:
  TransportCost(const Dims& d, const FilmView& film)
      : d_(d),
        b_(film.bases[0]),
        t_(*film.transport),
        law_(film.constants->viscosity_law),
        lanes_(64 / film.scalar),
        scalar_(film.scalar) {}

  double solve() const {
    const double found = 14 * (t_.samples + 1.0) + 28 * N_;  // places, cubics, densities
    const double stencils = 8 * m_ * 2 * (r_ + t_.seen) + 2 * t_.samples * zp_;
    const double rows = flops::film_residual(m_, 4, law_) + flops::film_slopes(m_, 4) + 4 * m_ +
                        flops::jacobian_rows(m_, 4, r_) + m_ * t_.nearest * 17;
    const double system = flops::film_factorise(b_.rows, u_, up_) + flops::film_solve(u_, up_) +
                          flops::project_residual(b_.rows, up_) + 4 * up_ * (u_ + 4) +
                          6 * t_.nearest + 6 * flops::dot(N_) + 4 * flops::dot(up_) + 60;
    return found + stencils + rows + system + 6 * up_ + 2 * N_ + flops::lane_sum();
  }
  // A stage besides its solves: Z in the outlet, the rows after it, P* of the next one.
  double stage() const {
    const double carried = 14 * (t_.places + 1.0) + 24 * O_ + 14 * m_ + 60;
    const double rows = 4 * m_ * (r_ + t_.nearest) + 2 * flops::film_content(m_) + 5 * m_;
    return carried + rows + 2 * N_ * (r_ + t_.samples + 2) + 140;
  }
  double step(double parts, double iterations) const {
    return b_.substeps * parts *
           (2 * stage() + 2 * iterations * solve() + t_.deposits + 60 + 4 * up_);
  }
  double outputs() const {
    const double nodes = padded(b_.minimum_nodes);
    return nodes * 2 * (r_ + t_.samples + 3) + 6 * flops::dot(N_) + 6 * flops::dot(up_) + 4 * m_ +
           4 * up_ + 12 * d_.outputs + 12 * d_.inputs + 60;
  }
  // A steady film from the table of the file.
  double settle() const {
    return 16 * (2 * N_ * (r_ + t_.samples + 2) + 14 * (t_.samples + 1.0) + 28 * N_) + 2 * stage() +
           solve() + 2 * t_.deposits + 16 * up_ + 200;
  }
  double bytes() const {
    const double rows = m_ * (7 + 4 * (2 + 2 * (r_ + t_.seen) + 2 * t_.nearest)) + b_.rows * up_;
    const double samples = N_ * (4 + r_ + t_.samples + 6) + t_.samples * zp_;
    return scalar_ *
           (rows + samples + padded(b_.minimum_nodes) * (1 + r_ + t_.samples) + 6 * up_ + O_);
  }

 private:
  double padded(double n) const { return whole_packs(n, lanes_); }

  const Dims& d_;
  const FilmBasis& b_;
  const FilmTransport& t_;
  std::uint32_t law_;
  int lanes_, scalar_;
  double r_ = b_.modes, u_ = r_ + 1, up_ = padded(u_), m_ = padded(b_.rows);
  double N_ = padded(t_.samples), O_ = padded(t_.places), zp_ = padded(t_.seen);
};

// Cost of a moving edge.
class EdgeCost {
 public:
  EdgeCost(const Dims& d, const FilmView& film)
      : d_(d),
        e_(*film.edge),
        last_(film.bases[film.count - 1]),
        law_(film.constants->viscosity_law),
        lanes_(64 / film.scalar),
        scalar_(film.scalar) {}

  // Everything at the nodes.
  double nodes() const {
    const double tables = M_ * (K_ * 18 + (1 + f_) * 18 + 2 * (1 + free_) + 2);
    return tables + flops::film_residual(M_, 3, law_) + 60;
  }
  double solve() const {
    const double rows = M_ * (40 + 60 + 60) + M_ * (16 * free_ + 8);
    return nodes() + rows + flops::film_factorise(e_.rows, u_, up_) + flops::film_solve(u_, up_) +
           flops::project_residual(e_.rows, up_) + 8 * up_ + 8 * free_ + 60;
  }
  double step(double iterations) const {
    return 2 * (iterations * solve() + nodes()) + 8 * M_ + e_.rows + 2 * (20 * n_ + 60) + 40;
  }
  // The hand-over.
  double take_over() const {
    return 4 * r_ * G_ + 12 * G_ + 4 * f_ * G_ + e_.rows * (2 * e_.shapes + 8.0) +
           e_.iterations * solve() + 60;
  }
  double bytes() const {
    return scalar_ * (M_ * (4 * K_ + 4 * (1 + f_) + 2 + free_) + e_.rows * up_);
  }
  double iterations() const { return e_.iterations; }
  double repeats() const { return e_.repeat_iterations; }

 private:
  double padded(double n) const { return whole_packs(n, lanes_); }

  const Dims& d_;
  const FilmEdge& e_;
  const FilmBasis& last_;
  std::uint32_t law_;
  int lanes_, scalar_;
  double free_ = double(e_.zone) + e_.shapes, u_ = free_ + 2, up_ = padded(u_), f_ = e_.films,
         K_ = 2 + f_ + free_, M_ = padded(e_.rows + 4.0), G_ = padded(e_.seen), r_ = last_.modes,
         n_ = d_.modes;
};

StepCost count_transport_cost(const Dims& dims, const FilmView& film) {
  const FilmBasis& b = film.bases[0];
  const TransportCost t(dims, film);
  StepCost cost;
  const auto whole = [](double x) { return static_cast<std::uint64_t>(x); };
  cost.flops_free = whole(t.step(1, 1) + t.outputs());
  cost.flops_worst = whole(t.step(1, b.iterations) + t.step(2, b.repeat_iterations) +
                           3 * t.outputs() + t.settle() + 200);
  cost.bytes_free = cost.bytes_worst = whole(t.bytes());
  cost.iterations_worst = 2 * b.substeps * (b.iterations + 2 * b.repeat_iterations);
  return cost;
}

}  // namespace

StepCost count_film_cost(const Dims& dims, const FilmView& film) {
  if (film.transport) return count_transport_cost(dims, film);
  StepCost cost;
  const auto most = [](std::uint64_t* most, double value) {
    *most = std::max(*most, static_cast<std::uint64_t>(value));
  };
  double largest = 0, settle = 0, end = 0;
  for (int k = 0; k < film.count; ++k)
    largest = std::max(largest, BasisCost(dims, film, film.bases[k]).modes());
  for (int k = 0; k < film.count; ++k) {
    const BasisCost basis(dims, film, film.bases[k]);
    settle = std::max(settle, basis.settle(largest));
    end = std::max(end, basis.outputs());
  }
  for (int k = 0; k < film.count; ++k) {
    const FilmBasis& b = film.bases[k];
    const BasisCost basis(dims, film, b);
    most(&cost.flops_free, basis.free());
    // another basis, free flight or a film made anew: settled and measured once more, each
    // with steps of several lengths after each of their ticks
    const double turns = film.paces != nullptr ? 1.0 + b.substeps : 2.0;
    most(&cost.flops_worst, basis.worst() + turns * (settle + end) + basis.recovery());
    most(&cost.bytes_free, basis.bytes());
    most(&cost.bytes_worst, basis.bytes());
    most(&cost.iterations_worst, 2.0 * b.substeps * (b.iterations + 2.0 * b.repeat_iterations));
  }
  if (film.edge != nullptr) {
    // at worst every tick is one step of an edge, and begins with a hand-over that fails
    const EdgeCost edge(dims, film);
    const double ticks = film.bases[0].substeps;
    const double parts = edge.step(edge.iterations()) + 2 * edge.step(edge.repeats());
    const BasisCost first(dims, film, film.bases[0]);
    most(&cost.flops_worst, static_cast<double>(cost.flops_worst) + ticks * edge.take_over());
    most(&cost.flops_worst,
         ticks * (parts + edge.take_over()) + (1.0 + ticks) * (settle + end) + first.recovery());
    most(&cost.bytes_worst, edge.bytes());
    cost.iterations_worst += static_cast<std::uint32_t>(3 * ticks * edge.iterations());
    most(&cost.iterations_worst,
         ticks * (2 * edge.iterations() + 4 * edge.repeats() + 3 * edge.iterations()));
  }
  return cost;
}

}  // namespace mortise::gen
