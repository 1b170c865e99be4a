// [[bodies]] and [[interfaces]].
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <variant>

#include "generator/bodies/import/importer.hpp"
#include "generator/define/definition/key_list.hpp"
#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/findings.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kGround = "ground";

// The tables of a structure that an entry has, without the entry's name; those of `common` that it
// lacks are the definition's.
FlatTable tables_of_entry(const FlatTable& all, const std::string& entry,
                          const std::vector<std::string>& tables,
                          const std::vector<std::string>& common) {
  FlatTable own;
  own.file = all.file;
  const auto take = [](const auto& from, const std::string& path, const std::string& as, auto* to) {
    const std::string below = path + ".";
    const auto opened = from.find(path);
    if (opened != from.end()) to->insert({as, opened->second});
    for (auto it = from.lower_bound(below); it != from.end(); ++it) {
      if (it->first.compare(0, below.size(), below) != 0) break;
      std::string name = as;
      name.append(it->first, path.size(), std::string::npos);
      to->insert({std::move(name), it->second});
    }
  };
  for (const std::string& table : tables) {
    std::string path = fmt::format("{}.{}", entry, table);
    const bool inherits = std::count(common.begin(), common.end(), table) != 0;
    const auto below = all.values.lower_bound(path + ".");
    const bool has = all.tables.count(path) != 0 ||
                     (below != all.values.end() && below->first.rfind(path + ".", 0) == 0);
    if (!has && inherits) path = table;
    take(all.values, path, table, &own.values);
    take(all.tables, path, table, &own.tables);
    take(all.counts, path, table, &own.counts);
  }
  return own;
}

// "import.beam" -> "bodies.0.import.beam" where it begins a word.
std::string renamed(const std::string& text, const std::string& table, const std::string& entry) {
  const std::string dotted = table + ".";
  std::string result;
  std::size_t from = 0;
  for (std::size_t at = text.find(dotted); at != std::string::npos;
       at = text.find(dotted, at + dotted.size())) {
    const char before = at == 0 ? ' ' : text[at - 1];
    if (before == '.' || std::isalnum(static_cast<unsigned char>(before)) != 0) continue;
    result += text.substr(from, at - from) + entry + ".";
    from = at;
  }
  return result + text.substr(from);
}

// Runs `read`; its findings name keys as the author of this entry wrote them.
template <class Read>
void read_below(const std::string& entry, const std::vector<std::string>& tables,
                const Read& read) {
  try {
    read();
  } catch (const Error& error) {
    std::vector<Finding> findings = findings_of(error);
    for (Finding& f : findings) {
      for (const std::string& table : tables) {
        f.what = renamed(f.what, table, entry);
        f.remedy = renamed(f.remedy, table, entry);
      }
    }
    throw_findings(std::move(findings));
  }
}

Placement read_placement(const KeyReader& reader, const std::string& table) {
  Placement placement;
  reader.fill(table, &placement);
  placement.angle *= kRadiansPerDegree;
  if (!(placement.axis.norm() > 0.0))
    reader.refuse(table + ".axis", "has no length", "give a direction such as [0, 0, 1]");
  return placement;
}

// A plane body that is the only one of its body has its name.
void name_plane_body(const std::string& entry, FlatTable* table) {
  const auto count = table->counts.find(entry + ".import.bodies");
  const auto name = table->values.find(entry + ".name");
  if (count == table->counts.end() || count->second != 1 || name == table->values.end()) return;
  table->values.insert({entry + ".import.bodies.0.name", name->second});
}

// A place of a body alone, as the assembly names it.
void place_in(const std::string& body, Place* place) {
  if (place->node) {
    place->set = body + "." + std::to_string(*place->node);
    place->node.reset();
  } else {
    place->set = place->set.empty() ? body : body + "." + place->set;
  }
}

std::string body_of_set(const std::string& set) { return set.substr(0, set.find('.')); }

