#include "generator/simulate/structure/pressed_start.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "generator/contact/joint/laws.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/dense/small_lu.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/sliding/equilibrium.hpp"

namespace mortise::gen {
namespace {

constexpr int kIterations = 60;  // changes of the set of loaded springs

constexpr double kFreeStiffness = 1e-15;  // of the largest stiffness seen by a mode: none at all

// Depth from which impact springs of another exponent than 1 are followed by their tangents [m],
// and the change of one that ends it.
constexpr double kFirstDepth = 1e-6, kSameDepth = 1e-9;

enum class Side { none, pressed, pulled };

double opening(const JointPoint& p, const Vector& s) {
  return p.share[0] * s[p.node[0]] + p.share[1] * s[p.node[1]];
}

Side loaded(const NormalLaw& law, double o) {
  if (o + law.gap < 0.0) return Side::pressed;
  return law.separation_stiffness > 0.0 && o > law.separation_gap ? Side::pulled : Side::none;
}

// Force of a spring at opening o is constant - stiffness o.
struct Line {
  double stiffness = 0.0, constant = 0.0;
};
// depth: at which the line of an impact spring of another exponent than 1 is the tangent [m].
Line line_of(const NormalLaw& law, double length, Side spring, double depth) {
  if (spring == Side::pressed && law.exponent != 1.0) {
    const double stiffness = length * law.exponent * law.secant(depth);
    return {stiffness, length * law.secant(depth) * depth - stiffness * (depth + law.gap)};
  }
  if (spring == Side::pressed) return {length * law.stiffness, -length * law.stiffness * law.gap};
  if (spring == Side::pulled)
    return {length * law.separation_stiffness,
            length * law.separation_stiffness * law.separation_gap};
  return {};
}

// Turns *depth, of the tangent, into that at opening o; whether it was there.
bool follow_depth(const NormalLaw& law, double o, double* depth) {
  const double now = -(o + law.gap), before = *depth;
  if (law.exponent == 1.0 || now <= 0.0) return true;
  *depth = now;
  return std::abs(now - before) <= kSameDepth * now;
}

}  // namespace

PressedStart pressed_start(const ReducedSystem& system, const NormalLaw& law,
                           const Vector& inputs) {
  const ReducedJoint& joint = *system.lone().as<ReducedJoint>();
  const Eigen::Index nodes = joint.nodes();
  const Matrix w = joint.rows.topRows(nodes);
  Matrix soft = Matrix::Zero(nodes, nodes);
  Vector offset = Vector::Zero(nodes);
  if (const auto& residual = system.lone().residual) {
    const Matrix& c = residual->row_compliance;
    soft = c.topLeftCorner(nodes, nodes);
    offset = c.topRightCorner(nodes, inputs.size()) * inputs + residual->row_offset.head(nodes);
  }
  const Vector load = system.constant_force + system.input_forces * inputs;
  std::vector<Side> springs(joint.points.size(), Side::pressed);
  std::vector<double> depth(joint.points.size(), kFirstDepth);
  PressedStart start;
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    // node forces F = constant - K s,  s = W q + soft F + offset
    Matrix k = Matrix::Zero(nodes, nodes);
    Vector constant = Vector::Zero(nodes);
    for (std::size_t i = 0; i < joint.points.size(); ++i) {
      const JointPoint& p = joint.points[i];
      const Line line = line_of(law_at(law, p), p.length, springs[i], depth[i]);
      for (std::size_t a = 0; a < 2; ++a) {
        constant[p.node[a]] += p.share[a] * line.constant;
        for (std::size_t b = 0; b < 2; ++b)
          k(p.node[a], p.node[b]) += p.share[a] * p.share[b] * line.stiffness;
      }
    }
    const SmallLu follow(Matrix::Identity(nodes, nodes) + soft * k);
    const Vector at_rest = follow.solve(Vector(soft * constant + offset));  // s for q = 0
    const Matrix carried = follow.solve(w);                                 // ds/dq
    Matrix a = w.transpose() * k * carried;
    a.diagonal() += system.omega.cwiseAbs2();
    // what only rounding holds is free: scaled up it would seem to be held
    const double smallest = kFreeStiffness * a.diagonal().maxCoeff();
    const Vector scale = a.diagonal().cwiseMax(smallest).cwiseSqrt().cwiseInverse();
    const Matrix scaled = scale.asDiagonal() * a * scale.asDiagonal();
    const Vector force = load + w.transpose() * (constant - k * at_rest);
    const MinimumNorm solver(scaled, 1e-11);
    start.q = scale.cwiseProduct(solver.solve(Vector(scale.cwiseProduct(force))));
    const Vector s = at_rest + carried * start.q;
    bool changed = false;
    start.pressure = Vector::Zero(static_cast<Eigen::Index>(joint.points.size()));
    for (std::size_t i = 0; i < joint.points.size(); ++i) {
      const JointPoint& p = joint.points[i];
      const NormalLaw own = law_at(law, p);
      const double o = opening(p, s);
      const Side next = loaded(own, o);
      changed = changed || next != springs[i];
      springs[i] = next;
      const Line line = line_of(own, p.length, next, depth[i]);
      changed = !follow_depth(own, o, &depth[i]) || changed;
      start.pressure[static_cast<Eigen::Index>(i)] = line.constant - line.stiffness * o;
    }
    if (!changed) return start;
  }
  throw Error("initial.shape = \"pressed\"",
              "no set of closed points is in equilibrium under the loads at the start",
              "press the sides together with [[forces]] or inputs, or start with shape = "
              "\"uniform\"");
}

