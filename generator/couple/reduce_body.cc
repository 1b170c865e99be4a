#include "generator/couple/reduce_body.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <utility>

#include "generator/condense/constraint_modes.hpp"
#include "generator/condense/craig_chang.hpp"
#include "generator/condense/modes.hpp"
#include "generator/condense/shift_invert.hpp"
#include "generator/contact/dof_table.hpp"
#include "generator/dense/dense_solver.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kLoose = 1e-6;           // of the largest motion: masters that hardly move
constexpr Eigen::Index kFullDofs = 2500;  // up to which all modes are affordable

// R (m x n): the openings of the contact nodes, then all other dofs of the extra masters.
SparseMatrix master_rows(const FullModel& model, const BodySetup& setup, const ContactLine& line) {
  std::vector<Eigen::Triplet<double>> entries;
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
    for (int direction = 1; direction <= 6; ++direction) {
      const Eigen::Index dof = table.find({node, direction});
      if (dof < 0) continue;
      moves = true;
      if (taken[static_cast<std::size_t>(dof)]) continue;
      taken[static_cast<std::size_t>(dof)] = true;
      entries.emplace_back(row++, static_cast<int>(dof), 1.0);
    }
    if (!moves)
      throw Error(setup.name, "the extra master node " + std::to_string(node) + " has no dof",
                  "choose a node that is not held");
  }
  SparseMatrix rows(row, model.size());
  rows.setFromTriplets(entries.begin(), entries.end());
  return rows;
}

// Rows for the rigid-body motions that the masters leave free, such as sliding along a flat
// contact: single dofs that hold them. Which ones does not matter, as those motions load nothing.
SparseMatrix holding_rows(const FullModel& model, const SparseMatrix& masters) {
  const double level = rigid_body_level(model.stiffness, model.mass);
  const Eigen::Index count =
      level > 0.0 ? count_below(model.stiffness, model.mass, SparseMatrix(), level) : 0;
  if (count == 0) return SparseMatrix(0, model.size());
  const Matrix rigid = lowest_modes(model.stiffness, model.mass, {count, 0.0, false}).shapes;
  const Eigen::JacobiSVD<Matrix> svd(masters * rigid, Eigen::ComputeFullV);
  const Eigen::Index held =
      (svd.singularValues().array() > kLoose * rigid.cwiseAbs().maxCoeff()).count();
  const Matrix loose = rigid * svd.matrixV().rightCols(count - held);
  SparseMatrix rows(loose.cols(), model.size());
  const Eigen::ColPivHouseholderQR<Matrix> qr(loose.transpose());
  for (Eigen::Index i = 0; i < loose.cols(); ++i)
    rows.insert(i, qr.colsPermutation().indices()[i]) = 1.0;
  return rows;
}

SparseMatrix on_top(const SparseMatrix& above, const SparseMatrix& below) {
  SparseMatrix joined(above.rows() + below.rows(), above.cols());
  std::vector<Eigen::Triplet<double>> entries;
  for (Eigen::Index column = 0; column < joined.cols(); ++column) {
    for (SparseMatrix::InnerIterator it(above, column); it; ++it)
      entries.emplace_back(static_cast<int>(it.row()), static_cast<int>(column), it.value());
    for (SparseMatrix::InnerIterator it(below, column); it; ++it)
      entries.emplace_back(static_cast<int>(above.rows() + it.row()), static_cast<int>(column),
                           it.value());
  }
  joined.setFromTriplets(entries.begin(), entries.end());
  return joined;
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
  const Matrix rest = rows * held.ldlt().solve(rows.transpose()) - dynamic;
  return 0.5 * (rest + rest.transpose());
}

