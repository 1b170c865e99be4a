// Coordinates and node sets from an input deck (.inp) of CalculiX or Abaqus, or from one of Nastran
// (bulk_deck.hpp) or Ansys (coded_deck.hpp).
//
// From the first are read *NODE (also with NSET=), *NSET (also GENERATE, also names of earlier
// sets), *EQUATION, *RIGID BODY (its *ELSETs too), *BOUNDARY, *TRANSFORM, *INCLUDE and INPUT= (text
// that stands there: the card in hand goes on), how many *ELEMENT of TYPE=C3D8I there are and, if
// asked for, the faces of linear *ELEMENTs or all of them. *PART is text that stands at each of its
// *INSTANCEs, whose nodes are where it puts them; what belongs to an instance is "INSTANCE.NAME",
// or "NAME" where no other has one of this name. Other cards that eliminate dofs (*MPC, *TIE,
// *COUPLING, ...) are remembered, all the rest is passed over. Keywords and set names count without
// case, as the solvers do it: set names come out in upper case.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "generator/bodies/import/deck_constraints.hpp"
#include "generator/bodies/import/deck_instances.hpp"
#include "generator/bodies/import/local_axes.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// *ELEMENT with what stands below it.
struct DeckElements {
  std::string where, type;            // normalised
  std::vector<std::int64_t> numbers;  // label and nodes of each, if asked for
};

struct Deck {
  std::map<std::int64_t, Vector3> nodes;                  // coordinates [units of the deck]
  std::map<std::string, std::vector<std::int64_t>> sets;  // ascending labels, each once
  DeckConstraints constraints;
  NodeAxes axes;  // as Nastran and Ansys say it of nodes; *TRANSFORM is among the constraints
  std::vector<DeckInstance> instances;  // if there are any, labels are scoped: deck_instances.hpp
  std::vector<DeckElements> elements;
  // Where, card: what makes CalculiX expand shells and beams in ways of its own (loads at their
  // nodes, composites).
  std::vector<std::pair<std::string, std::string>> layer_cards;
  bool local_matrices = false;  // *FREQUENCY with GLOBAL=NO: CalculiX writes them in local axes
  std::int64_t incompatible_elements = 0;  // bricks with incompatible modes, C3D8I
  // Corners, three or four around each face, of C3D4, C3D6, C3D8, S3, S4, M3D3, M3D4, SFM3D3,
  // SFM3D4, R3D3 and R3D4 of all kinds.
  std::vector<std::vector<std::int64_t>> faces;
};

// Throws Error with file and line for malformed cards, coordinates that are not finite, nodes
// defined twice at different places, and sets that name nodes or sets the deck does not define.
// What takes more memory than all else is read if asked for.
enum class DeckElementsRead { types, faces, all };
Deck read_deck(const std::string& path, DeckElementsRead elements = DeckElementsRead::types);

}  // namespace mortise::gen
