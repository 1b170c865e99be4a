#include <algorithm>

#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/dense/orthogonal.hpp"
#include "generator/reduce/film/film_arrays.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/film/spline.hpp"

namespace mortise::gen {
namespace {

using Eigen::Index;

std::uint32_t size_of(Index n) { return static_cast<std::uint32_t>(n); }

// Gaps count by more than pressures do. What is less than kSeen of a film moves errors of
// line_shock by less than 0.01 %; every combination more is two numbers of each stencil node in
// every solve.
constexpr double kSeenGap = 30.0, kSeen = 3e-3;

// The arrays of a contact that carries the film.
class TransportPacker {
 public:
  TransportPacker(const ReducedFilm& film, FilmNumbers* numbers)
      : film_(film),
        p_(film.problem),
        t_(film.transport),
        b_(film.bases.front()),
        numbers_(*numbers),
        grid_(problem_grid(p_)) {}

  FilmTransport pack(std::vector<std::uint32_t>* row_places) {
    const Index samples = t_.samples.size(), entry = t_.zones.entry;
    out_.samples = size_of(samples);
    out_.deposits = size_of(t_.deposits);
    out_.entry = p_.x[entry];
    out_.first = t_.samples[0];
    out_.spacing = (t_.samples[samples - 1] - t_.samples[0]) / static_cast<double>(samples - 1);
    out_.entry_pressure = t_.pressure.base[entry];
    out_.entry_gap = t_.gap.base[entry];
    out_.load_base = p_.weights.dot(t_.pressure.base);
    out_.central_pressure = grid_.central(t_.pressure.base);
    out_.softness = numbers_.add_rows(t_.softness.transpose(), "softness");
    pack_densities();
    out_.base_pressure = stencils(t_.pressure.base, "base_pressure");
    const Matrix seen = seen_samples(film_);
    out_.seen = size_of(seen.cols());
    out_.combine = numbers_.add_rows(seen, "combine");
    const Index nearest = nearest_samples();
    out_.nearest = size_of(nearest);
    out_.sample_pressure = stencils(t_.pressure.by_samples.leftCols(nearest), "sample_pressure");
    out_.sample_gap = stencils(t_.gap.by_samples.leftCols(nearest), "sample_gap");
    pack_places(row_places);
    const Index unknowns = t_.pressure.by_unknowns.cols() + 1;
    Matrix shapes = Matrix::Zero(2, unknowns), carried(2, samples), central(2, samples);
    shapes.row(0).head(unknowns - 1) = t_.pressure.by_unknowns.row(entry);
    shapes.row(1).head(unknowns - 1) = t_.gap.by_unknowns.row(entry);
    carried << t_.pressure.by_samples.row(entry), t_.gap.by_samples.row(entry);
    for (Index k = 0; k < samples; ++k) {
      central(0, k) = grid_.central(t_.pressure.by_samples.col(k));
      central(1, k) = grid_.central(t_.gap.by_samples.col(k));
    }
    out_.entry_shapes = numbers_.add_rows(shapes, "entry_shapes");
    out_.entry_samples = numbers_.add_rows(carried, "entry_samples");
    out_.load_samples =
        numbers_.add_rows(p_.weights.transpose() * t_.pressure.by_samples, "load_samples");
    out_.central_samples = numbers_.add_rows(central, "central_samples");
    pack_minimum();
    Matrix middle = Matrix::Zero(1, unknowns), inverse = middle;
    middle.leftCols(t_.middle.size()) = t_.middle.transpose();
    inverse.leftCols(t_.reach.size()) = t_.reach.cwiseInverse().transpose();
    out_.middle = numbers_.add_rows(middle, "middle");
    out_.inverse_reach = numbers_.add_rows(inverse, "inverse_reach");
    if (film_.profile) {
      out_.profile_samples_pressure =
          numbers_.add_rows(t_.pressure.by_samples.transpose(), "profile_samples_pressure");
      out_.profile_samples_gap =
          numbers_.add_rows(t_.gap.by_samples.transpose(), "profile_samples_gap");
      out_.profile_base = numbers_.add_rows(t_.pressure.base.transpose(), "profile_base");
    }
    return out_;
  }

