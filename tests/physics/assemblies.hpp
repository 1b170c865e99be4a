// Bodies of point masses with several interfaces between them, built by hand.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/bake/structure/bake.hpp"
#include "generator/ground/dense/small_lu.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/numbers/dice.hpp"

namespace mortise::test {

// Energies of the whole; sums since the start from `material` on [J].
struct EnergyBooks {
  double kinetic, strain, material, external, impact, friction;
  double total() const { return kinetic + strain; }
  double lost() const { return material + impact + friction; }
};

// Books that are the first outputs of a file.
inline EnergyBooks energy_books(const gen::Instance& run) {
  EnergyBooks e;
  std::memcpy(&e, run.state().at<Real>(run.model().view().layout.outputs), sizeof e);
  return e;
}

// Masses on a line that move along it; interfaces act on differences of their displacements.
class Assembly {
 public:
  // shapes: (dofs x n) mass-normalised modes of all bodies; bodies: first mode of each.
  Assembly(gen::Matrix shapes, gen::Vector omega, std::vector<Eigen::Index> bodies)
      : shapes_(std::move(shapes)) {
    s_.omega = std::move(omega);
    s_.damping = gen::Vector::Zero(s_.omega.size());
    s_.groups = std::move(bodies);
    s_.input_forces = gen::Matrix::Zero(s_.omega.size(), 0);
    s_.output_rows = shapes_;
    s_.constant_force = s_.initial_q = s_.initial_v = gen::Vector::Zero(s_.omega.size());
  }

  // An elastic slider of `stiffness` [N/m] that slips at `limit` [N] along row . x.
  void slider(const std::string& name, const std::vector<double>& row, double stiffness,
              double limit) {
    gen::ReducedJoint joint;
    joint.node_names = {name + ".a", name + ".b"};
    joint.rows = gen::Matrix::Zero(4, shapes_.cols());
    joint.rows.row(2) = modal(row);
    joint.rows.row(3) = joint.rows.row(2);
    joint.points = {{{0, 1}, {0.5, 0.5}, 1.0, 0.0}};
    joint.law.normal.stiffness = 1.0;
    joint.law.normal.gap = 1.0;  // never pressed
    joint.law.tangential.kind = gen::TangentialKind::jenkins;
    joint.law.tangential.friction_modulus = stiffness;
    joint.law.tangential.slip_traction = limit;
    gen::ReducedInterface i;
    i.name = name;
    i.law = joint;
    s_.interfaces.push_back(i);
  }

  // A joint of a node per row, openings along normals . x, slips along tangents . x, with two
  // law points of 0.5 m between each node and the next.
  void joint(const std::string& name, const std::vector<std::vector<double>>& normals,
             const std::vector<std::vector<double>>& tangents, const gen::NormalLaw& normal,
             const gen::TangentialLaw& tangential) {
    gen::ReducedJoint joint;
    const auto nodes = static_cast<Eigen::Index>(normals.size());
    joint.rows = gen::Matrix::Zero(2 * nodes, shapes_.cols());
    for (Eigen::Index k = 0; k < nodes; ++k) {
      joint.node_names.push_back(name + "." + std::to_string(k));
      joint.rows.row(k) = modal(normals[static_cast<std::size_t>(k)]);
      joint.rows.row(nodes + k) = modal(tangents[static_cast<std::size_t>(k)]);
      const int node = static_cast<int>(k);
      if (k + 1 == nodes) continue;
      joint.points.push_back({{node, node + 1}, {0.75, 0.25}, 0.5, node + 0.25});
      joint.points.push_back({{node, node + 1}, {0.25, 0.75}, 0.5, node + 0.75});
    }
    joint.law = {normal, tangential};
    gen::ReducedInterface i;
    i.name = name;
    i.law = joint;
    s_.interfaces.push_back(i);
  }

  // A stop `clearance` [m] ahead, whose gap opens along row . x.
  void stop(const std::string& name, const std::vector<double>& row, double clearance,
            double restitution, double friction = 0.0, const std::vector<double>& along = {}) {
    gen::ReducedInterface i;
    i.name = name;
    i.make<gen::ReducedContacts>().points = {{name, clearance, friction, restitution, 0.0}};
    i.make<gen::ReducedContacts>().rows = gen::Matrix::Zero(3, shapes_.cols());
    i.make<gen::ReducedContacts>().rows.row(0) = modal(row);
    if (!along.empty()) i.make<gen::ReducedContacts>().rows.row(1) = modal(along);
    s_.interfaces.push_back(i);
  }

