#include "generator/ground/files/file_ledger.hpp"

#include <map>
#include <mutex>
#include <set>

#include "generator/ground/files/output_place.hpp"

namespace mortise::gen {
namespace {

struct Reservation {
  std::string path, by;
};

// Paths, not identities: what a path names is looked up when it matters.
struct FileLedger {
  std::mutex mutex;
  std::set<std::string> inputs;
  std::map<int, Reservation> outputs;
  int next = 0;
};

FileLedger& ledger() {
  static FileLedger the_ledger;
  return the_ledger;
}

[[noreturn]] void refuse_overwriting(const Reservation& output, const std::string& input) {
  throw OutputRefused((output.by.empty() ? "" : output.by + " ") + output.path,
                      "would overwrite " + (output.path == input ? "an input of this command"
                                                                 : "the input " + input),
                      "give the output another name");
}

}  // namespace

void note_input(const std::string& path) {
  FileLedger& l = ledger();
  const std::lock_guard<std::mutex> lock(l.mutex);
  if (!l.inputs.insert(path).second) return;
  for (const auto& [number, output] : l.outputs) {
    if (same_place(output.path, path)) refuse_overwriting(output, path);
  }
}

OutputReservation::OutputReservation(const std::string& path, const std::string& by) {
  FileLedger& l = ledger();
  const std::lock_guard<std::mutex> lock(l.mutex);
  for (const std::string& input : l.inputs) {
    if (same_place(path, input)) refuse_overwriting({path, by}, input);
  }
  for (const auto& [number, output] : l.outputs) {
    if (by.empty() || output.by.empty() || !same_place(path, output.path)) continue;
    throw OutputRefused(std::string(by).append(" ").append(path),
                        "is where " + output.by + " writes, too",
                        "give each output a name of its own");
  }
  number_ = l.next++;
  l.outputs[number_] = {path, by};
}

OutputReservation::OutputReservation(OutputReservation&& other) noexcept : number_(other.number_) {
  other.number_ = -1;
}

OutputReservation::~OutputReservation() {
  if (number_ < 0) return;
  FileLedger& l = ledger();
  const std::lock_guard<std::mutex> lock(l.mutex);
  l.outputs.erase(number_);
}

bool standard_output_is_reserved() {
  FileLedger& l = ledger();
  const std::lock_guard<std::mutex> lock(l.mutex);
  for (const auto& [number, output] : l.outputs) {
    if (locate_output(output.path).kind == PlaceKind::standard_output) return true;
  }
  return false;
}

}  // namespace mortise::gen
