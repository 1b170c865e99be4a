// An enum and the choices of the key that names it, from one list:
//   #define MORTISE_SHAPES(SHAPE) SHAPE(round, "as a ball") SHAPE(square, "as a box")
//   enum class Shape { MORTISE_SHAPES(MORTISE_ENUMERATOR) };
//   inline constexpr const char* kShapes = &MORTISE_SHAPES(MORTISE_CHOICE)[1];  // "round|square"
#pragma once

#define MORTISE_ENUMERATOR(name, meaning) name,
#define MORTISE_CHOICE(name, meaning) "|" #name
#define MORTISE_NAME(name, meaning) #name,                      // of an array of names
#define MORTISE_MEANING(name, meaning) "; " #name ": " meaning  // of the printed reference
