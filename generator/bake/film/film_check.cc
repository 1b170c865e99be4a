#include "generator/bake/film/film_parts.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

using Eigen::Index;

void demand_fit(bool good, const std::string& where, const std::string& what) {
  demand(good, where, what, "this is a defect of the reduction");
}

void check_problem(const FilmProblemData& p, bool on_bodies) {
  const Index n = p.x.size(), modes = p.modes.omega.size();
  demand_fit(n >= 4 && p.geometry.size() == n && p.weights.size() == n, "film.problem",
             "the grid and the arrays over it differ in length");
  demand_fit(p.compliance.rows() == n && p.compliance.cols() == n, "film.problem.compliance",
             "is not (points x points)");
  for (const Vector* row : {&p.rows.left, &p.rows.right, &p.rows.d0, &p.rows.d1, &p.rows.d2})
    demand_fit(row->size() == n, "film.problem.rows", "differ in length from the grid");
  demand_fit(on_bodies || p.loaded == (modes == 0), "film.problem.modes",
             "a prescribed load excludes modal coordinates, a free body needs them");
  const FilmModes& m = p.modes;
  for (const Vector* v :
       {&m.damping, &m.constant, &m.acceleration, &m.rigid_row, &m.initial_q, &m.initial_v})
    demand_fit(v->size() == modes, "film.problem.modes", "modal vectors differ in length");
  demand_fit(modes == 0 || (m.shapes.rows() == n && m.shapes.cols() == modes &&
                            m.excitation.rows() == modes && m.excitation.cols() == n),
             "film.problem.modes", "shapes or excitation do not fit the grid");
}

void check_nodes(const std::vector<int>& nodes, Index first, Index end, const std::string& where) {
  for (const int node : nodes)
    demand_fit(node >= first && node < end, where,
               "node " + std::to_string(node) + " is off the grid");
}

void check_basis(const ReducedFilm& film, std::size_t k) {
  const FilmProblemData& p = film.problem;
  const ReducedBasis& b = film.bases[k];
  const std::string where = "film.bases[" + std::to_string(k) + "]";
  const Index r = b.pressure.cols(), m = static_cast<Index>(b.rows.size());
  demand_fit(r >= 1 && b.pressure.rows() == p.x.size(), where, "pressure is not (points x r)");
  demand_fit(b.watched >= 0 && b.watched < m, where,
             "no sampled row is left besides the watched ones");
  demand_fit(b.test.rows() == r && b.test.cols() == m - b.watched, where,
             "test is not (r x rows that hold)");
  demand_fit(!b.minimum_nodes.empty(), where, "there is no candidate for the smallest gap");
  check_nodes(b.rows, p.first, p.first + p.unknowns, where);
  check_nodes(b.minimum_nodes, 0, p.x.size(), where);
}

}  // namespace

void check_film(const ReducedFilm& film) {
  check_problem(film.problem, film.on_bodies.has_value());
  demand_fit(!film.bases.empty(), "film.bases", "there is none");
  for (std::size_t k = 0; k < film.bases.size(); ++k) check_basis(film, k);
  const Index u = film.bases[0].pressure.cols() + (film.problem.loaded ? 1 : 0);
  demand_fit(film.initial.size() == u || (!film.problem.loaded && film.initial.size() == 0),
             "film.initial", "is not b and H0 of the first basis");
  demand(film.step > 1e-12 && film.step < 1e3, "reduce.step",
         number_text(film.step) + " s is outside of (1e-12, 1e3)", "give reduce.step in seconds");
}

}  // namespace mortise::gen
