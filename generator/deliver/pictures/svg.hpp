// A figure as an SVG document.
#pragma once

#include <string>

#include "generator/deliver/pictures/layout.hpp"

namespace mortise::gen {

// figure: checked; layout: of it, see lay_out(). The same figure gives the same bytes.
std::string svg_document(const Figure& figure, const FigureLayout& layout);

}  // namespace mortise::gen
