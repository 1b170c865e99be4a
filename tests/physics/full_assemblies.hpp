// The unreduced twins of assemblies that are built by hand, and runs of both side by side.
#pragma once

#include "generator/ground/dense/small_lu.hpp"
#include "generator/simulate/structure/assembly_order.hpp"
#include "tests/physics/assemblies.hpp"

namespace mortise::test {

// Coordinates u = shapes q that mix the modes of every body, well conditioned.
inline gen::Matrix mixed_shapes(const gen::ReducedSystem& s) {
  gen::Dice dice(5);
  gen::Matrix shapes = gen::Matrix::Zero(s.size(), s.size());
  std::vector<Eigen::Index> first = s.groups.empty() ? std::vector<Eigen::Index>{0} : s.groups;
  first.push_back(s.size());
  for (std::size_t b = 0; b + 1 < first.size(); ++b) {
    const Eigen::Index n = first[b + 1] - first[b];
    auto block = shapes.block(first[b], first[b], n, n);
    block.setIdentity();
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j) block(i, j) += dice.between(-0.4, 0.4);
  }
  return shapes;
}

// The system whose modes are those of `s`, in the coordinates u = shapes q, where shapes (n x n)
// couples no two bodies. Damping of a body must be alpha + beta omega^2.
inline gen::FullSystem full_order(const gen::ReducedSystem& s, const gen::Matrix& shapes) {
  using gen::Matrix;
  using gen::Vector;
  gen::FullSystem full;
  const Matrix inverse = gen::inverse(shapes);
  const auto sparse = [](const Matrix& m) {
    return gen::SparseMatrix(Matrix(0.5 * (m + m.transpose())).sparseView());
  };
  full.model.mass = sparse(inverse.transpose() * inverse);
  full.model.stiffness = sparse(inverse.transpose() * s.omega.cwiseAbs2().asDiagonal() * inverse);
  std::vector<Eigen::Index> first = s.groups.empty() ? std::vector<Eigen::Index>{0} : s.groups;
  first.push_back(s.size());
  for (std::size_t b = 0; b + 1 < first.size(); ++b) {
    const Eigen::Index n = first[b + 1] - first[b], last = first[b + 1] - 1;
    full.model.substructures.push_back({"body" + std::to_string(b), first[b], n});
    const double w0 = std::pow(s.omega[first[b]], 2), w1 = std::pow(s.omega[last], 2);
    const double d0 = s.damping[first[b]], d1 = s.damping[last];
    const double beta = n > 1 && w1 != w0 ? (d1 - d0) / (w1 - w0) : 0.0;
    full.damping.push_back({d0 - beta * w0, beta});
  }
  const auto row = [&](const Eigen::RowVectorXd& modal) {
    return gen::SparseRow(Vector((modal * inverse).transpose()).sparseView());
  };
  for (const gen::ReducedInterface& i : s.interfaces) {
    gen::FullInterface& to = full.interfaces.emplace_back();
    to.name = i.name;
    if (const auto* contacts = i.as<gen::ReducedContacts>()) {
      auto& own = to.make<gen::UnilateralContacts>();
      own.law = contacts->law;
      const Matrix& w = contacts->rows;
      for (std::size_t c = 0; c < contacts->points.size(); ++c) {
        const auto r = static_cast<Eigen::Index>(3 * c);
        own.points.push_back(
            {contacts->points[c], row(w.row(r)), row(w.row(r + 1)), row(w.row(r + 2)), {}});
      }
    }
    if (const auto* slide = i.as<gen::ReducedSliding>()) {
      auto& own = to.make<gen::SlidingContact>();
      own.slave_x = row(slide->slave_rows.row(0));
      own.slave_y = row(slide->slave_rows.row(1));
      for (Eigen::Index k = 0; k < slide->target_rows.rows(); k += 2) {
        own.target_x.push_back(row(slide->target_rows.row(k)));
        own.target_y.push_back(row(slide->target_rows.row(k + 1)));
      }
      own.geometry = slide->geometry;
      own.law = slide->law;
    }
    if (const auto* joint = i.as<gen::ReducedJoint>()) {
      auto& own = to.make<gen::Joint>();
      for (Eigen::Index k = 0; k < joint->nodes(); ++k) {
        gen::JointNode node;
        node.name = joint->node_names[static_cast<std::size_t>(k)];
        node.normal = row(joint->rows.row(k));
        if (joint->axes() > 1) node.tangent = row(joint->rows.row(joint->nodes() + k));
        own.nodes.push_back(node);
      }
      own.points = joint->points;
      own.law = joint->law;
    }
  }
  full.inputs = s.inputs;
  for (Eigen::Index k = 0; k < s.input_forces.cols(); ++k)
    full.input_forces.push_back(row(s.input_forces.col(k).transpose()));
  full.outputs = s.outputs;
  for (Eigen::Index k = 0; k < s.output_rows.rows(); ++k)
    full.output_rows.push_back(row(s.output_rows.row(k)));
  full.constant_force = inverse.transpose() * s.constant_force;
  full.initial_displacement = shapes * s.initial_q;
  full.initial_velocity = shapes * s.initial_v;
  return full;
}

