#include "generator/ground/files/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "generator/ground/files/output_place.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

int open_stream(const OutputPlace& place) {
  if (place.kind == PlaceKind::standard_output) return fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  return open(place.target.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
}

// Bytes that no terminal can show.
bool is_unfit(OutputKind kind, int stream) { return text_of(kind).binary && isatty(stream) == 1; }

[[noreturn]] void refuse_terminal(const std::string& path, OutputKind kind) {
  throw OutputRefused(output_text(path), std::string(text_of(kind).what) + " is not for a terminal",
                      "send it to a file or a program");
}

}  // namespace

std::string output_text(const std::string& path) { return path == "-" ? "standard output" : path; }

OutputFile::OutputFile(const std::string& path, OutputKind kind)
    : path_(path), reservation_(std::in_place, path) {
  check_ending(path, kind);
  const OutputPlace place = locate_output(path);
  if (place.kind == PlaceKind::file) {
    file_ = std::make_unique<AtomicFile>(path);
    return;
  }
  stream_ = open_stream(place);
  if (stream_ < 0) throw_write_fault(output_text(path), "cannot be opened", errno);
  if (is_unfit(kind, stream_)) {
    close(stream_);
    refuse_terminal(path, kind);
  }
}

OutputFile::~OutputFile() {
  if (stream_ >= 0) close(stream_);
}

void OutputFile::refuse(int code) const {
  throw_write_fault(output_text(path_), "cannot be written", code);
}

void OutputFile::write(const void* bytes, std::size_t size) {
  if (file_) {
    file_->write(bytes, size);
  } else if (const int code = write_all(stream_, bytes, size)) {
    refuse(code);
  }
}

void OutputFile::commit() {
  reservation_.reset();
  if (file_) return file_->commit();
  // pipes and terminals have no device to wait for
  if (fsync(stream_) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP) refuse(errno);
}

void try_output(const std::string& path, OutputKind kind) {
  check_ending(path, kind);
  const OutputPlace place = locate_output(path);
  if (place.kind == PlaceKind::file) {
    const AtomicFile probe(path);
  } else if (place.kind == PlaceKind::standard_output) {
    if (is_unfit(kind, STDOUT_FILENO)) refuse_terminal(path, kind);
  } else if (faccessat(AT_FDCWD, place.target.c_str(), W_OK, AT_EACCESS) != 0) {
    throw_write_fault(path, "cannot be written", errno);
  }
}

void try_folder(const std::string& path) {
  std::filesystem::path at = std::filesystem::absolute(path);
  std::error_code error;
  // the folders that are missing will be made
  while (!std::filesystem::exists(at, error) && !error && at.has_relative_path()) {
    at = at.parent_path();
  }
  if (error) throw_write_fault(path, "cannot be made", error.value());
  if (!std::filesystem::is_directory(at, error)) throw_write_fault(path, "is no folder", ENOTDIR);
  try {
    const AtomicFile probe((at / "probe").string());
  } catch (const Error& error) {
    throw Error(path, std::string("cannot be written; ") + error.what(), "");
  }
}

void write_output(const std::string& path, OutputKind kind, const void* bytes, std::size_t size) {
  OutputFile file(path, kind);
  file.write(bytes, size);
  file.commit();
}

}  // namespace mortise::gen
