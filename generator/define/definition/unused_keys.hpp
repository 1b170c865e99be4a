// Keys that are legal by themselves, but say something that what stands beside them has no use for.
#pragma once

#include "generator/define/definition/definition.hpp"
#include "generator/define/keys/key_reader.hpp"

namespace mortise::gen {

// Throws Error with every one of them. d: of a structure, read as a whole.
void refuse_unused(const KeyReader& reader, const Definition& d);
// film: read as a whole.
void refuse_unused_of_film(const KeyReader& reader, const FilmContactSpec& film);

}  // namespace mortise::gen
