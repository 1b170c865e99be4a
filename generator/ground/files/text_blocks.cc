#include "generator/ground/files/text_blocks.hpp"

#include <algorithm>
#include <exception>
#include <thread>

#include "generator/ground/files/text_file.hpp"
#include "generator/ground/files/text_source.hpp"
#include "generator/ground/jobs/parallel_for.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr std::size_t kLongestLine = 1 << 20;
constexpr unsigned kMostJobs = 8;  // one thread that decompresses does not feed more

// Cuts a file into blocks, in order.
class BlockReader {
 public:
  BlockReader(const std::string& path, std::size_t bytes)
      : path_(path), bytes_(std::max<std::size_t>(1, bytes)), source_(path) {}

  // text: holds the next block, which refers to it. False at the end.
  bool next(std::string& text, TextBlock& block) {
    text.assign(rest_);
    rest_.clear();
    std::size_t whole = 0;  // up to the end of the last whole line
    while (!ended_ && whole == 0) {
      const std::size_t old_size = text.size();
      if (old_size > std::max(bytes_, kLongestLine)) refuse_line();
      text.resize(old_size + bytes_);
      const std::size_t count = source_.read(text.data() + old_size, bytes_);
      text.resize(old_size + count);
      ended_ = count < bytes_;
      const std::size_t newline = std::string_view(text).substr(old_size).rfind('\n');
      if (newline != std::string_view::npos) whole = old_size + newline + 1;
    }
    if (!ended_) {
      rest_ = text.substr(whole);
      text.resize(whole);
    }
    blank_ = blank_ && trim(text).empty();
    if (ended_ && blank_) throw Error(path_, "the file is empty", "export or copy the file again");
    if (text.empty()) return false;
    block = {number_++, text, first_line_, count_lines(text)};
    first_line_ += static_cast<std::int64_t>(block.lines);
    return true;
  }

  double share() const { return source_.share(); }

 private:
  static std::size_t count_lines(const std::string& text) {
    const auto ends = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    return ends + (text.back() == '\n' ? 0 : 1);
  }

  [[noreturn]] void refuse_line() const {
    throw Error(at_line(path_, first_line_),
                "the line is longer than 1 MiB: this is no text export",
                "name the file that the solver wrote as text");
  }

  std::string path_;
  std::size_t bytes_;
  TextSource source_;
  std::string rest_;  // begin of a line whose end is not read yet
  std::size_t number_ = 0;
  std::int64_t first_line_ = 1;
  bool ended_ = false, blank_ = true;
};

// The failure that comes first in the file.
class FirstFailure {
 public:
  void keep(std::size_t block, const std::exception_ptr& failure) {
    if (failure_ && block_ <= block) return;
    block_ = block;
    failure_ = failure;
  }
  bool any() const { return failure_ != nullptr; }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::size_t block_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

void for_each_block(const std::string& path, const BlockOptions& options,
                    const std::function<void(const TextBlock&)>& work) {
  BlockReader reader(path, options.bytes);
  FirstFailure failure;
  bool ended = false;
  std::size_t next = 0;
  std::mutex mutex;  // of all that stands above

  const auto take = [&](std::string& text, TextBlock& block) {
    const std::lock_guard<std::mutex> lock(mutex);
    if (ended || failure.any()) return false;
    try {
      ended = !reader.next(text, block);
      ++next;
      if (options.progress) options.progress(reader.share());
    } catch (...) {
      failure.keep(next, std::current_exception());
    }
    return !ended && !failure.any();
  };
  const auto worker = [&](std::size_t) {
    std::string text;
    TextBlock block;
    while (take(text, block)) {
      try {
        work(block);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex);
        failure.keep(block.number, std::current_exception());
      }
    }
  };
  const unsigned wanted = options.jobs > 0
                              ? static_cast<unsigned>(options.jobs)
                              : std::clamp(std::thread::hardware_concurrency(), 1U, kMostJobs);
  parallel_for(wanted, static_cast<int>(wanted), worker);
  failure.rethrow();
}

}  // namespace mortise::gen
