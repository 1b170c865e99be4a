// An FMU unpacked into a folder.
#pragma once

#include <string>
#include <vector>

namespace mortise::fmi_host {

struct UnpackedFmu {
  std::string folder;              // absolute
  std::vector<std::string> names;  // of its files, as the archive has them

  bool has(const std::string& name) const;
  // Content of a file; empty if it is not there.
  std::string text(const std::string& name) const;
};

// Throws std::runtime_error if the archive cannot be read.
UnpackedFmu unpack(const std::string& archive, const std::string& folder);

}  // namespace mortise::fmi_host
