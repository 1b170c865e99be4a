#include "generator/contact/bolted/bolted_structure.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "generator/bodies/condense/component.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/files/matrix_json.hpp"
#include "generator/ground/files/stage_cache.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

SurfaceCompliance BoltedStructure::compliance(const Matrix& of_boundary) const {
  std::vector<SurfaceGrid> grids;
  for (std::size_t z = 0; z < zones.size(); ++z) grids.push_back({&half_spaces[z], zones[z].cells});
  return {std::move(grids), points, of_boundary};
}

namespace {

// What a condensation leaves of a model, whatever lies between its surfaces.
struct CondensedPairs {
  Eigen::Index boundary = 0;
  Matrix stiffness, mass;
  Vector tied_omega;
  Matrix loads, rows;  // in the structure's coordinates
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CondensedPairs, boundary, stiffness, mass, tied_omega, loads,
                                   rows)

struct PairTask {
  const FullModel& model;
  const SparseMatrix pairs;
  const CondenseOptions options;
  const Matrix& loads;
  const SparseMatrix& rows;
};

void add_matrix(const Matrix& a, ContentHash* hash) {
  const Eigen::Index size[] = {a.rows(), a.cols()};
  hash->add(size, sizeof(size)).add(a.data(), sizeof(double) * std::size_t(a.size()));
}

void add_matrix(SparseMatrix a, ContentHash* hash) {
  a.makeCompressed();
  const Eigen::Index size[] = {a.rows(), a.cols(), a.nonZeros()};
  const auto entries = static_cast<std::size_t>(a.nonZeros());
  hash->add(size, sizeof(size));
  hash->add(a.outerIndexPtr(), sizeof(*a.outerIndexPtr()) * std::size_t(a.cols() + 1));
  hash->add(a.innerIndexPtr(), sizeof(*a.innerIndexPtr()) * entries);
  hash->add(a.valuePtr(), sizeof(double) * entries);
}

std::string key_of(const PairTask& task) {
  ContentHash hash;
  hash.add(generator_build()).add(std::to_string(task.options.modes.count));
  for (const SparseMatrix* a : {&task.model.stiffness, &task.model.mass, &task.pairs, &task.rows})
    add_matrix(*a, &hash);
  add_matrix(task.loads, &hash);
  return hash.hex();
}

CondensedPairs condense_pairs(const PairTask& task) {
  const CondensedComponent body =
      condense_component(task.model.stiffness, task.model.mass, task.pairs, task.options);
  CondensedPairs c;
  c.boundary = body.constraint_modes.cols();
  c.stiffness = body.stiffness;
  c.mass = body.mass;
  c.tied_omega = body.normal.omega;
  c.loads = transposed_product(body.constraint_modes, task.loads);
  c.rows.resize(task.rows.rows(), c.stiffness.cols());
  c.rows << task.rows * body.constraint_modes, task.rows * body.normal.shapes;
  return c;
}

// Nothing if it is of another shape than a condensation of this task.
std::optional<CondensedPairs> read_kept(const nlohmann::json& value, const PairTask& task) {
  auto c = read_json<CondensedPairs>(value);
  if (!c) return std::nullopt;
  const Eigen::Index boundary = task.pairs.rows(), all = boundary + c->tied_omega.size();
  const bool fits = c->boundary == boundary && c->stiffness.rows() == all &&
                    c->stiffness.cols() == all && c->mass.rows() == all && c->mass.cols() == all &&
                    c->loads.rows() == boundary && c->loads.cols() == task.loads.cols() &&
                    c->rows.rows() == task.rows.rows() && c->rows.cols() == all;
  return fits ? c : std::nullopt;
}

CondensedPairs kept_pairs(const PairTask& task, const std::string& cache) {
  if (cache.empty()) return condense_pairs(task);
  constexpr const char* kStage = "pairs";
  const StageCache kept(cache);
  const std::string key = key_of(task);
  if (const auto stored = kept.load(kStage, key))
    if (auto read = read_kept(*stored, task)) return *std::move(read);
  CondensedPairs made = condense_pairs(task);
  kept.store(kStage, key, made);
  return made;
}

}  // namespace