  // A node that moves by (slave_x . x, slave_y . x) and rests at `start` on a chain of nodes, each
  // at (x, 0) m and moving by (along . x, across . x).
  struct ChainNode {
    double x;
    std::vector<double> along, across;
  };
  void sliding(const std::string& name, const std::vector<double>& slave_x,
               const std::vector<double>& slave_y, const std::vector<ChainNode>& chain,
               double start, const gen::SlidingLaw& law) {
    gen::ReducedSliding sliding;
    sliding.slave_rows.resize(2, shapes_.cols());
    sliding.slave_rows << modal(slave_x), modal(slave_y);
    const auto nodes = static_cast<Eigen::Index>(chain.size());
    sliding.target_rows.resize(2 * nodes, shapes_.cols());
    sliding.geometry.target_positions = gen::Matrix::Zero(2, nodes);
    for (Eigen::Index k = 0; k < nodes; ++k) {
      const ChainNode& node = chain[static_cast<std::size_t>(k)];
      sliding.target_rows.row(2 * k) = modal(node.along);
      sliding.target_rows.row(2 * k + 1) = modal(node.across);
      sliding.geometry.target_positions(0, k) = node.x;
    }
    sliding.geometry.start = start;
    sliding.law = law;
    gen::ReducedInterface i;
    i.name = name;
    i.law = sliding;
    s_.interfaces.push_back(i);
  }

  void film(const std::string& name, const gen::FilmPlace& place) {
    gen::ReducedInterface i;
    i.name = name;
    i.law = place;
    s_.interfaces.push_back(i);
  }
  gen::Vector functional(const std::vector<double>& row) const { return modal(row).transpose(); }

  void damping(const gen::Vector& d) { s_.damping = d; }
  // The velocity that the friction of all stops opposes.
  void opposes(gen::FrictionVelocity velocity) {
    for (gen::ReducedInterface& i : s_.interfaces)
      if (auto* contacts = i.as<gen::ReducedContacts>()) contacts->law.friction_velocity = velocity;
  }
  // Constant forces on the masses [N].
  void force(const std::vector<double>& f) { s_.constant_force = shapes_.transpose() * map(f); }
  // An input [N] along row . x, linear in a step.
  void input(const std::vector<double>& row) {
    s_.inputs.push_back({"force", "N", -1e6, 1e6, 0.0, gen::Hold::linear});
    s_.input_forces = modal(row).transpose();
  }
  // The books of the energy as outputs: EnergyBooks, then of every interface impact and friction.
  void energy_outputs() {
    using Q = gen::OutputQuantity;
    for (const Q q : {Q::energy_kinetic, Q::energy_strain, Q::dissipated_material, Q::work_external,
                      Q::dissipated_impact, Q::dissipated_friction})
      s_.outputs.push_back({"energy" + std::to_string(s_.outputs.size()), "J", q, 0, -1});
    for (int i = 0; i < static_cast<int>(s_.interfaces.size()); ++i) {
      for (const Q q : {Q::dissipated_impact, Q::dissipated_friction})
        s_.outputs.push_back({"energy" + std::to_string(s_.outputs.size()), "J", q, 0, i});
    }
  }
  // Force, smallest gap and basis of the film that interface `k` is.
  void film_outputs(int k) {
    using Q = gen::OutputQuantity;
    for (const Q q : {Q::film_force, Q::minimum_gap, Q::film_basis})
      s_.outputs.push_back({"film" + std::to_string(s_.outputs.size()), "N", q, 0, k});
  }
  // Displacements and velocities of the masses at the start.
  void start(const std::vector<double>& x, const std::vector<double>& v) {
    s_.initial_q = modal_state(map(x));
    s_.initial_v = modal_state(map(v));
  }

  const gen::ReducedSystem& system() const { return s_; }
  gen::ReducedSystem& system() { return s_; }
  const gen::Matrix& shapes() const { return shapes_; }
  // Modal coordinates of displacements of the masses.
  gen::Vector modal_state(const gen::Vector& x) const { return gen::SmallLu(shapes_).solve(x); }

