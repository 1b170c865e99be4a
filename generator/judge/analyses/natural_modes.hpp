// Undamped natural frequencies.
#pragma once

#include <string>
#include <vector>

#include "generator/contact/system/full_system.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/simulate/assemble/damping.hpp"

namespace mortise::gen {

struct NaturalModes {
  std::vector<double> hz;             // ascending
  std::vector<int> coordinates{};     // of a model file: where they stand in it; else empty
  std::vector<std::string> bodies{};  // of an assembly whose interfaces are open: whose they are
};

// The `count` lowest of the full model, with the rigid tip the definition may ask for and the
// springs of its joint, or of all joints among its interfaces, as `state` says; of an assembly that
// is open those of every body alone. warnings: of the import. Throws Error as the import does.
NaturalModes full_modes(const Definition& definition, JointState state, int count,
                        std::vector<std::string>* warnings);

// K of the bodies and the springs of every joint that holds.
SparseMatrix closed_stiffness(const FullSystem& system, JointState state);

// Modes of a model file, which alone knows its condensed modes; they stand in it body by body, or
// as they were chosen. Throws Error for a file that cannot be opened, and for the film of a contact
// under a prescribed load, which has none.
NaturalModes reduced_modes(const std::string& path, int count);

}  // namespace mortise::gen
