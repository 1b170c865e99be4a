#include "generator/judge/certify/rigid_pairs.hpp"

#include <algorithm>
#include <numeric>
#include "generator/bake/laws/file_law.hpp"
#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/dense/orthogonal.hpp"

#include "mortise_generated.h"
#include "runtime/src/assembly/places.hpp"

namespace mortise::gen {
namespace {

// Columns with a leading dimension of `ld`, of which the normal rows count.
Matrix normals_of(const Real* columns, Eigen::Index ld, Eigen::Index to, Eigen::Index from) {
  const Eigen::Map<const Matrix> all(columns, ld, 3 * from);
  Matrix normals(to, from);
  for (Eigen::Index i = 0; i < to; ++i)
    for (Eigen::Index j = 0; j < from; ++j) normals(i, j) = all(3 * i, 3 * j);
  return normals;
}

// Spectral radius of a sweep over the normal forces of two interfaces of unilateral contacts.
double contraction(const AssemblyView& a, std::size_t i, std::size_t j) {
  const ModelView &first = a.interface[i], &second = a.interface[j];
  if (first.dims.contacts == 0 || second.dims.contacts == 0 || a.coupling.at(i, j) == nullptr)
    return 0.0;
  const auto own = [](const ModelView& m) {
    return normals_of(m.delassus, m.dims.rows_padded, m.dims.contacts, m.dims.contacts);
  };
  const auto seen = [&](std::size_t to, std::size_t from) {
    const ModelView &t = a.interface[to], &f = a.interface[from];
    return normals_of(a.coupling.at(to, from), t.dims.rows_padded, t.dims.contacts,
                      f.dims.contacts);
  };
  const Matrix there = MinimumNorm(own(second)).solve(seen(j, i));
  const Matrix back = MinimumNorm(own(first)).solve(seen(i, j));
  const Matrix sweep = back * there;
  if (!sweep.allFinite()) return 0.0;
  return general_eigen(sweep, false).values.cwiseAbs().maxCoeff();
}

}  // namespace

JudgedTogether judged_together(const Instance& model) {
  const AssemblyView* assembly = assembly_of(model.model().view());
  if (assembly == nullptr) return {};
  const AssemblyView& a = *assembly;
  const auto count = static_cast<std::size_t>(a.interfaces);
  std::vector<std::size_t> entry(count);  // the first interface of each one's entry
  std::iota(entry.begin(), entry.end(), std::size_t{0});
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j) {
      if (entry[i] == entry[j] || !(contraction(a, i, j) > kRigidPair)) continue;
      const std::size_t from = std::max(entry[i], entry[j]), to = std::min(entry[i], entry[j]);
      std::replace(entry.begin(), entry.end(), from, to);
    }
  JudgedTogether together;
  for (std::size_t i = 0; i < count; ++i) {
    if (entry[i] != i) continue;
    std::vector<std::size_t>& members = together.emplace_back();
    for (std::size_t j = i; j < count; ++j)
      if (entry[j] == i) members.push_back(j);
  }
  return together;
}

std::vector<std::string> names_of(const Instance& model, const JudgedTogether& together) {
  std::vector<std::string> names;
  const std::vector<const ModelView*> interfaces = interfaces_of(model.model().view());
  for (const std::vector<std::size_t>& members : together) {
    std::string& name = names.emplace_back();
    for (const std::size_t i : members)
      name += (name.empty() ? "" : " + ") + interfaces[i]->root->name()->str();
  }
  return names;
}

}  // namespace mortise::gen
