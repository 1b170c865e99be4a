#include "generator/deliver/pictures/picture_folder.hpp"

#include <filesystem>

#include "generator/ground/files/output_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

std::string picture_path(const std::string& folder, const std::string& name) {
  return (std::filesystem::path(folder) / name).string();
}

void try_pictures(const std::string& folder, const std::vector<std::string>& names) {
  try_folder(folder);
  if (!std::filesystem::exists(folder)) return;
  for (const std::string& name : names) {
    const OutputReservation no_input(picture_path(folder, name));
    try_output(picture_path(folder, name), OutputKind::picture);
  }
}

std::vector<std::string> write_pictures(
    const std::string& folder, const std::vector<std::pair<std::string, std::string>>& pictures,
    const std::vector<std::string>& stale) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw Error(folder, "the folder cannot be made: " + error.message(),
                "check that its parent exists and is writable");
  }
  std::vector<std::string> written;
  for (const auto& [path, svg] : pictures) {
    write_output(path, OutputKind::picture, svg.data(), svg.size());
    written.push_back(path);
  }
  std::error_code ignored;  // what cannot be removed was not there or is not ours
  for (const std::string& old : stale) {
    // what is no file was put there on purpose
    const auto status = std::filesystem::symlink_status(old, ignored);
    if (std::filesystem::is_regular_file(status)) std::filesystem::remove(old, ignored);
  }
  return written;
}

}  // namespace mortise::gen
