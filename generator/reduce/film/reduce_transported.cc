// From snapshots of full-order runs to a transported film: shapes of inlet and outlet, the elastic
// contact between them, and the rows that hold, from what all rows see while the film follows the
// training.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/ground/dense/nnls.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/folded_rows.hpp"
#include "generator/reduce/film/hyper_reduction.hpp"
#include "generator/reduce/film/inputs.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/film/reduce_film.hpp"
#include "generator/reduce/film/rerun.hpp"
#include "generator/reduce/film/residual_training.hpp"
#include "generator/reduce/film/transport_stepper.hpp"

namespace mortise::gen {
namespace {

constexpr Eigen::Index kEverySoftness = 8, kMostRowStates = 700;
constexpr double kInletShare = 15.0 / 32.0;  // of a given number of rows
constexpr double kInletTolerance = 0.6;      // of the outlet's: the film is made there

int nearest(const Vector& x, double place) {
  Eigen::Index at = 0;
  (x.array() - place).abs().minCoeff(&at);
  return static_cast<int>(at);
}

Matrix zone_shapes(const ReduceSpec& spec, const FilmSnapshots& s, const FilmProblemData& p,
                   Eigen::Index first, Eigen::Index count, int modes) {
  BasisOptions options;
  options.modes = modes;
  options.clip = spec.clip;
  options.weight_floor = spec.weight_floor;
  const PressureBasis basis = pressure_basis(
      s.pressure.middleRows(first, count), p.compliance.block(first, first, count, count), options);
  Matrix shapes = Matrix::Zero(p.x.size(), basis.shapes.cols());
  shapes.middleRows(first, count) = basis.shapes;
  return shapes;
}

// c of the samples, a mean over the training.
Vector mean_softness(const FilmSnapshots& s, const FilmProblemData& p, const Vector& places) {
  std::vector<int> columns;
  for (Eigen::Index k = 0; k < s.count(); k += kEverySoftness)
    columns.push_back(static_cast<int>(k));
  const Matrix gaps = snapshot_gaps(p, s, columns);
  const Lubricant lubricant(p.lubricant, p.scales.pressure);
  Vector softness = Vector::Zero(places.size());
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const double a = s.frame[columns[k]];
    LubricantState fluid;
    lubricant.evaluate(a * s.pressure.col(columns[k]), &fluid);
    for (Eigen::Index j = 0; j < places.size(); ++j) {
      const int i = nearest(p.x, places[j]);
      softness[j] += gaps(i, static_cast<Eigen::Index>(k)) / a * fluid.density_slope[i] /
                     fluid.density[i] / static_cast<double>(columns.size());
    }
  }
  return softness;
}

// Load, speed and viscosity of a training run as a bench gives them: straight between steps.
class RunDrive {
 public:
  RunDrive(const FilmSnapshots& s, Eigen::Index first, Eigen::Index last)
      : s_(s), first_(first), last_(last) {}

  double load(double time) const {
    const double* begin = s_.time.data() + first_;
    const auto k = std::upper_bound(begin, s_.time.data() + last_, time) - s_.time.data();
    if (k == first_) return s_.load[first_];
    if (k == last_) return s_.load[last_ - 1];
    const double share = (time - s_.time[k - 1]) / (s_.time[k] - s_.time[k - 1]);
    return s_.load[k - 1] + share * (s_.load[k] - s_.load[k - 1]);
  }
  double end() const { return s_.time[last_ - 1]; }

  ReducedDriveFunction step(double from, double length) const {
    const double start = load(from), rate = (load(from + length) - start) / length;
    const double speed = s_.speed[first_], viscosity = s_.viscosity_factor[first_];
    return [=](double time) {
      ReducedDrive d;
      const double w = start + rate * (time - from);
      d.frame = std::sqrt(w);
      d.frame_rate = 0.5 * rate / d.frame;
      d.load = reduced_load(w, d.frame);
      d.speed = speed;
      d.viscosity_factor = viscosity;
      return d;
    };
  }

 private:
  const FilmSnapshots& s_;
  Eigen::Index first_, last_;
};

std::vector<Eigen::Index> run_starts(const FilmSnapshots& s) {
  std::vector<Eigen::Index> starts = {0};
  for (Eigen::Index k = 1; k < s.count(); ++k)
    if (s.run[static_cast<std::size_t>(k)] != s.run[static_cast<std::size_t>(k) - 1])
      starts.push_back(k);
  starts.push_back(s.count());
  return starts;
}

// Largest errors over the largest values while the film follows the training.
struct Following {
  int runs = 0, failed = 0;
  double gap = 0.0, smallest = 0.0;

