// Opens damaged model files under sanitizers and uses those that are accepted.
//   mortise_fuzz SCHEMA.bfbs SEED_FOLDER [--mutants N] [--first INDEX] [--seed S]
//                [--set baseline|avx2|avx512] [--copies 1]
// Without --set every instruction set of this machine has its turn. --copies 1: the models as they
// are, with whole-array copies checked; otherwise red zones between their arrays.
// Exit code 0: every promise was kept. 77: this machine lacks the set. The mutant that broke a
// promise is written to mortise_fuzz_failure.mrt, and `--first INDEX --mutants 1` repeats it.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "tests/robustness/exercise.hpp"
#include "tests/robustness/opened_model.hpp"
#include "tests/robustness/seed_names.hpp"
#include "tests/robustness/tally.hpp"

// Options as those of AddressSanitizer in red_zones.cc.
extern "C" const char* __ubsan_default_options();
extern "C" const char* __ubsan_default_options() { return "abort_on_error=1:print_stacktrace=1"; }

namespace mortise::robustness {

namespace {

constexpr unsigned kSecondsPerMutant = 60;

struct Running {
  unsigned long long seed = 1, index = 0;
  const Bytes* bytes = nullptr;
} running;

// Names and saves the mutant at hand.
void blame() {
  if (!running.bytes) return;
  std::fprintf(stderr,
               "mortise_fuzz: mutant %llu of seed %llu, saved as mortise_fuzz_failure.mrt\n",
               running.index, running.seed);
  if (std::FILE* out = std::fopen("mortise_fuzz_failure.mrt", "wb")) {
    std::fwrite(running.bytes->data(), 1, running.bytes->size(), out);
    std::fclose(out);
  }
}

void blame_and_leave(int signal_number) {
  if (signal_number == SIGALRM) std::fprintf(stderr, "mortise_fuzz: a mutant hangs\n");
  blame();
  _exit(1);
}

bool complain(const std::string& what) {
  std::fprintf(stderr, "mortise_fuzz: %s\n", what.c_str());
  return false;
}

bool run_directed(const std::vector<Directed>& all) {
  bool good = true;
  for (const Directed& d : all) {
    LoadFault fault;
    running.bytes = &d.bytes;  // named as mutant 0 if a sanitizer objects
    open_directed(d, &fault);
    if (fault.code == d.code && d.field == fault.field) continue;
    good = complain("expected " + d.field + ": " + load_error_name(d.code) + ", got " +
                    fault.field + ": " + load_error_name(fault.code));
  }
  running.bytes = nullptr;
  return good;
}

bool run_mutant(const Mutant& mutant, const Use& use, RandomStream* random, Tally* tally) {
  const ModelBytes file(mutant.bytes);
  OpenedModel model;
  LoadFault fault;
  const LoadError error = model.open(file, &fault);
  if (error != fault.code) return complain("the code returned differs from the fault");
  if (error == LoadError::kOK) {
    tally->accepted(mutant, use.instruction_set);
    const char* broken = exercise(file, use, random);
    return broken ? complain(broken) : true;
  }
  if (model->step_function()) return complain("a refused file has filled the model");
  if (!fault.field || !*fault.field) return complain("a refusal names no field");
  if (!*load_error_text(error)) return complain("a refusal has no text");
  return tally->refused(mutant, fault) ? true
                                       : complain(std::string("no directed mutation covers ") +
                                                  fault.field + ": " + load_error_name(error));
}

struct Options {
  const char *schema = nullptr, *seeds = nullptr;
  const char* set = nullptr;  // null: all of them
  unsigned long long mutants = 200000, first = 0, seed = 1, copies = 0;
};

bool parse(int argc, char** argv, Options* o) {
  if (argc < 3 || argc % 2 == 0) return false;
  o->schema = argv[1];
  o->seeds = argv[2];
  for (int k = 3; k < argc; k += 2) {
    const std::string flag = argv[k];
    if (flag == "--set") {
      o->set = argv[k + 1];
      continue;
    }
    unsigned long long* value = flag == "--mutants"  ? &o->mutants
                                : flag == "--first"  ? &o->first
                                : flag == "--seed"   ? &o->seed
                                : flag == "--copies" ? &o->copies
                                                     : nullptr;
    if (!value) return false;
    *value = std::strtoull(argv[k + 1], nullptr, 10);
  }
  return true;
}

constexpr const char* kSets[] = {"baseline", "avx2", "avx512"};
constexpr int kSkipped = 77;

// Instruction sets asked for, of those that this machine has.
std::vector<const char*> instruction_sets(const Options& o, const Bytes& any_model) {
  const ModelBytes file(any_model);
  OpenedModel model;
  std::vector<const char*> out;
  if (model.open(file, nullptr) != LoadError::kOK) return out;
  for (const char* set : kSets)
    if ((!o.set || std::string(o.set) == set) && model->select_instruction_set(set))
      out.push_back(set);
  return out;
}

int run(const Options& o) {
  const Bytes schema = read_bytes(o.schema);
  std::map<std::string, Bytes> seeds;
  std::vector<Bytes> list;
  for (const char* name : kSeedNames) {
    seeds[name] = read_bytes(std::string(o.seeds) + "/" + name + ".mrt");
    list.push_back(seeds[name]);
  }
  const std::vector<const char*> sets = instruction_sets(o, list.front());
  if (sets.empty()) {
    complain("this machine has no such instruction set");
    return kSkipped;
  }
  const std::vector<Directed> directed = directed_mutations(schema, seeds);
  Tally tally(directed);
  bool good = run_directed(directed);
  const Mutator mutator(schema, list);
  double slowest = 0;
  unsigned long long slowest_index = 0;
  for (unsigned long long k = o.first; good && k < o.first + o.mutants; ++k) {
    RandomStream random(~o.seed, k);
    const Mutant mutant = mutator.make(o.seed, k);
    running = Running{o.seed, k, &mutant.bytes};
    const auto start = std::chrono::steady_clock::now();
    alarm(kSecondsPerMutant);
    // by pairs: every other mutant is resealed
    good = run_mutant(mutant, {sets[k / 2 % sets.size()], o.copies == 0}, &random, &tally);
    alarm(0);
    if (!good) blame();
    running.bytes = nullptr;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    if (taken.count() > slowest) {
      slowest = taken.count();
      slowest_index = k;
    }
  }
  tally.print();
  std::printf(
      "\n%zu directed mutations, %llu random mutants; slowest %.3f s (mutant %llu); "
      "%d checks met by directed mutations only\n",
      directed.size(), o.mutants, slowest, slowest_index, tally.unmet());
  return good ? 0 : 1;
}

}  // namespace

}  // namespace mortise::robustness

int main(int argc, char** argv) {
  using namespace mortise::robustness;
  Options options;
  if (!parse(argc, argv, &options)) {
    std::fprintf(stderr,
                 "usage: mortise_fuzz SCHEMA.bfbs SEED_FOLDER [--mutants N] [--first INDEX] "
                 "[--seed S] [--set baseline|avx2|avx512] [--copies 1]\n");
    return 2;
  }
  signal(SIGALRM, blame_and_leave);
  signal(SIGABRT, blame_and_leave);
  return run(options);
}
