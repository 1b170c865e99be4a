// Lines "row column value", and files of them read in blocks on several threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "generator/bodies/import/raw_export.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/files/text_blocks.hpp"

namespace mortise::gen {

struct EntryLine {
  std::int64_t row = 0, column = 0;  // as written
  double value = 0.0;
};

// The three fields between blanks; nothing for any other line, an empty one, too. Numbers as
// parse_integer() and parse_real() take them.
std::optional<EntryLine> parse_entry(std::string_view line);

// Throws Error if the last line of the file has no end: its number may be cut.
// file: its name; block: any, of which the last one ends with the file.
void require_last_line_end(const std::string& file, const TextBlock& block);

// The begin of a file, up to 1 MiB of it, cut behind the last whole line. Throws Error as
// TextSource does and if there is no text.
std::string read_head(const std::string& file);

// Options for for_each_block() with a bar that moves on a terminal while a large file is read.
class BlockReading {
 public:
  // jobs: threads, 0: one per processor
  BlockReading(const std::string& file, int jobs);
  const BlockOptions& options() const { return options_; }

 private:
  std::optional<ProgressBar> bar_;
  BlockOptions options_;
};

// Fills `matrix` from matrix.file: parse(block) gives the entries of a block and the size they
// speak of. Throws what it throws, and as for_each_block().
// jobs: threads, 0: one per processor.
void read_by_blocks(RawMatrix& matrix, int jobs,
                    const std::function<RawMatrix(const TextBlock&)>& parse);

}  // namespace mortise::gen
