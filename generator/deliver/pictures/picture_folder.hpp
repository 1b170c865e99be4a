// Several pictures of one result, in a folder.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "generator/deliver/pictures/figure.hpp"

namespace mortise::gen {

// Tries what can be tried before a computation: the folder or the one it will be made in, and the
// pictures that are there. Throws Error if they cannot be written, OutputRefused if one is an
// input.
void try_pictures(const std::string& folder, const std::vector<std::string>& names);

// All are drawn before the first is written.
class PictureFolder {
 public:
  explicit PictureFolder(std::string folder) : folder_(std::move(folder)) {}

  std::string path(const std::string& name) const;
  // Throws Error as render_svg() does, naming the path.
  void draw(const std::string& name, const Figure& figure);
  // There is none in this result: an older file of the name belongs to another one.
  void drop(const std::string& name) { stale_.push_back(path(name)); }

  // Makes the folder if it does not exist, writes what was drawn and removes the files that were
  // dropped. Returns the paths written. Throws Error if the folder cannot be written.
  std::vector<std::string> write() const;

 private:
  std::string folder_;
  std::vector<std::pair<std::string, std::string>> pictures_;  // path, SVG
  std::vector<std::string> stale_;
};

}  // namespace mortise::gen