  // Bodies of `modes` of its modes each instead.
  Assembly joined(Eigen::Index modes) const {
    Assembly a = *this;
    a.s_.groups.clear();
    for (Eigen::Index k = 0; k < s_.size(); k += modes) a.s_.groups.push_back(k);
    return a;
  }

  // This assembly and another one, which share nothing.
  Assembly beside(const Assembly& other) const {
    const Eigen::Index n = s_.size(), m = other.s_.size();
    gen::Matrix shapes = gen::Matrix::Zero(shapes_.rows() + other.shapes_.rows(), n + m);
    shapes.topLeftCorner(shapes_.rows(), n) = shapes_;
    shapes.bottomRightCorner(other.shapes_.rows(), m) = other.shapes_;
    gen::Vector omega(n + m);
    omega << s_.omega, other.s_.omega;
    std::vector<Eigen::Index> bodies;
    for (const auto* from : {&s_, &other.s_}) {
      const Eigen::Index first = from == &s_ ? 0 : n;
      if (from->groups.empty()) bodies.push_back(first);
      for (const Eigen::Index body : from->groups) bodies.push_back(first + body);
    }
    Assembly both(shapes, omega, bodies);
    for (gen::Vector gen::ReducedSystem::*v :
         {&gen::ReducedSystem::damping, &gen::ReducedSystem::constant_force,
          &gen::ReducedSystem::initial_q, &gen::ReducedSystem::initial_v})
      both.s_.*v << s_.*v, other.s_.*v;
    for (const auto* from : {&s_, &other.s_}) {
      for (gen::ReducedInterface i : from->interfaces) {
        for (gen::Matrix* rows : gen::rows_of(&i.law)) {
          gen::Matrix wide = gen::Matrix::Zero(rows->rows(), n + m);
          wide.middleCols(from == &s_ ? 0 : n, from->size()) = *rows;
          *rows = wide;
        }
        if (auto* film = i.as<gen::FilmPlace>()) {
          const Eigen::Index first = from == &s_ ? 0 : n;
          const gen::FilmPlace own = *film;
          film->forces = gen::Matrix::Zero(n + m, own.forces.cols());
          film->forces.middleRows(first, from->size()) = own.forces;
          film->opening = gen::Vector::Zero(n + m);
          film->opening.segment(first, from->size()) = own.opening;
        }
        both.s_.interfaces.push_back(i);
      }
    }
    return both;
  }

 private:
  static gen::Vector map(const std::vector<double>& v) {
    return Eigen::Map<const gen::Vector>(v.data(), static_cast<Eigen::Index>(v.size()));
  }
  Eigen::RowVectorXd modal(const std::vector<double>& row) const {
    return map(row).transpose() * shapes_;
  }

  gen::Matrix shapes_;
  gen::ReducedSystem s_;
};

// One body of masses on springs.
inline Assembly masses(const std::vector<double>& mass, const gen::Matrix& stiffness) {
  const gen::Matrix m =
      Eigen::Map<const gen::Vector>(mass.data(), static_cast<Eigen::Index>(mass.size()))
          .asDiagonal();
  const gen::PencilEigen eigen = gen::pencil_eigen(stiffness, m);
  return Assembly(eigen.vectors, eigen.values.cwiseMax(0.0).cwiseSqrt(), {});
}

// Free bodies of one mode each: mass [kg], frequency to the ground [Hz], damping ratio.
struct Lump {
  double mass, hz, ratio = 0.01;
};
inline Assembly lumps(const std::vector<Lump>& list) {
  const auto n = static_cast<Eigen::Index>(list.size());
  gen::Matrix shapes = gen::Matrix::Zero(n, n);
  gen::Vector omega(n), damping(n);
  std::vector<Eigen::Index> bodies;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Lump& l = list[static_cast<std::size_t>(i)];
    shapes(i, i) = 1 / std::sqrt(l.mass);
    omega[i] = 2 * M_PI * l.hz;
    damping[i] = 2 * l.ratio * omega[i];
    bodies.push_back(i);
  }
  Assembly a(shapes, omega, bodies);
  a.damping(damping);
  return a;
}

// Masses 1 and .5 kg, springs 1e4 N/m to the ground and 2e3 N/m between them, a slider of 2e4 N/m
// that slips at 30 N between them, a stop 1 mm in front of the second one, restitution .5.
inline Assembly two_masses(int sliders) {
  Assembly a = masses({1.0, 0.5}, gen::Matrix{{12000, -2000}, {-2000, 2000}});
  for (int i = 0; i < sliders; ++i)
    a.slider("slider" + std::to_string(i), {-1, 1}, 2e4 / sliders, 30.0 / sliders);
  a.stop("stop", {0, -1}, 1e-3, 0.5);
  a.start({0, 0}, {1, 1});
  return a;
}

