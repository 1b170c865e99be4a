// Hashes of the trajectories of models: every scenario of a file, its first steps.
//   mortise_trace_hashes [--steps N] MODEL.mrt...            prints them
//   mortise_trace_hashes --against FILE [--built] MODEL.mrt...   compares them with a stored list
// A line of the list: model, scenario, steps, hash of the operators in the file, hash of the
// trajectory (q, v, y, what laws remember, status of every step). One differing bit fails. --built:
// the files were made by a generator that another compiler may have compiled; where their operators
// differ from those of the list that is said, and counts as skipped. Exit status: 0 as stored, 1 a
// trajectory differs or is not in the list, 2 a model refused, 3 bad arguments, 77 nothing could be
// compared.
#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "loaded_model.hpp"
#include "mortise_generated.h"

namespace {

struct Arguments {
  long steps = 4000;
  const char* against = nullptr;
  bool built = false;
  std::vector<const char*> models;
};

bool read_arguments(int argc, char** argv, Arguments* out) {
  for (int k = 1; k < argc; ++k) {
    const bool last = k + 1 == argc;
    if (std::strcmp(argv[k], "--steps") == 0 && !last) {
      out->steps = std::strtol(argv[++k], nullptr, 10);
    } else if (std::strcmp(argv[k], "--against") == 0 && !last) {
      out->against = argv[++k];
    } else if (std::strcmp(argv[k], "--built") == 0) {
      out->built = true;
    } else if (argv[k][0] == '-') {
      return false;
    } else {
      out->models.push_back(argv[k]);
    }
  }
  return out->steps > 0 && !out->models.empty();
}

struct Trace {
  long steps = 0;
  std::uint64_t operators = 0, hash = 0;
};

using List = std::map<std::string, Trace>;  // by "model scenario"

bool read_list(const char* path, List* out) {
  std::ifstream file(path);
  if (!file) return false;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string model, scenario;
    Trace t;
    words >> model >> scenario >> t.steps >> std::hex >> t.operators >> t.hash;
    if (!words) return false;
    (*out)[model + " " + scenario] = t;
  }
  return true;
}

struct Tally {
  int same = 0, different = 0, elsewhere = 0;
};

void compare(const std::string& key, const Trace& now, const List& list, bool built, Tally* tally) {
  const auto found = list.find(key);
  if (found == list.end()) {
    std::printf("%s: not in the list\n", key.c_str());
    ++tally->different;
    return;
  }
  const Trace& stored = found->second;
  if (built && stored.operators != now.operators) {
    std::printf("%s: operators %016" PRIx64 ", stored %016" PRIx64 "\n", key.c_str(), now.operators,
                stored.operators);
    ++tally->elsewhere;
  } else if (stored.hash != now.hash || stored.operators != now.operators) {
    std::printf("%s: trace %016" PRIx64 ", stored %016" PRIx64 "\n", key.c_str(), now.hash,
                stored.hash);
    ++tally->different;
  } else {
    ++tally->same;
  }
}

}  // namespace

int main(int argc, char** argv) {
  Arguments a;
  List list;
  if (!read_arguments(argc, argv, &a) || (a.against && !read_list(a.against, &list))) {
    std::fprintf(stderr,
                 "usage: %s [--steps N] MODEL.mrt...\n"
                 "       %s --against FILE [--built] MODEL.mrt...\n",
                 argv[0], argv[0]);
    return 3;
  }
  Tally tally;
  for (const char* path : a.models) {
    mortise::targets::LoadedModel loaded;
    loaded.quiet();
    if (loaded.load(path) != 0) return 2;
    const auto* scenarios = loaded.model().root()->scenarios();
    for (std::uint32_t k = 0; scenarios && k < scenarios->size(); ++k) {
      const auto& scenario = *scenarios->Get(k);
      const std::string key = mortise::targets::model_name(path) + " " + scenario.name()->str();
      const auto stored = list.find(key);
      const double whole = scenario.duration() / loaded.model().step_size();
      Trace now;
      now.steps = stored != list.end() ? stored->second.steps
                                       : std::min(a.steps, std::max(1L, std::lround(whole)));
      now.operators = mortise::hash_operators(loaded.model());
      loaded.trace(static_cast<std::int32_t>(k), now.steps, &now.hash);
      if (a.against) {
        compare(key, now, list, a.built, &tally);
      } else {
        std::printf("%s %ld %016" PRIx64 " %016" PRIx64 "\n", key.c_str(), now.steps, now.operators,
                    now.hash);
      }
    }
  }
  if (!a.against) return 0;
  std::printf("%d trajectories as stored, %d differ, %d of other operators\n", tally.same,
              tally.different, tally.elsewhere);
  if (tally.different > 0) return 1;
  return tally.same > 0 ? 0 : 77;
}