// The definition of a bolted structure that an interface names.
std::shared_ptr<const Definition> read_bolted_file(const KeyReader& reader,
                                                   const std::string& entry) {
  const std::string key = entry + ".bolted", file = resolve_file(reader, key);
  auto own = std::make_shared<Definition>(read_definition(file, {}, Takes::structures));
  const auto refuse = [&](const char* what, const char* remedy) {
    throw Error(reader.where(key), file + " " + what, remedy);
  };
  if (own->contact.kind != ContactKind::bolted)
    refuse("is no bolted structure", "name a definition with contact.kind = \"bolted\"");
  if (!own->contact.bolted.reduce.asked)
    refuse("has no [reduce]", "add it: a model file holds reduced bolted contacts");
  own->contact.friction =
      reader.find<double>(entry + ".friction").value_or(own->contact.friction.value_or(0.0));
  return own;
}

// The interface of bolted contacts that lies within this body; empty: none does.
std::string bolted_within(const KeyReader& reader, const std::string& body) {
  for (int i = 0; i < reader.count("interfaces"); ++i) {
    std::string entry = fmt::format("interfaces.{}", i);
    if (reader.get<std::string>(entry + ".kind") != "bolted") continue;
    const auto sides = reader.get<std::vector<std::string>>(entry + ".between");
    if (!sides.empty() && body_of_set(sides[0]) == body) return entry;
  }
  return "";
}

// A body that comes with its bolts.
void read_bolted_body(const KeyReader& reader, const std::string& entry,
                      const std::string& interface, BodyImport body, Definition* d) {
  for (const char* table : {"import", "condense", "damping", "placement"})
    if (reader.is_given(entry + "." + table))
      throw Error(reader.where(entry + "." + table),
                  "body \"" + body.name + "\" is that of its bolted contacts",
                  fmt::format("remove {}.{}: it stands in the definition that {}.bolted names",
                              entry, table, interface));
  const std::shared_ptr<const Definition> own = read_bolted_file(reader, interface);
  body.import = own->import;
  d->import.parts.push_back(std::move(body));
  BodyTreatment treatment;
  treatment.damping.alpha = 0.0;  // every mode has the ratio of its definition instead
  d->bodies.push_back(std::move(treatment));
}

void read_body_of(const KeyReader& reader, int number, Definition* d) {
  const std::string entry = "bodies." + std::to_string(number);
  BodyImport body;
  reader.fill(entry, &body);
  const std::string bolts = bolted_within(reader, body.name);
  if (!bolts.empty()) return read_bolted_body(reader, entry, bolts, std::move(body), d);
  if (!reader.is_given(entry + ".import"))
    throw Error(reader.where(entry), "body \"" + body.name + "\" has no import",
                "add import = { kind = ... }, or the table [bodies.import] below it");
  body.placement = read_placement(reader, entry + ".placement");
  const std::vector<std::string> tables = {"import", "mesh", "condense", "damping"};
  FlatTable own = tables_of_entry(reader.table(), entry, tables, {"condense", "damping"});
  BodyTreatment treatment;
  read_below(entry, tables, [&] {
    const KeyReader alone(std::move(own), structure_keys());
    body.import = read_import(alone);
    treatment.condense = read_condense(alone);
    for (MasterSpec& master : treatment.condense.masters) place_in(body.name, &master.place);
    treatment.damping = read_damping(alone, {"damping"});
    if (body.import.modal() || body.import.kind == kAssemblyImport)
      alone.refuse_value("import.kind", "take a body that has a full-order model",
                         ", which is no single body");
    const KeptModes& kept = treatment.condense.coordinates;
    if (kept.count > 0 || kept.cutoff_hz > 0.0)
      throw Error(alone.where("condense"),
                  "condense.dynamic_modes and condense.dynamic_cutoff_hz make compliance that one "
                  "joint alone can have",
                  "leave them out of assemblies");
  });
  d->import.parts.push_back(std::move(body));
  d->bodies.push_back(std::move(treatment));
}

