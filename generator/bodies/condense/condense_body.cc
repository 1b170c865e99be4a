#include "generator/bodies/condense/condense_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/bodies/condense/component.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

void check_direction(const BodySetup& setup) {
  const bool known = setup.opening_direction >= 1 && setup.opening_direction <= 3;
  if (known && std::abs(setup.opening_sign) == 1.0) return;
  throw Error(setup.name,
              fmt::format("the surface opens along direction {}, sign {:f}",
                          setup.opening_direction, setup.opening_sign),
              "give a direction of 1, 2 or 3 and a sign of 1 or -1");
}

constexpr double kTranslates = 1e-6;      // share of the inertia that rigid-body modes may miss
constexpr Eigen::Index kFullDofs = 2500;  // up to which all modes are affordable

void check_numbers(const BodySetup& setup) {
  const auto check = [&](const char* what, double value, bool negative_too) {
    if (std::isfinite(value) && (negative_too || value >= 0.0)) return;
    throw Error(
        setup.name, fmt::format("{} = {:f}", what, value),
        negative_too ? "give a finite number" : "give a finite number that is not negative");
  };
  check("acceleration", setup.acceleration, true);
  check("velocity", setup.velocity, true);
  check("cutoff_hz", setup.cutoff_hz, false);
  check("static_damping", setup.static_damping, false);
}

Eigen::Index dynamic_count(const BodySetup& setup, const Modes& modes) {
  const Eigen::Index all = modes.omega.size(), rigid = modes.rigid_body_modes;
  if (!setup.dynamic_modes) {
    if (!condensation_method(setup.method).interface) return all;
    return std::max<Eigen::Index>(rigid, (modes.omega.array() < kTwoPi * setup.cutoff_hz).count());
  }
  const Eigen::Index asked = *setup.dynamic_modes;
  demand(asked >= rigid && asked <= all, setup.name,
         fmt::format("dynamic_modes = {}, but the body has {} modes, {} of them rigid", asked, all,
                     rigid),
         fmt::format("choose a number between {} and {}", rigid, all));
  return asked;
}

// R (m x n): the openings of the contact nodes, then all other dofs of the extra masters.
SparseMatrix master_rows(const FullModel& model, const BodySetup& setup, const ContactLine& line) {
  Entries entries;
  std::vector<bool> taken(static_cast<std::size_t>(model.size()), false);
  for (Eigen::Index column = 0; column < line.rows.cols(); ++column)
    for (SparseMatrix::InnerIterator it(line.rows, column); it; ++it) {
      entries.emplace_back(static_cast<int>(it.row()), static_cast<int>(column), it.value());
      taken[static_cast<std::size_t>(column)] = true;
    }
  int row = static_cast<int>(line.rows.rows());
  const DofTable table(model);
  for (const std::int64_t node : setup.extra_masters) {
    bool moves = false;
    for (int direction = 1; direction <= 6; ++direction)
      // of a dof that follows others, those that it follows
      for (const auto& [dof, weight] : table.motion({node, direction})) {
        moves = true;
        if (taken[static_cast<std::size_t>(dof)]) continue;
        taken[static_cast<std::size_t>(dof)] = true;
        entries.emplace_back(row++, static_cast<int>(dof), 1.0);
      }
    demand(moves, setup.name, "the extra master node " + std::to_string(node) + " has no dof",
           "choose a node that is not held");
  }
  return sparse_matrix(row, model.size(), entries);
}

// Static answer of `rows` to forces along them that no mode of finite frequency gives.
Matrix massless_compliance(const Matrix& stiffness, const Matrix& mass, const Modes& modes,
                           const Matrix& rows) {
  if (modes.omega.size() == mass.rows()) return Matrix::Zero(rows.rows(), rows.rows());
  // springs of the size of the lowest omega^2 hold the rigid-body modes, and no other
  const Eigen::Index rigid = modes.rigid_body_modes;
  Vector square = modes.omega.cwiseAbs2();
  const double spring = rigid < square.size() ? square[rigid] : 1.0;
  square.head(rigid).setConstant(spring);
  const Matrix inertia = mass * modes.shapes.leftCols(rigid);
  const Matrix held = stiffness + spring * inertia * inertia.transpose();
  const Matrix shapes = rows * modes.shapes;
  const Matrix dynamic = shapes * square.cwiseInverse().asDiagonal() * shapes.transpose();
  const Matrix rest = rows * PivotedCholesky(held).divide(rows).transpose() - dynamic;
  return 0.5 * (rest + rest.transpose());
}

CondensedComponent reduce(const FullModel& model, const BodySetup& setup, const ContactLine& line) {
  demand(condensation_method(setup.method).interface || model.size() <= kFullDofs, setup.name,
         fmt::format("it has {} dofs, too many for all their modes ({})", model.size(), kFullDofs),
         "choose condense = craig_bampton, or a coarser mesh");
  CondensedComponent c =
      condense_component(model.stiffness, model.mass, master_rows(model, setup, line),
                         {{0, setup.cutoff_hz, false}, false, setup.method, true, true});
  demand(c.modes.rigid_body_modes == c.rigid_body_modes, setup.name,
         fmt::format("the condensed body has {} rigid-body mode(s), the full one {}",
                     c.modes.rigid_body_modes, c.rigid_body_modes),
         "coarsen the contact nodes, or check the matrices for damage");
  return c;
}

}  // namespace

