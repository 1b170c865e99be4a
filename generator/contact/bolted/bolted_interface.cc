#include "generator/contact/bolted/bolted_interface.hpp"

namespace mortise::gen {

std::vector<SparseRow*> rows_of(BoltedZones*) { return {}; }

std::string fault_of(const BoltedZones& bolted) {
  return bolted.body ? "" : "has bolted contacts of no body";
}

BoltedPlace project(const BoltedZones& bolted, const Matrix& shapes, bool) {
  return {shapes.middleRows(bolted.first_mode, bolted.modes), 0};
}

std::vector<Matrix*> rows_of(BoltedPlace* bolted) { return {&bolted->modes}; }

bool fits(const BoltedPlace&, Eigen::Index) { return true; }

RowUnknowns unknowns_of(const BoltedPlace&) { return {}; }

}  // namespace mortise::gen
