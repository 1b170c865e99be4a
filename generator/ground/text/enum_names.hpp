// Names of enumerators, one table per enumeration: definitions, reports and messages use it.
#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace mortise::gen {

// Names in the order of the enumerators, specialised next to the enumeration:
//   template <>
//   inline constexpr std::array enum_names<Hold> = {"zero_order", "linear"};
template <class Enum>
inline constexpr std::array<const char*, 0> enum_names{};

// An enumeration, its names and their meanings from one list:
//   #define MORTISE_SHAPES(SHAPE) SHAPE(round, "as a ball") SHAPE(square, "as a box")
//   MORTISE_ENUM(Shape, MORTISE_SHAPES)
#define MORTISE_ENUMERATOR(name, meaning) name,
#define MORTISE_NAME(name, meaning) #name,
#define MORTISE_MEANING(name, meaning) "; " #name ": " meaning  // of the printed reference
#define MORTISE_ENUM(Enum, LIST)                \
  enum class Enum { LIST(MORTISE_ENUMERATOR) }; \
  template <>                                   \
  inline constexpr std::array enum_names<Enum> = {LIST(MORTISE_NAME)};

template <class Enum>
const char* name_of(Enum value) {
  return enum_names<Enum>.at(static_cast<std::size_t>(value));
}

// "zero_order|linear": the choices of a key.
template <class Enum>
const char* choices_of() {
  static const std::string all = [] {
    std::string text;
    for (const char* name : enum_names<Enum>) text += (text.empty() ? "" : "|") + std::string(name);
    return text;
  }();
  return all.c_str();
}

}  // namespace mortise::gen
