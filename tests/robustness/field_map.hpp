// Where every field of a model file lies, found with the binary schema: what mutations aim at.
#pragma once

#include <flatbuffers/reflection.h>

#include <cstdint>
#include <string>
#include <vector>

namespace mortise::robustness {

using Bytes = std::vector<std::uint8_t>;

// scalar   a number in a table or struct         elements  the numbers of a vector
// length   the length of a vector or string      offset    a reference to a table, vector, string
// slot     the entry of a field in its table's vtable (two bytes, 0 = absent)
enum class Role { scalar, elements, length, offset, slot };

struct Site {
  std::string path;  // as in the schema, e.g. "stages[0].delassus"
  Role role = Role::scalar;
  reflection::BaseType type = reflection::None;  // of scalar and elements
  std::size_t at = 0;                            // position of the first value in the file [byte]
  std::size_t size = 0;                          // one value [byte]
  std::size_t count = 1;                         // values
};

class FieldMap {
 public:
  // schema: mortise.bfbs; model: a structurally sound file.
  FieldMap(const Bytes& schema, const Bytes& model);

  const std::vector<Site>& sites() const { return sites_; }

  // The site with this path and role; aborts if the model has none (a mistake of the test).
  const Site& find(const std::string& path, Role role) const;

 private:
  void walk_table(const reflection::Object& object, std::size_t table, const std::string& path);
  void walk_struct(const reflection::Object& object, std::size_t at, const std::string& path);
  void walk_field(const reflection::Field& field, std::size_t table, std::size_t at,
                  const std::string& path);
  void walk_string(std::size_t at, const std::string& path);
  void walk_vector(const reflection::Field& field, std::size_t at, const std::string& path);
  const reflection::Object& union_member(const reflection::Field& field, std::size_t table) const;
  void add(const std::string& path, Role role, reflection::BaseType type, std::size_t at,
           std::size_t size, std::size_t count = 1);

  template <class T>
  T read(std::size_t at) const;
  std::size_t follow(std::size_t at) const { return at + read<std::uint32_t>(at); }
  std::size_t vtable_of(std::size_t table) const;

  const Bytes& model_;
  const reflection::Schema& schema_;
  std::vector<Site> sites_;
};

// The whole file as bytes; aborts if it cannot be read.
Bytes read_bytes(const std::string& path);

}  // namespace mortise::robustness
