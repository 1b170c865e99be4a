// An output that the user asked for, wherever its name leads: a file appears whole or not at all
// (atomic_file.hpp); pipes, devices and standard output ("-") get the bytes as they come.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "generator/ground/files/atomic_file.hpp"
#include "generator/ground/files/file_ledger.hpp"
#include "generator/ground/files/output_place.hpp"

namespace mortise::gen {

class OutputFile {
 public:
  // Waits for the reader of a named pipe. Throws OutputRefused for an ending that the kind does not
  // have, if the place is an input of this process, and for binary bytes to a terminal; Error if it
  // cannot be written.
  OutputFile(const std::string& path, OutputKind kind);

  // Leaves a file as it was unless commit() was called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Appends. Throws Error if the device refuses.
  void write(const void* bytes, std::size_t size);
  void write(const std::string& text) { write(text.data(), text.size()); }

  void commit();

 private:
  [[noreturn]] void refuse(int code) const;

  std::string path_;
  std::optional<OutputReservation> reservation_;  // until commit()
  std::unique_ptr<AtomicFile> file_;
  int stream_ = -1;  // if it is no file
};

// Tries what can be tried without writing: the ending, the folder, the rights. Throws as
// OutputFile().
void try_output(const std::string& path, OutputKind kind);

// Tries files that will be made in this folder, which may have to be made itself.
void try_folder(const std::string& path);

// The whole output at once.
void write_output(const std::string& path, OutputKind kind, const void* bytes, std::size_t size);

// For messages: the path, or "standard output".
std::string output_text(const std::string& path);

}  // namespace mortise::gen
