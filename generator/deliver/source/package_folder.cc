#include "generator/deliver/source/package_folder.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "generator/ground/files/atomic_file.hpp"
#include "generator/ground/files/temporaries.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

// "a/b" of "a/b/".
fs::path place_of(const std::string& folder) {
  const fs::path place = fs::path(folder).lexically_normal();
  return place.has_filename() ? place : place.parent_path();
}

fs::path parent_of(const fs::path& place) {
  return place.has_parent_path() ? place.parent_path() : fs::path(".");
}

// A folder that goes unless it was moved to its place.
class UnfinishedFolder {
 public:
  explicit UnfinishedFolder(const fs::path& place) : place_(place) {
    const std::string parent = parent_of(place).string(), name = place.filename().string();
    remove_abandoned(parent, name);
    lock_ = make_temporary_folder(parent, name, &path_);
    if (lock_ < 0) throw_write_fault(place.string(), "cannot be created", errno);
  }
  ~UnfinishedFolder() {
    std::error_code ignored;
    if (!path_.empty()) {
      fs::remove_all(path_, ignored);
      forget_temporary(path_);
    }
    close(lock_);
  }
  UnfinishedFolder(const UnfinishedFolder&) = delete;
  UnfinishedFolder& operator=(const UnfinishedFolder&) = delete;

  const std::string& path() const { return path_; }

  void commit() {
    if (std::rename(path_.c_str(), place_.c_str()) != 0)
      throw_write_fault(place_.string(), "cannot be created", errno);
    forget_temporary(path_);
    path_.clear();
  }

 private:
  fs::path place_;
  std::string path_;
  int lock_ = -1;
};

}  // namespace

void check_new_folder(const std::string& folder) {
  const fs::path place = place_of(folder);
  std::error_code error;
  const fs::file_status status = fs::status(place, error);
  if (fs::exists(status)) {
    demand(fs::is_directory(status), folder, "is no folder", "name a new folder");
    demand(fs::is_empty(place, error) && !error, folder, "is not empty",
           "name a new folder, or remove what is in this one");
  }
  const fs::path parent = parent_of(place);
  demand(fs::is_directory(parent, error), folder,
         "lies in no folder: " + parent.string() + " does not exist", "make that one first");
  if (access(parent.c_str(), W_OK) != 0) throw_write_fault(folder, "cannot be created", errno);
}

void write_new_folder(const std::string& folder, const std::vector<ArchivedFile>& files) {
  check_new_folder(folder);
  UnfinishedFolder made(place_of(folder));
  for (const ArchivedFile& file : files) {
    const fs::path path = fs::path(made.path()) / file.name;
    fs::create_directories(path.parent_path());
    write_file(path.string(), file.content.data(), file.content.size());
  }
  made.commit();
}

}  // namespace mortise::gen
