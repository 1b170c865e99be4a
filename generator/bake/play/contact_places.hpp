// What carries the forces of a running model, place by place, whatever its laws: contact nodes, law
// points of joints, clusters of bolted contacts, a slider, a film that bodies press.
#pragma once

#include <string>
#include <vector>

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/play/instance.hpp"
#include "generator/simulate/run/state_map.hpp"

namespace mortise::gen {

// An interface of a model; of one that is no assembly, its only one.
struct PlacedInterface {
  std::string name;   // empty if the model is no assembly
  std::string kind;   // "unilateral", "joint", "sliding", "film", "bolted"
  std::string place;  // what one of its places is: "contact", "law point", ...
  std::size_t places = 0;
  std::vector<double> lengths;  // of the interface that they stand for [m]; none: it is no line
  bool tells_slip = false;      // a closed place is known to stick or to slip
  bool rigid = false;           // its forces are impulses over a step, see OutputSense
};

// The interfaces of a model that have places, in their order.
std::vector<PlacedInterface> placed_interfaces(const Instance& instance);

// Normal forces of all places of all of them, one interface behind another [N]; zero before the
// first step.
std::vector<double> place_forces(const Instance& instance);

// What they do at the end of the last step (contact_states()).
std::vector<Touch> place_states(const Instance& instance);

// A map of them, still empty. steps: of the run.
StateMap empty_map(const Instance& instance, long steps);

}  // namespace mortise::gen
