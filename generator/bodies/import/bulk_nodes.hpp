// Nodes of Nastran's bulk data, where they are and along which axes their dofs run: GRID, GRDSET,
// CORD1R, CORD1C, CORD1S, CORD2R, CORD2C, CORD2S.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "generator/bodies/import/bulk_card.hpp"
#include "generator/bodies/import/local_axes.hpp"

namespace mortise::gen {

struct BulkGrids {
  std::map<std::int64_t, Vector3> nodes;  // in the basic system [units of the deck]
  NodeAxes axes;                          // of nodes whose CD is not the basic system
  std::vector<Dof> held;                  // by PS, in the axes of the nodes
};

class BulkNodes {
 public:
  // Whether take() wants cards of this name.
  static bool takes(const std::string& name);

  // Throws Error naming file and line for fields that are no numbers, and for a label that comes
  // twice with different fields.
  void take(const BulkCard& card, const std::string& file);

  // Throws Error naming the card for systems that are not defined, depend on themselves, have no
  // axes, or are of a kind that is not read, where a node needs them.
  BulkGrids finish();

 private:
  struct Grid {
    std::string where;
    std::array<std::string, 7> fields;  // CP, X1, X2, X3, CD, PS, SEID
    std::int64_t place_system = 0, axes_system = 0;
    Vector3 position = Vector3::Zero();  // in its system
  };
  // What a card says: points of a CORD1 are nodes, those of a CORD2 places in another system.
  struct Card {
    std::string where, name;
    std::vector<std::string> fields;
    std::array<std::int64_t, 3> nodes{};
    std::int64_t reference = 0;
    std::array<Vector3, 3> points;
  };
  struct System {
    char kind = 'R';  // rectangular, cylindrical, spherical
    Vector3 origin = Vector3::Zero();
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  // rows: x, y, z

    Vector3 place(const Vector3& position) const;
    Eigen::Matrix3d axes_at(const Vector3& place, const std::string& where) const;
  };

  void take_grid(const BulkCard& card, const std::string& where);
  void take_system(const BulkCard& card, std::size_t first, const std::string& where);
  const System& system(std::int64_t id, const std::string& where);
  Vector3 place_of(std::int64_t node, const std::string& where);

  std::array<std::string, 7> defaults_;  // GRDSET
  std::map<std::int64_t, Grid> grids_;
  std::map<std::int64_t, Card> cards_;
  std::map<std::int64_t, System> systems_{{0, {}}};  // resolved; 0: the basic one
  std::size_t depth_ = 0;                            // of systems that wait for others
};

}  // namespace mortise::gen
