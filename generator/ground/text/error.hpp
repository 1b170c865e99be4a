// The one exception type of the generator: says where, what is wrong and what to do about it.
#pragma once

#include <stdexcept>
#include <string>

namespace mortise::gen {

class Error : public std::runtime_error {
 public:
  // where:  file, optionally ":line", or the command's argument
  // what:   the finding, naming the key, dof or entry and its value
  // remedy: one sentence that tells the user what to change
  Error(const std::string& where, const std::string& what, const std::string& remedy)
      : std::runtime_error(where + ": " + what + (remedy.empty() ? "" : "\n  remedy: " + remedy)) {}
};

// Throws the Error unless it holds. The texts are made either way: not for loops over entries.
inline void demand(bool holds, const std::string& where, const std::string& what,
                   const std::string& remedy) {
  if (!holds) throw Error(where, what, remedy);
}

}  // namespace mortise::gen
