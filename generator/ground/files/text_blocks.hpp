// Large text files block by block, on several threads: one reads and decompresses while the others
// parse. Never more than one block per thread is in memory, and nothing depends on how many there
// are: blocks are the same, and so is the failure that is told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mortise::gen {

struct TextBlock {
  std::size_t number = 0;       // 0, 1, ... in the order of the file
  std::string_view text;        // whole lines; the last one of the file may lack its newline
  std::int64_t first_line = 1;  // 1-based
  std::size_t lines = 0;        // of text
};

struct BlockOptions {
  int jobs = 0;                                // threads; 0: one per processor, at most 8
  std::size_t bytes = 2 << 20;                 // of a block, longer only if a line is
  std::function<void(double share)> progress;  // of the file, 0..1, from one thread at a time
};

// Calls work(block) for every block of the file, on any thread. After a failure no other block is
// read; those in hand are finished, then the failure that comes first in the file is rethrown.
// path: as existing_file() gives it. Throws Error as TextSource does, if there is no text, and for
// a line of more than 1 MiB and a block.
void for_each_block(const std::string& path, const BlockOptions& options,
                    const std::function<void(const TextBlock&)>& work);

// What parse(block) makes of every block, in the order of the file; as for_each_block().
template <class Parse>
auto parse_blocks(const std::string& path, const BlockOptions& options, const Parse& parse) {
  using Result = decltype(parse(TextBlock{}));
  static_assert(std::is_nothrow_move_constructible_v<Result>, "results would be copied");
  std::vector<Result> results;
  std::mutex mutex;
  for_each_block(path, options, [&](const TextBlock& block) {
    Result result = parse(block);
    const std::lock_guard<std::mutex> lock(mutex);
    if (results.size() <= block.number) results.resize(block.number + 1);
    results[block.number] = std::move(result);
  });
  return results;
}

}  // namespace mortise::gen