  std::string text() const {
    return fmt::format(
        "{} of {} training runs followed, their loads straight between steps: central gap within "
        "{:.3g} %, smallest within {:.3g} %",
        runs - failed, runs, 100.0 * gap, 100.0 * smallest);
  }
};

// seen(stepper): after every step
template <class Seen>
Following follow(const ReducedFilm& film, const FilmSnapshots& s, const TrainedOutputs& truth,
                 bool all_rows, Seen seen) {
  Following all;
  const std::vector<Eigen::Index> starts = run_starts(s);
  const double length = film.step / film.problem.scales.time;
  for (std::size_t r = 0; r + 1 < starts.size(); ++r) {
    const Eigen::Index first = starts[r], last = starts[r + 1];
    const RunDrive drive(s, first, last);
    TransportStepper stepper(&film, all_rows);
    ++all.runs;
    bool good =
        stepper.start(s.pressure.col(first), s.approach[first], drive.step(0.0, length)(0.0));
    Eigen::Index next = first;
    double gap = 0.0, smallest = 0.0, most_gap = 0.0, most_smallest = 0.0;
    ReducedOutputs before = good ? stepper.outputs() : ReducedOutputs();
    while (good && stepper.time() + length < drive.end()) {
      const double from = stepper.time();
      good = stepper.step(drive.step(from, length), length);
      if (!good) break;
      seen(stepper);
      const ReducedOutputs out = stepper.outputs();
      for (; next < last && s.time[next] <= stepper.time(); ++next) {
        const double share = (s.time[next] - from) / length;
        const auto off = [&](double ReducedOutputs::*value, double wanted) {
          return std::abs(before.*value + share * (out.*value - before.*value) - wanted);
        };
        gap = std::max(gap, off(&ReducedOutputs::central_gap, truth.central_gap[next]));
        smallest = std::max(smallest, off(&ReducedOutputs::minimum_gap, truth.minimum_gap[next]));
        most_gap = std::max(most_gap, truth.central_gap[next]);
        most_smallest = std::max(most_smallest, truth.minimum_gap[next]);
      }
      before = out;
    }
    if (!good) ++all.failed;
    if (most_gap > 0.0) all.gap = std::max(all.gap, gap / most_gap);
    if (most_smallest > 0.0) all.smallest = std::max(all.smallest, smallest / most_smallest);
  }
  return all;
}

// What the rows of one zone see, from which their weights come: residual, entrainment, squeeze and
// the change by a correction, each over the larger of its own projection and that of the
// entrainment.
class ZoneWeights {
 public:
  // nodes: of all rows, those first .. first + count - 1; shapes (count x modes), weighted
  ZoneWeights(Eigen::Index first, const Matrix& shapes)
      : first_(first), shapes_(shapes), folded_(shapes.rows()) {}

  void add(const TransportedRows& seen) {
    const auto part = [&](const Vector& v) { return v.segment(first_, shapes_.rows()); };
    const double scale = (shapes_.transpose() * part(seen.entrained)).norm();
    for (const Vector& t :
         {seen.residual, seen.entrained, seen.squeezed, Vector(seen.jacobian * seen.correction)}) {
      const double size = std::max(scale, (shapes_.transpose() * part(t)).norm());
      if (size > 0.0) folded_.add(shapes_.transpose() * (part(t) / size).asDiagonal());
    }
  }

  SparseSolution choose(int rows, double tolerance) {
    const Matrix& a = folded_.factor();
    const Vector all = a * Vector::Ones(shapes_.rows());
    constexpr double kGrowth = 1.3;
    return rows > 0 ? sparse_nnls_of(a, all, rows, kGrowth)
                    : sparse_nnls(a, all, tolerance, shapes_.cols() + 2);
  }

