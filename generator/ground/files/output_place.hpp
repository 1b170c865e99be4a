// Where the name of an output leads: to a file that is made or replaced as a whole, or to something
// that takes bytes as they come (standard output, a pipe, a device).
#pragma once

#include <string>

namespace mortise::gen {

enum class PlaceKind {
  file,             // regular, or not there yet
  stream,           // a pipe, a device, another open descriptor
  standard_output,  // "-", or another name of what standard output is
};

struct OutputPlace {
  PlaceKind kind = PlaceKind::file;
  std::string target;  // file: behind all symbolic links; stream: what to open
};

// path: as the user gave it. Throws Error for links that lead in circles. A folder is a file here:
// who writes it finds out.
OutputPlace locate_output(const std::string& path);

// The path with its last component no symbolic link, whether it exists or not. Links of /proc to
// open descriptors are left as they are. Throws Error for links that lead in circles.
std::string without_links(const std::string& path);

// Both lead to the same place: one file under several names (hard links, symbolic links, ./), also
// one that does not exist yet, or both to standard output. Character devices are never the same:
// what is read from them was not written to them.
bool same_place(const std::string& a, const std::string& b);

}  // namespace mortise::gen
