#include "generator/bake/structure/coupling.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bake/structure/discretise.hpp"
#include "generator/ground/dense/orthogonal.hpp"

namespace mortise::gen {
namespace {

Matrix push(const Vector& admittance, const RowUnknowns& to, const RowUnknowns& from, double h) {
  const Matrix g = to.rows * admittance.asDiagonal() * from.rows.transpose();
  return to.by_displacement ? Matrix(h / 2 * g) : g;
}

const ReducedLaw& law_of(const AssemblyModes& modes, int interface) {
  return modes.system.interfaces[static_cast<std::size_t>(interface)].law;
}

}  // namespace

std::vector<InterfaceCoupling> find_couplings(const AssemblyModes& modes, const Vector& damping,
                                              double step) {
  const Vector admittance = discretise(modes.system, damping, step).admittance;
  std::vector<RowUnknowns> all;
  for (const ReducedInterface& i : modes.system.interfaces) all.push_back(unknowns_of(i.law));
  std::vector<InterfaceCoupling> out;
  for (const std::vector<int>& group : modes.groups) {
    for (const int to : group) {
      for (const int from : group) {
        const RowUnknowns &a = all[static_cast<std::size_t>(to)],
                          &b = all[static_cast<std::size_t>(from)];
        if (to == from || a.rows.rows() == 0 || b.rows.rows() == 0) continue;
        const Matrix pushed = push(admittance, a, b, step);
        if (pushed.cwiseAbs().maxCoeff() > 0) out.push_back({to, from, pushed});
      }
    }
  }
  return out;
}

double contraction_of(const AssemblyModes& modes, const std::vector<int>& group,
                      const std::vector<InterfaceCoupling>& couplings, double step,
                      const Vector& damping) {
  std::vector<int> members;
  std::vector<RowUnknowns> unknowns;
  for (const int i : group) {
    RowUnknowns u = unknowns_of(law_of(modes, i));
    if (u.rows.rows() == 0) continue;
    members.push_back(i);
    unknowns.push_back(std::move(u));
  }
  if (members.size() < 2) return 0;
  const Vector admittance = discretise(modes.system, damping, step).admittance;
  std::vector<MinimumNorm> own;
  std::vector<Vector> x;
  for (const RowUnknowns& u : unknowns) {
    Matrix g = u.shares.transpose() * push(admittance, u, u, step) * u.shares;
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
