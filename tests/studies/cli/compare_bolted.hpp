// `mortise_studies compare-reductions` of bolted contacts.
#pragma once

#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

struct BoltedComparison {
  std::vector<std::string> methods;  // of BoltedMethod, "slip_pod"; empty: all
  int finer = 4;                     // steps of the reference in one of the file's
  int jobs = 1;
  int sliders = 12;  // of every mode, jenkins
  bool json = false;
};

// Names that methods may have.
std::vector<std::string> bolted_comparison_methods();

// Every method with the sizes of the definition on its held-out scenarios. One that cannot be made
// is a row that says why. Returns the exit code.
int compare_bolted_reductions(const Definition& definition, const BoltedComparison& asked);

}  // namespace mortise::gen
