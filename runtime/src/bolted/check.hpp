// What is checked of bolted contacts when a file is opened (law.hpp says when).
#pragma once

#include "../field_check.hpp"
#include "mortise/model.hpp"

namespace mortise::bolted {

bool check_sizes(const schema::Model& root, const FieldCheck& is, ModelView* view);
bool check_stages(const schema::Model& root, const FieldCheck& is, ModelView* view);
bool check_numbers(const schema::Model& root, const FieldCheck& is, ModelView* view);
bool check_parameter(const schema::Parameter& parameter, std::uint32_t index, const FieldCheck& is,
                     const ModelView& view);
bool check_in_assembly(const ModelView& view, std::uint32_t k, const FieldCheck& is);

}  // namespace mortise::bolted
