#include "tests/generator/tool/pipeline/planted_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "generator/define/definition/key_list.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/findings.hpp"
#include "generator/tool/pipeline/build.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSiblings = 8;

bool in_a_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Whether `text` has this word, or path, that is no part of a longer one.
bool has_word(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool starts = at == 0 || (!in_a_word(text[at - 1]) && text[at - 1] != '.');
    const bool longer = end < text.size() &&
                        (in_a_word(text[end]) ||
                         (text[end] == '.' && end + 1 < text.size() && in_a_word(text[end + 1])));
    if (starts && !longer) return true;
  }
  return false;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// "bodies.0.import.sets" -> "bodies.import.sets", as a table is written.
std::string without_indices(const std::string& place) {
  std::string written;
  for (std::size_t at = 0; at < place.size();) {
    const std::size_t dot = std::min(place.find('.', at), place.size());
    if (std::isdigit(static_cast<unsigned char>(place[at])) == 0)
      written += (written.empty() ? "" : ".") + place.substr(at, dot - at);
    at = dot + 1;
  }
  return written;
}

std::string last_part(const std::string& path) { return path.substr(path.rfind('.') + 1); }

// The key by its path, or its last part and the table around it; or its value; or one of the tables
// around it, and what of it is meant.
bool names_key(const Finding& finding, const std::string& place, const std::string& value) {
  const std::string text = finding.what + "; " + finding.remedy, last = last_part(place);
  if (has_word(text, place) || (value.front() == '"' && has(text, value))) return true;
  for (const char quote : {'\'', '"', '`'})
    if (has(text, quote + last + quote)) return true;
  std::string part = last;
  for (std::string path = place; path.find('.') != std::string::npos;) {
    path = path.substr(0, path.rfind('.'));
    if (has(text, '[' + without_indices(path) + ']')) return true;  // [[table]], too
    if (has_word(text, part) && (has_word(text, path) || has_word(text, last_part(path))))
      return true;
    part = last_part(path);
  }
  return false;
}

// "inputs.0.set" of "'inputs.0.set' is missing" and of "'inputs.0' does not say where".
std::string missing_key(const Finding& finding) {
  if (finding.what.empty() || finding.what.front() != '\'') return "";
  for (const auto& [mark, behind] :
       {std::pair{"' is missing", ""}, {"' does not say where", ".set"}})
    if (const std::size_t end = finding.what.find(mark); end != std::string::npos)
      return finding.what.substr(1, end - 1) + behind;
  return "";
}

bool warns_of(const Definition& definition, const std::string& place) {
  const std::vector<std::string>& notices = definition.notices;
  return std::any_of(notices.begin(), notices.end(), [&](const std::string& notice) {
    return has(notice, "'" + place + "' has no effect");
  });
}

std::string folder_of(const PlantedKind& kind) {
  return testing::TempDir() + "/every_key_" + kind.name;
}

}  // namespace

std::string model_bytes(Definition definition) {
  definition.settings.clear();  // what a file tells of its definition
  BuildSettings settings;
  settings.certify = false;
  const AlignedBytes bytes = build_model(definition, settings);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

PlantedModel::PlantedModel(const PlantedKind& kind)
    : kind_(kind),
      keys_(kind.films ? film_keys() : structure_keys()),
      path_(folder_of(kind) + "/planted.toml") {
  fs::create_directories(folder_of(kind));
  std::ofstream(path_) << kind.text;
  for (const auto& [name, text] : kind.files) std::ofstream(folder_of(kind) + '/' + name) << text;
  definition_ = read_flat_table(path_);
  model_ = kind.observe(read_definition(path_));
}

std::optional<std::string> PlantedModel::model_of(const std::vector<std::string>& overrides) const {
  try {
    return kind_.observe(read_definition(path_, overrides));
  } catch (const Error&) {
    return std::nullopt;
  }
}

PlantedModel::Outcome PlantedModel::outcome_of(const std::string& place, const Plant& plant) const {
  Outcome outcome;
  const std::string value = plant.text.substr(plant.text.find('=') + 1);
  std::vector<std::string> overrides = plant.siblings;
  overrides.push_back(plant.text);
  try {
    const Definition definition = read_definition(path_, overrides);
    outcome.warned = warns_of(definition, place);
    outcome.model = kind_.observe(definition);
  } catch (const Error& error) {
    outcome.message = error.what();
    for (const Finding& finding : findings_of(error)) {
      const std::string missing = missing_key(finding);
      if (missing.empty() || missing == place) {
        outcome.by_name = outcome.by_name || names_key(finding, place, value);
        outcome.wherever = outcome.wherever || has(finding.what, place + "' has no meaning with");
      } else if (outcome.missing.empty()) {
        outcome.missing = missing;
      }
    }
  }
  return outcome;
}

// Gives the section what it lacks, the first value of each key that is not refused as well.
void PlantedModel::complete(const std::string& place, Plant* plant, Outcome* outcome) const {
  while (!outcome->model && !outcome->by_name && !outcome->missing.empty() &&
         plant->siblings.size() < kMostSiblings) {
    const std::string missing = outcome->missing;
    const Key* sibling = keys_.find(missing);
    if (sibling == nullptr) return;
    bool given = false;
    for (const std::string& text : plants_of(*sibling, missing, kind_, definition_)) {
      Plant more = *plant;
      more.siblings.push_back(text);
      const Outcome next = outcome_of(place, more);
      if (!next.model && !next.by_name && has(next.message, missing)) continue;
      *plant = more;
      *outcome = next;
      given = true;
      break;
    }
    if (!given) return;
  }
}

Fate PlantedModel::fate_of(const Plant& plant, const std::string& model, Models* beside,
                           Models* others) const {
  if (plant.siblings.empty()) return model == model_ ? Fate::dropped : Fate::seen;
  const auto [alone, added] = beside->try_emplace(plant.siblings);
  if (added) alone->second = model_of(plant.siblings);
  if (!alone->second) {
    // its section cannot do without it: another value must make another model
    const auto [other, first] = others->try_emplace(plant.siblings, model);
    if (first) return Fate::undecided;
    return *other->second == model ? Fate::dropped : Fate::seen;
  }
  return *alone->second == model ? Fate::dropped : Fate::seen;
}

Fate PlantedModel::fate_of(const Key& key, const std::string& place, std::string* told) const {
  Models beside, others;
  std::string log;
  bool refused = false, dropped = false;
  for (const std::string& text : plants_of(key, place, kind_, definition_)) {
    Plant plant{{}, text};
    Outcome outcome = outcome_of(place, plant);
    if (outcome.wherever) return Fate::refused;
    complete(place, &plant, &outcome);
    const Fate fate = outcome.model     ? fate_of(plant, *outcome.model, &beside, &others)
                      : outcome.by_name ? Fate::refused
                                        : Fate::undecided;
    if (fate == Fate::seen) return fate;
    const bool said = fate == Fate::refused || (fate == Fate::dropped && outcome.warned);
    refused = refused || said;
    if (said) continue;
    dropped = dropped || fate == Fate::dropped;
    for (const std::string& sibling : plant.siblings) log += sibling + ' ';
    log += text + (fate == Fate::dropped ? ": dropped\n" : ": " + outcome.message + '\n');
  }
  if (told != nullptr) *told = log;
  return dropped ? Fate::dropped : refused ? Fate::refused : Fate::undecided;
}

}  // namespace mortise::gen
