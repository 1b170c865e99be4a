// The model as a block of Simulink: S-function and C Caller, driven by a stand-in of Simulink
// (simulink/).
#pragma once

#include <string>

namespace mortise::export_test {

// Fails the test unless both give the bits of `mortise run`, also restored in the middle. folder:
// of the exported model, its runtime compiled for this machine.
void check_block(const std::string& folder, const std::string& model);

}  // namespace mortise::export_test
