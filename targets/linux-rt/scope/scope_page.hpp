// The page of the scope, and the plotting library that it uses (Dygraphs, MIT; empty: none was
// there when the program was built), as text of the program.
#pragma once

namespace mortise::targets {

extern const char* const kScopePage;
extern const char* const kScopeScript;
extern const char* const kScopePlots;

}  // namespace mortise::targets