// A clamped beam of 6 modes with a slider at its middle and a stop at its tip: 81 impacts.
inline Assembly beam() {
  const gen::Vector omega{
      {174.9901863, 1096.644778, 3070.637134, 6017.223249, 9946.899138, 14858.94809}};
  Assembly a(gen::Matrix::Identity(6, 6), omega, {});
  a.damping(0.02 * omega);
  a.slider("slider",
           {1.806459622, 3.797115603, 0.1047494081, -3.762280771, 0.004527411191, 3.762217771}, 2e4,
           3.0);
  a.stop("stop", {-5.32057923, 5.32057923, -5.32057923, 5.32057923, -5.320571516, 5.320579562},
         1e-4, 0.5);
  a.start({0, 0, 0, 0, 0, 0}, {-0.6 / -5.32057923, 0, 0, 0, 0, 0});
  return a;
}

// 1 kg on 1e4 N/m, pressed with 100 N on a floor that rubs, against a wall, from .01 m. Two
// contacts whose rows along the motion coincide. The second coordinate is the press.
inline Assembly rough_floor() {
  Assembly a(gen::Matrix::Identity(2, 2), gen::Vector{{100.0, 0.0}}, {});
  a.stop("floor", {0, 1}, 0.0, 0.0, 0.2, {1, 0});
  a.stop("wall", {1, 0}, 2e-3, 0.6);
  a.force({0, -100});
  a.start({0.01, 0}, {0, 0});
  return a;
}

// M1 - m - M2 - wall with rigid gaps, a stiff slider between m and M2; m is 100 times lighter.
inline Assembly strong_coupling() {
  Assembly a = lumps({{1.0, 20}, {0.01, 5}, {1.0, 30}});
  a.slider("slider", {0, -1, 1}, 1e7, 200);
  a.stop("M1-m", {-1, 1, 0}, 5e-5, 0);
  a.stop("m-M2", {0, -1, 1}, 2e-5, 0);
  a.stop("wall", {0, 0, -1}, 1e-4, 0);
  a.input({1, 0, 0});
  a.start({0, 0, 0}, {0, 0, 0});
  return a;
}

// Light bodies in a row between two heavy ones, each free to move along and across the gaps that
// rub.
inline Assembly chain(int light, double restitution = 0.0) {
  const int n = light + 2;
  std::vector<Lump> list;
  for (int i = 0; i < n; ++i) {
    const double mass = i == 0 || i == n - 1 ? 1.0 : 0.01;
    const double hz = i == 0 ? 20.0 : i == n - 1 ? 30.0 : 5.0;
    list.push_back({mass, hz});
    list.push_back({mass, 0.7 * hz});
  }
  Assembly a = lumps(list).joined(2);
  for (int i = 0; i + 1 < n; ++i) {
    std::vector<double> along(static_cast<std::size_t>(2 * n)), across(along.size());
    const auto k = static_cast<std::size_t>(2 * i);
    along[k] = -1;
    along[k + 2] = 1;
    across[k + 1] = -1;
    across[k + 3] = 1;
    a.stop("gap" + std::to_string(i), along, 2e-5, restitution, 0.3, across);
  }
  std::vector<double> force(static_cast<std::size_t>(2 * n)), rest(force.size());
  force[0] = 1;
  force[1] = 0.4;
  a.input(force);
  a.start(rest, rest);
  return a;
}

// Clamped-free beams of unit length that bend: modes as wavenumber, shape and slope.
struct CantileverMode {
  double b, s;  // b: cos b cosh b = -1

  explicit CantileverMode(int number) : b(number == 0 ? 1.8751 : (number + 0.5) * M_PI) {
    for (int k = 0; k < 6; ++k)
      b -= (std::cos(b) + 1 / std::cosh(b)) / (-std::sin(b) - std::tanh(b) / std::cosh(b));
    s = (std::sin(b) - std::cos(b) - std::exp(-b)) / (std::sinh(b) + std::sin(b));
  }
  double shape(double x) const {
    return std::exp(-b * x) + s * std::sinh(b * x) - std::cos(b * x) + (1 - s) * std::sin(b * x);
  }
  double slope(double x) const {
    return b *
           (s * std::cosh(b * x) - std::exp(-b * x) + std::sin(b * x) + (1 - s) * std::cos(b * x));
  }
};

