#pragma once

namespace planted {

struct Twin {
  int a;
};

}  // namespace planted
