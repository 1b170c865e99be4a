// Deliberate damage to one field of a model file, sealed again so that only this field is wrong.
#pragma once

#include <cstring>

#include "tests/robustness/field_map.hpp"

namespace mortise::robustness {

class ModelEdit {
 public:
  ModelEdit(const Bytes& schema, const Bytes& model)
      : bytes_(model), original_(model), map_(schema, original_) {}

  // Overwrites a scalar.
  template <class T>
  ModelEdit& set(const std::string& path, T value) {
    return write(map_.find(path, Role::scalar), 0, value);
  }

  // Overwrites element k of a numeric vector; k < 0 counts from the end.
  template <class T>
  ModelEdit& set_element(const std::string& path, std::ptrdiff_t k, T value) {
    const Site& site = map_.find(path, Role::elements);
    return write(site,
                 k < 0 ? site.count - static_cast<std::size_t>(-k) : static_cast<std::size_t>(k),
                 value);
  }

  // Overwrites a number that lies `at` bytes into a vector of bytes.
  template <class T>
  ModelEdit& set_inside(const std::string& path, std::size_t at, T value) {
    std::memcpy(bytes_.data() + map_.find(path, Role::elements).at + at, &value, sizeof value);
    return *this;
  }
  // A scalar as it stands in the file.
  template <class T>
  T get(const std::string& path) const {
    T value;
    std::memcpy(&value, original_.data() + map_.find(path, Role::scalar).at, sizeof value);
    return value;
  }

  ModelEdit& set_length(const std::string& path, std::uint32_t length) {
    return write(map_.find(path, Role::length), 0, length);
  }
  std::uint32_t length(const std::string& path) const;

  // Position of the root table, and four bytes anywhere.
  std::uint32_t root() const;
  ModelEdit& set_word(std::size_t at, std::uint32_t value);

  // Makes an optional or required field absent.
  ModelEdit& drop(const std::string& path) {
    return write(map_.find(path, Role::slot), 0, std::uint16_t{0});
  }

  // Lets an absent field of a table read the bytes of another field of the same table.
  ModelEdit& alias(const std::string& path, const std::string& other);

  // Moves a vector to the end of the file so that its numbers lie `rest` bytes after a multiple
  // of 64.
  ModelEdit& move_vector(const std::string& path, std::size_t element_bytes, std::size_t rest);

  // Replaces a vector of tables without references by `count` copies of its first entry.
  ModelEdit& repeat_first(const std::string& path, std::uint32_t count);

  // The file with size and checksum repaired.
  Bytes sealed() const;

 private:
  template <class T>
  ModelEdit& write(const Site& site, std::size_t k, T value) {
    if (sizeof value != site.size) mistake(site.path);
    std::memcpy(bytes_.data() + site.at + k * site.size, &value, sizeof value);
    return *this;
  }
  template <class T>
  void append(T value) {
    bytes_.resize(bytes_.size() + sizeof value);
    std::memcpy(bytes_.data() + bytes_.size() - sizeof value, &value, sizeof value);
  }
  void point_to_end(const std::string& path);
  [[noreturn]] static void mistake(const std::string& path);

  Bytes bytes_;
  Bytes original_;
  FieldMap map_;
};

}  // namespace mortise::robustness
