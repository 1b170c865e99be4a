// What a deck (.inp) says about dofs that the matrices lack: equations, rigid bodies, nodes that
// are held, local axes, and cards that are known to eliminate dofs but are not read.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "generator/bodies/import/deck_card.hpp"
#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

// Sum of coefficients times displacements is zero, in the axes of the nodes.
struct DeckEquation {
  std::string where;                          // file and line
  std::vector<std::pair<Dof, double>> terms;  // as written; the first gives way
  std::size_t card = 0;                       // which of the deck's cards, ascending
};

// A dof held by *BOUNDARY, in the axes of its node.
struct DeckHeld {
  Dof dof;
  std::size_t card = 0;
};

// All nodes move as one: u = u_reference + theta x (place - place of the reference).
struct DeckRigidBody {
  std::string where;
  std::vector<std::int64_t> nodes;  // of NSET, PIN NSET, TIE NSET and ELSET
  std::vector<std::int64_t> tied;   // those of TIE NSET: their rotations are the body's
  std::int64_t reference = 0;       // its REF NODE; 0: not read
  // Its ROT NODE, whose dofs are the rotations; 0: made by the solver, or, of Abaqus, those of the
  // REF NODE.
  std::int64_t rotation = 0;
};

// *TRANSFORM: directions 1 to 3 of these nodes run along local axes.
struct DeckTransform {
  std::string where;
  std::vector<std::int64_t> nodes;
  bool cylindrical = false;
  Vector3 a = Vector3::Zero(), b = Vector3::Zero();  // [units of the deck]
  std::size_t card = 0;  // CalculiX turns what cards behind it say, Abaqus what all say

  // Rows: local axes 1, 2, 3 at a place. Throws Error if a and b do not say them.
  Eigen::Matrix3d axes_at(const Vector3& place) const;
};

struct DeckConstraints {
  std::vector<DeckEquation> equations;
  std::vector<DeckRigidBody> rigid_bodies;
  std::vector<DeckTransform> transforms;  // a later one of a node counts
  std::vector<DeckHeld> held;
  std::vector<std::pair<std::string, std::string>> unread;  // where, card
};

// Behind the name of a set of elements, among sets of nodes: the nodes of its elements.
inline constexpr const char* kOfElements = " (elements)";

// In DeckConstraints::unread, where sets of elements were not given.
inline constexpr const char* kRigidElements = "ELSET of *RIGID BODY";

// Collects the cards of a deck while they are read.
class ConstraintCards {
 public:
  // place: what the whole deck calls a node or a set that stands in a card or below one.
  explicit ConstraintCards(std::function<std::string(std::string_view)> place)
      : place_(std::move(place)) {}

  // Whether `card` is one of them, whose lines go to read_line() then.
  bool begin(const DeckCard& card, const std::string& where);

  // A data line of the card in hand.
  void read_line(std::string_view line, const std::string& where);

  // With sets resolved. unsorted: those of which it is not known who pairs with whom.
  // Throws Error for equations that are cut and for sets that are not defined.
  DeckConstraints finish(const std::map<std::string, std::vector<std::int64_t>>& sets,
                         const std::map<std::int64_t, Vector3>& nodes,
                         const std::set<std::string>& unsorted);

 private:
  enum class Kind { equation, boundary, transform, rigid_body };

  // A node or a set, and directions.
  struct Term {
    std::string place;
    int first = 0, last = 0;
    double coefficient = 1.0;
  };
  struct Block {
    Kind kind = Kind::equation;
    std::string where;
    DeckCard card;
    std::int64_t wanted = 0;  // terms of an equation
    std::vector<Term> terms;
    std::vector<double> numbers;
  };

  void read_terms(std::string_view line, const std::string& where);
  void read_boundary(std::string_view line, const std::string& where);

  std::function<std::string(std::string_view)> place_;
  std::vector<Block> blocks_;
  std::vector<std::pair<std::string, std::string>> unread_;
};

}  // namespace mortise::gen
