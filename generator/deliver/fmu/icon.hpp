// The icon of an FMU: a tenon above its mortise.
#pragma once

#include <string>

namespace mortise::gen {

std::string icon_svg();
std::string icon_png();  // 64 x 64

}  // namespace mortise::gen