namespace {

constexpr double kDashpot = 1e-8;  // sigma against the mean of the squared frequencies
constexpr int kViscousSteps = 400;
constexpr int kDrifting = 100;         // steps after which rounding alone may still move bodies
constexpr double kAtRest = 1e-11;      // motion of a step, relative to the largest displacement
constexpr double kDependent = 1e-13;   // of the largest compliance: rows that say the same
constexpr double kUnresolved = 1e-12;  // of forces and openings
constexpr int kPasses = 60;            // over films and slides
constexpr double kSameForce = 1e-8;    // of them, from one pass to the next
constexpr double kSamePlace = 1e-10;   // of slides: displacement from one pass to the next

// Law of the interface, or of its contact, that the scenario begins with.
template <class Law>
Law at_start(Law law, std::size_t interface, const std::vector<LawChange>& changes,
             std::size_t contact = 0) {
  const Law defined = law;
  for (const LawChange& change : changes)
    if (change.at == 0.0 && change.interface == interface && change.is_of(contact))
      change.make(defined, &law);
  return law;
}

SparseRow sparse_row(const SparseRow& row) { return row; }
SparseRow sparse_row(const Vector& row) { return row.sparseView(); }

// Rows of contacts and of joints' nodes, and numbers of contacts, of both kinds of system.
SparseRow normal_of(const UnilateralContacts& c, std::size_t k) { return c.points[k].normal; }
SparseRow normal_of(const ReducedContacts& c, std::size_t k) {
  return sparse_row(Vector(c.rows.row(3 * static_cast<Eigen::Index>(k))));
}
SparseRow normal_of(const Joint& j, int node) {
  return j.nodes[static_cast<std::size_t>(node)].normal;
}
SparseRow normal_of(const ReducedJoint& j, int node) {
  return sparse_row(Vector(j.rows.row(node)));
}
const ContactParameters& numbers_at(const ContactPoint& point) { return point.parameters; }
const ContactParameters& numbers_at(const ContactParameters& point) { return point; }

// Rows and laws of interface after interface.
struct OpeningList {
  Eigen::Index n;
  const std::vector<LawChange>& changes;
  const FilmAtRest& films;
  Openings all = {};
  std::vector<SparseRow> rows = {};
  std::size_t i = 0;
  std::string name = {};

  // A law that opens nothing of its own.
  template <class Law>
  void add(const Law&) {}
  void add(const UnilateralContacts& law) { add_contacts(law); }
  void add(const ReducedContacts& law) { add_contacts(law); }
  void add(const Joint& law) { add_joint(law); }
  void add(const ReducedJoint& law) { add_joint(law); }
  void add(const SlidingContact& law) { add_slide(law); }
  void add(const ReducedSliding& law) { add_slide(law); }
  void add(const FilmBetween& law) { add_film(sparse_row(law.opening)); }
  void add(const FilmPlace& law) { add_film(sparse_row(law.opening)); }

