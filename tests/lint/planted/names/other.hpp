#pragma once

namespace planted {

class Twin {
  double b;
};

}  // namespace planted