void check_body_names(const KeyReader& reader, const std::vector<BodyImport>& parts) {
  check_entry_names(reader, "bodies", names_of(parts));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string& name = parts[i].name;
    if (name != kGround && name.find('.') == std::string::npos) continue;
    reader.refuse_value("bodies." + std::to_string(i) + ".name",
                        "give it a name without dots, not \"ground\"");
  }
}

// Bodies that are tied to one before them are condensed and damped with it.
void read_ties(const KeyReader& reader, Definition* d) {
  const std::vector<BodyImport>& bodies = d->import.parts;
  std::vector<std::size_t> joined(bodies.size());
  std::iota(joined.begin(), joined.end(), std::size_t{0});
  read_entries(reader.count("ties"), [&](int i) {
    const std::string key = "ties." + std::to_string(i) + ".between";
    const auto sides = reader.get<std::vector<std::string>>(key);
    if (sides.size() != 2) reader.refuse_value(key, "name two node sets of different bodies");
    std::size_t of[2];
    for (std::size_t side = 0; side < 2; ++side) {
      const std::string& set = sides[side];
      const std::string body = set.substr(0, set.find('.'));
      of[side] = static_cast<std::size_t>(
          std::find_if(bodies.begin(), bodies.end(),
                       [&](const BodyImport& b) { return b.name == body; }) -
          bodies.begin());
      if (of[side] == bodies.size())
        reader.refuse_value(key, "name sets as \"body.set\" with the names of [[bodies]]");
      while (joined[of[side]] != of[side]) of[side] = joined[of[side]];
    }
    if (sides[0].substr(0, sides[0].find('.')) == sides[1].substr(0, sides[1].find('.')))
      reader.refuse_value(key, "tie two different bodies");
    joined[std::max(of[0], of[1])] = std::min(of[0], of[1]);
    const std::string entry = "ties." + std::to_string(i);
    BodyTie tie{sides[0], sides[1], reader.get<bool>(entry + ".rigid"), {}};
    if (reader.has(entry + ".normal")) tie.normal = read_direction(reader, entry + ".normal");
    if (tie.rigid && tie.normal)
      reader.refuse(entry + ".normal", "has no meaning with rigid = true", "remove one of them");
    d->import.ties.push_back(std::move(tie));
  });
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (joined[b] == b) continue;
    std::size_t first = b;
    while (joined[first] != first) first = joined[first];
    for (const char* table : {"condense", "damping"}) {
      const std::string own = "bodies." + std::to_string(b) + "." + table;
      if (reader.is_given(own))
        throw Error(
            reader.where(own),
            "body \"" + bodies[b].name + "\" is tied to \"" + bodies[first].name +
                "\", which says how both are treated",
            "move [" + std::string("bodies.") + table + "] to \"" + bodies[first].name + "\"");
    }
    const std::string planes = "bodies." + std::to_string(b) + ".import.bodies";
    for (int i = 0; i < reader.count(planes); ++i)
      for (const char* number : {"alpha", "beta"}) {
        const std::string key = fmt::format("{}.{}.{}", planes, i, number);
        if (reader.has(key))
          reader.refuse(key, "damps a body that is tied to \"" + bodies[first].name + "\"",
                        "leave it out: both are damped as that one says");
      }
  }
}

// Names "first" and "second" of an interface's two sides; the ground comes second.
void read_sides(const KeyReader& reader, const std::string& entry, InterfaceSpec* spec) {
  const std::string key = entry + ".between";
  const auto sides = reader.get<std::vector<std::string>>(key);
  if (sides.size() != 2)
    reader.refuse_value(key, "name two sides, e.g. [\"valve.face\", \"ground\"]");
  spec->first = sides[0];
  spec->second = sides[1] == kGround ? "" : sides[1];
  if (spec->first == kGround)
    reader.refuse_value(key, "put the ground second: the gap opens towards the first side");
  if (spec->first == spec->second) reader.refuse_value(key, "name two different sides");
}

