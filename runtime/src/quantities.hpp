// What the schema says of the quantities of outputs, for those who check what a file asks for.
#pragma once

#include "mortise/model.hpp"

namespace mortise {

// What the index of an output counts, see the schema.
enum class OutputIndex : unsigned char { none, row, mode, contact_axis, contact, point, input };

// Is this quantity read from the books of the energy?
bool is_energy(std::uint32_t quantity);

// Does a file ask for such a quantity?
bool wants_energy(const schema::Model& model);

// How many values the index of an output of a model's law may have, for an assembly those of the
// whole; -1: it gives no such output. Needs sizes and law.
std::int32_t output_indices(const ModelView& model, std::uint32_t quantity);

}  // namespace mortise
