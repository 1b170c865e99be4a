#include "generator/judge/compare/thinned_snapshots.hpp"

namespace mortise::gen {

FilmSnapshots thinned_snapshots(const FilmSnapshots& s, Eigen::Index most) {
  if (s.count() <= most) return s;
  FilmSnapshots thin;
  thin.largest_slope = s.largest_slope;
  std::vector<Eigen::Index> kept;
  for (Eigen::Index k = 0; k < most; ++k) kept.push_back(k * (s.count() - 1) / (most - 1));
  for (const auto& [name, member] : kStageColumns) thin.*member = (s.*member)(Eigen::all, kept);
  for (const auto& [name, member] : kStageEntries) thin.*member = (s.*member)(kept);
  for (const Eigen::Index k : kept) thin.run.push_back(s.run[static_cast<std::size_t>(k)]);
  return thin;
}

}  // namespace mortise::gen