// Several of them side by side, of `modes` modes each: mass [kg], first frequency [Hz].
struct Cantilever {
  double mass, hz;
};
struct Cantilevers {
  std::vector<Cantilever> beams;
  int modes;

  Assembly assembly() const {
    const auto count = static_cast<Eigen::Index>(beams.size()) * modes;
    gen::Vector omega(count);
    std::vector<Eigen::Index> bodies;
    const double first = CantileverMode(0).b;
    for (Eigen::Index k = 0; k < count; ++k) {
      if (k % modes == 0) bodies.push_back(k);
      omega[k] = 2 * M_PI * beams[static_cast<std::size_t>(k / modes)].hz *
                 std::pow(CantileverMode(static_cast<int>(k % modes)).b / first, 2);
    }
    Assembly a(gen::Matrix::Identity(count, count), omega, bodies);
    a.damping(0.02 * omega);
    const std::vector<double> rest(static_cast<std::size_t>(count));
    a.start(rest, rest);
    return a;
  }
  // Displacement of beam `one` at x against that of beam `two`; two < 0: against the ground.
  std::vector<double> across(int one, double x, int two = -1) const {
    return row(one, two, [x](const CantileverMode& m) { return m.shape(x); });
  }
  // Motion along the beam of its skin at x, 1 % of its length off the middle.
  std::vector<double> along(int one, double x, int two = -1) const {
    return row(one, two, [x](const CantileverMode& m) { return 0.01 * m.slope(x); });
  }

 private:
  template <class At>
  std::vector<double> row(int one, int two, const At& at) const {
    std::vector<double> r(beams.size() * static_cast<std::size_t>(modes));
    for (int m = 0; m < modes; ++m) {
      const double value = at(CantileverMode(m));
      r[static_cast<std::size_t>(one * modes + m)] =
          value / std::sqrt(beams[static_cast<std::size_t>(one)].mass);
      if (two >= 0)
        r[static_cast<std::size_t>(two * modes + m)] =
            -value / std::sqrt(beams[static_cast<std::size_t>(two)].mass);
    }
    return r;
  }
};

inline std::vector<double> opposite(std::vector<double> row) {
  for (double& x : row) x = -x;
  return row;
}

// Two cantilevers with a slider between them, a stop at either tip.
inline Assembly weak_coupling() {
  const Cantilevers c{{{0.5, 40}, {0.4, 57}}, 8};
  Assembly a = c.assembly();
  a.slider("slider", c.across(0, 0.7, 1), 1e6, 20);
  a.stop("stop0", opposite(c.across(0, 1)), 1e-4, 0.3);
  a.stop("stop1", c.across(1, 1), 1e-4, 0.3);
  a.input(c.across(0, 1));
  return a;
}

// Two cantilevers with a joint of eight points that slips, a stop and a contact that rubs on one.
inline Assembly medium_coupling() {
  const Cantilevers c{{{0.5, 40}, {0.4, 57}}, 10};
  Assembly a = c.assembly();
  gen::NormalLaw apart;
  apart.stiffness = apart.gap = 1.0;  // never pressed
  gen::TangentialLaw slips;
  slips.kind = gen::TangentialKind::jenkins;
  slips.friction_modulus = 5e5;  // 1e6 N/m in all
  slips.slip_traction = 15;
  std::vector<std::vector<double>> rows;
  for (const double x : {0.5, 0.55, 0.6, 0.65, 0.7}) rows.push_back(c.across(0, x, 1));
  a.joint("joint", std::vector<std::vector<double>>(rows.size(), std::vector<double>(20)), rows,
          apart, slips);
  a.stop("stop", opposite(c.across(0, 1)), 1e-4, 0.3);
  a.stop("rubbing", c.across(0, 0.8), 2e-5, 0.0, 0.3, c.along(0, 0.8));
  a.input(c.across(0, 1));
  return a;
}

