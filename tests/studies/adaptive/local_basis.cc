#include "tests/studies/adaptive/local_basis.hpp"

namespace mortise::gen {
namespace {

void list_free_nodes(const std::vector<bool>& free, LocalBasis* basis) {
  for (int i = 0; i < static_cast<int>(free.size()); ++i) {
    if (!free[static_cast<std::size_t>(i)]) continue;
    std::vector<LocalBasis::Run>& runs = basis->runs;
    if (runs.empty() || runs.back().first + runs.back().count != i) runs.push_back({i, 0});
    ++runs.back().count;
    basis->nodes.push_back(i);
  }
}

}  // namespace

LocalBasis make_local_basis(const std::deque<PressureField>& stages,
                            const std::vector<PressureField>& directions,
                            const std::vector<bool>& free, double noise) {
  LocalBasis b;
  list_free_nodes(free, &b);
  const Eigen::Index n = stages.front().P.size();
  const auto most = static_cast<Eigen::Index>(stages.size() - 1 + directions.size());
  for (Matrix* m : {&b.modes, &b.still, &b.tests}) m->resize(n, most);
  Eigen::Index k = 0;
  const auto add = [&](Vector mode, Vector still) {
    Vector test = mode;
    for (const int i : b.nodes) test[i] = 0.0;
    // twice: once leaves what rounding made of a mode that is nearly known
    for (int pass = 0; pass < 2; ++pass) {
      const Vector known = b.tests.leftCols(k).transpose() * test;
      test.noalias() -= b.tests.leftCols(k) * known;
      mode.noalias() -= b.modes.leftCols(k) * known;
      still.noalias() -= b.still.leftCols(k) * known;
    }
    const double size = test.norm();
    if (!(size > noise)) return;
    b.modes.col(k) = mode / size;
    b.still.col(k) = still / size;
    b.tests.col(k) = test / size;
    ++k;
  };
  for (std::size_t j = 0; j + 1 < stages.size(); ++j) {
    add(stages[j].P - stages[j + 1].P, stages[j].still - stages[j + 1].still);
  }
  for (const PressureField& d : directions) add(d.P, d.still);
  for (Matrix* m : {&b.modes, &b.still, &b.tests}) m->conservativeResize(n, k);
  return b;
}

}  // namespace mortise::gen
