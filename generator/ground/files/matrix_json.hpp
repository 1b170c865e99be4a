// Matrices, vectors and optional values in JSON, for kept stages. Structs bring their own
// serialisers, by the names of their members (NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace nlohmann {

// {"rows", "columns", "values": column by column}; a vector is one column.
template <int Columns>
struct adl_serializer<Eigen::Matrix<double, Eigen::Dynamic, Columns>> {
  using Numbers = Eigen::Matrix<double, Eigen::Dynamic, Columns>;

  static void to_json(json& value, const Numbers& a) {
    value = {{"rows", a.rows()},
             {"columns", a.cols()},
             {"values", std::vector<double>(a.data(), a.data() + a.size())}};
  }

  // Throws json::exception for another size.
  static void from_json(const json& value, Numbers& a) {
    const auto rows = value.at("rows").get<Eigen::Index>();
    const auto columns = value.at("columns").get<Eigen::Index>();
    const auto values = value.at("values").get<std::vector<double>>();
    const bool fits = rows * columns == static_cast<Eigen::Index>(values.size());
    if (!fits || (Columns == 1 && columns != 1))
      throw json::other_error::create(501, "matrix of another size", nullptr);
    a = Eigen::Map<const Numbers>(values.data(), rows, columns);
  }
};

// null: absent.
template <class T>
struct adl_serializer<std::optional<T>> {
  static void to_json(json& value, const std::optional<T>& x) {
    value = x ? json(*x) : json(nullptr);
  }
  static void from_json(const json& value, std::optional<T>& x) {
    x = value.is_null() ? std::nullopt : std::optional<T>(value.get<T>());
  }
};

}  // namespace nlohmann

namespace mortise::gen {

// The value as T; nothing if it has another shape.
template <class T>
std::optional<T> read_json(const nlohmann::json& value) {
  try {
    return value.get<T>();
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace mortise::gen
