#include "generator/bodies/mesh/contact_block.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

constexpr double kGrowth = 4.0 / 3.0;  // of neighbouring intervals
constexpr int kBoxCells = 2;           // depth of a box, in cells around it
constexpr double kRoom = 0.9;          // share of a block that boxes and what surrounds them take

constexpr int kMostContactElements = 10000;

using Position = Eigen::Vector2d;

std::string metres(double value) { return number_text(value, 6) + " m"; }

int round_up(int value, int unit) { return (value + unit - 1) / unit * unit; }

void add_cell(MeshBuilder* builder, const Position& low, const Position& high,
              const PlaneMap& map) {
  builder->add({low, Position(high.x(), low.y()), high, Position(low.x(), high.y())}, map);
}

// The template above. fine: f0, f3; coarse: c0, c1.
void add_transition(MeshBuilder* builder, const std::array<Position, 2>& fine,
                    const std::array<Position, 2>& coarse, const PlaneMap& map) {
  const auto at = [&](double along, double away) -> Position {
    return (1.0 - away) * ((1.0 - along) * fine[0] + along * fine[1]) +
           away * ((1.0 - along) * coarse[0] + along * coarse[1]);
  };
  // Inner points that keep all angles between 36 and 138 degrees in a square.
  const Position i0 = at(0.37, 0.5), i1 = at(0.63, 0.5);
  const Position f1 = at(1.0 / 3.0, 0.0), f2 = at(2.0 / 3.0, 0.0);
  builder->add({fine[0], f1, i0, coarse[0]}, map);
  builder->add({f1, f2, i1, i0}, map);
  builder->add({f2, fine[1], coarse[1], i1}, map);
  builder->add({i0, i1, coarse[1], coarse[0]}, map);
}

// A grid with a finer box of `box_columns` x `box_rows` cells in its corner left out.
void add_around(MeshBuilder* builder, const std::vector<double>& columns,
                const std::vector<double>& rows, std::size_t box_columns, std::size_t box_rows,
                const PlaneMap& map) {
  for (std::size_t j = 0; j + 1 < rows.size(); ++j) {
    for (std::size_t i = 0; i + 1 < columns.size(); ++i) {
      if (i < box_columns && j < box_rows) continue;
      const Position low(columns[i], rows[j]), high(columns[i + 1], rows[j + 1]);
      const Position right(high.x(), low.y()), left(low.x(), high.y());
      if (i == box_columns && j < box_rows)
        add_transition(builder, {low, left}, {right, high}, map);
      else if (j == box_rows && i < box_columns)
        add_transition(builder, {low, right}, {left, high}, map);
      else
        add_cell(builder, low, high, map);
    }
  }
}

}  // namespace

MeshBuilder::MeshBuilder(PlaneState state, const std::string& source, double tolerance)
    : tolerance_(tolerance) {
  mesh_.state = state;
  mesh_.source = source;
}

void MeshBuilder::add(const std::array<Eigen::Vector2d, 4>& corners, const PlaneMap& map) {
  std::array<Eigen::Vector2d, 4> place;
  for (std::size_t i = 0; i < 4; ++i) place[i] = map(corners[i]);
  const Eigen::Vector2d a = place[2] - place[0], b = place[3] - place[1];
  std::array<std::size_t, 4> order{0, 1, 2, 3};
  if (a.x() * b.y() - a.y() * b.x() < 0.0) order = {0, 3, 2, 1};  // the diagonals turn clockwise
  std::array<int, 8> nodes{};
  for (std::size_t i = 0; i < 4; ++i) nodes[i] = node_at(place[order[i]]);
  for (std::size_t i = 0; i < 4; ++i)
    nodes[4 + i] = node_at(map(0.5 * (corners[order[i]] + corners[order[(i + 1) % 4]])));
  mesh_.elements.push_back(nodes);
}

void MeshBuilder::name_set(const std::string& name,
                           const std::function<bool(const Eigen::Vector2d&)>& belongs) {
  std::vector<int> set;
  for (std::size_t i = 0; i < mesh_.nodes.size(); ++i)
    if (belongs(mesh_.nodes[i])) set.push_back(static_cast<int>(i));
  std::sort(set.begin(), set.end(), [&](int a, int b) {
    return mesh_.nodes[static_cast<std::size_t>(a)].x() <
           mesh_.nodes[static_cast<std::size_t>(b)].x();
  });
  mesh_.sets[name] = std::move(set);
}

int MeshBuilder::node_at(const Eigen::Vector2d& place) {
  const auto cell = [&](double x) {
    return static_cast<std::int64_t>(std::llround(x / tolerance_));
  };
  const std::int64_t i = cell(place.x()), j = cell(place.y());
  for (std::int64_t di = -1; di <= 1; ++di) {
    for (std::int64_t dj = -1; dj <= 1; ++dj) {
      const auto found = cells_.find({i + di, j + dj});
      if (found != cells_.end()) return found->second;
    }
  }
  const int node = static_cast<int>(mesh_.nodes.size());
  cells_[{i, j}] = node;
  const double x = std::abs(place.x()) < tolerance_ ? 0.0 : place.x();  // exactly on the axis
  mesh_.nodes.emplace_back(x, place.y());
  return node;
}

