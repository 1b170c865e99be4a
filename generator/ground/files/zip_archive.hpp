// Archives in the zip format, made in memory; the clock is no part of the bytes.
#pragma once

#include <string>
#include <vector>

namespace mortise::gen {

struct ArchivedFile {
  std::string name;  // path in the archive, with forward slashes
  std::string content;
};

enum class Packing { stored, deflated };

// The archive with its files in this order; the same files give the same bytes (deflated: with the
// same zlib). Throws Error, naming `where`, if it cannot be made.
std::string zip_archive(const std::vector<ArchivedFile>& files, Packing packing,
                        const std::string& where);

}  // namespace mortise::gen