ContactLine contact_line(const FullModel& model, const BodySetup& setup) {
  check_direction(setup);
  const auto count = static_cast<Eigen::Index>(setup.contact.size());
  demand(count >= 3 && count % 2 != 0, setup.name, fmt::format("it has {} contact nodes", count),
         "give an odd number, corner and middle nodes of 3-node elements in turn");
  const DofTable table(model);
  ContactLine line{Vector(count), Vector(count), {}};
  Entries entries;
  for (Eigen::Index i = 0; i < count; ++i) {
    const std::int64_t node = setup.contact[static_cast<std::size_t>(i)];
    const Vector3 place = node_position(model, node, setup.name);
    const DofTable::Motion motion = table.motion({node, setup.opening_direction});
    demand(!motion.empty(), setup.name,
           fmt::format("contact node {} is held (or has no dof) in the opening direction", node),
           "take it out of the contact nodes");
    demand(
        place.allFinite() && (i == 0 || place[0] > line.position[i - 1]), setup.name,
        fmt::format("contact node {} at x = {:f} m is not right of the one before", node, place[0]),
        "give the nodes of one line along x, sorted, each of them once");
    line.position[i] = place[0];
    line.height[i] = setup.opening_sign * place[setup.opening_direction - 1];
    for (const auto& [dof, weight] : motion)
      entries.emplace_back(static_cast<int>(i), static_cast<int>(dof), weight * setup.opening_sign);
  }
  line.height.array() -= line.height.minCoeff();
  line.rows = sparse_matrix(count, model.size(), entries);
  return line;
}

CondensedBody condense_body(const FullModel& model, const BodySetup& setup) {
  check_numbers(setup);
  const ContactLine line = contact_line(model, setup);
  const CondensedComponent c = reduce(model, setup, line);
  const Modes& modes = c.modes;
  const Vector opening = translation(model, setup.opening_direction, setup.opening_sign);
  const Vector translated = model.mass * opening;

  // as the contact nodes see it: they are the first coordinates, or their rows of the full body
  Matrix shapes, massless;
  Vector momentum = translated;  // of unit modal rates along the opening direction [sqrt(kg)]
  if (c.stiffness.rows() > 0) {
    const Eigen::Index contacts = line.rows.rows(), coordinates = modes.shapes.rows();
    shapes = modes.shapes.topRows(contacts);
    massless =
        massless_compliance(c.stiffness, c.mass, modes, Matrix::Identity(contacts, coordinates));
    momentum.resize(coordinates);
    momentum << c.constraint_modes.transpose() * translated,
        c.normal.shapes.transpose() * translated;
  } else if (c.statics.cols() > 0) {
    shapes = line.rows * modes.shapes;
    const Matrix statics = line.rows * c.statics;
    massless = statics * statics.transpose();
  } else {
    shapes = line.rows * modes.shapes;
    massless =
        massless_compliance(Matrix(model.stiffness), Matrix(model.mass), modes, Matrix(line.rows));
  }
  momentum = modes.shapes.transpose() * Vector(momentum);

  const Eigen::Index all = modes.omega.size(), dynamic = dynamic_count(setup, modes);
  const Eigen::Index kept = setup.static_modes == StaticModes::feedthrough ? dynamic : all;
  CondensedBody body;
  body.name = setup.name;
  body.position = line.position;
  body.height = line.height;
  body.omega = modes.omega.head(kept);
  body.damping = Vector::Zero(kept);
  if (setup.static_modes == StaticModes::damped)
    body.damping.tail(all - dynamic).setConstant(setup.static_damping);
  body.shapes = shapes.leftCols(kept);
  const Matrix rest =
      shapes.rightCols(all - kept) * modes.omega.tail(all - kept).cwiseInverse().asDiagonal();
  body.static_compliance = massless + rest * rest.transpose();

  const double inertia = opening.dot(translated);
  const double rigid = momentum.head(modes.rigid_body_modes).squaredNorm();
  if (rigid >= (1.0 - kTranslates) * inertia) body.mass = inertia;
  momentum.conservativeResize(kept);
  body.constant_force = setup.acceleration * momentum;
  body.initial_q = Vector::Zero(kept);
  body.initial_v = setup.velocity * momentum;
  body.rigid_row = body.mass > 0.0 ? Vector(momentum / body.mass) : Vector(Vector::Zero(kept));
  body.full_dofs = model.size();
  body.constraint_modes = c.interface_rows.rows();
  body.normal_modes = c.normal.omega.size();
  return body;
}

}  // namespace mortise::gen
