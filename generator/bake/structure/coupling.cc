#include "generator/bake/structure/coupling.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bake/structure/discretise.hpp"
#include "generator/contact/joint/friction_laws.hpp"
#include "generator/contact/sliding/geometry.hpp"
#include "generator/ground/dense/orthogonal.hpp"

namespace mortise::gen {
namespace {

// Rows of an interface, of a film that of its opening, of a sliding contact those of its gap and
// its slip where it starts.
Matrix rows_of(const ReducedInterface& i) {
  if (i.film) return i.film->opening.transpose();
  if (!i.sliding) return i.joint ? i.joint->rows : i.contact_rows;
  const SlidingGeometryModel geometry(*i.sliding, i.sliding->slave_rows.cols());
  const ContactPlace place = geometry.undeformed(i.sliding->geometry.start);
  Eigen::Matrix<double, Eigen::Dynamic, 2> relative;
  geometry.relative_rows(place, &relative);
  Matrix rows(2, relative.rows());
  rows << (relative * place.normal()).transpose(), (relative * place.tangent()).transpose();
  return rows;
}

// It takes no part in the solve.
bool is_bolted(const AssemblyModes& modes, int interface) {
  return modes.system.interfaces[static_cast<std::size_t>(interface)].bolted.has_value();
}

Matrix push(const AssemblyModes& modes, const Vector& admittance, int to, int from, double h) {
  const auto& list = modes.system.interfaces;
  const ReducedInterface &a = list[static_cast<std::size_t>(to)],
                         &b = list[static_cast<std::size_t>(from)];
  const Matrix g = rows_of(a) * admittance.asDiagonal() * rows_of(b).transpose();
  return a.joint ? Matrix(h / 2 * g) : g;
}

// The forces of an interface as unknowns: contacts those of their rows, bilateral ones without
// friction, joints those of their points on the rows of their nodes.
struct Unknowns {
  Matrix shares;      // (rows x unknowns)
  Vector compliance;  // of the law (unknowns), in the unit of the rows; infinite: no force
};

Unknowns unknowns_of(const ReducedInterface& i) {
  Unknowns u;
  if (i.film) {  // nothing is as stiff as a closed one
    u.shares = Matrix::Identity(1, 1);
    u.compliance = Vector::Zero(1);
    return u;
  }
  if (!i.joint) {
    const bool kept = i.sliding && i.sliding->law.kind == SlidingKind::bilateral;
    const Eigen::Index rows = i.sliding ? 2 : i.contact_rows.rows(), n = kept ? 1 : rows;
    u.shares = Matrix::Identity(rows, n);
    u.compliance = Vector::Zero(n);
    return u;
  }
  const ReducedJoint& j = *i.joint;
  const auto nodes = static_cast<Eigen::Index>(j.node_names.size());
  const Eigen::Index axes = j.rows.rows() > nodes ? 2 : 1;
  u.shares = Matrix::Zero(j.rows.rows(), axes * static_cast<Eigen::Index>(j.points.size()));
  u.compliance = Vector::Zero(u.shares.cols());
  Eigen::Index k = 0;
  for (const JointPoint& p : j.points) {
    for (Eigen::Index axis = 0; axis < axes; ++axis, ++k) {
      for (std::size_t e = 0; e < 2; ++e) u.shares(axis * nodes + p.node[e], k) = p.share[e];
      const double stiffness =
          p.length * (axis == 0 ? j.law.normal.stiffness : j.law.tangential.friction_modulus);
      u.compliance[k] = stiffness > 0 ? 2 / stiffness : kInf;
      // as stiff as may be: the deeper, the stiffer
      if (axis == 0 && !j.law.normal.linear()) u.compliance[k] = 0.0;
    }
  }
  return u;
}

}  // namespace

std::vector<InterfaceCoupling> find_couplings(const AssemblyModes& modes, const Vector& damping,
                                              double step) {
  const Vector admittance = discretise(modes.system, damping, step).admittance;
  std::vector<InterfaceCoupling> out;
  for (const std::vector<int>& group : modes.groups) {
    for (const int to : group) {
      for (const int from : group) {
        if (to == from || is_bolted(modes, to) || is_bolted(modes, from)) continue;
        const Matrix pushed = push(modes, admittance, to, from, step);
        if (pushed.cwiseAbs().maxCoeff() > 0) out.push_back({to, from, pushed});
      }
    }
  }
  return out;
}

double contraction_of(const AssemblyModes& modes, const std::vector<int>& group,
                      const std::vector<InterfaceCoupling>& couplings, double step,
                      const Vector& damping) {
  std::vector<int> members = group;
  members.erase(
      std::remove_if(members.begin(), members.end(), [&](int i) { return is_bolted(modes, i); }),
      members.end());
  if (members.size() < 2) return 0;
  const Vector admittance = discretise(modes.system, damping, step).admittance;
  std::vector<Unknowns> unknowns;
  std::vector<MinimumNorm> own;
  std::vector<Vector> x;
  for (const int i : members) {
    unknowns.push_back(unknowns_of(modes.system.interfaces[static_cast<std::size_t>(i)]));
    const Unknowns& u = unknowns.back();
    Matrix g = u.shares.transpose() * push(modes, admittance, i, i, step) * u.shares;
    for (Eigen::Index k = 0; k < g.rows(); ++k) {
      if (std::isfinite(u.compliance[k])) {
        g(k, k) += u.compliance[k];
      } else {
        g.row(k).setZero();
        g.col(k).setZero();
      }
    }
    own.emplace_back(g);
    x.push_back(Vector::LinSpaced(g.rows(), 1.0, 2.0));
  }
  const auto place = [&](int interface) {
    return std::find(members.begin(), members.end(), interface) - members.begin();
  };
  double rho = 0;
  for (int iteration = 0; iteration < 400; ++iteration) {
    double size = 0;
    for (std::size_t m = 0; m < members.size(); ++m) {
      Vector seen = Vector::Zero(unknowns[m].shares.rows());
      for (const InterfaceCoupling& c : couplings) {
        if (c.to != members[m]) continue;
        const auto from = static_cast<std::size_t>(place(c.from));
        seen += c.pushed * (unknowns[from].shares * x[from]);
      }
      x[m] = -own[m].solve(Vector(unknowns[m].shares.transpose() * seen));
      size += x[m].squaredNorm();
    }
    size = std::sqrt(size);
    if (!(size > 1e-300)) return 0;
    rho = size;
    for (Vector& v : x) v /= size;
  }
  return rho;
}

}  // namespace mortise::gen
