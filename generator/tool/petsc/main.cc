// mortise_petsc: the ranks that solve large condensations for `mortise build --engine petsc`. Rank
// 0 reads requests from standard input (bodies/petsc/job_files.hpp), all ranks do them together.
#include <slepcsys.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "generator/tool/petsc/parallel_factor.hpp"
#include "generator/tool/petsc/parallel_modes.hpp"
#include "generator/tool/petsc/result_file.hpp"

#ifdef MORTISE_OPENBLAS
extern "C" void openblas_set_num_threads(int threads);
#endif

namespace mortise::gen {
namespace {

constexpr int kSideBySide = 64;  // right-hand sides that rank 0 holds at a time

// Requests as they come in. Whoever gives up on an answer, by ending, ends the ranks too.
class Requests {
 public:
  Requests() : reader_([this] { read(); }) {}
  ~Requests() { reader_.join(); }
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;

  // Waits for the next; "end" when there are no more.
  std::string next() {
    std::unique_lock<std::mutex> lock(mutex_);
    busy_ = false;
    come_.wait(lock, [this] { return !lines_.empty() || over_; });
    if (lines_.empty()) return "end";
    std::string line = std::move(lines_.front());
    lines_.pop_front();
    busy_ = true;
    return line;
  }

 private:
  void read() {
    std::string line;
    while (std::getline(std::cin, line)) {
      const std::lock_guard<std::mutex> lock(mutex_);
      lines_.push_back(line);
      come_.notify_one();
      if (line == "end") return;
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    over_ = true;
    if (busy_) std::raise(SIGTERM);
    come_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable come_;
  std::deque<std::string> lines_;
  bool busy_ = false, over_ = false;
  std::thread reader_;
};

// The line of rank 0 on every rank. The others sleep: ranks that wait leave the processor to whom
// they wait for.
std::string shared_line(const std::string& of_rank_0, int rank) {
  long size = static_cast<long>(of_rank_0.size());
  MPI_Request arrival = MPI_REQUEST_NULL;
  MPI_Ibcast(&size, 1, MPI_LONG, 0, MPI_COMM_WORLD, &arrival);
  int arrived = 0;
  while (MPI_Test(&arrival, &arrived, MPI_STATUS_IGNORE), arrived == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  MPI_Wait(&arrival, MPI_STATUS_IGNORE);  // over by now
  std::string line = rank == 0 ? of_rank_0 : std::string(static_cast<std::size_t>(size), ' ');
  MPI_Bcast(line.data(), static_cast<int>(size), MPI_CHAR, 0, MPI_COMM_WORLD);
  return line;
}

class RankService {
 public:
  explicit RankService(int rank) : rank_(rank) {}

  // The answer to a request.
  std::string answer(const std::vector<std::string>& words) {
    const std::string& verb = words.at(0);
    const std::string& number = words.at(1);
    if (verb == "factor") return factor(number, words.at(2));
    if (verb == "solve") return solve(number, words.at(2), words.at(3));
    if (verb == "modes") return modes(number, words);
    if (verb == "forget") return factors_.erase(number), "ok";
    throw std::runtime_error("\"" + verb + "\" is no request");
  }

 private:
  std::string factor(const std::string& number, const std::string& path) {
    auto made = std::make_unique<ParallelFactor>(path);
    if (const auto& refusal = made->refusal())
      return refusal->singular ? "singular" : "refused\t" + refusal->what + "\t" + refusal->remedy;
    const int negative = made->negative();
    factors_[number] = std::move(made);
    return "ok\t" + std::to_string(negative);
  }

  std::string solve(const std::string& number, const std::string& sides,
                    const std::string& result) {
    ParallelFactor& factor = *factors_.at(number);
    const job::InputFile file(sides);
    const job::DenseHead head = file.dense_head();
    std::unique_ptr<ResultFile> answers;
    std::vector<double> part;
    if (rank_ == 0) {
      answers = std::make_unique<ResultFile>(result, head.rows, head.columns);
      part.resize(
          static_cast<std::size_t>(head.rows * std::min<std::int64_t>(head.columns, kSideBySide)));
    }
    for (std::int64_t first = 0; first < head.columns; first += kSideBySide) {
      const int count = static_cast<int>(std::min<std::int64_t>(kSideBySide, head.columns - first));
      if (rank_ == 0)
        file.read(static_cast<std::int64_t>(sizeof head) + 8 * head.rows * first, head.rows * count,
                  part.data());
      factor.solve(part.data(), count);
      if (answers) answers->write(part.data(), count);
    }
    if (answers) answers->commit();
    return "ok";
  }

  std::string modes(const std::string& number, const std::vector<std::string>& words) {
    const ModesRequest request{words.at(2),
                               words.at(3),
                               words.at(4),
                               words.at(5),
                               std::stoi(words.at(6)),
                               std::stoi(words.at(7)),
                               words.at(8)};
    return "ok\t" + std::to_string(lowest_modes_of(factors_.at(number).get(), request));
  }

  int rank_;
  std::map<std::string, std::unique_ptr<ParallelFactor>> factors_;
};

void work() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::unique_ptr<Requests> requests = rank == 0 ? std::make_unique<Requests>() : nullptr;
  try {
    RankService service(rank);
    for (;;) {
      const std::string line = shared_line(requests ? requests->next() : "", rank);
      if (line == "end") return;
      const std::string answer = service.answer(job::words_of(line));
      if (rank == 0) {
        std::printf("%c%s\n", job::kAnswerMark, answer.c_str());
        std::fflush(stdout);
      }
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "mortise_petsc: rank %d: %s\n", rank, error.what());
    std::fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

}  // namespace
}  // namespace mortise::gen

int main(int argc, char** argv) {
  if (argc > 1)
    return std::fprintf(stderr, "mortise_petsc is started by `mortise build --engine petsc`\n"), 2;
  if (SlepcInitialize(&argc, &argv, nullptr, nullptr) != 0) return 1;
  PetscPopSignalHandler();  // whoever launched the ranks says how one ended
#ifdef MORTISE_OPENBLAS
  // the ranks share the processors already
  if (std::getenv("OPENBLAS_NUM_THREADS") == nullptr) openblas_set_num_threads(1);
#endif
  mortise::gen::work();
  return SlepcFinalize();
}
