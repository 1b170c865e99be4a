// Which files this process reads for its user, and which it is going to write: no output overwrites
// an input. Whoever reads or writes says so here, in whatever order: the second of the two is
// refused. Kept results (caches, stores) are neither.
#pragma once

#include <string>

namespace mortise::gen {

// A file that the user named, directly or in a definition, is going to be read. May be called from
// several threads. Throws OutputRefused if it is reserved as an output.
void note_input(const std::string& path);

// An output, from when it is asked for until it is finished.
class OutputReservation {
 public:
  // path: as given, "-" for standard output. by: the option that asks for it, e.g. "--output"; may
  // be empty: then another reservation of the same place is no contradiction.
  // Throws OutputRefused if the place is an input of this process, or reserved by another option.
  explicit OutputReservation(const std::string& path, const std::string& by = "");
  ~OutputReservation();
  OutputReservation(const OutputReservation&) = delete;
  OutputReservation& operator=(const OutputReservation&) = delete;
  OutputReservation(OutputReservation&& other) noexcept;
  OutputReservation& operator=(OutputReservation&&) = delete;

 private:
  int number_ = -1;
};

// Results go to standard output, so that nothing else may.
bool standard_output_is_reserved();

}  // namespace mortise::gen
