// Sources as one: what they include of each other in its place, once where it says so, and of what
// depends on known macros the branch that holds.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "generator/ground/files/zip_archive.hpp"

namespace mortise::gen {

struct Amalgamation {
  std::vector<ArchivedFile> files;     // what there is, by paths from one root
  std::map<std::string, bool> macros;  // whether each is defined; of all others nothing is known
  std::map<std::string, std::string> kept;  // files that stay files of their own: include what
};

// `start` and what it includes. An include that names none of the files, or one in <>, stays as it
// is. Throws Error for a condition that mixes known macros with unknown ones, and for a file that
// is included once, there under a condition that is not known.
std::string amalgamate(const Amalgamation& of, const std::string& start);

}  // namespace mortise::gen
