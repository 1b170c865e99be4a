// The page of the scope, as text of the program.
#pragma once

namespace mortise::targets {

extern const char* const kScopePage;
extern const char* const kScopeScript;

}  // namespace mortise::targets
