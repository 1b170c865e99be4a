#include <algorithm>

#include "generator/reduce/film/film_arrays.hpp"
#include "generator/reduce/film/moving_edge.hpp"

namespace mortise::gen {
namespace {

using Eigen::Index;

std::uint32_t number_of(Index n) { return static_cast<std::uint32_t>(n); }

class EdgePacker {
 public:
  EdgePacker(const ReducedFilm& film, FilmNumbers* numbers)
      : film_(film), p_(film.problem), e_(film.edge), numbers_(*numbers) {}

  FilmEdge pack() {
    const EdgeMesh& m = e_.mesh;
    out_.rows = number_of(m.rows());
    out_.zone = number_of(m.zone);
    out_.shapes = number_of(e_.shapes.cols());
    out_.films = number_of(e_.films.cols());
    out_.tables = number_of(static_cast<Index>(e_.tables.size()));
    out_.centre = number_of(m.centre);
    out_.seen = number_of(e_.seen);
    out_.iterations = number_of(e_.iterations);
    out_.repeat_iterations = number_of(e_.repeat_iterations);
    out_.edge_pressure = e_.pressure;
    out_.first = e_.first;
    out_.spacing = e_.spacing;
    out_.seen_spacing = p_.x[1] - p_.x[0];
    out_.least_pressure = e_.least_pressure;
    out_.leave_fraction = e_.leave_fraction;
    out_.edge_share = e_.edge_share;
    out_.penalty = e_.penalty;
    out_.step_limit = e_.step_limit;
    out_.settled = e_.settled;
    out_.conductance = 0.5 / p_.scales.lambda;
    out_.film_scale = e_.film_scale;
    pack_rows();
    pack_tables();
    pack_hand_over();
    pack_bodies();
    if (film_.profile) pack_profile();
    return out_;
  }

 private:
  // Nodes from two of the centre to the end; lanes beside them stand further on, so that no width
  // is zero.
  void pack_rows() {
    const EdgeMesh& m = e_.mesh;
    const Index lanes = numbers_.lanes(), width = lanes + numbers_.padded(m.rows() + 4),
                first = m.centre - lanes, free = m.zone + e_.shapes.cols();
    Matrix place(2, width);
    for (Index k = 0; k < width; ++k) {
      const Index node = first + k, inner = m.centre - 2, end = m.nodes() - 1;
      const Index at = std::clamp(node, inner, end);
      place(0, k) = m.place[at] + static_cast<double>(node - at);
      place(1, k) = m.share[at];
    }
    out_.place = numbers_.add_rows(place, "edge.place");
    Matrix pressure = Matrix::Zero(2 + free, m.rows());
    pressure.row(0).tail(m.outside()) = e_.pressure * e_.base.transpose();
    pressure.block(1, 0, m.zone, m.zone).setIdentity();
    pressure.block(1 + m.zone, m.zone, e_.shapes.cols(), m.outside()) = e_.shapes.transpose();
    out_.pressure = add_tall(pressure, "edge.pressure");
    Matrix test = Matrix::Zero(m.rows(), free + 2);
    test.topLeftCorner(m.zone, m.zone).setIdentity();
    test.block(m.zone, m.zone, m.outside(), e_.shapes.cols()) = e_.shapes;
    test(m.zone, free) = 1.0;
    out_.test = numbers_.add_rows(test, "edge.test");
  }

  // Rows of (m + 4) numbers, the last ones zero where they are fewer.
  std::uint32_t add_tall(const Matrix& rows, const char* what) {
    Matrix tall = Matrix::Zero(rows.rows(), e_.mesh.rows() + 4);
    tall.leftCols(rows.cols()) = rows;
    return numbers_.add_rows(tall, what);
  }

  void pack_tables() {
    const auto tables = static_cast<Index>(e_.tables.size());
    const Index columns = e_.columns(), films = 1 + e_.films.cols(), rows = e_.mesh.rows();
    Matrix gap(tables * columns, rows + 4), film(tables * films, rows);
    for (Index t = 0; t < tables; ++t) {
      const EdgeTable& table = e_.tables[static_cast<std::size_t>(t)];
      gap.middleRows(t * columns, columns) << table.gap.transpose(), table.output.transpose();
      film.middleRows(t * films, films) = table.film.transpose();
    }
    out_.gap = numbers_.add_rows(gap, "edge.gap");
    out_.film = add_tall(film, "edge.film");
  }

  void pack_hand_over() {
    const Index seen = e_.seen;
    const Matrix& shapes = film_.bases.back().pressure;
    const Matrix gaps = p_.compliance * shapes;
    out_.seen_geometry =
        numbers_.add_rows(p_.geometry.head(seen).transpose(), "edge.seen_geometry");
    out_.seen_pressure = numbers_.add_rows(shapes.topRows(seen).transpose(), "edge.seen_pressure");
    out_.seen_gap = numbers_.add_rows(gaps.topRows(seen).transpose(), "edge.seen_gap");
    out_.seen_mean = numbers_.add_rows(e_.film_mean.head(seen).transpose(), "edge.seen_mean");
    out_.seen_fit = numbers_.add_rows(e_.film_fit, "edge.seen_fit");
    out_.seen_films = numbers_.add_rows(e_.films.topRows(seen).transpose(), "edge.seen_films");
  }

  void pack_bodies() {
    const FilmModes& modes = p_.modes;
    out_.opening = numbers_.add_modal({modes.shapes.row(0)}, "edge.opening");
    out_.excitation =
        numbers_.add_modal({modes.excitation.col(1) / p_.weights[1]}, "edge.excitation");
  }

  void pack_profile() {
    const EdgeMesh& m = e_.mesh;
    const auto tables = static_cast<Index>(e_.tables.size());
    Matrix centre(tables * e_.columns(), m.centre), place(2, m.centre);
    for (Index t = 0; t < tables; ++t)
      centre.middleRows(t * e_.columns(), e_.columns()) =
          e_.tables[static_cast<std::size_t>(t)].centre.transpose();
    place << m.place.head(m.centre).transpose(), m.share.head(m.centre).transpose();
    Matrix film(1 + e_.films.cols(), p_.x.size());
    film << e_.film_mean.transpose(), e_.films.transpose();
    out_.profile_centre = numbers_.add_rows(centre, "edge.profile_centre");
    out_.profile_place = numbers_.add_rows(place, "edge.profile_place");
    out_.profile_film = numbers_.add_rows(film, "edge.profile_film");
  }

  const ReducedFilm& film_;
  const FilmProblemData& p_;
  const MovingEdge& e_;
  FilmNumbers& numbers_;
  FilmEdge out_{};
};

}  // namespace

FilmEdge pack_edge(const ReducedFilm& film, FilmNumbers* numbers) {
  return EdgePacker(film, numbers).pack();
}

}  // namespace mortise::gen
