#include "tests/robustness/model_edit.hpp"

#include <cstdio>
#include <cstdlib>

#include "tests/robustness/reseal.hpp"

namespace mortise::robustness {

namespace {

std::uint32_t read_u32(const Bytes& b, std::size_t at) {
  std::uint32_t value;
  std::memcpy(&value, b.data() + at, sizeof value);
  return value;
}

}  // namespace

std::uint32_t ModelEdit::length(const std::string& path) const {
  return read_u32(original_, map_.find(path, Role::length).at);
}

std::uint32_t ModelEdit::root() const { return read_u32(original_, 0); }

ModelEdit& ModelEdit::set_word(std::size_t at, std::uint32_t value) {
  std::memcpy(bytes_.data() + at, &value, sizeof value);
  return *this;
}

void ModelEdit::point_to_end(const std::string& path) {
  const Site& reference = map_.find(path, Role::offset);
  write(reference, 0, static_cast<std::uint32_t>(bytes_.size() - reference.at));
}

ModelEdit& ModelEdit::alias(const std::string& path, const std::string& other) {
  std::uint16_t offset;
  std::memcpy(&offset, original_.data() + map_.find(other, Role::slot).at, sizeof offset);
  return write(map_.find(path, Role::slot), 0, offset);
}

ModelEdit& ModelEdit::move_vector(const std::string& path, std::size_t element_bytes,
                                  std::size_t rest) {
  const std::size_t from = map_.find(path, Role::length).at;
  const std::size_t size = element_bytes * length(path);
  while ((bytes_.size() + 4) % 64 != rest) bytes_.push_back(0);
  point_to_end(path);
  bytes_.insert(bytes_.end(), original_.begin() + static_cast<std::ptrdiff_t>(from),
                original_.begin() + static_cast<std::ptrdiff_t>(from + 4 + size));
  return *this;
}

ModelEdit& ModelEdit::repeat_first(const std::string& path, std::uint32_t count) {
  const std::size_t entry = map_.find(path + "[0]", Role::offset).at;
  const std::size_t table = entry + read_u32(original_, entry);
  const std::size_t vtable =
      table - static_cast<std::size_t>(static_cast<std::int32_t>(read_u32(original_, table)));
  std::uint16_t table_bytes;
  std::memcpy(&table_bytes, original_.data() + vtable + 2, sizeof table_bytes);
  // One copy of the table behind the vector serves every entry; it keeps its old vtable.
  while (bytes_.size() % 8 != 0) bytes_.push_back(0);
  point_to_end(path);
  append(count);
  std::size_t copy = bytes_.size() + 4 * std::size_t{count};
  while (copy % 8 != table % 8) ++copy;
  for (std::uint32_t k = 0; k < count; ++k)
    append(static_cast<std::uint32_t>(copy - bytes_.size()));
  bytes_.resize(copy, 0);
  append(static_cast<std::int32_t>(copy - vtable));
  bytes_.insert(bytes_.end(), original_.begin() + static_cast<std::ptrdiff_t>(table + 4),
                original_.begin() + static_cast<std::ptrdiff_t>(table + table_bytes));
  return *this;
}

Bytes ModelEdit::sealed() const {
  Bytes out = bytes_;
  reseal(&out);
  return out;
}

void ModelEdit::mistake(const std::string& path) {
  std::fprintf(stderr, "%s has another type than the mutation assumes\n", path.c_str());
  std::abort();
}

}  // namespace mortise::robustness
