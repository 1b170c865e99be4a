// Which member of which struct a key fills.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <typeinfo>

namespace mortise::gen {

class KeyReader;

// A value that is given or has a default is assigned; else the member keeps what it holds. An
// enumerator, a flag or a number may take a choice by its position: enumerators stand in the order
// of the choices, and of two choices the second is true.
class KeyMember {
 public:
  KeyMember() = default;

  template <class Spec, class Value>
  KeyMember(Value Spec::*member)  // NOLINT(google-explicit-constructor): rows name the member alone
      : spec_(&typeid(Spec)), fill_([member](const KeyReader& r, const std::string& path, void* s) {
          assign(r, path, &(static_cast<Spec*>(s)->*member));
        }) {}

  // Of a part of the struct.
  template <class Spec, class Part, class Value>
  KeyMember(Part Spec::*part, Value Part::*member)
      : spec_(&typeid(Spec)),
        fill_([part, member](const KeyReader& r, const std::string& path, void* s) {
          assign(r, path, &(static_cast<Spec*>(s)->*part.*member));
        }) {}

  bool is_of(const std::type_info& spec) const { return spec_ != nullptr && *spec_ == spec; }

  // spec: of the type that is_of() confirms.
  void fill(const KeyReader& reader, const std::string& path, void* spec) const {
    fill_(reader, path, spec);
  }

 private:
  template <class Value>
  struct Plain {
    using type = Value;
  };
  template <class Value>
  struct Plain<std::optional<Value>> {
    using type = Value;
  };

  // Defined in key_reader.hpp, behind the reader.
  template <class Value>
  static void assign(const KeyReader& reader, const std::string& path, Value* value);

  const std::type_info* spec_ = nullptr;
  std::function<void(const KeyReader&, const std::string& path, void* spec)> fill_;
};

}  // namespace mortise::gen
