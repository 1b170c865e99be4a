#include "generator/contact/system/condense.hpp"
#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

void check_place(const KeyReader& reader, const std::string& table, const Place& place,
                 bool required) {
  if (place.node && (!place.set.empty() || place.near)) {
    throw Error(reader.where(table + ".node"),
                "'" + table + "' names a node and also a set or a point",
                "keep either node, or set and near");
  }
  if (required && place.empty()) {
    reader.refuse(table, "does not say where",
                  "give node = <label>, set = \"<name>\" or near = [x, y, z]");
  }
}

std::vector<MasterSpec> read_masters(const KeyReader& reader, const std::string& table) {
  auto masters = reader.entries<MasterSpec>(table);
  for (std::size_t i = 0; i < masters.size(); ++i) {
    check_place(reader, table + "." + std::to_string(i), masters[i].place, true);
  }
  return masters;
}

Vector3 read_direction(const KeyReader& reader, const std::string& path) {
  const Vector3 direction = reader.get<Vector3>(path);
  if (!(direction.norm() > 0.0)) {
    reader.refuse(path, "has no length", "give a direction such as [1, 0, 0]");
  }
  return direction.normalized();
}

DampingSpec read_damping(const KeyReader& reader, const KeyReader::Tables& tables) {
  DampingSpec spec;
  reader.fill(tables, &spec);
  const bool modes = reader.has(reader.path(tables, "modes"));
  const bool frequencies = reader.has(reader.path(tables, "frequencies"));
  const std::string where = reader.where(tables.front());
  if (reader.get<std::string>("contact.kind") == "bolted") {
    if (spec.alpha || spec.beta || modes || frequencies)
      throw Error(where, "structures with bolted contacts have one damping ratio for every mode",
                  "give damping.ratio alone");
    return spec;
  }
  if (spec.ratio && (spec.alpha || spec.beta)) {
    throw Error(where, "damping is given by a ratio and by alpha or beta",
                "keep either ratio with modes or frequencies, or alpha and beta");
  }
  if (spec.ratio.has_value() != (modes || frequencies) || (modes && frequencies)) {
    throw Error(where, "the damping is not determined",
                "give ratio together with either modes or frequencies");
  }
  const std::size_t points = spec.modes.size() + spec.frequencies.size();
  if (spec.ratio && points != 1 && points != 2) {
    throw Error(where, "Rayleigh damping fits one or two modes, not " + std::to_string(points),
                "give one (alpha alone) or two (alpha and beta)");
  }
  return spec;
}

CondenseSpec read_condense(const KeyReader& reader) {
  CondenseSpec spec;
  reader.fill("condense", &spec);
  reader.fill<CondenseOptions>("condense", &spec);
  const KeptModes& dynamic = spec.coordinates;
  const bool automatic = spec.method == kAutomatic;
  if (automatic && spec.band_hz == 0.0) {
    reader.refuse("condense.method", "= auto does not say up to which frequency",
                  "give condense.band_hz");
  }
  if (spec.method == "given") spec.shapes = resolve_file(reader, "condense.file");
  if (spec.method != "none" && spec.method != "given" && !automatic && spec.modes.count == 0 &&
      spec.modes.cutoff_hz == 0.0) {
    throw Error(reader.where("condense"),
                "condense.method = " + spec.method + " does not say how many",
                "give condense.modes or condense.cutoff_hz, or both: the smaller number holds");
  }
  if (dynamic.count > 0 && dynamic.cutoff_hz > 0.0) {
    throw Error(reader.where("condense.dynamic_cutoff_hz"),
                "the dynamic modes are given by number and by frequency",
                "keep condense.dynamic_modes or condense.dynamic_cutoff_hz");
  }
  if (dynamic.selection == ModeSelection::dominant && dynamic.count == 0) {
    throw Error(reader.where("condense.dynamic_selection"),
                "dominant modes are chosen by their number, which is not given",
                "give condense.dynamic_modes");
  }
  spec.masters = read_masters(reader, "condense.masters");
  spec.pairs = reader.entries<PairSpec>("condense.pairs");
  return spec;
}

}  // namespace mortise::gen