// In its own coordinates.
inline gen::FullSystem full_order(const Assembly& a) { return full_order(a.system(), a.shapes()); }

inline const gen::Vector kNoInput(0);

// Balance of the energy over the work of the input and what was there at the start.
inline double off_balance(const gen::AssemblyOrder& run, double start) {
  const gen::EnergyBooks e = run.books();
  return std::abs(e.stored + run.material() + e.dissipated - run.external() - start) /
         (start + std::abs(run.external()));
}

inline double two_tones(double t) {
  return 100 + 300 * std::sin(2 * M_PI * 35 * t) + 60 * std::sin(2 * M_PI * 173 * t);
}

// The runtime with all modes and the full order in mixed coordinates: largest difference of
// (omega q, v) within `steps` over the largest entry of the run.
struct Twins {
  double error = 0.0;
  std::uint64_t touched = 0, capped = 0;
  long unsolved = 0;
  double worst_residual = 0.0, balance = 0.0;
};
inline Twins compare_twins(Assembly a, double h, long steps) {
  gen::ReducedSystem& s = a.system();
  const Eigen::Index n = s.size();
  for (const gen::OutputQuantity q :
       {gen::OutputQuantity::displacement, gen::OutputQuantity::velocity})
    for (int j = 0; j < static_cast<int>(n); ++j)
      s.outputs.push_back({"y" + std::to_string(s.outputs.size()), "", q, j, -1});
  const gen::FullSystem system = full_order(s, mixed_shapes(s));
  gen::BakeOptions options = assembly_options(h);
  options.solver.tolerance = 1e-12;
  gen::Instance reduced(gen::bake(s, options), "reduced");
  gen::AssemblyOrder full(system, h);
  const double start = full.kinetic() + full.strain();
  Twins twins;
  double difference = 0.0, size = 0.0;
  gen::Vector y(2 * n);
  const auto largest = [&](const gen::Vector& outputs) {
    return std::max(s.omega.cwiseProduct(a.modal_state(outputs.head(n))).cwiseAbs().maxCoeff(),
                    a.modal_state(outputs.tail(n)).cwiseAbs().maxCoeff());
  };
  for (long k = 0; k < steps; ++k) {
    const double t = static_cast<double>(k) * h, u[] = {two_tones(t), two_tones(t + h)};
    (void)reduced.step(u, y.data());
    const auto report =
        full.step(s.inputs.empty() ? gen::Vector(0) : gen::Vector{{0.5 * (u[0] + u[1])}});
    twins.unsolved += report->solved ? 0 : 1;
    const gen::Vector expected = full.outputs();
    size = std::max(size, largest(expected));
    difference = std::max(difference, largest(y - expected));
  }
  twins.error = difference / size;
  twins.touched = reduced.state().statistics().steps_in_contact;
  twins.capped = reduced.state().statistics().capped;
  twins.worst_residual = full.worst_residual();
  twins.balance = off_balance(full, start);
  return twins;
}

// Damping of every body alpha + beta omega^2, as full models have it.
inline Assembly with_rayleigh(Assembly a) {
  gen::ReducedSystem& s = a.system();
  s.damping = (1.0 + 2e-6 * s.omega.array().square()).matrix();
  return a;
}

}  // namespace mortise::test