  Opening& opening(SparseRow row) {
    rows.push_back(std::move(row));
    return all.laws.emplace_back();
  }
  template <class Contacts>
  void add_contacts(const Contacts& law) {
    for (std::size_t c = 0; c < law.points.size(); ++c)
      opening(normal_of(law, c)).clearance =
          at_start(numbers_at(law.points[c]), i, changes, c).clearance;
  }
  template <class JointOf>
  void add_joint(const JointOf& law) {
    const NormalLaw normal = at_start(law.law, i, changes).normal;
    for (const JointPoint& p : law.points) {
      Opening& spring =
          opening(p.share[0] * normal_of(law, p.node[0]) + p.share[1] * normal_of(law, p.node[1]));
      spring.spring = true;
      spring.law = law_at(normal, p);
      spring.length = p.length;
    }
  }
  template <class Slide>
  void add_slide(const Slide& slide) {
    all.slides.push_back(
        {all.laws.size(), {slide, n}, slide.geometry.start, at_start(slide.law, i, changes), name});
    opening(SparseRow(n));
  }
  void add_film(SparseRow row) {
    Opening& film = opening(std::move(row));
    const RestingFilm resting = films(i);
    film.force = resting.reference_force();
    film.clearance_of = [resting](double force) { return -resting.opening(force); };
  }
};

template <class System>
Openings openings_of(const System& system, Eigen::Index n, std::vector<LawChange> changes,
                     const FilmAtRest& films) {
  for (LawChange& change : changes) change = system.placed(change);
  OpeningList list{n, changes, films};
  for (const auto& interface : system.interfaces) {
    list.name = interface.name;
    std::visit([&](const auto& law) { list.add(law); }, interface.law);
    ++list.i;
  }
  list.all.rows = stack_rows(list.rows, n);
  return std::move(list.all);
}

// The statuses of all openings under  x = free + C (F - held).
class OpeningStatuses {
 public:
  OpeningStatuses(const std::vector<Opening>& laws, Matrix compliance)
      : laws_(laws),
        compliance_(std::move(compliance)),
        side_(laws.size(), Side::pressed),
        depth_(laws.size(), kFirstDepth) {
    softest_ = kDependent * compliance_.diagonal().cwiseAbs().maxCoeff();
  }

  // Change of the forces (m), which floating bodies feel below the last digit of the forces;
  // nothing if no set of statuses is found. All that are wrong change at once; where that goes
  // round in a circle, the first one alone (Murty), which ends for positive compliances.
  std::optional<Vector> solve(const Vector& free, const Vector& held) {
    const int singles = 50 * static_cast<int>(laws_.size());
    for (int iteration = 0; iteration < kIterations + singles; ++iteration) {
      const Vector change = change_of(free, held);
      const Vector x = free + compliance_ * change;
      if (switches(x, held + change, iteration >= kIterations)) continue;
      for (std::size_t i = 0; i < laws_.size(); ++i)
        if (laws_[i].spring)
          follow_depth(laws_[i].law, x[static_cast<Eigen::Index>(i)], &depth_[i]);
      return change;
    }
    return {};
  }

 private:
  // Change of the forces with the statuses as they are.
  Vector change_of(const Vector& free, const Vector& held) const {
    std::vector<Eigen::Index> on;
    for (std::size_t i = 0; i < laws_.size(); ++i)
      if (side_[i] != Side::none) on.push_back(static_cast<Eigen::Index>(i));
    const auto m = static_cast<Eigen::Index>(on.size());
    Vector change = -held;
    for (const Eigen::Index i : on) change[i] = 0.0;
    const Vector x = free + compliance_ * change;
    Matrix a(m, m);
    Vector b(m);
    for (Eigen::Index r = 0; r < m; ++r) {
      const Opening& law = laws_[static_cast<std::size_t>(on[r])];
      for (Eigen::Index c = 0; c < m; ++c) a(r, c) = compliance_(on[r], on[c]);
      b[r] = -x[on[r]];
      if (law.spring) {  // x + F / k = constant / k
        const auto i = static_cast<std::size_t>(on[r]);
        const Line line = line_of(law.law, law.length, side_[i], depth_[i]);
        a(r, r) += 1.0 / line.stiffness;
        b[r] += (line.constant - held[on[r]]) / line.stiffness;
      } else {  // x = -clearance
        a(r, r) += softest_;
        b[r] -= law.clearance;
      }
    }
    if (m == 0) return change;
    const Vector own = PivotedCholesky(a).solve(b);
    for (Eigen::Index r = 0; r < m; ++r) change[on[r]] = own[r];
    return change;
  }

