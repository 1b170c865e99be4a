#include "generator/bodies/model/follow.hpp"

#include <algorithm>
#include <numeric>

namespace mortise::gen {
namespace {

// Parts of a structure, joined pair by pair; the first of those that are joined stands for them.
class JoinedParts {
 public:
  explicit JoinedParts(const FullModel& model) : part_of_(model.dofs.size()) {
    joined_.resize(std::max<std::size_t>(1, model.substructures.size()));
    std::iota(joined_.begin(), joined_.end(), std::size_t{0});
    for (std::size_t p = 0; p < model.substructures.size(); ++p)
      std::fill_n(part_of_.begin() + model.substructures[p].first, model.substructures[p].size, p);
  }
  std::size_t of(std::size_t dof) const {
    std::size_t part = part_of_[dof];
    while (joined_[part] != part) part = joined_[part];
    return part;
  }
  void join(std::size_t dof, std::size_t other) {
    const std::size_t a = of(dof), b = of(other);
    joined_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> part_of_, joined_;
};

using Leading = std::vector<std::pair<Dof, double>>;

}  // namespace

void follow_on(const Followers& now, Followers* before) {
  for (auto& [dof, leaders] : *before) {
    Leading all;
    for (const auto& [leader, weight] : leaders) {
      const auto it = now.find(leader);
      if (it == now.end()) {
        all.emplace_back(leader, weight);
      } else {
        for (const auto& [next, share] : it->second) all.emplace_back(next, weight * share);
      }
    }
    leaders = std::move(all);
  }
}

FullModel follow(FullModel model, const Following& following) {
  JoinedParts parts(model);
  for (const auto& [dof, leaders] : following)
    for (const auto& [leader, weight] : leaders) parts.join(dof, leader);
  std::vector<std::size_t> kept;  // body by body as they are joined
  for (std::size_t i = 0; i < model.dofs.size(); ++i)
    if (following.count(i) == 0) kept.push_back(i);
  std::stable_sort(kept.begin(), kept.end(),
                   [&](std::size_t a, std::size_t b) { return parts.of(a) < parts.of(b); });
  FullModel out;
  std::vector<int> column(model.dofs.size(), -1);
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    column[kept[k]] = static_cast<int>(k);
    entries.emplace_back(static_cast<int>(kept[k]), static_cast<int>(k), 1.0);
    out.dofs.push_back(model.dofs[kept[k]]);
  }
  Followers now;
  for (const auto& [dof, leaders] : following) {
    Leading& own = now[model.dofs[dof]];
    for (const auto& [leader, weight] : leaders) {
      entries.emplace_back(static_cast<int>(dof), column[leader], weight);
      own.emplace_back(model.dofs[leader], weight);
    }
  }
  SparseMatrix t(model.size(), static_cast<Eigen::Index>(kept.size()));
  t.setFromTriplets(entries.begin(), entries.end());
  const SparseMatrix back = t.transpose();
  out.mass = back * SparseMatrix(model.mass * t);
  out.stiffness = back * SparseMatrix(model.stiffness * t);
  for (std::size_t p = 0; p < model.substructures.size(); ++p) {
    const auto in = [&](std::size_t i) { return parts.of(i) == p; };
    const auto first = std::find_if(kept.begin(), kept.end(), in);
    if (first == kept.end()) continue;
    out.substructures.push_back({model.substructures[p].name,
                                 static_cast<Eigen::Index>(first - kept.begin()),
                                 std::count_if(kept.begin(), kept.end(), in)});
  }
  follow_on(now, &model.followers);
  out.followers = std::move(model.followers);
  out.followers.insert(now.begin(), now.end());
  out.source = std::move(model.source);
  out.nodes = std::move(model.nodes);
  out.sets = std::move(model.sets);
  out.faces = std::move(model.faces);
  out.label_shift = std::move(model.label_shift);
  return out;
}

}  // namespace mortise::gen
