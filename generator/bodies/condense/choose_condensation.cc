#include "generator/bodies/condense/choose_condensation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

using Columns = std::vector<Eigen::Index>;

constexpr double kContainedColumn =
    1e-10;                       // squared sine to the others, below which it is left out
constexpr double kWidest = 3.4;  // of the band: how far up candidates may reach

// The space U with its reduced matrices.
class Span {
 public:
  // relief, attached: answers at rest to the inertia of rigid motions, and to the inputs.
  Span(const Component& c, const FullResponse& full, const Matrix& relief, const Matrix& fixed,
       const Matrix& attached)
      : full_(full),
        sizes_{c.constraint_modes.cols(), full.modes.omega.size() - c.rigid_body_modes,
               relief.cols(), fixed.cols(), attached.cols()} {
    Matrix u(c.mass.rows(), std::accumulate(sizes_.begin(), sizes_.end(), Eigen::Index{0}));
    u << c.constraint_modes, full.modes.shapes.rightCols(sizes_[1]), relief, fixed, attached;
    for (Eigen::Index i = 0; i < u.cols(); ++i) {
      const double mass = u.col(i).dot(c.mass * u.col(i));
      if (mass > 0.0) u.col(i) /= std::sqrt(mass);
    }
    stiffness_ = product(u.transpose(), Matrix(c.stiffness * u));
    mass_ = product(u.transpose(), Matrix(c.mass * u));
    ports_ = full.ports.rows * u;
    level_ = rigid_body_level(c.stiffness, c.mass);
  }

  Eigen::Index free() const { return sizes_[1]; }  // elastic ones
  Eigen::Index relief() const { return sizes_[2]; }
  Eigen::Index fixed() const { return sizes_[3]; }

  // The first `free`, `relief`, `fixed` of each beside the constraint modes.
  Columns columns(Eigen::Index free, Eigen::Index relief, Eigen::Index fixed, bool attach) const {
    Columns chosen;
    const Eigen::Index attached = attach ? sizes_[4] : 0;
    const std::array<Eigen::Index, 5> taken = {sizes_[0], free, relief, fixed, attached};
    Eigen::Index first = 0;
    for (std::size_t k = 0; k < taken.size(); first += sizes_[k], ++k)
      for (Eigen::Index i = 0; i < taken[k]; ++i) chosen.push_back(first + i);
    return chosen;
  }

  // The condensed body of these columns.
  PortResponse ritz(const Columns& chosen) const {
    const Matrix mass = mass_(chosen, chosen), stiffness = stiffness_(chosen, chosen);
    const SymmetricEigen eigen(mass);
    const Eigen::Index rank = (eigen.eigenvalues().array() > kContainedColumn).count();
    const Matrix motion = eigen.eigenvectors().rightCols(rank) *
                          eigen.eigenvalues().tail(rank).cwiseSqrt().cwiseInverse().asDiagonal();
    const Modes modes =
        dense_modes(motion.transpose() * stiffness * motion, Matrix::Identity(rank, rank), level_);
    PortResponse r;
    r.pushed = full_.response.pushed;
    r.square = modes.omega.cwiseAbs2();
    r.rigid_body_modes = modes.rigid_body_modes;
    r.shapes = ports_(Eigen::all, chosen) * (motion * modes.shapes);
    return r;
  }

  // Free modes, the first p, and the flexibility of all others.
  PortResponse dual(Eigen::Index p) const {
    const PortResponse& all = full_.response;
    PortResponse r;
    r.pushed = all.pushed;
    r.rigid_body_modes = all.rigid_body_modes;
    r.square = all.square.head(p);
    r.shapes = all.shapes.leftCols(p);
    const Eigen::Index rest = all.square.size() - p;
    const Matrix left = all.shapes.rightCols(rest);
    r.compliance = all.compliance + left * all.square.tail(rest).cwiseInverse().asDiagonal() *
                                        left.topRows(all.pushed).transpose();
    return r;
  }

 private:
  const FullResponse& full_;
  std::array<Eigen::Index, 5> sizes_;  // constraint modes, free, relief, fixed, attached
  Matrix stiffness_, mass_, ports_;
  double level_ = 0.0;
};

struct CandidateFamily {
  std::string method;
  bool attach;
  Eigen::Index least, most;  // normal modes
  std::function<PortResponse(Eigen::Index modes)> response;
};

// The smallest member that is good, by bisection: errors fall with every mode.
CondensationCandidate smallest(const CandidateFamily& family, const FullResponse& full,
                               double wanted) {
  std::map<Eigen::Index, CondensationCandidate> tried;
  const auto at = [&](Eigen::Index modes) -> const CondensationCandidate& {
    const auto found = tried.find(modes);
    if (found != tried.end()) return found->second;
    CondensationCandidate c;
    c.method = family.method;
    c.modes = modes;
    c.attach_inputs = family.attach;
    const PortResponse r = family.response(modes);
    c.coordinates = r.square.size();
    c.errors = errors_of(r, full);
    c.good = c.errors.largest() + full.remainder <= wanted;
    return tried[modes] = c;
  };
  if (family.most < family.least) return {family.method, 0, 0, family.attach, {}, false};
  Eigen::Index low = family.least, high = family.most;
  if (!at(high).good) return at(high);
  while (low < high) {
    const Eigen::Index middle = (low + high) / 2;
    if (at(middle).good)
      high = middle;
    else
      low = middle + 1;
  }
  return at(high);
}