  Side wanted(std::size_t i, double x, double force, double far, double strong) const {
    if (laws_[i].spring) return loaded(laws_[i].law, x);
    if (side_[i] == Side::pressed)
      return force < -kUnresolved * strong ? Side::none : Side::pressed;
    return x + laws_[i].clearance < -kUnresolved * far ? Side::pressed : Side::none;
  }

  // Whether any does; one: the first alone.
  bool switches(const Vector& x, const Vector& force, bool one) {
    const double far = x.cwiseAbs().maxCoeff(), strong = force.cwiseAbs().maxCoeff();
    bool changed = false;
    for (std::size_t i = 0; i < laws_.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      const Side next = wanted(i, x[at], force[at], far, strong);
      if (next == side_[i]) continue;
      side_[i] = next;
      changed = true;
      if (one) return true;
    }
    return changed;
  }

  const std::vector<Opening>& laws_;
  Matrix compliance_;  // C (m x m) [m/N]
  std::vector<Side> side_;
  std::vector<double> depth_;  // of the tangents, as the solve before has it [m]
  double softest_ = 0.0;       // [m/N]
};

// Mean of the squared frequencies, of what the openings add as well; > 0.
double stiffness_per_mass(const SparseMatrix& stiffness, const SparseMatrix& mass,
                          const Openings& openings) {
  double sum = stiffness.diagonal().sum();
  for (std::size_t i = 0; i < openings.laws.size(); ++i)
    if (openings.laws[i].spring)
      sum += openings.laws[i].length * openings.laws[i].law.secant(kFirstDepth);
  const double all = mass.diagonal().sum();
  return sum > 0.0 ? sum / all : 1.0 / kDashpot;
}

}  // namespace

RestingFilm resting_film(const FilmCase& film, double width, double clearance,
                         const std::string& interface) {
  demand(film.balanced(), "interface \"" + interface + "\"",
         "is a film that does not roll, which no pressed start knows",
         "start with shape = \"uniform\" and let the motion settle");
  return {film, width, clearance};
}

Openings openings_of(const FullSystem& system, const std::vector<LawChange>& changes) {
  return openings_of(system, system.model.size(), changes, [&](std::size_t i) {
    const FullInterface& interface = system.interfaces[i];
    const auto& film = *interface.as<FilmBetween>();
    return resting_film(film.film, film.width, film.clearance, interface.name);
  });
}

Openings openings_of(const ReducedSystem& system, const std::vector<LawChange>& changes,
                     const FilmAtRest& films) {
  return openings_of(system, system.size(), changes, films);
}

namespace {

PressedState equilibrium(const SparseMatrix& stiffness, const SparseMatrix& mass,
                         const Openings& openings, const Vector& force) {
  const SparseMatrix& rows = openings.rows;
  const SparseMatrix drag = kDashpot * stiffness_per_mass(stiffness, mass, openings) * mass;
  const auto solver = factorize(SparseMatrix(stiffness + drag), "K + sigma M");
  const Matrix response = solver->solve(Matrix(SparseMatrix(rows.transpose())));
  const Matrix compliance = rows * response;
  OpeningStatuses statuses(openings.laws, 0.5 * (compliance + compliance.transpose()));
  PressedState state{Vector::Zero(force.size()), Vector::Zero(rows.rows())};
  Vector& u = state.displacement;
  for (int k = 0; k < kViscousSteps; ++k) {
    const Vector unbalanced = force - stiffness * u + rows.transpose() * state.force;
    const Vector free = solver->solve(unbalanced);
    const auto change = statuses.solve(rows * (u + free), state.force);
    if (!change) break;
    const Vector way = free + response * *change;
    state.force += *change;
    u += way;
    if (way.lpNorm<Eigen::Infinity>() <= kAtRest * u.lpNorm<Eigen::Infinity>()) return state;
    // a body that nothing holds along its contacts drifts by what rounding leaves of their forces
    const double strong = state.force.lpNorm<Eigen::Infinity>();
    if (k >= kDrifting && change->lpNorm<Eigen::Infinity>() <= kAtRest * strong &&
        unbalanced.lpNorm<Eigen::Infinity>() <= kAtRest * (stiffness * u).lpNorm<Eigen::Infinity>())
      return state;
  }
  throw Error("initial.shape = \"pressed\"",
              "without friction there is no equilibrium of the interfaces under the loads at the "
              "start",
              "hold the bodies, press them together with [[forces]] or inputs, or start with shape "
              "= \"uniform\"");
}

}  // namespace

