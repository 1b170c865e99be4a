// Typed access to the keys of a definition, checked against the key list.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "generator/define/keys/flat_table.hpp"
#include "generator/define/keys/keys.hpp"
#include "generator/define/keys/section_errors.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

class KeyReader {
 public:
  // Checks every key that is present against the list: known, of the right type, in range, and
  // legal together with the kinds chosen. Throws Error naming every one that is not, and its place.
  // keys: outlives the reader.
  KeyReader(FlatTable table, const KeyList& keys);

  // Checks also that no required key is missing. What is wrong goes to `errors`; keys that are
  // refused then count as not given.
  KeyReader(FlatTable table, const KeyList& keys, SectionErrors* errors);

  bool has(const std::string& path) const { return table_.values.count(path) != 0; }

  // True if any key of a table is given, e.g. "import.beam".
  bool has_table(const std::string& path) const;

  // True also of a table that is opened and left empty.
  bool is_given(const std::string& table) const {
    return table_.tables.count(table) != 0 || has_table(table);
  }

  // "has no effect with kind = flat": of a given key that another one puts out of use
  // (Key::used_if); empty: it is used.
  std::string idleness(const std::string& path) const;

  // Names that stand in the table: of its keys, and of the tables within it.
  std::set<std::string> names_in(const std::string& table) const;

  // Number of entries of a list of tables.
  int count(const std::string& path) const;

  // The value or its default; Error "missing" if the key has none.
  // T: bool, int, std::int64_t, double, std::string, Vector3, std::vector of int, std::int64_t,
  //    double or std::string, as the key list says; an interval is a vector of one or two numbers,
  //    counts are a vector of one or more.
  template <class T>
  T get(const std::string& path) const;

  // The value or its default, nothing if there is neither.
  template <class T>
  std::optional<T> find(const std::string& path) const;

  // Position of a chosen value in the choices of the key list, from 0.
  int choice(const std::string& path) const;
  std::optional<int> find_choice(const std::string& path) const;
  bool is_choice(const std::string& path) const;
  // Whether a key takes the word that stands for its values (Key::or_word).
  bool is_word(const std::string& path) const;

  // Tables with the same keys, the ones that replace before the ones that are replaced: path of the
  // key that decides, in the first table that has it, else in the last.
  using Tables = std::vector<std::string>;
  std::string path(const Tables& tables, const std::string& name) const;

  // Assigns every member of *spec that a key of the last table ("": of none) fills, with the value
  // that decides; what tables within it hold is left out.
  template <class Spec>
  void fill(const Tables& tables, Spec* spec) const {
    fill(tables, typeid(Spec), spec);
  }
  template <class Spec>
  void fill(const std::string& table, Spec* spec) const {
    fill(Tables{table}, typeid(Spec), spec);
  }

  // The struct of a table that has keys.
  template <class Spec>
  std::optional<Spec> fill_if_given(const std::string& table) const {
    if (!has_table(table)) return std::nullopt;
    Spec spec;
    fill(table, &spec);
    return spec;
  }

  // The entries of a list of tables, filled.
  template <class Spec>
  std::vector<Spec> entries(const std::string& list) const {
    std::vector<Spec> specs(static_cast<std::size_t>(count(list)));
    for (std::size_t i = 0; i < specs.size(); ++i) {
      fill(list + "." + std::to_string(i), &specs[i]);
    }
    return specs;
  }

  // "file:line" of a key or table that is present, the file otherwise.
  std::string where(const std::string& path) const;

  // Throws Error about a key or table at its place: "'<path>' <finding>".
  [[noreturn]] void refuse(const std::string& path, const std::string& finding,
                           const std::string& remedy) const;
  // Throws with the value that was given: "'<path>' is <value><after>".
  [[noreturn]] void refuse_value(const std::string& path, const std::string& remedy,
                                 const std::string& after = "") const;

  bool from_override(const std::string& path) const;

  const FlatTable& table() const { return table_; }

 private:
  void fill(const Tables& tables, const std::type_info& type, void* spec) const;
  const Key& known(const std::string& path) const;
  void check_keys(SectionErrors* errors);
  void check_tables(SectionErrors* errors);
  void check_required(SectionErrors* errors) const;
  std::optional<Finding> unknown_fault(const std::string& path, const std::string& where) const;
  std::optional<Finding> entry_fault(const std::string& path, const FlatEntry& entry) const;
  std::optional<Finding> condition_fault(const std::string& path, const Key& key) const;
  bool allows(const std::string& path, const Key& key) const;
  std::vector<std::string> required_paths(const Key& key) const;
  Finding missing(const std::string& path) const;
  std::string text_or_default(const std::string& path) const;
  const TomlValue* value(const std::string& path) const;

  FlatTable table_;
  const KeyList* keys_;
  std::set<std::string> doubtful_;  // refused, or what an unknown key may have meant
};

template <class Value>
bool KeyMember::assign(const KeyReader& reader, const std::string& path, Value* value) {
  using T = typename Plain<Value>::type;
  constexpr bool kNumber = std::is_same_v<T, bool> || std::is_same_v<T, int>;
  if constexpr (std::is_enum_v<T> || kNumber) {
    if (!kNumber || reader.is_choice(path)) {
      const auto position = reader.find_choice(path);
      if (position) *value = static_cast<T>(*position);
      return position.has_value();
    }
  }
  if constexpr (!std::is_enum_v<T>) {
    auto given = reader.find<T>(path);
    if (!given) return false;
    *value = *std::move(given);
    return true;
  }
}

}  // namespace mortise::gen
