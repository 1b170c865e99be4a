// An output that cannot be meant, whatever the files hold.
#pragma once

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

// It would overwrite an input, has an ending of no known format, or is asked for twice: exit code 2
// of a command.
class OutputRefused : public Error {
 public:
  using Error::Error;
};

}  // namespace mortise::gen