namespace {

// A force that the next pass takes for known: of a film its own, of a slide that of its friction.
// By a secant each.
struct Guess {
  std::size_t at;
  double held, before = 0.0, off_before = 0.0;

  // found: by the pass. Whether it is the same.
  bool correct(double found, int pass) {
    if (found <= 0.0) {
      const bool open = held == 0.0;
      held = 0.0;
      return open;
    }
    const double off = found - held;
    const bool same = std::abs(off) <= kSameForce * found;
    const double slope = pass > 0 && held != before ? (off - off_before) / (held - before) : -1.0;
    const double way = slope < 0.0 ? -off / slope : off;
    before = held;
    off_before = off;
    held = std::max(held + way, 0.3 * held);
    return same;
  }
};

// Row and clearance of every slide at the places where `u` (n) puts them, and the friction there.
Vector place_slides(const std::vector<PressedSlide>& slides, const std::vector<Guess>& guesses,
                    const SparseMatrix& others, const Vector& u, Openings* now) {
  std::vector<SparseRow> rows(now->laws.size(), SparseRow(u.size()));
  Vector friction = Vector::Zero(u.size()), row, force;
  for (std::size_t k = 0; k < slides.size(); ++k) {
    const PressedSlide& s = slides[k];
    const ContactPlace place = s.geometry.find(u, s.path);
    s.geometry.gap_row(place, &row);
    s.geometry.force_row(place, resting_friction(s.law), sliding_direction(s.law), &force);
    rows[s.opening] = row.sparseView();
    now->laws[s.opening].clearance = place.gap - row.dot(u);
    friction += guesses[k].held * (force - row);
  }
  now->rows = others + stack_rows(rows, u.size());
  return friction;
}

}  // namespace

// Films are contacts whose clearance follows their force.
PressedState pressed_equilibrium(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                 const Openings& openings, const Vector& force) {
  std::vector<Guess> films, slides;
  Openings now = openings;
  for (std::size_t i = 0; i < now.laws.size(); ++i)
    if (now.laws[i].clearance_of) films.push_back({i, now.laws[i].force});
  for (const PressedSlide& s : openings.slides) slides.push_back({s.opening, 0.0});
  PressedState state{Vector::Zero(force.size()), {}};
  for (int k = 0; k < kPasses; ++k) {
    for (const Guess& f : films) now.laws[f.at].clearance = now.laws[f.at].clearance_of(f.held);
    Vector load = force;
    if (!slides.empty())
      load += place_slides(openings.slides, slides, openings.rows, state.displacement, &now);
    const Vector before = state.displacement;
    state = equilibrium(stiffness, mass, now, load);
    bool same = slides.empty() ||
                (state.displacement - before).norm() <= kSamePlace * state.displacement.norm();
    for (Guess& f : films) {
      const double held = state.force[static_cast<Eigen::Index>(f.at)];
      demand(held > 0.0, "initial.shape = \"pressed\"", "a film would carry nothing at rest",
             "press its bodies together with [[forces]] or inputs");
      same = f.correct(held, k) && same;
    }
    for (Guess& s : slides)
      same = s.correct(state.force[static_cast<Eigen::Index>(s.at)], k) && same;
    if (!same) continue;
    for (const PressedSlide& s : openings.slides)
      demand(s.law.kind == SlidingKind::unilateral ||
                 state.force[static_cast<Eigen::Index>(s.opening)] > 0.0,
             "interface \"" + s.interface + "\"", "would have to pull at rest",
             "turn the force on its slave towards the target, e.g. by [[forces]]");
    return state;
  }
  throw Error("initial.shape = \"pressed\"",
              "the forces of films or sliding contacts find no equilibrium",
              "lower the friction of what slides, or start with shape = \"uniform\" and let the "
              "motion settle");
}

}  // namespace mortise::gen
