#include "generator/bodies/condense/port_response.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include "generator/bodies/condense/engine.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/numbers/dice.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

using Complex = std::complex<double>;

constexpr int kEvenPoints = 60;        // of a band, beside those at resonances
constexpr double kLowestShare = 0.02;  // of the top of a band: where it begins
constexpr int kLongest = 3;            // attempts at a reference good enough
constexpr double kFurther = 1.5;       // by which each goes further up
constexpr double kSeen = 0.01;         // of the mean entry of H: smaller ones have no FRAC

// s and 1 + i w beta.
struct Shift {
  Complex s, loss;
};
Shift shift_of(double omega, const Rayleigh& d) {
  const bool damped = d.alpha > 0.0 || d.beta > 0.0;
  const Complex loss(1.0, damped ? omega * d.beta : kLossFactor);
  return {Complex(omega * omega, damped ? -omega * d.alpha : 0.0) / loss, loss};
}

// Random signs: every row of the interface is in every combination (count x m).
Matrix combinations(Eigen::Index count, Eigen::Index m) {
  Dice dice(20);
  Matrix signs(count, m);
  for (Eigen::Index j = 0; j < m; ++j)
    for (Eigen::Index i = 0; i < count; ++i)
      signs(i, j) = (dice.share() < 0.5 ? -1.0 : 1.0) / std::sqrt(static_cast<double>(m));
  return signs;
}

// Rows of the interface, then inputs, then outputs; not scaled yet.
Ports ports_of(const Component& c, const Matrix& inputs, const SparseMatrix& outputs,
               const Vector& scale) {
  const Eigen::Index m = c.interface_rows.rows(), n = c.mass.rows();
  const Eigen::Index sampled = std::min(m, kSampledPorts);
  Matrix mix = scale.asDiagonal();
  if (sampled < m) mix = combinations(sampled, m) * mix;
  Ports ports;
  ports.pushed = sampled + inputs.cols();
  const Eigen::Index all = ports.pushed + outputs.rows();
  ports.interface = Matrix::Zero(all, m);
  ports.interface.topRows(sampled) = mix;
  Entries entries;
  for (Eigen::Index j = 0; j < inputs.cols(); ++j)
    for (Eigen::Index i = 0; i < n; ++i)
      if (inputs(i, j) != 0.0) entries.emplace_back(sampled + j, i, inputs(i, j));
  for (Eigen::Index j = 0; j < outputs.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(outputs, j); it; ++it)
      entries.emplace_back(ports.pushed + it.row(), j, it.value());
  ports.others = sparse_matrix(all, n, entries);
  return ports;
}

Vector inverse_root(const Vector& values) {
  return values.unaryExpr([](double v) { return v > 0.0 ? 1.0 / std::sqrt(v) : 0.0; });
}

double square_sum(const Eigen::MatrixXcd& h) { return h.squaredNorm(); }

// Loads along the pushed ports that no rigid-body motion answers (b x (b - k)).
Matrix equilibrated(const PortResponse& r) {
  const Matrix rigid = r.shapes.topRows(r.pushed).leftCols(r.rigid_body_modes);
  if (rigid.cols() == 0) return Matrix::Identity(r.pushed, r.pushed);
  return complement(rigid);
}

// Error of the statics, of a floating body under loads in equilibrium: they start no rigid-body
// motion.
double statics_error(const PortResponse& condensed, const PortResponse& full) {
  Matrix exact = full.statics(), found = condensed.statics();
  if (full.rigid_body_modes > 0) {
    const Matrix loads = equilibrated(full);
    if (loads.cols() == 0) return 0.0;
    exact = loads.transpose() * exact.topRows(full.pushed) * loads;
    found = loads.transpose() * found.topRows(full.pushed) * loads;
  }
  return exact.norm() > 0.0 ? (found - exact).norm() / exact.norm() : 0.0;
}

// Remainder bound over the band, see FullResponse.
double remainder_of(const PortResponse& r, const Band& band) {
  const double top = r.square.tail(1)[0], second = r.second.norm();
  double left = 0.0, whole = 0.0;
  for (const double omega : band.omega) {
    const double s = omega * omega;
    left += std::pow(s / std::max(top - s, 1e-3 * top) * s * second, 2);
    whole += square_sum(r.at(omega, band.damping));
  }
  return whole > 0.0 ? std::sqrt(left / whole) : 0.0;
}

}  // namespace

Eigen::MatrixXcd PortResponse::at(double omega, const Rayleigh& damping) const {
  const Shift shift = shift_of(omega, damping);
  const Eigen::VectorXcd softness =
      (square.cast<Complex>().array() - shift.s).inverse().matrix() / shift.loss;
  const Matrix pushing = shapes.topRows(pushed).transpose();
  const Matrix real = shapes * softness.real().asDiagonal() * pushing;
  const Matrix imaginary = shapes * softness.imag().asDiagonal() * pushing;
  Eigen::MatrixXcd h(shapes.rows(), pushed);
  h.real() = real;
  h.imag() = imaginary;
  if (compliance.size() > 0) h += compliance.cast<Complex>() / shift.loss;
  if (second.size() > 0) h += second.cast<Complex>() * (shift.s / shift.loss);
  return h;
}

Matrix PortResponse::statics() const {
  const Eigen::Index elastic = square.size() - rigid_body_modes;
  const Matrix flexible = shapes.rightCols(elastic);
  Matrix sum = flexible * square.tail(elastic).cwiseInverse().asDiagonal() *
               flexible.topRows(pushed).transpose();
  if (compliance.size() > 0) sum += compliance;
  return sum;
}

