// What the tests of pictures share: scratch files, looks at an SVG, smooth runs to draw.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/contact/film/film_run.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

std::string fresh_folder();
std::string content(const std::string& path);
std::vector<std::string> files_in(const std::string& folder);
bool contains(const std::string& text, const std::string& part);

// True if an XML parser accepts the file and its root is an SVG of 900 px width.
bool is_svg(const std::string& path);

// The message of the Error that an action throws, "" if it throws none.
std::string refusal(const std::function<void()>& action);

// Shapes like those of a sphere's impact on a film: flight, pressure that rises and falls with a
// narrow second peak, a dimple in the gap. scale: of the duration of contact.
FilmContactSpec impact_definition();
FilmRun impact_run(double scale = 1.0);

}  // namespace mortise::gen
