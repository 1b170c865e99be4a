#include "generator/bodies/mesh/beam.hpp"

#include <array>
#include <cmath>
#include <cstdint>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {
constexpr int kNodeDofs = 6;
// More of them add no accuracy and lose it: stiffness spreads over the fourth power of their
// number.
constexpr std::int64_t kMostElements = 5000;
using BeamMatrix = Eigen::Matrix<double, 2 * kNodeDofs, 2 * kNodeDofs>;

void check(const BeamSpec& spec) {
  check_material(spec.name, spec.material);
  for (const double value :
       {spec.section.area, spec.section.second_1, spec.section.second_2, spec.section.torsion})
    demand(is_positive(value), spec.name, "a section property is not positive",
           "use round_section or rectangular_section");
  demand(spec.origin.allFinite(), spec.name, "the origin is not finite",
         "give three coordinates in m");
  demand(spec.first_label >= 1, spec.name, "the first node label is below 1",
         "count labels from 1");
  demand(!spec.segments.empty(), spec.name, "has no segment", "give number of elements and length");
  std::int64_t elements = 0;
  for (const BeamSegment& segment : spec.segments) elements += segment.elements;
  demand(elements <= kMostElements, spec.name, std::to_string(elements) + " elements",
         "use at most " + std::to_string(kMostElements) + ": a few per wave are exact enough");
  for (std::size_t i = 0; i < spec.segments.size(); ++i) {
    const std::string segment = "segment " + std::to_string(i);
    demand(spec.segments[i].elements >= 1, spec.name, segment + " has no element",
           "use at least one");
    demand(is_positive(spec.segments[i].length), spec.name, segment + " has no positive length",
           "give it in m");
  }
}

// Distances of the nodes from the root.
std::vector<double> stations(const BeamSpec& spec) {
  std::vector<double> result{0.0};
  double start = 0.0;
  for (const BeamSegment& segment : spec.segments) {
    for (int i = 1; i <= segment.elements; ++i)
      result.push_back(start + segment.length * i / segment.elements);
    start += segment.length;
  }
  return result;
}

// Adds k to the rows of one bending plane: dofs (w1, r1, w2, r2) at `rows`; `turn` is +1 if the
// rotation is dw/ds, -1 if it is -dw/ds.
void add_plane(const Eigen::Matrix4d& plane, const std::array<int, 4>& rows, double turn,
               BeamMatrix& element) {
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const double sign = (i % 2 == 1 ? turn : 1.0) * (j % 2 == 1 ? turn : 1.0);
      element(rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(j)]) +=
          sign * plane(i, j);
    }
}

void add_bar(double diagonal, double off_diagonal, int row, BeamMatrix& element) {
  element(row, row) += diagonal;
  element(row + kNodeDofs, row + kNodeDofs) += diagonal;
  element(row, row + kNodeDofs) += off_diagonal;
  element(row + kNodeDofs, row) += off_diagonal;
}

// Local dofs per node: s, t1, t2, rotations about s, t1, t2; (s, t1, t2) right-handed.
constexpr std::array<int, 4> kPlane1{1, 5, 7, 11};  // t1 and rotation about t2 = +dt1/ds
constexpr std::array<int, 4> kPlane2{2, 4, 8, 10};  // t2 and rotation about t1 = -dt2/ds

BeamMatrix element_stiffness(const BeamSpec& spec, double l) {
  const double young = spec.material.young;
  const double shear = young / (2.0 * (1.0 + spec.material.poisson));
  Eigen::Matrix4d unit;
  // clang-format off
  unit <<    12,     6 * l,     -12,     6 * l,
          6 * l, 4 * l * l,  -6 * l, 2 * l * l,
            -12,    -6 * l,      12,    -6 * l,
          6 * l, 2 * l * l,  -6 * l, 4 * l * l;
  // clang-format on
  unit /= l * l * l;
  BeamMatrix k = BeamMatrix::Zero();
  add_plane(young * spec.section.second_1 * unit, kPlane1, 1.0, k);
  add_plane(young * spec.section.second_2 * unit, kPlane2, -1.0, k);
  const double axial = young * spec.section.area / l;
  add_bar(axial, -axial, 0, k);
  const double torsion = shear * spec.section.torsion / l;
  add_bar(torsion, -torsion, 3, k);
  return k;
}

BeamMatrix element_mass(const BeamSpec& spec, double l) {
  const double line_mass = spec.material.density * spec.section.area;
  Eigen::Matrix4d unit;
  // clang-format off
  unit <<     156,     22 * l,       54,     -13 * l,
           22 * l,  4 * l * l,   13 * l,  -3 * l * l,
               54,     13 * l,      156,     -22 * l,
          -13 * l, -3 * l * l,  -22 * l,   4 * l * l;
  // clang-format on
  unit *= line_mass * l / 420.0;
  BeamMatrix m = BeamMatrix::Zero();
  add_plane(unit, kPlane1, 1.0, m);
  add_plane(unit, kPlane2, -1.0, m);
  add_bar(line_mass * l / 3.0, line_mass * l / 6.0, 0, m);
  const double polar = spec.material.density * (spec.section.second_1 + spec.section.second_2) * l;
  add_bar(polar / 3.0, polar / 6.0, 3, m);
  return m;
}

// Global direction (0..2) of the local axis s, t1, t2: a cyclic permutation, hence right-handed.
int global_axis(Axis axis, int local) { return (static_cast<int>(axis) + local) % 3; }