Band band_up_to(double top_hz, const Rayleigh& damping, const Vector& square) {
  Band band{top_hz, damping, {}};
  const double top = kTwoPi * top_hz;
  for (int i = 0; i < kEvenPoints; ++i)
    band.omega.push_back(top * (kLowestShare + (1.0 - kLowestShare) * i / (kEvenPoints - 1)));
  const bool damped = damping.alpha > 0.0 || damping.beta > 0.0;
  for (const double s : square) {
    const double omega = std::sqrt(s);
    if (omega < kLowestShare * top || omega > top) continue;
    const double ratio =
        damped ? 0.5 * (damping.alpha / omega + damping.beta * omega) : 0.5 * kLossFactor;
    for (const double beside : {-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0})
      band.omega.push_back(omega * std::max(0.5, 1.0 + beside * std::min(ratio, 0.2)));
  }
  std::sort(band.omega.begin(), band.omega.end());
  return band;
}

Eigen::Index FullResponse::modes_in_band() const {
  const double top = kTwoPi * band.top_hz;
  return (modes.omega.array() <= top).count();
}

FullResponse full_response(const Component& c, const Matrix& inputs, const SparseMatrix& outputs,
                           double top_hz, const Rayleigh& damping, double wanted, double first) {
  demand(top_hz > 0.0, "condense", "the band has no width", "give condense.band_hz > 0");
  FullResponse full;
  double factor = first;
  for (int attempt = 0; attempt < kLongest; ++attempt, factor *= kFurther) {
    full.modes = lowest_modes(c.stiffness, c.mass, {0, factor * top_hz, false});
    if (full.modes.omega.size() <= c.rigid_body_modes)  // the band ends below the first
      full.modes = lowest_modes(c.stiffness, c.mass, {c.rigid_body_modes + 1, 0.0, false});
    const Matrix rigid = full.modes.shapes.leftCols(c.rigid_body_modes);
    const ElasticAnswers elastic(c, rigid);
    const Eigen::Index m = c.interface_rows.rows();
    const auto answer = [&](const Ports& p) {
      Matrix answers = elastic.of_interface(p.interface.transpose());
      const Eigen::Index more = p.others.rows() - std::min(m, kSampledPorts);
      if (more > 0)
        answers.rightCols(more) += elastic.of(Matrix(p.others.bottomRows(more).transpose()));
      return answers;
    };
    // motions of all kinds count alike: each port by its own static answer
    Ports& ports = full.ports;
    ports = ports_of(c, inputs, outputs, inverse_root(elastic.interface_softness()));
    ports.rows = SparseMatrix(ports.interface.sparseView()) * c.interface_rows + ports.others;
    Matrix answers = answer(ports);
    Vector scale = inverse_root((ports.rows * answers).diagonal());
    answers = answers * scale.asDiagonal();
    ports.interface = scale.asDiagonal() * ports.interface;
    ports.others = scale.asDiagonal() * ports.others;
    ports.rows = scale.asDiagonal() * ports.rows;
    answers = without_modes(c.mass, full.modes.shapes, std::move(answers));
    PortResponse& r = full.response;
    r.pushed = ports.pushed;
    r.square = full.modes.omega.cwiseAbs2();
    r.rigid_body_modes = c.rigid_body_modes;
    r.shapes = ports.rows * full.modes.shapes;
    const Matrix pushing = answers.leftCols(r.pushed);
    r.compliance = ports.rows * pushing;
    r.second = product(answers.transpose(), Matrix(c.mass * pushing));
    full.band = band_up_to(top_hz, damping, r.square);
    full.remainder = remainder_of(r, full.band);
    if (full.remainder <= wanted) break;
  }
  return full;
}

double CondensationErrors::largest() const { return std::max({frequency, statics, response}); }

CondensationErrors errors_of(const PortResponse& condensed, const FullResponse& full) {
  CondensationErrors errors;
  errors.frequency = 0.0;
  for (Eigen::Index i = 0; i < full.modes_in_band(); ++i) {
    const double exact = full.modes.omega[i];
    const double found = i < condensed.square.size() ? std::sqrt(condensed.square[i]) : 0.0;
    if (exact > 0.0)
      errors.frequency = std::max(errors.frequency, std::abs(found / exact - 1.0));
    else if (found > 0.0)
      errors.frequency = 1.0;
  }

  errors.statics = statics_error(condensed, full.response);

  double off = 0.0, whole = 0.0;
  const Eigen::Index s = full.response.shapes.rows(), b = full.response.pushed;
  Eigen::MatrixXcd mixed = Eigen::MatrixXcd::Zero(s, b);
  Matrix of_full = Matrix::Zero(s, b), of_condensed = of_full;
  for (const double omega : full.band.omega) {
    const Eigen::MatrixXcd h = full.response.at(omega, full.band.damping);
    const Eigen::MatrixXcd g = condensed.at(omega, full.band.damping);
    off += square_sum(g - h);
    whole += square_sum(h);
    mixed += h.conjugate().cwiseProduct(g);
    of_full += h.cwiseAbs2();
    of_condensed += g.cwiseAbs2();
  }
  errors.response = whole > 0.0 ? std::sqrt(off / whole) : 0.0;
  errors.frac = 1.0;
  const double floor = kSeen * kSeen * of_full.maxCoeff();
  for (Eigen::Index j = 0; j < b; ++j)
    for (Eigen::Index i = 0; i < s; ++i)
      if (of_full(i, j) > floor && of_condensed(i, j) > 0.0)
        errors.frac =
            std::min(errors.frac, std::norm(mixed(i, j)) / (of_full(i, j) * of_condensed(i, j)));
  return errors;
}

}  // namespace mortise::gen
