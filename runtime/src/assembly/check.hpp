// What is checked of assemblies when a file is opened (law.hpp says when).
#pragma once

#include "../field_check.hpp"
#include "mortise/model.hpp"

namespace mortise::assembly {

// Every interface as a model of its own, groups, and where the parts of a state lie.
bool check_sizes(const schema::Model& root, const FieldCheck& is, ModelView* view);
// The free motion and couplings. Needs the layout.
bool check_stages(const schema::Model& root, const FieldCheck& is, ModelView* view);
bool check_parameter(const schema::Parameter& parameter, std::uint32_t index, const FieldCheck& is,
                     const ModelView& view);

// How many values the index of an output of an interface may have; -1: it has none. Every interface
// keeps books of what it loses and holds.
std::int32_t interface_output_indices(const ModelView& assembly, std::uint32_t interface,
                                      std::uint32_t quantity);

}  // namespace mortise::assembly
