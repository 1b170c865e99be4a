// Which places of interfaces are open, stick, slip or slap, over a run.
#pragma once

#include <string>
#include <vector>

#include "runtime/include/mortise/touch.hpp"

namespace mortise::gen {

// An interface by its places: contacts, law points, clusters, a slider, a film.
struct MappedInterface {
  std::string name;             // of one that is alone what it is
  std::string place;            // what one of its places is: "contact", "law point"
  std::size_t places = 0;       // >= 1
  std::vector<double> lengths;  // of the interface that each stands for, one behind another along
                                // it [m]; none: it is no line
};

// What is shown of a place in a span of steps.
enum class ShownState {
  open,
  sticks,
  slips,
  slaps,  // in the span it closed, having been open
};

// Spans are equal but for one step, kMostSpans of them at most. A place is shown as what it is in
// most steps of a span; that it slaps is shown wherever it does.
class StateMap {
 public:
  static constexpr long kMostSpans = 240;

  // steps: of the run, >= 1
  StateMap(std::vector<MappedInterface> interfaces, long steps);

  // A step that ends at `time` [s]. now: of all places, one interface behind another.
  void add(double time, const std::vector<Touch>& now);

  const std::vector<MappedInterface>& interfaces() const { return interfaces_; }
  std::size_t places() const { return before_.size(); }
  const std::vector<double>& ends() const { return ends_; }  // of the spans [s]
  // Of all places in span `k`, as far as steps have been added.
  std::vector<ShownState> span(std::size_t k) const;
  // Steps that were added in which places did this, over all places and steps [-].
  double share(Touch what) const;

 private:
  struct Counts {
    long of[3] = {};  // steps by Touch
    bool slaps = false;
  };

  std::vector<MappedInterface> interfaces_;
  long steps_, seen_ = 0;
  std::vector<Touch> before_;  // of the last step
  std::vector<double> ends_;
  std::vector<std::vector<Counts>> spans_;
};

}  // namespace mortise::gen