 private:
  Eigen::Index first_;
  Matrix shapes_;
  FoldedRows folded_;
};

// Rows and weights of inlet and outlet, and how far the coefficients go.
void choose_transported_rows(const ReduceSpec& spec, const FilmSnapshots& s,
                             const TrainedOutputs& truth, ReducedFilm* film) {
  const FilmProblemData& p = film->problem;
  TransportedContact& c = film->transport;
  const TransportStepper any(film, true);
  const std::vector<int>& nodes = any.rows();
  const auto of_inlet = static_cast<Eigen::Index>(
      std::count_if(nodes.begin(), nodes.end(), [&](int i) { return i <= c.zones.inlet; }));
  const auto of_outlet = static_cast<Eigen::Index>(nodes.size()) - of_inlet;
  const Vector weights = galerkin_weights(p);
  const Matrix inlet = (weights.asDiagonal() * c.inlet)(nodes, Eigen::all);
  const Matrix outlet = (weights.asDiagonal() * c.outlet)(nodes, Eigen::all);
  ZoneWeights at_inlet(0, inlet.topRows(of_inlet)),
      at_outlet(of_inlet, outlet.bottomRows(of_outlet));
  const Eigen::Index shapes = c.inlet.cols() + c.outlet.cols();
  Vector lowest = Vector::Constant(shapes, 1e300), highest = -lowest;
  const double steps = s.time.maxCoeff() * run_starts(s).size() / (film->step / p.scales.time);
  const auto every = std::max<Eigen::Index>(1, static_cast<Eigen::Index>(steps) / kMostRowStates);
  Eigen::Index count = 0;
  const Following all = follow(*film, s, truth, true, [&](const TransportStepper& stepper) {
    const Vector u = stepper.unknowns().head(shapes);
    lowest = lowest.cwiseMin(u);
    highest = highest.cwiseMax(u);
    if (count++ % every != 0) return;
    for (const int stage : {0, 1}) {
      at_inlet.add(stepper.seen(stage));
      at_outlet.add(stepper.seen(stage));
    }
  });
  film->findings.push_back("all rows: " + all.text());
  demand(all.failed < all.runs, "reduce", "the film with all rows follows no training run",
         "take a smaller reduce.step, or more reduce.modes");
  demand(count > 0, "reduce.step", "is as long as the runs of training", "take a smaller one");
  c.middle = 0.5 * (lowest + highest);
  c.reach = (0.5 * (highest - lowest)).cwiseMax(1e-9);

  const int given = static_cast<int>(std::lround(kInletShare * spec.points));
  const SparseSolution in = at_inlet.choose(given, kInletTolerance * spec.tolerance);
  const SparseSolution out = at_outlet.choose(spec.points - given, spec.tolerance);
  ReducedBasis& b = film->bases.front();
  b.rows.clear();
  b.test = Matrix::Zero(shapes + 1, in.values.size() + out.values.size());
  const auto take = [&](const SparseSolution& zone, Eigen::Index first, Eigen::Index shape,
                        const Matrix& test) {
    for (Eigen::Index k = 0; k < zone.values.size(); ++k) {
      const Eigen::Index row = first + zone.columns[static_cast<std::size_t>(k)];
      b.test.col(static_cast<Eigen::Index>(b.rows.size())).segment(shape, test.cols()) =
          zone.values[k] * test.row(row).transpose();
      b.rows.push_back(nodes[static_cast<std::size_t>(row)]);
    }
  };
  take(in, 0, 0, inlet);
  take(out, of_inlet, c.inlet.cols(), outlet);
  film->findings.push_back(
      fmt::format("{} rows of the inlet, error {:.3g}; {} of the outlet, {:.3g}", in.values.size(),
                  in.residual, out.values.size(), out.residual));
  const Following sampled = follow(*film, s, truth, false, [](const TransportStepper&) {});
  film->findings.push_back("sampled rows: " + sampled.text());
}

// Deposits from the entry to the last place that is looked up, however slow the film.
int deposits_of(const ReducedFilm& film) {
  const FilmProblemData& p = film.problem;
  const TransportZones& z = film.transport.zones;
  const ReducedFilm::Input *load = film.find("load"), *speed = film.find("entrainment");
  const double widest = std::sqrt(load->maximum / p.scales.load);
  const double slowest = std::max(speed->minimum / p.speed_reference, 0.05);
  const int last = std::max(film.bases.front().rows.back() + 1, z.outlet);
  const double way = (p.x[last] - p.x[z.entry]) * widest;
  return static_cast<int>(std::ceil(way / (slowest * film.step / p.scales.time))) + 4;
}

}  // namespace

void reduce_transported(const FilmContactSpec& d, const FilmSnapshots& s, const Vector& steady,
                        double load, ReducedFilm* film) {
  const ReduceSpec& spec = *d.reduce;
  const FilmProblemData& p = film->problem;
  TransportedContact& c = film->transport;
  const Eigen::Index n = p.x.size();
  c.zones = {nearest(p.x, spec.entry), nearest(p.x, spec.contact[0]),
             nearest(p.x, spec.contact[1])};
  c.inlet = zone_shapes(spec, s, p, 0, c.zones.inlet + 1, spec.modes[0]);
  c.outlet = zone_shapes(spec, s, p, c.zones.outlet, n - c.zones.outlet, spec.modes[1]);
  c.samples = Vector::LinSpaced(spec.samples, p.x[c.zones.inlet], p.x[c.zones.outlet]);
  c.softness = mean_softness(s, p, c.samples);
  set_fields(p, &c);
  ReducedBasis basis;
  basis.pressure = c.pressure.by_unknowns;
  basis.substeps = spec.substeps.empty() ? 1 : spec.substeps.front();
  basis.iterations = spec.iterations.empty() ? 1 : spec.iterations.front();
  basis.tolerance = basis.iterations > 1 ? spec.settled : 0.0;
  basis.repeat_iterations = spec.repeat_iterations;
  basis.step_limit = spec.step_limit;
  std::vector<int> some;
  for (Eigen::Index k = 0; k < s.count(); k += 4) some.push_back(static_cast<int>(k));
  basis.minimum_nodes = minimum_nodes(snapshot_gaps(p, s, some), spec.gap_tolerance);
  film->bases = {basis};
  c.deposits = 4096;  // of training, whatever its step
  choose_transported_rows(spec, s, trained_outputs(p, s), film);
  c.deposits = deposits_of(*film);
  Vector guess(film->bases.front().pressure.cols() + 1);
  const double frame = std::sqrt(load);
  TransportStepper stepper(film);
  ReducedDrive drive;
  drive.frame = frame;
  drive.load = reduced_load(load, frame);
  drive.speed = d.entrainment / d.reference_speed;
  demand(stepper.start(steady.head(n), steady[n], drive), d.path,
         "the transported film has no steady state at its default load",
         "use more reduce.modes or a smaller reduce.tolerance");
  film->initial = stepper.unknowns();
}

}  // namespace mortise::gen
