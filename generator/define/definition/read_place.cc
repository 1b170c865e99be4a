#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

Place read_place(const KeyReader& reader, const std::string& table, bool required) {
  Place place;
  place.node = reader.find<std::int64_t>(table + ".node");
  place.set = reader.find<std::string>(table + ".set").value_or("");
  place.near = reader.find<Vector3>(table + ".near");
  if (place.node && (!place.set.empty() || place.near)) {
    throw Error(reader.where(table + ".node"),
                "'" + table + "' names a node and also a set or a point",
                "keep either node, or set and near");
  }
  if (required && place.empty()) {
    throw Error(reader.where(table), "'" + table + "' does not say where",
                "give node = <label>, set = \"<name>\" or near = [x, y, z]");
  }
  return place;
}

std::vector<MasterSpec> read_masters(const KeyReader& reader, const std::string& table) {
  auto masters = reader.entries<MasterSpec>(table);
  for (std::size_t i = 0; i < masters.size(); ++i) {
    masters[i].place = read_place(reader, table + "." + std::to_string(i), true);
  }
  return masters;
}

Vector3 read_direction(const KeyReader& reader, const std::string& path) {
  const Vector3 direction = reader.get<Vector3>(path);
  if (!(direction.norm() > 0.0)) {
    throw Error(reader.where(path), "'" + path + "' has no length",
                "give a direction such as [1, 0, 0]");
  }
  return direction.normalized();
}

}  // namespace mortise::gen
