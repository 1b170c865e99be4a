// Matrices and vectors of kept stages.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "generator/fe/full_model.hpp"

namespace mortise::gen {

nlohmann::json of_matrix(const Matrix& a);
nlohmann::json of_vectors(const std::vector<Vector>& list);

// Throw nlohmann::json::exception for values of another shape.
Matrix matrix_of(const nlohmann::json& value);
Vector vector_of(const nlohmann::json& value);
std::vector<Vector> vectors_of(const nlohmann::json& value);

}  // namespace mortise::gen
