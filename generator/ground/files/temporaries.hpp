// Unfinished files and folders that have a name while they are made. None stays: those of this
// process go when a signal ends it, those of a process that was killed when the next one writes in
// their place. Who makes one holds a lock on it, so that the abandoned ones are known on any
// machine.
#pragma once

#include <string>

namespace mortise::gen {

// Makes an empty file `.<base>.<random>.part` in `folder`, locked and listed.
// name: receives its path. Returns its descriptor (read and write), or -1 with errno.
int make_temporary(const std::string& folder, const std::string& base, std::string* name);

// Likewise a folder, with all rights that the process gives.
int make_temporary_folder(const std::string& folder, const std::string& base, std::string* name);

// Gives a nameless file (O_TMPFILE) such a name. False with errno if that cannot be.
bool name_temporary(int descriptor, const std::string& folder, const std::string& base,
                    std::string* name);

// The file or folder has got its final name, or is gone.
void forget_temporary(const std::string& name);

// Removes what killed processes left in `folder`: of the target `base`, or of all if it is empty.
void remove_abandoned(const std::string& folder, const std::string& base = "");

// From now on SIGHUP, SIGINT, SIGTERM and SIGPIPE, unless they are ignored, remove what is listed
// before they end the process; a file that grows beyond the limit is an error, not the end.
void remove_temporaries_when_stopped();

}  // namespace mortise::gen