void read_unilateral(const KeyReader& reader, const std::string& entry, InterfaceSpec* spec) {
  ContactSpec& contact = spec->contact;
  contact.kind = ContactKind::nodes;
  contact.place.set = spec->first;
  if (!reader.has(entry + ".normal"))
    throw Error(reader.where(entry), "'" + entry + ".normal' is missing",
                "give the direction from the second side to the first, e.g. [0, 1, 0]");
  contact.normal = read_direction(reader, entry + ".normal");
  if (!contact.clearance && spec->second.empty()) reader.get<double>(entry + ".clearance");
  set_defaults(&contact);
}

void read_compliant(const KeyReader& reader, const std::string& entry, InterfaceSpec* spec) {
  ContactSpec& contact = spec->contact;
  contact.kind = ContactKind::joint;
  reader.fill(entry, &contact.joint);
  contact.joint.projected = true;
  contact.joint.sides = {spec->first};
  if (!spec->second.empty()) contact.joint.sides.push_back(spec->second);
  if (reader.has(entry + ".normal"))
    contact.joint.normal = read_direction(reader, entry + ".normal");
  contact.joint.law = read_joint_law(reader, {entry});
  contact.joint.fields = read_joint_fields(reader, entry + ".fields");
}

constexpr int kMostParts = 64;  // of a step that the runtime takes

// A film of a definition of its own, which the bodies of this one move.
void read_film_between(const KeyReader& reader, const std::string& entry, InterfaceSpec* spec) {
  ContactSpec& contact = spec->contact;
  contact.kind = ContactKind::film;
  contact.place.set = spec->first;
  if (!reader.has(entry + ".normal"))
    throw Error(reader.where(entry), "'" + entry + ".normal' is missing",
                "give the direction from the second side to the first, e.g. [0, 1, 0]");
  contact.normal = read_direction(reader, entry + ".normal");
  (void)reader.get<double>(entry + ".clearance");
  const std::string key = entry + ".film";
  spec->film.file = resolve_file(reader, key);
  spec->film.film =
      std::make_shared<const Definition>(read_definition(spec->film.file, {}, Takes::films));
  const FilmContactSpec& film = *spec->film.film->film;
  const auto refuse = [&](const char* what, const char* remedy) {
    throw Error(reader.where(key), "the film of " + spec->film.file + " " + what, remedy);
  };
  if (film.film.kind == FilmKind::dry) refuse("is none: film.kind = dry", "use line or point");
  if (film.structure != StructureKind::half_space)
    refuse("brings condensed bodies of its own",
           "set its structure.kind to half_space: the bodies are those of the assembly");
  if (film.balanced() && !(film.reduce && film.reduce->transported()))
    refuse(
        "is under a prescribed load",
        "bodies of an assembly move it: roll it with reduce.method = \"transported\", or give its "
        "load.mass, about that of the lighter body over the width of the film");
  if (!film.reduce || !film.train)
    refuse("has no [reduce] and [train]", "add them: a model file holds a reduced film");
  const std::vector<int>& parts = film.reduce->substeps;
  if (*std::min_element(parts.begin(), parts.end()) !=
      *std::max_element(parts.begin(), parts.end()))
    refuse("takes other substeps in one phase than in another",
           "give reduce.substeps one number: the bodies of an assembly take them with the film");
  if (parts.front() > kMostParts)
    refuse("takes more than 64 substeps", "lower reduce.substeps, or the assembly's step.size");
  if (film.film.kind == FilmKind::line) {
    spec->film.width = reader.get<double>(entry + ".width");
  } else if (reader.has(entry + ".width")) {
    reader.refuse(entry + ".width", "has no meaning for a film around an axis", "remove it");
  } else {
    spec->film.width = 1.0;
  }
}

