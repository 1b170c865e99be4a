// Decks of parts and instances, as Abaqus/CAE writes them: nodes are placed by their instances, and
// numbered by Abaqus for the whole model.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

struct Deck;

// *INSTANCE: a part of the deck, shifted, then turned.
struct DeckInstance {
  std::string name, part, where;  // names normalised
  std::vector<double> numbers;    // as written: shift, two points of an axis, angle in degrees

  // Throws Error unless there are none, three or ten numbers, and the points differ.
  Vector3 placed(const Vector3& position) const;
  bool turned() const { return numbers.size() > 3; }
};

// While a deck is read its nodes have the label in their part in the lower bits, and above them
// which instance it is, counted from 1; 0: none, a node of the assembly or of a flat deck.
constexpr int kLabelBits = 41;
inline std::int64_t scoped_label(std::int64_t label, std::size_t instance) {
  return (static_cast<std::int64_t>(instance) << kLabelBits) + label;
}
inline std::int64_t local_label(std::int64_t scoped) {
  return scoped & ((std::int64_t{1} << kLabelBits) - 1);
}

// Numbers of all nodes of a deck with instances, by scoped label: what the map in `printed` says
// (job.dat: GLOBAL TO LOCAL NODE AND ELEMENT MAPS); without it the labels of the parts if no two
// instances share any and the export knows them, else one instance after the other, as Abaqus does
// it.
// dofs: of the export. printed: file, may be empty. warnings: receives what is supposed.
// Throws Error where that does not determine them.
std::map<std::int64_t, std::int64_t> numbers_of_instances(const Deck& deck,
                                                          const std::vector<Dof>& dofs,
                                                          const std::string& printed,
                                                          std::vector<std::string>* warnings);

// Gives every node of the deck its number.
void renumber(const std::map<std::int64_t, std::int64_t>& numbers, Deck* deck);

// Throws Error naming `where` if rows of K resist a rotation of the whole as they would if nodes
// stood elsewhere or had other numbers.
void demand_fitting_places(const FullModel& model, const std::string& where);

}  // namespace mortise::gen