std::string sentence(const CondensationChoice& choice, const ChoiceRequest& request) {
  const CondensationCandidate& c = choice.chosen;
  std::string text = fmt::format(
      "auto: {} with {} modes{}, {} coordinates: estimated error {:.2g} % up to {:.6g} Hz "
      "(frequencies {:.2g} %, statics {:.2g} %, response {:.2g} %; asked {:.3g} %; {} modes in the "
      "band, reference good to {:.1g} %)",
      c.method, c.modes, c.attach_inputs ? " and the inputs attached" : "", c.coordinates,
      100.0 * (c.errors.largest() + choice.remainder), request.top_hz, 100.0 * c.errors.frequency,
      100.0 * c.errors.statics, 100.0 * c.errors.response, 100.0 * request.error,
      choice.modes_in_band, 100.0 * choice.remainder);
  for (const CondensationCandidate& other : choice.others) {
    const std::string name = other.method + (other.attach_inputs ? " (inputs attached)" : "");
    text += other.good ? fmt::format("; {} would take {}", name, other.coordinates)
                       : fmt::format("; {} not good with {}", name, other.coordinates);
  }
  return text;
}

}  // namespace

CondensationChoice choose_condensation(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                       const SparseMatrix& interface_rows, bool hold_loose,
                                       const Matrix& inputs, const SparseMatrix& outputs,
                                       const ChoiceRequest& request) {
  const SparseMatrix rows =
      hold_loose ? with_holding_rows(stiffness, mass, interface_rows) : interface_rows;
  const ConstraintModes constraint = constraint_modes(stiffness, mass, rows);
  const Component body{stiffness,
                       mass,
                       interface_rows,
                       rows,
                       constraint.shapes,
                       constraint.solver.get(),
                       constraint.rigid_body_modes};
  const Eigen::Index rigid = constraint.rigid_body_modes;
  CondensationChoice choice;
  for (double factor = 1.5;; factor *= 1.5) {
    const FullResponse full = full_response(body, inputs, outputs, request.top_hz, request.damping,
                                            0.2 * request.error, factor);
    choice.remainder = full.remainder;
    choice.modes_in_band = full.modes_in_band();
    const Matrix rigid_shapes = full.modes.shapes.leftCols(rigid);
    const Matrix relief = answers_at_rest(body, mass * rigid_shapes);
    // with free modes first: they bound how many fixed-interface ones are worth looking at
    std::vector<CondensationCandidate> found;
    const Matrix none(mass.rows(), 0), attached = answers_at_rest(body, inputs);
    const auto consider = [&](const CandidateFamily& family) {
      found.push_back(smallest(family, full, request.error));
    };
    const std::vector<bool> ways = inputs.cols() == 0      ? std::vector<bool>{false}
                                   : request.attach_inputs ? std::vector<bool>{true}
                                                           : std::vector<bool>{false, true};
    {
      const Span span(body, full, relief, none, attached);
      const Eigen::Index all = rigid + span.free();
      for (const bool attach : ways) {
        consider({"rubin", attach, rigid, all, [&](Eigen::Index p) {
                    return span.ritz(span.columns(p - rigid, span.relief(), 0, attach));
                  }});
        if (rigid > 0)
          consider({"craig_chang", attach, rigid, all, [&](Eigen::Index p) {
                      return span.ritz(span.columns(p - rigid, 0, 0, attach));
                    }});
      }
      if (request.massless)
        consider({"dual_craig_bampton", inputs.cols() > 0, std::max<Eigen::Index>(rigid, 1), all,
                  [&](Eigen::Index p) { return span.dual(p); }});
    }
    Eigen::Index most = full.modes.omega.size();
    for (const CondensationCandidate& c : found)
      if (c.good) most = std::min(most, c.coordinates - rows.rows());
    if (most >= 0) {
      // as condense.modes counts them: motions that the masters leave loose are among them
      const Modes normal = lowest_modes(stiffness, mass, {most, 0.0, false}, interface_rows);
      const Eigen::Index loose = normal.rigid_body_modes;
      const Matrix fixed = normal.shapes.rightCols(normal.omega.size() - loose);
      const Span span(body, full, none, fixed, attached);
      for (const bool attach : ways)
        consider({"craig_bampton", attach, loose, loose + span.fixed(), [&](Eigen::Index p) {
                    return span.ritz(span.columns(0, 0, p - loose, attach));
                  }});
    }
    std::reverse(found.begin(), found.end());  // fixed-interface modes win a draw
    const auto best = std::min_element(
        found.begin(), found.end(),
        [](const CondensationCandidate& a, const CondensationCandidate& b) {
          if (a.good != b.good) return a.good;
          return a.good ? a.coordinates < b.coordinates : a.errors.largest() < b.errors.largest();
        });
    choice.chosen = *best;
    found.erase(best);
    choice.others = found;
    if (choice.chosen.good) break;
    if (factor * 1.5 > kWidest)
      throw Error(
          "condense.method = auto",
          fmt::format("no method reaches an error of {:.3g} % up to {:.6g} Hz; best: {} with {} "
                      "modes, {:.3g} %",
                      100.0 * request.error, request.top_hz, choice.chosen.method,
                      choice.chosen.modes,
                      100.0 * (choice.chosen.errors.largest() + choice.remainder)),
          "allow a larger condense.error, or give inputs an answer of their own with "
          "condense.attach_inputs");
  }
  choice.why = sentence(choice, request);
  return choice;
}

}  // namespace mortise::gen