BodyModes all_body_modes(const FullModel& model, const BodySetup& setup, const ContactLine& line) {
  if (model.size() > kFullDofs)
    throw Error(setup.name,
                "it has " + std::to_string(model.size()) + " dofs, too many for all their modes (" +
                    std::to_string(kFullDofs) + ")",
                "choose condense = craig_bampton, or a coarser mesh");
  const Modes modes = lowest_modes(model.stiffness, model.mass, {0, 0.0, true});
  BodyModes body;
  body.omega = modes.omega;
  body.shapes = line.rows * modes.shapes;
  body.momentum = modes.shapes.transpose() * (model.mass * opening_translation(model, setup));
  body.massless_compliance =
      massless_compliance(Matrix(model.stiffness), Matrix(model.mass), modes, Matrix(line.rows));
  body.rigid_body_modes = modes.rigid_body_modes;
  body.normal_modes = modes.omega.size();
  return body;
}

// Fixed-interface modes, without the rigid-body motions that the masters leave free: constraint
// modes contain these.
Modes fixed_interface_modes(const FullModel& model, const SparseMatrix& masters,
                            const ModeRequest& request) {
  Modes modes = lowest_modes(model.stiffness, model.mass, request, masters);
  const Eigen::Index elastic = modes.omega.size() - modes.rigid_body_modes;
  modes.omega = Vector(modes.omega.tail(elastic));
  modes.shapes = Matrix(modes.shapes.rightCols(elastic));
  modes.rigid_body_modes = 0;
  return modes;
}

}  // namespace

BodyModes reduce_body(const FullModel& model, const BodySetup& setup, const ContactLine& line) {
  if (setup.method == BodyMethod::full) return all_body_modes(model, setup, line);
  const SparseMatrix masters = master_rows(model, setup, line);
  const SparseMatrix rows = on_top(masters, holding_rows(model, masters));
  const ConstraintModes constraint = constraint_modes(model.stiffness, model.mass, rows);
  const Matrix& psi = constraint.shapes;
  const ModeRequest request{0, setup.cutoff_hz, false};
  const Modes normal = setup.method == BodyMethod::craig_bampton
                           ? fixed_interface_modes(model, masters, request)
                           : craig_chang(model.stiffness, model.mass, rows, psi, request);
  const Matrix& phi = normal.shapes;

  // normal modes rest at the interface, which alone loads constraint modes: no coupling by
  // stiffness
  const Eigen::Index m = psi.cols(), p = phi.cols();
  const Matrix reaction = SparseMatrix(rows * model.stiffness) * psi;
  Matrix stiffness = Matrix::Zero(m + p, m + p);
  stiffness.topLeftCorner(m, m) = 0.5 * (reaction + reaction.transpose());
  stiffness.diagonal().tail(p) = normal.omega.cwiseAbs2();
  const Matrix inertia = model.mass * psi;
  const Matrix coupling = phi.transpose() * inertia;
  Matrix mass = Matrix::Identity(m + p, m + p);
  mass.topLeftCorner(m, m) = product(psi.transpose(), inertia);
  mass.bottomLeftCorner(p, m) = coupling;
  mass.topRightCorner(m, p) = coupling.transpose();
  const Modes modes = dense_modes(stiffness, mass, rigid_body_level(model.stiffness, model.mass));
  if (modes.rigid_body_modes != constraint.rigid_body_modes)
    throw Error(setup.name,
                "the condensed body has " + std::to_string(modes.rigid_body_modes) +
                    " rigid-body mode(s), the full one " +
                    std::to_string(constraint.rigid_body_modes),
                "coarsen the contact nodes, or check the matrices for damage");

  BodyModes body;
  body.omega = modes.omega;
  const Eigen::Index contacts = line.rows.rows();
  body.shapes = modes.shapes.topRows(contacts);
  const Vector translated = model.mass * opening_translation(model, setup);
  Vector momentum(m + p);
  momentum << psi.transpose() * translated, phi.transpose() * translated;
  body.momentum = modes.shapes.transpose() * momentum;
  body.massless_compliance =
      massless_compliance(stiffness, mass, modes, Matrix::Identity(contacts, m + p));
  body.rigid_body_modes = modes.rigid_body_modes;
  body.constraint_modes = m;
  body.normal_modes = p;
  return body;
}

}  // namespace mortise::gen