void read_screwed(const KeyReader& reader, const std::string& entry, InterfaceSpec* spec) {
  const std::string key = entry + ".between";
  spec->bolted.body = body_of_set(spec->first);
  if (spec->second.empty() || body_of_set(spec->second) != spec->bolted.body)
    reader.refuse_value(key,
                        "name both surfaces of a zone of one body, e.g. "
                        "[\"plates.left_top\", \"plates.left_bottom\"]");
  const auto ends_with = [](const std::string& text, const std::string& end) {
    return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
  };
  for (const std::string& set : {spec->first, spec->second})
    if (!ends_with(set, "_top") && !ends_with(set, "_bottom"))
      reader.refuse_value(key, "the surfaces of a zone are NAME_top and NAME_bottom");
  if (bolted_within(reader, spec->bolted.body) != entry)
    reader.refuse_value(key, "one interface stands for all bolted contacts of a body");
  spec->contact.kind = ContactKind::bolted;
  spec->bolted.file = resolve_file(reader, entry + ".bolted");
  spec->bolted.structure = read_bolted_file(reader, entry);
}

void read_drawn(const KeyReader& reader, const std::string& entry, InterfaceSpec* spec) {
  ContactSpec& contact = spec->contact;
  contact.kind = ContactKind::sliding;
  reader.fill(entry, &contact.sliding);
  reader.fill(entry, &contact.sliding.law);
  contact.sliding.law.friction = contact.friction.value_or(0.0);
  contact.sliding.slave.set = spec->first;
  contact.sliding.target = spec->second;
  if (spec->second.empty())
    reader.refuse_value(entry + ".between", "name the edge that the node slides along second");
}

InterfaceSpec read_interface(const KeyReader& reader, const std::string& entry) {
  InterfaceSpec spec;
  reader.fill(entry, &spec);
  reader.fill(entry, &spec.contact);
  read_sides(reader, entry, &spec);
  if (reader.has(entry + ".tangent"))
    spec.contact.tangent = read_direction(reader, entry + ".tangent");
  const auto kind = reader.get<std::string>(entry + ".kind");
  if (kind == "joint") {
    read_compliant(reader, entry, &spec);
  } else if (kind == "film") {
    read_film_between(reader, entry, &spec);
  } else if (kind == "sliding") {
    read_drawn(reader, entry, &spec);
  } else if (kind == "bolted") {
    read_screwed(reader, entry, &spec);
  } else {
    read_unilateral(reader, entry, &spec);
    spec.law = read_law(reader, {entry + ".law", "law"}, entry, spec.contact);
  }
  return spec;
}

// node = "foot.12" in places of an assembly is set = "foot.12".
void name_nodes_as_sets(FlatTable* table) {
  std::vector<std::string> texts;
  const std::string behind = ".node";
  for (const auto& [path, entry] : table->values) {
    const auto* scalar = std::get_if<TomlScalar>(&entry.value);
    const std::string section = section_of(path);
    const bool of_a_body = section == "bodies" || section == "import";
    if (scalar != nullptr && std::holds_alternative<std::string>(*scalar) && !of_a_body &&
        path.size() > behind.size() &&
        path.compare(path.size() - behind.size(), behind.size(), behind) == 0)
      texts.push_back(path);
  }
  for (const std::string& path : texts) {
    const std::string set = path.substr(0, path.size() - behind.size()) + ".set";
    if (table->values.count(set) != 0)
      throw Error(table->values.at(path).where, "'" + path + "' names a node, beside '" + set + "'",
                  "keep one of them");
    table->values[set] = table->values.at(path);
    table->values.erase(path);
  }
}

}  // namespace

std::vector<std::string> film_input_names(const InterfaceSpec& interface) {
  std::vector<std::string> names;
  if (!interface.film.film) return names;
  if (interface.film.film->film->film.kind == FilmKind::line)
    names.push_back(interface.name + ".entrainment");
  names.push_back(interface.name + ".viscosity_factor");
  return names;
}