double node_tolerance(const ContactBlock& block) {
  return 1e-4 * block.contact_radius / block.contact_elements;
}

std::vector<double> equal_points(double start, double end, int count) {
  std::vector<double> points;
  points.reserve(static_cast<std::size_t>(count) + 1);
  for (int i = 0; i <= count; ++i) points.push_back(start + (end - start) * i / count);
  return points;
}

void continue_graded(std::vector<double>* points, double end, double largest) {
  const double start = points->back(), length = end - start;
  if (!(length > 0.0)) return;
  // Intervals as they would grow, until one more fits worse; then all are scaled to fit.
  std::vector<double> sizes;
  double sum = 0.0, size = start - (*points)[points->size() - 2];
  for (;;) {
    size = std::clamp(largest, size / kGrowth, size * kGrowth);
    const bool closer = sizes.empty() || (sum + size) / length < length / sum;
    if (!closer) break;
    sizes.push_back(size);
    sum += size;
  }
  double at = 0.0;
  for (const double s : sizes) {
    at += s;
    points->push_back(start + length * (at / sum));
  }
  points->back() = end;
}

ContactBlock grade_contact(double contact_radius, int contact_elements, const BlockLimits& limits) {
  ContactBlock block;
  block.contact_radius = contact_radius;
  block.contact_elements = contact_elements;
  const double h = contact_radius / contact_elements;
  int columns = contact_elements, rows = 1, cell = 1;  // uniform part; cell: in contact elements
  for (;;) {
    // One more box: cells of three, one of them around the box.
    const int wider = 3 * cell;
    const int beyond = block.boxes.empty() ? contact_elements : block.boxes.back()[0] + 2 * cell;
    const std::array<int, 2> box{round_up(beyond, wider), kBoxCells * wider};
    if (wider * h > limits.largest || (box[0] + wider) * h > kRoom * limits.width ||
        (box[1] + wider) * h > kRoom * limits.depth)
      break;
    block.boxes.push_back(box);
    cell = wider;
    columns = box[0] / cell + 1;
    rows = kBoxCells + 1;
  }
  const auto at = [&](int i) { return contact_radius * (i * cell) / contact_elements; };
  for (int i = 0; i <= columns; ++i) block.columns.push_back(at(i));
  for (int j = 0; j <= rows; ++j) block.rows.push_back(at(j));
  continue_graded(&block.columns, limits.width, limits.largest);
  continue_graded(&block.rows, limits.depth, limits.largest);
  return block;
}

void add_contact_block(MeshBuilder* builder, const ContactBlock& block, const PlaneMap& map) {
  int cell = 1;
  std::array<int, 2> inner{0, 0};
  const auto points = [&](int reach) {
    std::vector<double> at;
    for (int i = 0; i <= reach; i += cell)
      at.push_back(block.contact_radius * i / block.contact_elements);
    return at;
  };
  const auto cells = [&](int reach) { return static_cast<std::size_t>(reach / cell); };
  for (const std::array<int, 2>& box : block.boxes) {
    add_around(builder, points(box[0]), points(box[1]), cells(inner[0]), cells(inner[1]), map);
    inner = box;
    cell *= 3;
  }
  add_around(builder, block.columns, block.rows, cells(inner[0]), cells(inner[1]), map);
}

void name_contact(MeshBuilder* builder, double radius, double contact_radius) {
  const double tolerance = builder->tolerance();
  builder->name_set("contact", [=](const Position& p) {
    return std::abs(p.x()) < contact_radius + tolerance &&
           std::abs(p.y() - circle_height(radius, p.x())) < tolerance;
  });
}

void add_block(MeshBuilder* builder, const std::vector<double>& columns,
               const std::vector<double>& rows, const PlaneMap& map) {
  add_around(builder, columns, rows, 0, 0, map);
}

double circle_height(double radius, double x) {
  return x * x / (radius + std::sqrt((radius - x) * (radius + x)));
}

std::string describe_length(const std::string& key, double value) {
  return key + " = " + metres(value);
}

void check_lengths(const std::string& where,
                   const std::vector<std::pair<std::string, double>>& lengths) {
  for (const auto& [key, value] : lengths) {
    demand(is_positive(value), where, describe_length(key, value) + " is not a positive length",
           "give " + key + " in metres");
  }
}

void check_contact(const std::string& where, double contact_radius, int contact_elements,
                   double share, const std::string& reach_name, double reach) {
  check_lengths(where, {{"contact_radius", contact_radius}});
  demand(contact_elements >= 1 && contact_elements <= kMostContactElements, where,
         "contact_elements = " + std::to_string(contact_elements) + " is not in 1 .. " +
             std::to_string(kMostContactElements),
         "a few elements for the width of the narrowest pressure peak are enough");
  demand(contact_radius <= share * reach, where,
         describe_length("contact_radius", contact_radius) +
             " leaves no room beside it: " + describe_length(reach_name, reach),
         "lower contact_radius to at most " + metres(share * reach) +
             "; a contact is small compared with its body");
}

}  // namespace mortise::gen
