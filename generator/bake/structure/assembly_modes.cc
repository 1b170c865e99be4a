#include "generator/bake/structure/assembly_modes.hpp"

#include <algorithm>
#include <numeric>

#include "generator/ground/text/error.hpp"
#include "generator/simulate/bolted/exact_modes.hpp"

namespace mortise::gen {
namespace {

// Which of a set belong together.
class Components {
 public:
  explicit Components(std::size_t count) : of_(count) { std::iota(of_.begin(), of_.end(), 0u); }
  std::size_t find(std::size_t i) const {
    while (of_[i] != i) i = of_[i];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    const std::size_t x = find(a), y = find(b);
    of_[std::max(x, y)] = std::min(x, y);
  }

 private:
  std::vector<std::size_t> of_;
};

struct Body {
  ModeSpan from;        // in the given order
  Eigen::Index to = 0;  // first mode in the new one
  std::size_t component = 0;
};

std::vector<Body> bodies_of(const ReducedSystem& s) {
  std::vector<Eigen::Index> first = s.groups;
  if (first.empty()) first = {0};
  std::vector<Body> out;
  for (std::size_t b = 0; b < first.size(); ++b)
    out.push_back({{first[b], b + 1 < first.size() ? first[b + 1] : s.size()}, 0, 0});
  return out;
}

Eigen::Index padded(Eigen::Index n) { return (n + 7) / 8 * 8; }

// Outputs of speeds see the modes' own; those of modes become displacements of their old size.
void keep_outputs(const Vector& scale, const Matrix& rows, ReducedSystem* s) {
  const auto add = [&](const Vector& row) {
    s->output_rows.conservativeResize(s->output_rows.rows() + 1, scale.size());
    s->output_rows.bottomRows(1) = row.transpose();
    for (ReducedInterface& i : s->interfaces)
      if (i.residual) i.residual->add_blind_output();
    return static_cast<int>(s->output_rows.rows()) - 1;
  };
  for (OutputChannel& c : s->outputs) {
    if (c.interface >= 0) continue;
    const bool moves =
        c.quantity == OutputQuantity::velocity || c.quantity == OutputQuantity::acceleration;
    if (moves && rows.row(c.index) != s->output_rows.row(c.index)) {
      c.index = add(rows.row(c.index));
    } else if (c.quantity == OutputQuantity::modal_coordinate && scale[c.index] != 1.0) {
      c.index = add(scale[c.index] * Vector::Unit(scale.size(), c.index));
      c.quantity = OutputQuantity::displacement;
    }
  }
}

void move_exactly(double h, AssemblyModes* modes) {
  ReducedSystem& s = modes->system;
  modes->scale = Vector::Ones(s.size());
  modes->shift = Vector::Zero(s.size());
  for (std::size_t i = 0; i < s.interfaces.size(); ++i) {
    const auto* bolted = s.interfaces[i].as<BoltedPlace>();
    if (!bolted) continue;
    const auto own = Eigen::seqN(modes->span[i].begin, modes->span[i].size());
    demand(bolted->modes.rows() == modes->span[i].size() &&
               s.input_forces(own, Eigen::all).isZero(0.0) && s.constant_force(own).isZero(0.0),
           s.interfaces[i].name, "its modes are not all modes of one body, or other forces move it",
           "this is a defect of the condensation stage");
    const ExactModes exact = exact_modes(s.omega(own), s.damping(own), h);
    s.omega(own) = exact.omega;
    s.damping(own) = exact.damping;
    modes->scale(own) = exact.scale;
    modes->shift(own) = exact.shift;
  }
  const auto scaled = [&](Matrix* rows) { *rows = *rows * modes->scale.asDiagonal(); };
  for (ReducedInterface& i : s.interfaces) {
    if (i.as<BoltedPlace>()) continue;
    for (Matrix* rows : rows_of(&i.law)) scaled(rows);
    if (auto* film = i.as<FilmPlace>()) {
      film->forces = modes->scale.asDiagonal() * film->forces;
      film->opening = film->opening.cwiseProduct(modes->scale);
    }
  }
  const Matrix rows = s.output_rows;
  scaled(&s.output_rows);
  keep_outputs(modes->scale, rows, &s);
  modes->to_file(&s.initial_q, &s.initial_v);
}

}  // namespace

bool touches(const ReducedInterface& interface, Eigen::Index first, Eigen::Index count) {
  const std::vector<const Matrix*> all = rows_of(interface.law);
  return std::any_of(all.begin(), all.end(), [&](const Matrix* rows) {
    return rows->middleCols(first, count).cwiseAbs().maxCoeff() > 0.0;
  });
}

AssemblyModes assembly_modes(const ReducedSystem& given, double h) {
  std::vector<Body> bodies = bodies_of(given);
  Components components(bodies.size());
  std::vector<std::vector<std::size_t>> touched;
  for (const ReducedInterface& i : given.interfaces) {
    std::vector<std::size_t> list;
    for (std::size_t b = 0; b < bodies.size(); ++b)
      if (touches(i, bodies[b].from.begin, bodies[b].from.size())) list.push_back(b);
    if (list.empty()) list = {0};
    for (const std::size_t b : list) components.join(list.front(), b);
    touched.push_back(list);
  }
  std::vector<std::size_t> order(bodies.size());
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t b = 0; b < bodies.size(); ++b) bodies[b].component = components.find(b);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return bodies[a].component < bodies[b].component;
  });
  Eigen::Index size = 0, used = 0;
  for (const std::size_t b : order) {
    bodies[b].to = size;
    used = size + bodies[b].from.size();
    size += padded(bodies[b].from.size());
  }

  AssemblyModes out;
  for (const Body& b : bodies)
    for (Eigen::Index i = 0; i < b.from.size(); ++i) out.place.push_back(b.to + i);
  ReducedSystem& s = out.system;
  s = given;
  s.omega.resize(used);
  for (Vector ReducedSystem::*v :
       {&ReducedSystem::omega, &ReducedSystem::damping, &ReducedSystem::constant_force,
        &ReducedSystem::initial_q, &ReducedSystem::initial_v})
    s.*v = out.in_order(given.*v);
  const auto columns = [&](const Matrix& m) {
    Matrix ordered = Matrix::Zero(m.rows(), used);
    ordered(Eigen::all, out.place) = m;
    return ordered;
  };
  s.input_forces = columns(given.input_forces.transpose()).transpose();
  s.output_rows = columns(given.output_rows);
  s.groups.clear();
  for (ReducedInterface& i : s.interfaces) {
    for (Matrix* rows : rows_of(&i.law)) *rows = columns(*rows);
    if (auto* film = i.as<FilmPlace>()) {
      film->forces = columns(film->forces.transpose()).transpose();
      film->opening = out.in_order(film->opening);
    }
  }
  for (OutputChannel& c : s.outputs) {
    if (c.quantity != OutputQuantity::modal_coordinate) continue;
    demand(c.index >= 0 && c.index < given.size(), "output " + c.name,
           "names mode " + std::to_string(c.index) + ", there are " + std::to_string(given.size()),
           "count modes from 0, body by body");
    c.index = static_cast<int>(out.place[static_cast<std::size_t>(c.index)]);
  }

  std::vector<std::size_t> seen;
  for (std::size_t i = 0; i < touched.size(); ++i) {
    ModeSpan span{size, 0};
    for (const std::size_t b : touched[i]) {
      span.begin = std::min(span.begin, bodies[b].to);
      span.end = std::max(span.end, bodies[b].to + bodies[b].from.size());
    }
    out.span.push_back(span);
    const std::size_t component = bodies[touched[i].front()].component;
    const auto at = std::find(seen.begin(), seen.end(), component);
    if (at == seen.end()) {
      seen.push_back(component);
      out.groups.push_back({static_cast<int>(i)});
    } else {
      out.groups[static_cast<std::size_t>(at - seen.begin())].push_back(static_cast<int>(i));
    }
  }
  move_exactly(h, &out);
  return out;
}

}  // namespace mortise::gen
