// Which refusals were seen, and how often: every check must have refused something.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/robustness/directed.hpp"
#include "tests/robustness/mutator.hpp"

namespace mortise::robustness {

class Tally {
 public:
  // The checks that exist: what the directed mutations expect.
  explicit Tally(const std::vector<Directed>& directed);

  // Counts a refused mutant. False if no directed mutation knows this refusal.
  bool refused(const Mutant& mutant, const LoadFault& fault);
  void accepted(const Mutant& mutant, const char* instruction_set) {
    ++kinds_[static_cast<int>(mutant.kind)].accepted;
    ++sets_[instruction_set];
  }

  void print() const;
  // Checks that no random mutant has met (directed ones meet all).
  int unmet() const;

 private:
  struct Check {
    int directed = 0;
    long random = 0;
  };
  struct Kind {
    long accepted = 0, refused = 0, by_checksum = 0;
  };
  std::map<std::pair<std::string, LoadError>, Check> checks_;
  Kind kinds_[kMutationKinds];
  std::map<std::string, long> sets_;  // mutants used by instruction set
};

// Name of a load error, e.g. "BAD_INDEX".
const char* load_error_name(LoadError error);

}  // namespace mortise::robustness
