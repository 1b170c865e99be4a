// The model file of an FMU: found in its resources, read into memory.
#pragma once

#include "block.hpp"
#include "journal.hpp"

namespace mortise::fmi {

struct ModelBytes {
  Block<unsigned char> bytes;
  std::size_t size = 0;
};

// location: of the folder resources as the importer names it, a path or a URI of the scheme file,
// with or without a separator at its end. False after an entry in the journal.
bool read_model(const char* location, const Journal& journal, ModelBytes* model);

}  // namespace mortise::fmi