// Five bodies of 16 modes in a frame of four flanges that slip under their bolts, a stop that rubs.
inline Assembly flanged_frame() {
  const Cantilevers c{{{0.8, 60}, {0.3, 90}, {0.8, 75}, {0.3, 110}, {0.8, 66}}, 16};
  Assembly a = c.assembly();
  gen::NormalLaw bolted;
  bolted.stiffness = bolted.separation_stiffness = 4e6;
  gen::TangentialLaw slips;
  slips.kind = gen::TangentialKind::jenkins;
  slips.friction_modulus = 2e6;
  slips.slip_traction = 8;
  for (int b = 0; b + 1 < 5; ++b) {
    std::vector<std::vector<double>> opens, slides;
    for (const double x : {0.8, 0.85, 0.9}) {
      opens.push_back(c.across(b, x, b + 1));
      slides.push_back(c.along(b, x, b + 1));
    }
    a.joint("flange" + std::to_string(b), opens, slides, bolted, slips);
  }
  a.stop("stop", opposite(c.across(4, 1)), 5e-5, 0.3, 0.2, c.along(4, 1));
  a.input(c.across(0, 1));
  return a;
}

// A slave of .7 kg whose springs are coupled, pressed with 2 N on a rigid table of .1 kg, one body.
inline Assembly table_slider(gen::SlidingKind kind, double velocity, double friction) {
  Assembly a = masses({0.7, 0.7, 0.1}, gen::Matrix{{600, 60, 0}, {60, 300, 0}, {0, 0, 400}});
  const std::vector<double> rest = {0, 0, 0}, table = {0, 0, 1};
  gen::SlidingLaw law;
  law.kind = kind;
  law.velocity = velocity;
  law.friction = friction;
  a.sliding("contact", {1, 0, 0}, {0, 1, 0}, {{0, rest, table}, {1, rest, table}, {2, rest, table}},
            0.5, law);
  a.force({0, -2, 0});
  return a;
}

// 1 kg in a frame that moves at .5 m/s, pressed with 100 N on rigid ground that rubs (.3), on a
// spring of 1e4 N/m to the frame and an elastic slider of 5e3 N/m beside it.
inline Assembly belt(gen::SlidingKind kind) {
  Assembly a = masses({1.0, 1.0}, gen::Matrix{{1e4, 0}, {0, 0}});
  a.slider("spring", {1, 0}, 5e3, 1e9);
  const std::vector<double> rest = {0, 0};
  gen::SlidingLaw law;
  law.kind = kind;
  law.velocity = 0.5;
  law.friction = 0.3;
  a.sliding("belt", {1, 0}, {0, 1}, {{0, rest, rest}, {10, rest, rest}}, 1.0, law);
  a.force({0, -100});
  return a;
}

// A beam of 12 modes over a stop, and a slave of two modes that is drawn along it under 40 N.
inline Assembly drawn_along(gen::SlidingKind kind, double velocity) {
  const Eigen::Index beam = 12;
  gen::Vector omega(beam + 2), damping(beam + 2);
  const double first = CantileverMode(0).b;
  std::vector<double> tip(14);
  std::vector<Assembly::ChainNode> nodes;
  for (int k = 0; k <= 20; ++k)
    nodes.push_back({0.05 * k, std::vector<double>(14), std::vector<double>(14)});
  for (int m = 0; m < beam; ++m) {
    const CantileverMode mode(m);
    omega[m] = 2 * M_PI * 40 * std::pow(mode.b / first, 2);
    const auto at = static_cast<std::size_t>(m);
    tip[at] = mode.shape(1) / std::sqrt(0.5);
    for (Assembly::ChainNode& node : nodes) {
      node.across[at] = mode.shape(node.x) / std::sqrt(0.5);
      node.along[at] = -0.01 * mode.slope(node.x) / std::sqrt(0.5);
    }
  }
  omega[12] = 2 * M_PI * 25;
  omega[13] = 2 * M_PI * 60;
  damping = 0.01 * omega;
  Assembly a(gen::Matrix::Identity(beam + 2, beam + 2), omega, {0, beam});
  a.damping(damping);
  std::vector<double> slave_x(14), slave_y(14);
  slave_x[12] = 1.6;  // modes that are coupled, .3 kg or so
  slave_x[13] = -0.7;
  slave_y[12] = 0.7;
  slave_y[13] = 1.6;
  gen::SlidingLaw law;
  law.kind = kind;
  law.velocity = velocity;
  law.friction = 0.3;
  a.sliding("slave", slave_x, slave_y, nodes, 0.7, law);
  a.stop("stop", tip, 2e-4, 0.5);
  std::vector<double> press(14);
  press[12] = -40 * slave_y[12];
  press[13] = -40 * slave_y[13];
  a.force(press);
  return a;
}

