// A file that belongs to one process for as long as that runs, and to nobody once it has died.
#pragma once

#include <string>

namespace mortise::targets {

// A new, empty file for reading and writing that is locked (flock) until it is closed. What a
// process that died has left under the name is unlinked, not emptied: who still maps it must not
// lose it under its feet. mode: of open(2). -1, and why, if another process holds it or the system
// refuses.
int make_held_file(const std::string& path, unsigned mode, std::string* why);

// Whether the file is the one of that name.
bool has_name(int file, const std::string& path);

}  // namespace mortise::targets
