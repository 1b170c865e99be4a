#include "generator/simulate/bolted/kept_levels.hpp"

#include <utility>

#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/files/matrix_json.hpp"

namespace mortise::gen {

static void to_json(nlohmann::json& value, const KeptMove& m) {
  std::vector<int> status;
  for (const PointStatus s : m.state.status) status.push_back(static_cast<int>(s));
  value = {{"force", m.state.force}, {"gap", m.state.gap}, {"status", status}, {"work", m.work}};
}

static void from_json(const nlohmann::json& value, KeptMove& m) {
  m.state.force = value.at("force").get<Vector>();
  m.state.gap = value.at("gap").get<Vector>();
  m.state.status.clear();
  for (const int s : value.at("status").get<std::vector<int>>())
    m.state.status.push_back(static_cast<PointStatus>(s));
  m.work = value.at("work").get<double>();
}

namespace {

constexpr const char* kMoveStage = "modal-level";
constexpr const char* kLoopStage = "modal-loop";

void add_numbers(const Matrix& a, ContentHash* hash) {
  const Eigen::Index size[] = {a.rows(), a.cols()};
  hash->add(size, sizeof(size)).add(a.data(), sizeof(double) * std::size_t(a.size()));
}

void add_state(const SurfaceState& state, ContentHash* hash) {
  add_numbers(state.force, hash);
  add_numbers(state.gap, hash);
  hash->add(state.status.data(), sizeof(state.status.front()) * state.status.size());
}

// All that levels depend on besides their loads.
ContentHash base_of(const LevelCache& where, const BoltedStructure& s, const Preloaded& p,
                    const ModalTask& task) {
  ContentHash hash;
  hash.add(generator_build()).add(where.contact);
  for (const GridCompliance& half_spaces : s.half_spaces)
    for (const Matrix& part : half_spaces.table()) add_numbers(part, &hash);
  for (const ContactZone& zone : s.zones)
    hash.add(zone.cells.data(), sizeof(Cell) * zone.cells.size());
  for (const Matrix& part : {s.flexibility, Matrix(s.height), Matrix(s.tied_omega),
                             Matrix(s.mass * task.shape), Matrix(p.load), Matrix(p.boundary)})
    add_numbers(part, &hash);
  for (Eigen::Index column = 0; column < s.points.outerSize(); ++column)
    for (SparseMatrix::InnerIterator w(s.points, column); w; ++w) {
      const Eigen::Index at[] = {w.row(), w.col()};
      const double value = w.value();
      hash.add(at, sizeof(at)).add(&value, sizeof(value));
    }
  add_state(p.state, &hash);
  return hash;
}

}  // namespace

KeptLevels::KeptLevels(const LevelCache& where, const BoltedStructure& structure,
                       const Preloaded& preloaded, const ModalTask& task)
    : cache_(where.folder), none_(where.folder.empty()), points_(structure.point_count()) {
  if (none_) return;
  const ContentHash base = base_of(where, structure, preloaded, task);
  for (const bool upward : {false, true}) {
    ContentHash way = base;
    way.add(upward ? "up" : "down");
    for (const double load : task.loads) {
      way.add(&load, sizeof(load));
      moves_[upward ? 1 : 0].push_back(way.hex());
      if (upward) loops_.push_back(ContentHash(way).add(std::to_string(task.steps)).hex());
    }
  }
}

std::optional<KeptMove> KeptLevels::move(bool upward, std::size_t level) const {
  if (none_) return std::nullopt;
  const auto kept = cache_.load(kMoveStage, moves_[upward ? 1 : 0][level]);
  auto move = kept ? read_json<KeptMove>(*kept) : std::nullopt;
  const bool fits = move && move->state.force.size() == 3 * points_ &&
                    move->state.gap.size() == 3 * points_ &&
                    static_cast<Eigen::Index>(move->state.status.size()) == points_;
  return fits ? std::move(move) : std::nullopt;
}

std::optional<double> KeptLevels::loop(std::size_t level) const {
  if (none_) return std::nullopt;
  const auto kept = cache_.load(kLoopStage, loops_[level]);
  return kept && kept->contains("work") ? read_json<double>((*kept)["work"]) : std::nullopt;
}

void KeptLevels::keep(bool upward, std::size_t level, const KeptMove& move) const {
  if (!none_) cache_.store(kMoveStage, moves_[upward ? 1 : 0][level], move);
}

void KeptLevels::keep(std::size_t level, double loop) const {
  if (!none_) cache_.store(kLoopStage, loops_[level], {{"work", loop}});
}

}  // namespace mortise::gen
