// Shapes that a user brings for condense.method = "given".
#pragma once

#include <string>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

// path: by its ending CSV (a head, then rows node, direction, one value per shape; '#' begins a
//       comment) or HDF5 (.h5, .hdf5: datasets /dofs (n x 2) of whole numbers, /shapes (n x p)).
// Returns the shapes (n x p) in the order of the model's dofs. Dofs that the model holds may be in
// the file.
// Throws Error naming file and line for rows of another length, what is no number, a dof that
// stands twice, and a dof of the model that is missing.
Matrix read_shapes(const std::string& path, const FullModel& model);

}  // namespace mortise::gen