BoltedStructure make_bolted(const FullModel& model, std::vector<ContactZone> zones,
                            const BoltedOptions& options, const Matrix& loads,
                            const SparseMatrix& rows, Matrix* boundary_loads,
                            const std::string& cache) {
  BoltedStructure s;
  s.zones = std::move(zones);
  for (const ContactZone& zone : s.zones)
    s.half_spaces.emplace_back(zone.grid, options.surfaces, options.coupling);
  s.points = point_rows(s.zones);
  s.height = Vector::Zero(s.points.rows());
  Eigen::Index first = 0;
  for (const ContactZone& zone : s.zones)
    for (Eigen::Index p = 0; p < zone.points(); ++p, first += 3) s.height[first] = zone.height[p];
  CondenseOptions condense;
  condense.modes.count = options.modes;
  condense.by_blocks = true;
  condense.diagonal = false;
  CondensedPairs body =
      kept_pairs({model, pair_rows(model, s.zones), condense, loads, rows}, cache);
  s.boundary = body.boundary;
  s.stiffness = std::move(body.stiffness);
  s.mass = std::move(body.mass);
  s.tied_omega = std::move(body.tied_omega);
  s.sensor = std::move(body.rows);
  *boundary_loads = std::move(body.loads);
  const Cholesky factor(s.stiffness.topLeftCorner(s.boundary, s.boundary));
  demand(factor.positive(), model.source, "the open structure is not held",
         "bolts and supports must hold it where the surfaces part");
  s.flexibility = factor.inverse();
  return s;
}

namespace {

// Points that are held by half-spaces, directions that do not see the others at a time.
struct HeldPoints {
  std::vector<Cell> cells;
  std::vector<Eigen::Index> points;  // their numbers
};

// stiffness += W^T C^-1 W of some directions of these points.
void add_held(const GridCompliance& half_spaces, const HeldPoints& held,
              const std::vector<Eigen::Index>& directions, const SurfaceCompliance::PointRows& rows,
              Matrix* stiffness) {
  const auto n = static_cast<Eigen::Index>(held.cells.size());
  const auto size = n * static_cast<Eigen::Index>(directions.size());
  std::vector<Eigen::Index> column(static_cast<std::size_t>(rows.cols()), -1), touched;
  const auto each = [&](const auto& use) {
    Eigen::Index row = 0;
    for (const Eigen::Index d : directions)
      for (const Eigen::Index p : held.points) {
        for (SurfaceCompliance::PointRows::InnerIterator w(rows, 3 * p + d); w; ++w) use(row, w);
        ++row;
      }
  };
  each([&](Eigen::Index, const auto& w) {
    Eigen::Index& at = column[static_cast<std::size_t>(w.col())];
    if (at >= 0) return;
    at = static_cast<Eigen::Index>(touched.size());
    touched.push_back(w.col());
  });
  Matrix moved = Matrix::Zero(size, static_cast<Eigen::Index>(touched.size()));
  each([&](Eigen::Index row, const auto& w) {
    moved(row, column[static_cast<std::size_t>(w.col())]) = w.value();
  });
  Matrix compliance(size, size);
  for (Eigen::Index b = 0; b < n; ++b)
    for (Eigen::Index a = 0; a < n; ++a) {
      const RectangleCompliance c = half_spaces.between(held.cells[static_cast<std::size_t>(a)],
                                                        held.cells[static_cast<std::size_t>(b)]);
      if (directions.size() == 2) {
        compliance(a, b) = c.xx;
        compliance(n + a, n + b) = c.yy;
        compliance(n + a, b) = compliance(a, n + b) = c.xy;
      } else {
        compliance(a, b) = directions[0] == 0 ? c.zz : directions[0] == 1 ? c.xx : c.yy;
      }
    }
  const Cholesky factor(std::move(compliance));
  moved = factor.solve_lower(std::move(moved));
  const Matrix block = product(moved.transpose(), moved);
  for (std::size_t b = 0; b < touched.size(); ++b)
    for (std::size_t a = 0; a < touched.size(); ++a)
      (*stiffness)(touched[a], touched[b]) +=
          block(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
}

}  // namespace

BondedModes bonded_modes(const BoltedStructure& s, const std::vector<bool>& closed,
                         Eigen::Index count) {
  Matrix stiffness = s.stiffness;
  const SurfaceCompliance::PointRows rows = s.points;
  Eigen::Index first = 0;
  for (std::size_t z = 0; z < s.zones.size(); ++z) {
    HeldPoints held;
    for (Eigen::Index p = 0; p < s.zones[z].points(); ++p)
      if (closed[static_cast<std::size_t>(first + p)]) {
        held.cells.push_back(s.zones[z].cells[static_cast<std::size_t>(p)]);
        held.points.push_back(first + p);
      }
    first += s.zones[z].points();
    if (held.cells.empty()) continue;
    const bool coupled = s.half_spaces[z].table()[3].size() > 0;
    std::vector<std::vector<Eigen::Index>> groups{{0}, {1}, {2}};
    if (coupled) groups = {{0}, {1, 2}};
    for (const auto& directions : groups)
      add_held(s.half_spaces[z], held, directions, rows, &stiffness);
  }
  const PencilEigen modes = pencil_eigen(stiffness, s.mass);
  demand(modes.converged, "bonded structure", "its modes were not found",
         "check the masses of the body");
  BondedModes found;
  const Eigen::Index kept = std::min(count, s.mass.rows());
  found.omega = modes.values.head(kept).cwiseMax(0.0).cwiseSqrt();
  found.shapes = modes.vectors.leftCols(kept);
  return found;
}

}  // namespace mortise::gen
