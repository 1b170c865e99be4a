// Where an importer says that the resources lie: a path, or a URI of the scheme file.
#pragma once

namespace mortise::fmi {

// The path that a location names; of a URI its percent signs are decoded:
//   /a/b, C:\a\b, file:/a%20b, file:///a, file://localhost/a; with drives also file:///C:/a,
//   file:/C:/a, file://C:/a (as some write it) and file://host/share
// drives: paths of this machine begin with drives and hosts (Windows).
// path: strlen(location) + 1 characters. False where a URI names another machine.
bool path_of_location(const char* location, bool drives, char* path);

}  // namespace mortise::fmi
