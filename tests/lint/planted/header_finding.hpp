// A fault in a header, which the lint must find as well.
#pragma once

namespace mortise {

// google-explicit-constructor
struct Metres {
  Metres(double number) : value(number) {}
  double value;
};

}  // namespace mortise
