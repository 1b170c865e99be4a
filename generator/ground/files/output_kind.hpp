// What kinds of files the commands write, and how their names end.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mortise::gen {

enum class OutputKind { model, table, picture, header };

struct OutputKindText {
  OutputKind kind;
  const char* name;                  // in the help of a command: "TABLE"
  const char* what;                  // in messages: "a table"
  std::vector<std::string> endings;  // lower case, with the dot; the first is the usual one
  bool binary;                       // unfit for a terminal
};

const OutputKindText& text_of(OutputKind kind);

// The kind of this name, nothing if there is none.
std::optional<OutputKind> output_kind_named(const std::string& name);

// The ending of a path in lower case, with its dot; empty if it has none.
std::string ending_of(const std::string& path);

// ".csv, .h5 or .hdf5"
std::string endings_text(OutputKind kind);

// Throws OutputRefused naming the endings of the kind if the path has another one. What is no file
// (a pipe, a device, standard output) may have any name.
void check_ending(const std::string& path, OutputKind kind);

}  // namespace mortise::gen
