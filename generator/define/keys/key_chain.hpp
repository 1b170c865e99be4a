// The same keys in several tables: the first table that has a key decides.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/define/keys/key_reader.hpp"

namespace mortise::gen {

class KeyChain {
 public:
  // tables: paths, the ones that replace before the ones that are replaced; not empty. Defaults are
  // those of the last. reader: outlives the chain.
  KeyChain(const KeyReader& reader, std::vector<std::string> tables)
      : reader_(&reader), tables_(std::move(tables)) {}

  // Path of the key that decides.
  std::string path(const std::string& name) const {
    for (const std::string& table : tables_) {
      std::string key = key_of(table, name);
      if (reader_->has(key)) return key;
    }
    return key_of(tables_.back(), name);
  }

  template <class T>
  T get(const std::string& name) const {
    return reader_->get<T>(path(name));
  }
  template <class T>
  std::optional<T> find(const std::string& name) const {
    return reader_->find<T>(path(name));
  }
  int choice(const std::string& name) const { return reader_->choice(path(name)); }
  bool has(const std::string& name) const { return reader_->has(path(name)); }

  // The table that replaces before all others, or the place it was opened at.
  const std::string& table() const { return tables_.front(); }
  std::string where() const { return reader_->where(table()); }
  std::string where(const std::string& name) const {
    return has(name) ? reader_->where(path(name)) : where();
  }

 private:
  static std::string key_of(const std::string& table, const std::string& name) {
    return table + "." + name;
  }

  const KeyReader* reader_;
  std::vector<std::string> tables_;
};

}  // namespace mortise::gen
