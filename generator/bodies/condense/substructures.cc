#include "generator/bodies/condense/substructures.hpp"

#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/model/damping.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

void check_cover(const FullModel& model) {
  Eigen::Index next = 0;
  for (const Substructure& s : model.substructures) {
    if (s.first != next || s.size <= 0)
      throw Error("substructure " + s.name,
                  "has the dofs from " + std::to_string(s.first) + " on, not those from " +
                      std::to_string(next) + " on",
                  "number the dofs substructure by substructure");
    next += s.size;
  }
  if (next != model.size())
    throw Error("substructures",
                "have " + std::to_string(next) + " dofs, the model " + std::to_string(model.size()),
                "every dof belongs to one substructure");
}

// The block of a substructure; nothing outside of it may be left in its columns.
SparseMatrix block(const SparseMatrix& matrix, const Substructure& s, const std::string& what) {
  const SparseMatrix columns = matrix.middleCols(s.first, s.size);
  for (Eigen::Index j = 0; j < s.size; ++j)
    for (SparseMatrix::InnerIterator it(columns, j); it; ++it)
      if ((it.row() < s.first || it.row() >= s.first + s.size) && it.value() != 0.0)
        throw Error("substructure " + s.name, what + " joins it to another one",
                    "make the two one substructure");
  return columns.middleRows(s.first, s.size);
}

SparseMatrix independent_part(const SparseMatrix& rows, const Substructure& s) {
  const SparseMatrix part = rows.middleCols(s.first, s.size);
  return select_rows(part, independent_rows(part));
}

}  // namespace

std::vector<StructurePart> cut(const FullModel& model, const SparseMatrix& interface_rows) {
  const std::vector<Substructure> places = substructures_of(model);
  if (places.size() == 1) return {{places.front(), model.mass, model.stiffness, interface_rows}};
  check_cover(model);
  std::vector<StructurePart> parts;
  parts.reserve(places.size());
  for (const Substructure& s : places)
    parts.push_back({s, block(model.mass, s, "the mass matrix"),
                     block(model.stiffness, s, "the stiffness matrix"),
                     independent_part(interface_rows, s)});
  return parts;
}

}  // namespace mortise::gen
