#include "generator/deliver/pictures/picture_folder.hpp"

#include <filesystem>

#include "generator/ground/files/output_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

void try_pictures(const std::string& folder, const std::vector<std::string>& names) {
  try_folder(folder);
  if (!std::filesystem::exists(folder)) return;
  for (const std::string& name : names) {
    const std::string path = PictureFolder(folder).path(name);
    const OutputReservation no_input(path);
    try_output(path, OutputKind::picture);
  }
}

std::string PictureFolder::path(const std::string& name) const {
  return (std::filesystem::path(folder_) / name).string();
}

void PictureFolder::draw(const std::string& name, const Figure& figure) {
  pictures_.emplace_back(path(name), render_svg(figure, path(name)));
}

std::vector<std::string> PictureFolder::write() const {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  demand(!error, folder_, "the folder cannot be made: " + error.message(),
         "check that its parent exists and is writable");
  std::vector<std::string> written;
  for (const auto& [path, svg] : pictures_) {
    write_output(path, OutputKind::picture, svg.data(), svg.size());
    written.push_back(path);
  }
  std::error_code ignored;  // what cannot be removed was not there or is not ours
  for (const std::string& old : stale_) {
    // what is no file was put there on purpose
    const auto status = std::filesystem::symlink_status(old, ignored);
    if (std::filesystem::is_regular_file(status)) std::filesystem::remove(old, ignored);
  }
  return written;
}

}  // namespace mortise::gen
