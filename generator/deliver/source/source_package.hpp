// A model file as a folder of sources that builds alone: the runtime with the laws of the model as
// one source, the model as an array, what they give to the last bit, and an example that checks it.
#pragma once

#include <string>
#include <vector>

#include "generator/deliver/source/model_files.hpp"
#include "generator/ground/files/zip_archive.hpp"

namespace mortise::gen {

struct SourcePackage {
  std::vector<ArchivedFile> files;  // by their paths in the folder
  std::size_t code_bytes = 0;       // of flash on a Cortex-M7, about [byte]
};

// The state of the instance is reset. The same model and reference give the same bytes.
// eigen: folder of the headers of Eigen that go along with the C++ interface; empty: none.
// Throws Error if the program lacks what goes into every folder, or Eigen is asked for and not
// there, or of no use to the model.
SourcePackage source_package(Instance& instance, const Reference& reference,
                             const std::string& eigen = "");

}  // namespace mortise::gen
