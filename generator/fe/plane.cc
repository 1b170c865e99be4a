#include "generator/fe/plane.hpp"

#include <algorithm>
#include <cmath>

#include "generator/error.hpp"

namespace mortise::gen {
namespace {

constexpr std::int64_t kMostNodes = 10'000'000;

void require(bool holds, const PlaneBody& body, const std::string& finding,
             const std::string& remedy) {
  if (!holds) throw Error("body " + body.name, finding, remedy);
}

bool is_positive(double value) { return std::isfinite(value) && value > 0.0; }

void check_material(const PlaneBody& body) {
  require(is_positive(body.young), body, "Young's modulus is not positive", "give it in Pa");
  require(is_positive(body.density), body, "the density is not positive", "give it in kg/m3");
  const bool strain = body.state == PlaneState::strain;
  const bool below = strain ? body.poisson < 0.5 : body.poisson <= 0.5;
  require(body.poisson > -1.0 && below, body,
          "Poisson's ratio " + std::to_string(body.poisson) + " is not between -1 and 0.5",
          strain ? "plane strain needs less than 0.5" : "steel has 0.3");
}

void check_body(const PlaneBody& body) {
  require(!body.name.empty(), body, "has no name", "name every body");
  require(is_positive(body.length), body, "the length is not positive", "give it in m");
  require(is_positive(body.height), body, "the height is not positive", "give it in m");
  require(is_positive(body.width), body, "the width is not positive", "give it in m");
  require(body.elements_x >= 1 && body.elements_y >= 1, body, "has no element along x or along y",
          "give at least 1 each");
  const std::int64_t nodes =
      (std::int64_t{body.elements_x} + 1) * (std::int64_t{body.elements_y} + 1);
  require(nodes <= kMostNodes, body, "has " + std::to_string(nodes) + " nodes",
          "use fewer elements, at most " + std::to_string(kMostNodes) + " nodes");
  require(std::isfinite(body.origin_x + body.origin_y + body.angle), body,
          "the place is not finite", "give the origin in m, the angle in rad");
  check_material(body);
  for (const EdgeSupport& support : body.supports) {
    require(!support.directions.empty(), body, "a support holds no direction",
            "give 1 (x), 2 (y) or both");
    for (const int d : support.directions)
      require(d == 1 || d == 2, body, "a support holds direction " + std::to_string(d),
              "a plane body moves in directions 1 (x) and 2 (y)");
  }
}

// One body on its way into the model.
class PlaneAssembly {
 public:
  PlaneAssembly(const PlaneBody& body, FullModel* model,
                std::vector<Eigen::Triplet<double>>* stiffness,
                std::vector<Eigen::Triplet<double>>* mass)
      : body_(body),
        model_(*model),
        stiffness_(*stiffness),
        mass_(*mass),
        first_label_(static_cast<std::int64_t>(model->nodes.size()) + 1) {}

  void add() {
    add_nodes();
    add_sets();
    number_dofs();
    // all elements are congruent
    QuadCorners corners;
    corners << offset(0, 0).head<2>().transpose(), offset(1, 0).head<2>().transpose(),
        offset(1, 1).head<2>().transpose(), offset(0, 1).head<2>().transpose();
    const Eigen::Matrix3d elasticity = plane_elasticity(body_.young, body_.poisson, body_.state);
    const QuadMatrix k = quad_stiffness(corners, elasticity, body_.width, body_.element);
    const QuadMatrix m = quad_mass(corners, body_.density, body_.width);
    for (int y = 0; y < body_.elements_y; ++y)
      for (int x = 0; x < body_.elements_x; ++x) {
        scatter(k, x, y, &stiffness_);
        scatter(m, x, y, &mass_);
      }
  }

 private:
  std::int64_t label(int x, int y) const {
    return first_label_ + std::int64_t{y} * (body_.elements_x + 1) + x;
  }

  // Position of node (x, y) of the mesh, from the corner left, bottom [m].
  Vector3 offset(int x, int y) const {
    const double along = body_.length * x / body_.elements_x;
    const double up = body_.height * y / body_.elements_y;
    const double c = std::cos(body_.angle), s = std::sin(body_.angle);
    return {c * along - s * up, s * along + c * up, 0.0};
  }

