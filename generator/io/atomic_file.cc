#include "generator/io/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "generator/error.hpp"

namespace mortise::gen {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw Error(path, what + ": " + std::strerror(errno),
              "check that the folder exists, is writable and has space left");
}

}  // namespace

std::string temporary_name(const std::string& path) {
  return path + "." + std::to_string(getpid()) + ".part";
}

void replace_file(const std::string& temporary, const std::string& path) {
  const int descriptor = open(temporary.c_str(), O_RDONLY);
  if (descriptor < 0) refuse(path, "cannot be written");
  const bool synced = fsync(descriptor) == 0;
  close(descriptor);
  if (!synced) refuse(path, "cannot be written to the device");
  std::error_code error;
  std::filesystem::rename(temporary, path, error);
  if (error) {
    errno = error.value();
    refuse(path, "cannot be replaced");
  }
}

AtomicFile::AtomicFile(const std::string& path)
    : path_(path), temporary_(temporary_name(path)), file_(std::fopen(temporary_.c_str(), "wb")) {
  if (file_ == nullptr) refuse(path_, "cannot be created");
}

AtomicFile::~AtomicFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::remove(temporary_.c_str());
}

void AtomicFile::write(const void* bytes, std::size_t size) {
  if (size > 0 && std::fwrite(bytes, 1, size, file_) != size) refuse(path_, "cannot be written");
}

void AtomicFile::commit() {
  if (std::fflush(file_) != 0) refuse(path_, "cannot be written");
  replace_file(temporary_, path_);
  std::fclose(file_);
  file_ = nullptr;
}

void write_file(const std::string& path, const void* bytes, std::size_t size) {
  AtomicFile file(path);
  file.write(bytes, size);
  file.commit();
}

}  // namespace mortise::gen