// Bodies of several modes, .001 .. 1 kg, with sliders and stops anywhere between them.
inline Assembly random_assembly(int seed) {
  gen::Dice dice(static_cast<std::uint64_t>(seed) + 1);
  const auto between = [&](double low, double high) { return low + (high - low) * dice.share(); };
  const auto power = [&](double low, double high) {
    return low * std::pow(high / low, dice.share());
  };
  const auto below = [&](int n) { return std::min(n - 1, static_cast<int>(n * dice.share())); };
  const int bodies = 2 + below(5), modes = 2 + below(5);
  const Eigen::Index n = Eigen::Index{bodies} * modes;
  gen::Vector omega(n), mass(bodies), damping(n);
  std::vector<Eigen::Index> first;
  for (int b = 0; b < bodies; ++b) {
    mass[b] = power(1e-3, 1.0);
    const double hz = power(5.0, 200.0);
    for (int m = 0; m < modes; ++m) {
      omega[b * modes + m] = 2 * M_PI * hz * (1 + 2.5 * m);
      damping[b * modes + m] = 0.02 * omega[b * modes + m];
    }
    first.push_back(Eigen::Index{b} * modes);
  }
  Assembly a(gen::Matrix::Identity(n, n), omega, first);
  a.damping(damping);
  const auto row_of = [&](int one, int two) {
    std::vector<double> row(static_cast<std::size_t>(n));
    for (int m = 0; m < modes; ++m) {
      row[static_cast<std::size_t>(one * modes + m)] = between(-1, 1) / std::sqrt(mass[one]);
      if (two >= 0)
        row[static_cast<std::size_t>(two * modes + m)] = between(-1, 1) / std::sqrt(mass[two]);
    }
    return row;
  };
  const int interfaces = 2 + below(9);
  for (int i = 0; i < interfaces; ++i) {
    const int one = below(bodies), other = below(bodies + 1) - 1;
    const int two = other == one ? -1 : other;
    const std::string name = "i" + std::to_string(i);
    if (dice.share() < 0.35) {
      const double limit = power(0.5, 50), stiffness = power(1e4, 1e7);
      a.slider(name, row_of(one, two), stiffness, limit);
    } else {
      const bool rubs = dice.share() < 0.6;
      const std::vector<double> normal = row_of(one, two);
      const std::vector<double> along =
          rubs ? row_of(one, two) : std::vector<double>(normal.size());
      // beyond mu |n.t| = n.n friction wedges the contact: there are motions without a solution
      const double slope =
          std::abs(std::inner_product(normal.begin(), normal.end(), along.begin(), 0.0)) /
          std::inner_product(normal.begin(), normal.end(), normal.begin(), 0.0);
      const double friction = rubs ? std::min(between(0.05, 0.8), 0.9 / (slope + 1e-9)) : 0.0;
      const double restitution = dice.share() < 0.5 ? 0.0 : between(0, 1),
                   clearance = power(1e-6, 1e-4);
      a.stop(name, normal, clearance, restitution, friction, rubs ? along : std::vector<double>{});
    }
  }
  std::vector<double> push(static_cast<std::size_t>(n));
  for (double& x : push) x = between(-1, 1);
  a.input(push);
  std::vector<double> rest(static_cast<std::size_t>(n)), v(rest.size());
  for (double& x : v) x = 0.1 * between(-1, 1);
  a.start(rest, v);
  return a;
}