class BeamAssembly {
 public:
  BeamAssembly(const BeamSpec& spec, const std::vector<double>& positions)
      : spec_(spec), positions_(positions), rows_(positions.size() * kNodeDofs, -1) {}

  FullModel build() {
    FullModel model;
    model.source = spec_.name + " (built-in beam)";
    number_dofs(model);
    const auto n = static_cast<Eigen::Index>(model.dofs.size());
    Entries stiffness, mass;
    for (std::size_t e = 0; e + 1 < positions_.size(); ++e) {
      const double length = positions_[e + 1] - positions_[e];
      scatter(element_stiffness(spec_, length), e, stiffness);
      scatter(element_mass(spec_, length), e, mass);
    }
    model.stiffness = sparse_matrix(n, n, stiffness);
    model.mass = sparse_matrix(n, n, mass);
    return model;
  }

 private:
  // rows_[6 node + global direction] = equation, -1 if clamped
  void number_dofs(FullModel& model) {
    const std::size_t last = positions_.size() - 1;
    for (std::size_t node = 0; node <= last; ++node) {
      const std::int64_t label = spec_.first_label + static_cast<std::int64_t>(node);
      Vector3 position = spec_.origin;
      position[global_axis(spec_.axis, 0)] += positions_[node];
      model.nodes[label] = position;
      if (node == 0 && spec_.root == BeamEnd::clamped) continue;
      if (node == last && spec_.tip == BeamEnd::clamped) continue;
      for (int d = 0; d < kNodeDofs; ++d) {
        rows_[node * kNodeDofs + static_cast<std::size_t>(d)] =
            static_cast<Eigen::Index>(model.dofs.size());
        model.dofs.push_back({label, d + 1});
      }
    }
  }

  Eigen::Index row_of(std::size_t element, int local) const {
    const std::size_t node = element + static_cast<std::size_t>(local / kNodeDofs);
    const int component = local % kNodeDofs;  // 0..2 translations, 3..5 rotations
    const int global = global_axis(spec_.axis, component % 3) + (component < 3 ? 0 : 3);
    return rows_[node * kNodeDofs + static_cast<std::size_t>(global)];
  }

  void scatter(const BeamMatrix& element_matrix, std::size_t element, Entries& entries) const {
    for (int i = 0; i < 2 * kNodeDofs; ++i) {
      for (int j = 0; j < 2 * kNodeDofs; ++j) {
        const Eigen::Index row = row_of(element, i), column = row_of(element, j);
        if (row >= 0 && column >= 0 && element_matrix(i, j) != 0.0)
          entries.emplace_back(row, column, element_matrix(i, j));
      }
    }
  }

  const BeamSpec& spec_;
  const std::vector<double>& positions_;
  std::vector<Eigen::Index> rows_;
};

void add_sets(const BeamSpec& spec, const std::vector<double>& positions, FullModel& model) {
  const auto label = [&spec](std::size_t node) {
    return spec.first_label + static_cast<std::int64_t>(node);
  };
  for (std::size_t node = 0; node < positions.size(); ++node)
    model.sets["AXIS"].push_back(label(node));
  model.sets["ROOT"] = {label(0)};
  model.sets["TIP"] = {label(positions.size() - 1)};
  for (const auto& [name, distance] : spec.named_stations) {
    demand(model.sets.count(name) == 0, spec.name, "the station name " + name + " is taken",
           "choose another name than ROOT, TIP and AXIS");
    for (std::size_t node = 0; node < positions.size(); ++node)
      if (std::abs(positions[node] - distance) <= 1e-6 * positions.back())
        model.sets[name] = {label(node)};
    demand(model.sets.count(name) > 0, spec.name,
           "no node lies at station " + name + ", " + std::to_string(distance) + " m",
           "choose the segments so that a node lies there");
  }
}

}  // namespace

Section round_section(double diameter) {
  const double second = kPi * std::pow(diameter, 4) / 64.0;
  return {kPi * diameter * diameter / 4.0, second, second, 2.0 * second};
}

Section rectangular_section(double side_1, double side_2) {
  Section section;
  section.area = side_1 * side_2;
  section.second_1 = side_1 * side_1 * side_1 * side_2 / 12.0;
  section.second_2 = side_2 * side_2 * side_2 * side_1 / 12.0;

  // St-Venant's series (Timoshenko and Goodier, Theory of Elasticity, art. 109)
  const double narrow = std::min(side_1, side_2);
  const double wide = std::max(side_1, side_2);
  double sum = 0.0;
  for (int n = 99; n >= 1; n -= 2)
    sum += std::tanh(n * kPi * wide / (2.0 * narrow)) / std::pow(n, 5);
  section.torsion = narrow * narrow * narrow * wide / 3.0 *
                    (1.0 - 192.0 * narrow / (std::pow(kPi, 5) * wide) * sum);
  return section;
}

FullModel build_beam(const BeamSpec& spec) {
  check(spec);
  const std::vector<double> positions = stations(spec);
  demand(positions.size() > 2 || spec.root == BeamEnd::free || spec.tip == BeamEnd::free, spec.name,
         "has no free node", "use more elements");
  FullModel model = BeamAssembly(spec, positions).build();
  add_sets(spec, positions, model);
  return model;
}

}  // namespace mortise::gen
