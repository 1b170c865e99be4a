#pragma once

#include <string>

#include "generator/plot/layout.hpp"

namespace mortise::gen {

// The commands that make gnuplot write the figure to its standard output. Text from outside stands
// in single quotes, where gnuplot interprets nothing.
std::string gnuplot_script(const Figure& figure, const FigureLayout& layout);

}  // namespace mortise::gen