// random_assembly() with a slave on one of the bodies, pressed on a chain on another one or on the
// ground.
inline Assembly random_sliding(int seed) {
  Assembly a = random_assembly(seed);
  gen::Dice dice(static_cast<std::uint64_t>(seed) + 7001);
  const auto between = [&](double low, double high) { return low + (high - low) * dice.share(); };
  const auto bodies = a.system().groups;
  const Eigen::Index n = a.system().size(), modes = n / static_cast<Eigen::Index>(bodies.size());
  const auto row = [&](std::size_t body) {
    std::vector<double> r(static_cast<std::size_t>(n));
    for (Eigen::Index m = 0; m < modes; ++m)
      r[static_cast<std::size_t>(bodies[body] + m)] = between(-3, 3);
    return r;
  };
  const std::vector<double> slave_x = row(0), slave_y = row(0), rest(static_cast<std::size_t>(n));
  const bool on_body = dice.share() < 0.7;
  const std::vector<double> along = on_body ? row(1) : rest, left = on_body ? row(1) : rest,
                            right = on_body ? row(1) : rest;
  std::vector<Assembly::ChainNode> nodes;
  double slope = 0;
  for (int k = 0; k < 5; ++k) {
    std::vector<double> across(left.size());
    double nn = 0, nt = 0;
    for (std::size_t j = 0; j < across.size(); ++j) {
      across[j] = left[j] + 0.25 * k * (right[j] - left[j]);
      nn += (slave_y[j] - across[j]) * (slave_y[j] - across[j]);
      nt += (slave_y[j] - across[j]) * (slave_x[j] - along[j]);
    }
    slope = std::max(slope, std::abs(nt) / nn);
    nodes.push_back({0.1 * k, along, across});
  }
  gen::SlidingLaw law;
  law.kind = dice.share() < 0.6 ? gen::SlidingKind::unilateral : gen::SlidingKind::bilateral;
  law.velocity = between(-0.5, 0.5);
  law.friction = std::min(between(0.05, 0.6), 0.6 / (slope + 1e-9));  // wedges at 1 / slope
  law.feedback = dice.share() < 0.5 ? 0.2 : 0.0;
  a.sliding("slave", slave_x, slave_y, nodes, 0.2, law);
  const double load = between(1, 40);
  for (Eigen::Index j = 0; j < n; ++j)
    a.system().constant_force[j] -= load * slave_y[static_cast<std::size_t>(j)];
  return a;
}

// random_assembly() with springs that press and part in the place of every joint: rows across the
// sliders are those along them, modes swapped.
inline Assembly random_flanges(int seed) {
  Assembly a = random_assembly(seed);
  gen::Dice dice(static_cast<std::uint64_t>(seed) + 77);
  for (gen::ReducedInterface& i : a.system().interfaces) {
    if (!i.as<gen::ReducedJoint>()) continue;
    gen::Matrix& rows = i.as<gen::ReducedJoint>()->rows;
    for (int node = 0; node < 2; ++node)
      for (Eigen::Index m = 0; m < rows.cols(); ++m)
        rows(node, m) = rows(2, m) * dice.between(-1, 1);
    gen::NormalLaw& n = i.as<gen::ReducedJoint>()->law.normal;
    n.stiffness = i.as<gen::ReducedJoint>()->law.tangential.friction_modulus * dice.between(0.3, 3);
    n.gap = dice.share() < 0.5 ? 0.0 : 1e-5 * dice.share();
    n.separation_stiffness = dice.share() < 0.5 ? 0.0 : n.stiffness;
  }
  return a;
}

// random_flanges() with impact units of any exponent, as stiff at a depth of 1e-5 m.
inline Assembly random_impacts(int seed) {
  Assembly a = random_flanges(seed);
  gen::Dice dice(static_cast<std::uint64_t>(seed) + 177);
  for (gen::ReducedInterface& i : a.system().interfaces) {
    if (!i.as<gen::ReducedJoint>()) continue;
    gen::NormalLaw& n = i.as<gen::ReducedJoint>()->law.normal;
    n.exponent = dice.between(1, 3);
    n.stiffness *= std::pow(1e-5, 1 - n.exponent);
    if (dice.share() < 0.5) {
      n.damper = gen::ImpactDamper::lankarani_nikravesh;
      n.restitution = dice.share();
      n.impact_velocity = 1e-3;
    }
  }
  return a;
}

inline gen::BakeOptions assembly_options(double h, const std::string& name = "assembly") {
  gen::BakeOptions o;
  o.name = name;
  o.step = h;
  o.golden_steps = 24;
  o.provenance.definition_hash = o.provenance.input_hash = "0";
  return o;
}

// Other caps of the solves of all groups than the file has.
inline void cap_solves(gen::Instance* run, int sweeps, int newton, int tail) {
  auto& view = const_cast<AssemblyView&>(static_cast<const AssemblyView&>(run->model().view()));
  for (int g = 0; g < view.groups; ++g) {
    view.group[g].sweep_cap = sweeps;
    view.group[g].newton_cap = newton;
    view.group[g].tail_sweeps = tail;
  }
}

}  // namespace mortise::test
