// Bolted structures as users of other codes have them: exported in another system of units, with
// nodes in another order, in all formats.
#pragma once

#include <fmt/format.h>

#include <numeric>
#include <string>
#include <vector>

#include "generator/bodies/mesh/bolted_pad.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "tests/generator/bodies/import/vendor_writers.hpp"

namespace mortise::gen {

// In mm, t, s, N; labels with gaps, so mixed that partners of a joint have nothing in common.
inline FullModel as_exported(const FullModel& model) {
  const auto count = static_cast<std::int64_t>(model.nodes.size());
  std::int64_t stride = count / 3;
  while (std::gcd(stride, count) != 1) ++stride;
  std::map<std::int64_t, std::int64_t> label;
  for (const auto& [node, place] : model.nodes)
    label[node] = 101 + 3 * (static_cast<std::int64_t>(label.size()) * stride % count);
  FullModel result;
  for (const auto& [node, place] : model.nodes) result.nodes[label[node]] = 1e3 * place;
  for (const auto& [name, nodes] : model.sets)
    for (const std::int64_t node : nodes) result.sets[name].push_back(label[node]);
  for (const Dof& dof : model.dofs) result.dofs.push_back({label[dof.node], dof.direction});
  std::vector<std::size_t> order(model.dofs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return result.dofs[a] < result.dofs[b]; });
  std::vector<int> row(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) row[order[i]] = static_cast<int>(i);
  std::sort(result.dofs.begin(), result.dofs.end());
  const auto moved = [&](const SparseMatrix& matrix) {
    Entries entries;
    for (Eigen::Index j = 0; j < matrix.outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(matrix, j); it; ++it)
        entries.emplace_back(row[static_cast<std::size_t>(it.row())],
                             row[static_cast<std::size_t>(it.col())], 1e-3 * it.value());
    return sparse_matrix(matrix.rows(), matrix.cols(), entries);
  };
  result.stiffness = moved(model.stiffness);  // N/mm
  result.mass = moved(model.mass);            // t
  return result;
}

struct JointExport {
  const char* name;    // of the test
  const char* format;  // import.kind
  double error;        // of what is computed from it, relative
  void (*write)(const FullModel& model, const std::string& job);
};

inline void PrintTo(const JointExport& e, std::ostream* os) { *os << e.name; }

inline void write_abaqus_lower(const FullModel& model, const std::string& job) {
  write_abaqus(model, job, Triangle::lower);
}

inline void write_punched(const FullModel& model, const std::string& job) {
  write_bytes(job + ".pch",
              "BEGIN BULK\n" + dmig_text("KAAX", model.stiffness, model.dofs, DmigFields::large) +
                  dmig_text("MAAX", model.mass, model.dofs, DmigFields::large) + "ENDDATA\n");
}

inline void write_output4(const FullModel& model, const std::string& job) {
  write_dof_list(model, job + ".dof");
  write_bytes(job + "_k.op4", op4_text("KAA", model.stiffness, Op4Form::big, true));
  write_bytes(job + "_m.op4", op4_text("MAA", model.mass, Op4Form::big, true));
}

inline void write_scipy(const FullModel& model, const std::string& job) {
  write_dof_list(model, job + ".dof");
  write_npz(npz_members(model.stiffness, "csc"), job + "_k.npz", false);
  write_npz(npz_members(model.mass, "csc"), job + "_m.npz", false);
}

// Ten digits of K are not many: what an element's forces lack for equilibrium holds a slender
// plate.
constexpr JointExport kJointExports[] = {
    {"CalculiX", "calculix", 1e-8, write_calculix},
    {"Abaqus", "abaqus", 1e-8, write_abaqus_lower},
    {"Ansys", "ansys", 1e-8, write_ansys},
    {"NastranPunch", "nastran", 1e-4, write_punched},
    {"NastranOutput4", "nastran", 1e-8, write_output4},
    {"MatrixMarket", "matrix_market", 1e-8, write_market},
    {"SciPy", "npz", 1e-8, write_scipy},
};

// The keys that take a shipped definition's structure from an export instead.
inline std::vector<std::string> own_mesh(const std::string& format, const std::string& job) {
  return {"mesh=file", fmt::format("import={{kind = \"{}\", file = \"{}\", units = \"mm,t,s,N\"}}",
                                   format, job)};
}

// Two plates, clamped by a bolt in each of these zones, in a row along x; between them they do not
// touch. The lower one is held at its end x < 0; sensor: at the other end of the upper one.
inline SolidMesh bolt_row(const std::vector<std::string>& zones) {
  static const BoltShape bolt;
  PadMesh pad;
  pad.around = 8;
  pad.rings = {1.0};
  pad.wing_columns = 1;
  constexpr double kPitch = 0.05, kHalf = 0.018, kWidth = 0.03;
  const std::vector<double> levels{0.0, 0.001, 0.006};
  BoltedPadBuilder builder(bolt, pad, kWidth, levels);
  for (std::size_t z = 0; z < zones.size(); ++z) {
    const double x = kPitch * double(z);
    builder.clamp(zones[z], {x, 0.0}, x - kHalf, x + kHalf);
    if (z == 0) continue;
    for (const BoltedPart part : {BoltedPart::UPPER, BoltedPart::LOWER})
      builder.grid(x - kPitch + kHalf, x - kHalf, 1, part, 1);
  }
  SolidMesh& mesh = builder.mesh();
  const int across = builder.columns_across();
  const double end = kPitch * double(zones.size() - 1) + kHalf;
  for (int j = 0; j <= across; ++j)
    for (const double z : levels)
      mesh.sets["fixed"].push_back(
          builder.node({-kHalf, 0.5 * kWidth * (2.0 * j / across - 1.0)}, -z, BoltedPart::LOWER));
  mesh.sets["sensor"] = {builder.node({end, 0.0}, levels.back(), BoltedPart::UPPER)};
  mesh.source = "row of bolts";
  return std::move(mesh);
}

}  // namespace mortise::gen
