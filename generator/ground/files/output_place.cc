#include "generator/ground/files/output_place.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as the system follows

// A link of /proc to an open descriptor: its text is no path.
bool leads_to_descriptor(const fs::path& link) {
  std::error_code error;
  const fs::path folder = fs::canonical(link.parent_path(), error);
  return !error && folder.string().rfind("/proc/", 0) == 0;
}

// Whether the descriptor is open on this file or pipe; a terminal or /dev/null does not count.
bool is_descriptor(const struct stat& status, int descriptor) {
  struct stat open_file {};
  return !S_ISCHR(status.st_mode) && fstat(descriptor, &open_file) == 0 &&
         open_file.st_dev == status.st_dev && open_file.st_ino == status.st_ino;
}

bool names_standard_output(const std::string& path) {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

const std::vector<OutputKindText>& output_kinds() {
  static const std::vector<OutputKindText> kinds{
      {OutputKind::model, "MODEL", "a model file", {".mrt"}, true},
      {OutputKind::table, "TABLE", "a table", {".csv", ".h5", ".hdf5"}, false},
      {OutputKind::picture, "PICTURE", "a picture", {".svg"}, false},
      {OutputKind::header, "HEADER", "a header", {".h", ".hpp", ".hh", ".hxx"}, false},
      {OutputKind::state_space, "SPACE", "a state space", {".json", ".npz", ".mat"}, false},
      {OutputKind::page, "PAGE", "a page", {".html", ".htm"}, false},
      {OutputKind::fmu, "FMU", "an FMU", {".fmu"}, true},
      {OutputKind::exported,
       "EXPORT",
       "an export",
       {".fmu", ".h", ".hpp", ".hh", ".hxx"},
       false,
       true},
  };
  return kinds;
}

}  // namespace

std::string without_links(const std::string& path) {
  fs::path at = path;
  std::error_code error;
  for (int links = 0; fs::is_symlink(fs::symlink_status(at, error)); ++links) {
    if (leads_to_descriptor(at)) return at.string();
    demand(links != kMostLinks, path, "its symbolic links lead in circles",
           "correct or remove the link");
    const fs::path next = fs::read_symlink(at, error);
    if (error) throw Error(path, "cannot be followed: " + error.message(), "correct the link");
    at = at.parent_path() / next;  // an absolute one replaces all
  }
  return at.string();
}

OutputPlace locate_output(const std::string& path) {
  if (names_standard_output(path)) return {PlaceKind::standard_output, "-"};
  struct stat status {};
  const bool there = stat(path.c_str(), &status) == 0;
  if (there && is_descriptor(status, STDOUT_FILENO)) return {PlaceKind::standard_output, "-"};
  if (there && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
    return {PlaceKind::stream, path};
  }
  const std::string target = without_links(path);
  std::error_code error;
  if (fs::is_symlink(fs::symlink_status(target, error))) return {PlaceKind::stream, path};
  return {PlaceKind::file, target};
}

bool same_place(const std::string& a, const std::string& b) {
  const OutputPlace first = locate_output(a), second = locate_output(b);
  if (first.kind == PlaceKind::standard_output || second.kind == PlaceKind::standard_output) {
    return first.kind == second.kind;
  }
  struct stat one {
  }, other{};
  const bool one_there = stat(a.c_str(), &one) == 0, other_there = stat(b.c_str(), &other) == 0;
  if (one_there != other_there) return false;
  if (one_there) {
    return !S_ISCHR(one.st_mode) && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
  }
  const auto whole = [](const std::string& target) {
    std::error_code error;
    const fs::path path = fs::absolute(target, error);
    return fs::weakly_canonical(path.parent_path(), error) / path.filename();
  };
  return whole(first.target) == whole(second.target);
}

const OutputKindText& text_of(OutputKind kind) {
  return output_kinds().at(static_cast<std::size_t>(kind));
}

std::optional<OutputKind> output_kind_named(const std::string& name) {
  for (const OutputKindText& text : output_kinds()) {
    if (text.name == name) return text.kind;
  }
  return std::nullopt;
}

std::string ending_of(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return ending;
}

std::string endings_text(OutputKind kind) {
  const std::vector<std::string>& endings = text_of(kind).endings;
  std::string text = endings.front();
  for (std::size_t i = 1; i < endings.size(); ++i) {
    text += (i + 1 < endings.size() ? ", " : " or ") + endings[i];
  }
  return text;
}

namespace {

bool has_ending(const std::string& path, OutputKind kind) {
  const std::vector<std::string>& known = text_of(kind).endings;
  return std::find(known.begin(), known.end(), ending_of(path)) != known.end();
}

}  // namespace

bool is_folder_for(const std::string& path, OutputKind kind) {
  std::error_code error;
  return text_of(kind).into_folder && fs::is_directory(path, error) && !has_ending(path, kind);
}

void check_ending(const std::string& path, OutputKind kind) {
  if (locate_output(path).kind != PlaceKind::file || has_ending(path, kind)) return;
  throw OutputRefused(
      path, std::string(text_of(kind).what) + " cannot end in \"" + ending_of(path) + "\"",
      "give a name that ends in " + endings_text(kind));
}

}  // namespace mortise::gen