 private:
  std::uint32_t stencils(const Matrix& columns, const char* what) {
    const LaneValue value = [&](Index row, Index k) {
      const Index node = b_.rows[static_cast<std::size_t>(row)] + k % 4 - 2;
      return columns(std::clamp<Index>(node, 0, p_.x.size() - 1), k / 4);
    };
    return numbers_.add(lane_blocks(static_cast<Index>(b_.rows.size()), columns.cols() * 4,
                                    numbers_.lanes(), value),
                        what);
  }

  // Samples that are closer to the entry than the fluid goes in a step, and one more.
  Index nearest_samples() const {
    const ReducedFilm::Input* speed = film_.find("entrainment");
    const double way = (speed ? speed->maximum / p_.speed_reference : 1.0) * film_.step /
                       p_.scales.time / b_.substeps;
    const Index within = ((t_.samples.array() - p_.x[t_.zones.entry]) < 1.5 * way).count();
    return std::min(within + 1, t_.samples.size());
  }

  // P at the samples, along straight lines between the nodes.
  void pack_densities() {
    const Matrix between = straight_lines(p_.x, t_.samples);
    out_.density_base = numbers_.add_rows((between * t_.pressure.base).transpose(), "density_base");
    out_.density_shapes =
        numbers_.add_rows((between * t_.pressure.by_unknowns).transpose(), "density_shapes");
    out_.density_samples =
        numbers_.add_rows((between * t_.pressure.by_samples).transpose(), "density_samples");
  }

  // Nodes of the outlet's rows, each once; rows refer to them from 1 on.
  void pack_places(std::vector<std::uint32_t>* row_places) {
    std::vector<int> nodes;
    for (const int row : b_.rows)
      for (int k = -2; k <= 1 && row >= t_.zones.outlet; ++k) nodes.push_back(row + k);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    row_places->clear();
    for (const int row : b_.rows) {
      for (int k = -2; k <= 1; ++k) {
        const auto at = std::lower_bound(nodes.begin(), nodes.end(), row + k) - nodes.begin();
        row_places->push_back(row >= t_.zones.outlet ? size_of(at + 1) : 0);
      }
    }
    out_.places = size_of(static_cast<Index>(nodes.size()));
    Matrix x(1, static_cast<Index>(nodes.size()));
    for (std::size_t k = 0; k < nodes.size(); ++k) x(0, static_cast<Index>(k)) = p_.x[nodes[k]];
    out_.place_x = numbers_.add_rows(x, "place_x");
  }

  void pack_minimum() {
    const LaneValue value = [&](Index row, Index k) {
      return t_.gap_scale * t_.gap.by_samples(b_.minimum_nodes[static_cast<std::size_t>(row)], k);
    };
    out_.minimum_samples = numbers_.add(lane_blocks(static_cast<Index>(b_.minimum_nodes.size()),
                                                    t_.samples.size(), numbers_.lanes(), value),
                                        "minimum_samples");
  }

  const ReducedFilm& film_;
  const FilmProblemData& p_;
  const TransportedContact& t_;
  const ReducedBasis& b_;
  FilmNumbers& numbers_;
  FilmGrid grid_;
  FilmTransport out_{};
};

}  // namespace

Matrix seen_samples(const ReducedFilm& film) {
  const TransportedContact& t = film.transport;
  std::vector<int> nodes;
  for (const int row : film.bases.front().rows)
    for (int k = -2; k <= 1; ++k) nodes.push_back(std::max(row + k, 0));
  Matrix all(2 * static_cast<Index>(nodes.size()), t.samples.size());
  all << kSeenGap * t.gap.by_samples(nodes, Eigen::all), t.pressure.by_samples(nodes, Eigen::all);
  const ThinSvd svd = thin_svd(all);
  const Index count = std::max<Index>(1, (svd.values.array() > kSeen).count());
  return svd.right.leftCols(count);
}

FilmTransport pack_transport(const ReducedFilm& film, FilmNumbers* numbers,
                             std::vector<std::uint32_t>* row_places) {
  return TransportPacker(film, numbers).pack(row_places);
}

}  // namespace mortise::gen