  void add_nodes() {
    const Vector3 origin(body_.origin_x, body_.origin_y, 0.0);
    for (int y = 0; y <= body_.elements_y; ++y)
      for (int x = 0; x <= body_.elements_x; ++x) model_.nodes[label(x, y)] = origin + offset(x, y);
  }

  std::vector<std::int64_t> edge(PlaneEdge which) const {
    const int nx = body_.elements_x, ny = body_.elements_y;
    std::vector<std::int64_t> labels;
    if (which == PlaneEdge::left || which == PlaneEdge::right)
      for (int y = 0; y <= ny; ++y) labels.push_back(label(which == PlaneEdge::left ? 0 : nx, y));
    else
      for (int x = 0; x <= nx; ++x) labels.push_back(label(x, which == PlaneEdge::bottom ? 0 : ny));
    return labels;
  }

  void add_set(const std::string& name, std::vector<std::int64_t> labels) {
    require(model_.sets.emplace(name, std::move(labels)).second, body_,
            "the set name " + name + " is taken by another body", "name the bodies differently");
  }

  void add_sets() {
    std::vector<std::int64_t> all;
    for (std::int64_t i = label(0, 0); i <= label(body_.elements_x, body_.elements_y); ++i)
      all.push_back(i);
    add_set(body_.name, std::move(all));
    add_set(body_.name + ".left", edge(PlaneEdge::left));
    add_set(body_.name + ".right", edge(PlaneEdge::right));
    add_set(body_.name + ".bottom", edge(PlaneEdge::bottom));
    add_set(body_.name + ".top", edge(PlaneEdge::top));
  }

  // rows_[2 node + direction - 1] = equation, -1 if held
  void number_dofs() {
    const std::size_t nodes = model_.sets[body_.name].size();
    rows_.assign(2 * nodes, 0);
    for (const EdgeSupport& support : body_.supports)
      for (const std::int64_t node : edge(support.edge))
        for (const int d : support.directions)
          rows_[2 * static_cast<std::size_t>(node - first_label_) + static_cast<std::size_t>(d) -
                1] = -1;
    const auto first = static_cast<Eigen::Index>(model_.dofs.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i] < 0) continue;
      rows_[i] = static_cast<Eigen::Index>(model_.dofs.size());
      model_.dofs.push_back(
          {first_label_ + static_cast<std::int64_t>(i / 2), static_cast<int>(i % 2) + 1});
    }
    const Eigen::Index size = static_cast<Eigen::Index>(model_.dofs.size()) - first;
    require(size > 0, body_, "its supports hold every node", "use more elements or hold less");
    model_.substructures.push_back({body_.name, first, size});
  }

  void scatter(const QuadMatrix& element, int x, int y,
               std::vector<Eigen::Triplet<double>>* entries) const {
    std::array<Eigen::Index, 8> rows{};
    const std::array<std::int64_t, 4> corners{label(x, y), label(x + 1, y), label(x + 1, y + 1),
                                              label(x, y + 1)};
    for (std::size_t i = 0; i < 8; ++i)
      rows[i] = rows_[2 * static_cast<std::size_t>(corners[i / 2] - first_label_) + i % 2];
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t j = 0; j < 8; ++j) {
        const double value = element(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        if (rows[i] >= 0 && rows[j] >= 0 && value != 0.0)
          entries->emplace_back(static_cast<int>(rows[i]), static_cast<int>(rows[j]), value);
      }
  }

  const PlaneBody& body_;
  FullModel& model_;
  std::vector<Eigen::Triplet<double>>& stiffness_;
  std::vector<Eigen::Triplet<double>>& mass_;
  std::int64_t first_label_;
  std::vector<Eigen::Index> rows_;
};

}  // namespace

FullModel build_plane(const std::string& name, const std::vector<PlaneBody>& bodies) {
  if (bodies.empty()) throw Error(name, "has no plane body", "add at least one");
  FullModel model;
  model.source = name + " (built-in plane bodies)";
  std::vector<Eigen::Triplet<double>> stiffness, mass;
  for (const PlaneBody& body : bodies) {
    check_body(body);
    PlaneAssembly(body, &model, &stiffness, &mass).add();
  }
  const auto n = static_cast<Eigen::Index>(model.dofs.size());
  model.stiffness.resize(n, n);
  model.stiffness.setFromTriplets(stiffness.begin(), stiffness.end());
  model.mass.resize(n, n);
  model.mass.setFromTriplets(mass.begin(), mass.end());
  return model;
}

}  // namespace mortise::gen
