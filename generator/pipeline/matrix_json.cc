#include "generator/pipeline/matrix_json.hpp"

namespace mortise::gen {

using nlohmann::json;

json of_matrix(const Matrix& a) {
  return {{"rows", a.rows()},
          {"columns", a.cols()},
          {"values", std::vector<double>(a.data(), a.data() + a.size())}};
}

Matrix matrix_of(const json& value) {
  const auto rows = value.at("rows").get<Eigen::Index>();
  const auto columns = value.at("columns").get<Eigen::Index>();
  const auto values = value.at("values").get<std::vector<double>>();
  if (rows * columns != static_cast<Eigen::Index>(values.size())) {
    throw json::other_error::create(501, "matrix of another size", nullptr);
  }
  return Eigen::Map<const Matrix>(values.data(), rows, columns);
}

Vector vector_of(const json& value) { return matrix_of(value).reshaped(); }

json of_vectors(const std::vector<Vector>& list) {
  json result = json::array();
  for (const Vector& v : list) result.push_back(of_matrix(v));
  return result;
}

std::vector<Vector> vectors_of(const json& value) {
  std::vector<Vector> list;
  for (const json& v : value) list.push_back(vector_of(v));
  return list;
}

}  // namespace mortise::gen
