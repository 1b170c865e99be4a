// A group of ranks that was launched, spoken to by lines of text.
#pragma once

#include <deque>
#include <string>
#include <vector>

namespace mortise::gen {

class RankProcess {
 public:
  // command: the launcher, its arguments, the program. Throws Error if the launcher is not there.
  explicit RankProcess(const std::vector<std::string>& command);

  // Lets the ranks end by themselves if they are idle, else ends them.
  ~RankProcess();
  RankProcess(const RankProcess&) = delete;
  RankProcess& operator=(const RankProcess&) = delete;

  // Sends a request and waits for its answer, words between tabs. Throws RanksEnded if they end
  // before.
  std::vector<std::string> ask(const std::vector<std::string>& request);

 private:
  bool read_line(std::string* line);
  [[noreturn]] void report_end();

  std::vector<std::string> command_;
  int process_ = -1;
  int to_ = -1, from_ = -1;
  bool waits_ = false;             // for an answer
  std::string pending_;            // read, no whole line yet
  std::deque<std::string> words_;  // the last lines that launcher and ranks said
};

// The ranks ended before they answered.
struct RanksEnded {
  std::string how;   // as the launcher says it: which rank, which signal
  std::string said;  // all of its last lines
};

}  // namespace mortise::gen
