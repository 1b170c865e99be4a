#include "generator/judge/compare/thinned_snapshots.hpp"

namespace mortise::gen {

FilmSnapshots thinned_snapshots(const FilmSnapshots& s, Eigen::Index most) {
  if (s.count() <= most) return s;
  FilmSnapshots thin;
  thin.largest_slope = s.largest_slope;
  const auto at = [&](Eigen::Index k) { return k * (s.count() - 1) / (most - 1); };
  const auto columns = [&](const Matrix& all) {
    Matrix some(all.rows(), most);
    for (Eigen::Index k = 0; k < most; ++k) some.col(k) = all.col(at(k));
    return some;
  };
  const auto entries = [&](const Vector& all) {
    Vector some(most);
    for (Eigen::Index k = 0; k < most; ++k) some[k] = all[at(k)];
    return some;
  };
  thin.pressure = columns(s.pressure);
  thin.content_rate = columns(s.content_rate);
  thin.modal = columns(s.modal);
  thin.approach = entries(s.approach);
  thin.frame = entries(s.frame);
  thin.frame_rate = entries(s.frame_rate);
  thin.load = entries(s.load);
  thin.speed = entries(s.speed);
  thin.viscosity_factor = entries(s.viscosity_factor);
  thin.acceleration = entries(s.acceleration);
  thin.time = entries(s.time);
  for (Eigen::Index k = 0; k < most; ++k)
    thin.run.push_back(s.run[static_cast<std::size_t>(at(k))]);
  return thin;
}

}  // namespace mortise::gen
