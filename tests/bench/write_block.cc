// Writes a solid block as CalculiX exports it, and a definition that strikes it against a wall:
//
//   mortise_block DOFS FOLDER [--modes N] [--interface NODES]
//
// The contact has NODES nodes, 3 interface dofs each: two lower corners, or so many evenly over the
// free end. 300 x 200 x 100 mm of steel, slightly distorted hexahedra with incompatible modes, held
// at x = 0; about DOFS free dofs. In FOLDER: block.inp, .sti, .mas, .dof, block.toml.
#include <fmt/format.h>
#include <fmt/os.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "generator/bodies/mesh/solid_mesh.hpp"

namespace mortise::gen {
namespace {

const Vector3 kSize(0.3, 0.2, 0.1);  // [m]
constexpr double kDistortion = 0.1;
constexpr double kMillimetre = 1e3;  // [mm/m]; with tonne, second and newton
constexpr double kNewtonPerMillimetre = 1e-3, kTonne = 1e-3;

std::array<int, 3> cells_for(double dofs) {
  const double cell = std::cbrt(kSize.prod() / (dofs / 3.0));
  std::array<int, 3> cells{};
  for (int d = 0; d < 3; ++d)
    cells[static_cast<std::size_t>(d)] =
        std::max(1, static_cast<int>(std::lround(kSize[d] / cell)));
  return cells;
}

// Upper triangle column by column, explicit zeros included, as ccx 2.20 does.
void write_matrix(const std::string& path, const SparseMatrix& matrix, const SparseMatrix& pattern,
                  double factor) {
  auto file = fmt::output_file(path, fmt::buffer_size = 1 << 20);
  for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
    SparseMatrix::InnerIterator value(matrix, j);
    for (SparseMatrix::InnerIterator it(pattern, j); it && it.row() <= j; ++it) {
      while (value && value.row() < it.row()) ++value;
      const bool given = value && value.row() == it.row();
      file.print("{} {} {:.13e}\n", it.row() + 1, j + 1, given ? factor * value.value() : 0.0);
    }
  }
}

void write_deck(const std::string& path, const FullModel& model) {
  auto file = fmt::output_file(path);
  file.print("*NODE, NSET=ALL\n");
  for (const auto& [label, x] : model.nodes)
    file.print("{}, {:.9e}, {:.9e}, {:.9e}\n", label, kMillimetre * x[0], kMillimetre * x[1],
               kMillimetre * x[2]);
  for (const char* name : {"fixed", "tip"}) {
    file.print("*NSET, NSET={}\n", name);
    for (const std::int64_t label : model.sets.at(name)) file.print("{},\n", label);
  }
}

// nodes: labels, in contact
void write_definition(const std::string& path, int modes, const std::vector<std::int64_t>& nodes) {
  auto file = fmt::output_file(path);
  file.print(R"(name = "block"
description = "Solid block whose corners strike a wall"

[import]
kind = "calculix"
file = "block"
units = "mm,t,s,N"

[damping]
ratio = 0.01
modes = [1, 3]

[condense]
method = "craig_bampton"
modes = {}

[contact]
kind = "nodes"
nodes = [{}]
friction = 0.2
restitution = 0.3
clearance = 1e-5

[contact.wall]
normal = [0.0, 0.0, 1.0]

[step]
size = 2e-6

[excitation]
kind = "harmonic"
amplitude = 2e4
frequency = 1500.0

[[inputs]]
name = "force"
set = "TIP"
near = [0.3, 0.1, 0.1]
direction = [0.0, 0.0, 1.0]

[[outputs]]
name = "corner"
set = "TIP"
near = [0.3, 0.0, 0.0]
direction = [0.0, 0.0, 1.0]

[[scenarios]]
name = "shake"
duration = 2e-3
held_out = true

# A short full-order run sees the beginning of an impact alone, relative to itself.
[verify]
displacement = 0.05
force = 0.05
)",
             modes, fmt::join(nodes, ", "));
}

// `count` of the nodes of a set, evenly; all of them if there are fewer.
std::vector<std::int64_t> some_of(const std::vector<std::int64_t>& set, std::size_t count) {
  if (count >= set.size()) return set;
  std::vector<std::int64_t> nodes;
  for (std::size_t i = 0; i < count; ++i) nodes.push_back(set[i * set.size() / count]);
  return nodes;
}

int run(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: mortise_block DOFS FOLDER [--modes N] [--interface NODES]\n");
    return 2;
  }
  const std::string folder = argv[2];
  int modes = 20, interface = 0;
  for (int i = 3; i + 1 < argc; i += 2) {
    if (std::string(argv[i]) == "--modes") modes = std::atoi(argv[i + 1]);
    if (std::string(argv[i]) == "--interface") interface = std::atoi(argv[i + 1]);
  }
  const std::array<int, 3> cells = cells_for(std::atof(argv[1]));
  const FullModel model =
      assemble_solid(block_mesh(kSize, cells, kDistortion), {2.1e11, 0.3, 7850.0});
  const std::string stem = folder + "/block";
  write_matrix(stem + ".sti", model.stiffness, model.stiffness, kNewtonPerMillimetre);
  write_matrix(stem + ".mas", model.mass, model.stiffness, kTonne);
  auto dofs = fmt::output_file(stem + ".dof");
  for (const Dof& dof : model.dofs) dofs.print("{}.{}\n", dof.node, dof.direction);
  write_deck(stem + ".inp", model);
  const std::vector<std::int64_t>& tip = model.sets.at("tip");
  const std::vector<std::int64_t> corners = {tip.front(), tip[static_cast<std::size_t>(cells[1])]};
  write_definition(stem + ".toml", modes,
                   interface > 0 ? some_of(tip, static_cast<std::size_t>(interface)) : corners);
  std::printf("%lld dofs, %lld entries of K\n", static_cast<long long>(model.size()),
              static_cast<long long>(model.stiffness.nonZeros()));
  return 0;
}

}  // namespace
}  // namespace mortise::gen

int main(int argc, char** argv) {
  try {
    return mortise::gen::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "mortise_block: %s\n", error.what());
    return 1;
  }
}
