#include "tests/robustness/field_map.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

namespace mortise::robustness {

template <class T>
T FieldMap::read(std::size_t at) const {
  T value;
  std::memcpy(&value, model_.data() + at, sizeof value);
  return value;
}

FieldMap::FieldMap(const Bytes& schema, const Bytes& model)
    : model_(model), schema_(*reflection::GetSchema(schema.data())) {
  walk_table(*schema_.root_table(), follow(0), "");
}

const Site& FieldMap::find(const std::string& path, Role role) const {
  for (const Site& s : sites_)
    if (s.path == path && s.role == role) return s;
  std::fprintf(stderr, "no field %s in this model\n", path.c_str());
  std::abort();
}

void FieldMap::add(const std::string& path, Role role, reflection::BaseType type, std::size_t at,
                   std::size_t size, std::size_t count) {
  sites_.push_back(Site{path, role, type, at, size, count});
}

std::size_t FieldMap::vtable_of(std::size_t table) const {
  return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(table) - read<std::int32_t>(table));
}

void FieldMap::walk_table(const reflection::Object& object, std::size_t table,
                          const std::string& path) {
  const std::size_t vtable = vtable_of(table);
  const std::size_t length = read<std::uint16_t>(vtable);
  for (const reflection::Field* field : *object.fields()) {
    if (field->offset() + sizeof(std::uint16_t) > length) continue;
    const std::size_t slot = vtable + field->offset();
    const std::size_t offset = read<std::uint16_t>(slot);
    const std::string name = (path.empty() ? "" : path + ".") + field->name()->str();
    add(name, Role::slot, reflection::UShort, slot, sizeof(std::uint16_t));
    if (offset != 0) walk_field(*field, table, table + offset, name);
  }
}

void FieldMap::walk_struct(const reflection::Object& object, std::size_t at,
                           const std::string& path) {
  for (const reflection::Field* field : *object.fields()) {
    const reflection::BaseType type = field->type()->base_type();
    add(path + "." + field->name()->str(), Role::scalar, type, at + field->offset(),
        flatbuffers::GetTypeSize(type));
  }
}

void FieldMap::walk_field(const reflection::Field& field, std::size_t table, std::size_t at,
                          const std::string& path) {
  const reflection::BaseType type = field.type()->base_type();
  if (flatbuffers::IsScalar(type)) {
    add(path, Role::scalar, type, at, flatbuffers::GetTypeSize(type));
    return;
  }
  if (type == reflection::Obj) {
    const auto& object = *schema_.objects()->Get(static_cast<unsigned>(field.type()->index()));
    if (object.is_struct()) {
      walk_struct(object, at, path);
      return;
    }
  }
  add(path, Role::offset, reflection::UInt, at, sizeof(std::uint32_t));
  if (type == reflection::String) {
    walk_string(follow(at), path);
  } else if (type == reflection::Vector) {
    walk_vector(field, follow(at), path);
  } else if (type == reflection::Union) {
    walk_table(union_member(field, table), follow(at), path);
  } else {
    const auto index = static_cast<unsigned>(field.type()->index());
    walk_table(*schema_.objects()->Get(index), follow(at), path);
  }
}

void FieldMap::walk_string(std::size_t at, const std::string& path) {
  add(path, Role::length, reflection::UInt, at, sizeof(std::uint32_t));
  add(path, Role::elements, reflection::UByte, at + 4, 1, read<std::uint32_t>(at));
}

void FieldMap::walk_vector(const reflection::Field& field, std::size_t at,
                           const std::string& path) {
  const std::uint32_t count = read<std::uint32_t>(at);
  add(path, Role::length, reflection::UInt, at, sizeof(std::uint32_t));
  const reflection::BaseType type = field.type()->element();
  if (flatbuffers::IsScalar(type)) {
    add(path, Role::elements, type, at + 4, flatbuffers::GetTypeSize(type), count);
    return;
  }
  const reflection::Object* object =
      type == reflection::Obj ? schema_.objects()->Get(static_cast<unsigned>(field.type()->index()))
                              : nullptr;
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::string name = path + "[" + std::to_string(k) + "]";
    if (object && object->is_struct()) {
      walk_struct(*object, at + 4 + k * static_cast<std::size_t>(object->bytesize()), name);
      continue;
    }
    const std::size_t entry = at + 4 + 4 * k;
    add(name, Role::offset, reflection::UInt, entry, sizeof(std::uint32_t));
    if (object) walk_table(*object, follow(entry), name);
    if (type == reflection::String) walk_string(follow(entry), name);
  }
}

const reflection::Object& FieldMap::union_member(const reflection::Field& field,
                                                 std::size_t table) const {
  // The tag of a union stands in the field before it.
  const std::size_t slot = vtable_of(table) + field.offset() - sizeof(std::uint16_t);
  const auto tag = read<std::uint8_t>(table + read<std::uint16_t>(slot));
  const auto* values = schema_.enums()->Get(static_cast<unsigned>(field.type()->index()))->values();
  const auto* type = values->LookupByKey(tag)->union_type();
  return *schema_.objects()->Get(static_cast<unsigned>(type->index()));
}

Bytes read_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "cannot open %s\n", path.c_str());
    std::abort();
  }
  return Bytes(std::istreambuf_iterator<char>(in), {});
}

}  // namespace mortise::robustness
