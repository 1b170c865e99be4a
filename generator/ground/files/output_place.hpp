// Where the name of an output leads: to a file that is made or replaced as a whole, or to something
// that takes bytes as they come (standard output, a pipe, a device).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

// An output that cannot be meant, whatever the files hold: it would overwrite an input, has an
// ending of no known format, or is asked for twice. Exit code 2 of a command.
class OutputRefused : public Error {
 public:
  using Error::Error;
};

enum class PlaceKind {
  file,             // regular, or not there yet
  stream,           // a pipe, a device, another open descriptor
  standard_output,  // "-", or another name of what standard output is
};

struct OutputPlace {
  PlaceKind kind = PlaceKind::file;
  std::string target;  // file: behind all symbolic links; stream: what to open
};

// path: as the user gave it. Throws Error for links that lead in circles. A folder is a file here:
// who writes it finds out.
OutputPlace locate_output(const std::string& path);

// The path with its last component no symbolic link, whether it exists or not. Links of /proc to
// open descriptors are left as they are. Throws Error for links that lead in circles.
std::string without_links(const std::string& path);

// Both lead to the same place: one file under several names (hard links, symbolic links, ./), also
// one that does not exist yet, or both to standard output. Character devices are never the same:
// what is read from them was not written to them.
bool same_place(const std::string& a, const std::string& b);

enum class OutputKind { model, table, picture, header, state_space, page, fmu, exported };

struct OutputKindText {
  OutputKind kind;
  const char* name;                  // in the help of a command: "TABLE"
  const char* what;                  // in messages: "a table"
  std::vector<std::string> endings;  // lower case, with the dot; the first is the usual one
  bool binary;                       // unfit for a terminal
  bool into_folder = false;          // a folder is as good: the file gets a name of its own there
};

const OutputKindText& text_of(OutputKind kind);

// The kind of this name, nothing if there is none.
std::optional<OutputKind> output_kind_named(const std::string& name);

// The ending of a path in lower case, with its dot; empty if it has none.
std::string ending_of(const std::string& path);

// ".csv, .h5 or .hdf5"
std::string endings_text(OutputKind kind);

// Leads to a folder in which a file of this kind gets a name of its own. What ends as such a file
// is meant as one.
bool is_folder_for(const std::string& path, OutputKind kind);

// Throws OutputRefused naming the endings of the kind if the path has another one. What is no file
// (a pipe, a device, standard output) may have any name.
void check_ending(const std::string& path, OutputKind kind);

}  // namespace mortise::gen
