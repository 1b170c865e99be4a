#pragma once

#include <string>

#include "generator/deliver/pictures/figure.hpp"

namespace mortise::gen {

// Throws Error unless the figure keeps what figure.hpp demands; where: names it.
void check_figure(const Figure& figure, const std::string& where);

}  // namespace mortise::gen
