// Numbers by which outputs name what a model has several of, counted from 0.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>

#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// Throws Error, at the key's place, if the number is none of `count`. key: within the entry of the
// output. one, several: what is counted, e.g. "contact", "contacts".
void check_output_number(const Definition& definition, const OutputSpec& spec,
                         const std::string& key, int number, std::size_t count,
                         const std::string& one, const std::string& several);

// Outputs of modes name one of the `count` modal coordinates of a model. Throws Error for all that
// do not.
void check_modes(const Definition& definition, Eigen::Index count);

}  // namespace mortise::gen