void stand_for_lists(FlatTable* table) {
  const auto place_of = [&](const std::string& single) -> std::optional<std::string> {
    if (table->tables.count(single) != 0) return table->tables.at(single);
    const auto given = table->values.lower_bound(single + ".");
    if (given == table->values.end() || given->first.rfind(single + ".", 0) != 0) return {};
    return given->second.where;
  };
  const struct {
    const char *list, *single, *kind, *value;
  } rows[] = {{"bodies", "import", "import.kind", kAssemblyImport},
              {"interfaces", "contact", "contact.kind", "interfaces"}};
  for (const auto& row : rows) {
    const auto list = table->counts.find(row.list);
    if (list == table->counts.end()) continue;
    if (const auto given = place_of(row.single))
      throw Error(
          *given, fmt::format("[{}] stands beside [[{}]]", row.single, row.list),
          fmt::format("keep one of them: [{}] is the short form for one alone", row.single));
    for (int i = 0; i < list->second; ++i)
      name_plane_body(fmt::format("{}.{}", row.list, i), table);
  }
  if (table->counts.count("bodies") != 0 && table->counts.count("interfaces") == 0)
    if (const auto given = place_of("contact"))
      throw Error(*given, "[contact] is the short form for one import, and there are [[bodies]]",
                  "make it an entry of [[interfaces]] with a name and the sides it lies between");
  if (table->counts.count("bodies") != 0) name_nodes_as_sets(table);
  for (const auto& row : rows)
    if (table->counts.count(row.list) != 0)
      table->values[row.kind] = {TomlValue(std::string(row.value)),
                                 place_of(std::string(row.list) + ".0").value_or(row.list), false};
}

void read_bodies(const KeyReader& reader, Definition* d) {
  if (d->import.kind != kAssemblyImport) return;
  if (reader.count("bodies") == 0)
    throw Error(reader.where("import.kind"), "an assembly needs bodies", "add [[bodies]]");
  read_entries(reader.count("bodies"), [&](int i) { read_body_of(reader, i, d); });
  check_body_names(reader, d->import.parts);
  read_ties(reader, d);
}

namespace {

bool acts_on_positions(const InterfaceSpec& spec) {
  return spec.law.level == ContactLevel::position;
}

// Contacts at position level are one problem where nothing else stands beside them, and have one
// lag of their outputs then.
void check_levels(const KeyReader& reader, const std::vector<InterfaceSpec>& all) {
  const auto first = std::find_if(all.begin(), all.end(), acts_on_positions);
  if (first == all.end()) return;
  const std::string level = fmt::format("interfaces.{}.level", first - all.begin());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const InterfaceSpec& other = all[i];
    const std::string entry = fmt::format("interfaces.{}", i);
    if (std::all_of(all.begin(), all.end(), acts_on_positions) &&
        other.law.filter_time != first->law.filter_time)
      reader.refuse(reader.has(entry + ".law.filter_time") ? entry + ".law.filter_time" : level,
                    "gives contacts at position level another filter_time than interface \"" +
                        first->name + "\" has",
                    "give it once, as law.filter_time");
  }
}

}  // namespace

std::vector<InterfaceSpec> read_interfaces(const KeyReader& reader) {
  if (reader.get<std::string>("contact.kind") != "interfaces") return {};
  if (reader.count("interfaces") == 0)
    throw Error(reader.where("contact.kind"), "there are no interfaces", "add [[interfaces]]");
  std::vector<InterfaceSpec> all = read_named(reader, "interfaces", [&](const std::string& entry) {
    return read_interface(reader, entry);
  });
  check_levels(reader, all);
  return all;
}

void check_energies(const KeyReader& reader, const Definition& d) {
  const bool alone = !d.interfaces.empty() &&
                     std::all_of(d.interfaces.begin(), d.interfaces.end(), acts_on_positions);
  if (!alone) return;  // of others, assemblies keep books
  const std::string level = "interfaces.0.level";
  for (std::size_t i = 0; i < d.outputs.size(); ++i) {
    if (!is_energy(d.outputs[i].quantity)) continue;
    const bool listed = i < static_cast<std::size_t>(reader.count("outputs"));
    reader.refuse(listed ? fmt::format("outputs.{}.quantity", i) : "output.energies",
                  "is of energies, which are no outputs with " + level +
                      " = \"position\": what runs and certificates say of energy covers them",
                  "leave it out, or set " + level + " to \"velocity\"");
  }
}

}  // namespace mortise::gen
