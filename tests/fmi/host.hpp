// A small importer of FMUs for co-simulation: unpacks one, loads its library, drives instances. It
// knows of an FMU what the standard says, nothing of this project.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mortise::fmi_host {

// Answers as fmi2Status and fmi3Status number them.
enum Answer { kOk = 0, kWarning = 1, kDiscard = 2, kError = 3 };

using References = std::vector<std::uint32_t>;

// One instance of an FMU.
class Slave {
 public:
  virtual ~Slave() = default;

  // setup, EnterInitializationMode; what is set until ready() is so during initialization.
  virtual Answer initialize(double start, double stop) = 0;  // stop <= start: not said
  virtual Answer ready() = 0;                                // ExitInitializationMode
  virtual Answer step(double now, double length) = 0;
  virtual Answer terminate() = 0;
  virtual Answer reset() = 0;

  virtual Answer set(const References& references, const std::vector<double>& values) = 0;
  virtual Answer get(const References& references, std::vector<double>* values) = 0;
  // Derivatives of order 1 of inputs, for the next step (2.0).
  virtual Answer set_slopes(const References& references, const std::vector<double>& slopes) = 0;
  virtual Answer set_whole(std::uint32_t reference, std::int32_t value) = 0;
  virtual Answer get_whole(std::uint32_t reference, std::int32_t* value) = 0;

  virtual Answer save(void** state) = 0;
  virtual Answer restore(void* state) = 0;
  // handle: the address of a state, or, as some importers have it, the state itself
  virtual Answer release(void* handle) = 0;
  virtual Answer serialize(void* state, std::vector<unsigned char>* bytes) = 0;
  virtual Answer deserialize(const std::vector<unsigned char>& bytes, void** state) = 0;

  virtual Answer derivative(const References& outputs, const References& inputs,
                            const std::vector<double>& seed, std::vector<double>* sensitivity) = 0;

  // What the FMU logged since the last call.
  std::string take_log() { return std::exchange(log_, ""); }

 protected:
  std::string log_;
};

// What an importer may get wrong when it makes an instance.
struct Wish {
  std::string token, resources;  // empty: the right ones
  bool other_kind = false;       // model exchange
  bool event_mode = false;       // 3.0
  bool logging = true;
  // 3.0: these are set and got by update, which is called between internal steps; set: inputs are
  // those at this time, else outputs are
  References intermediate;
  std::function<void(double time, bool set)> update;
};

class Library {
 public:
  virtual ~Library() = default;
  // Null if the FMU refuses; log receives what it said.
  virtual std::unique_ptr<Slave> make(const Wish& wish = {}, std::string* log = nullptr) const = 0;
  // Calls a function of what the FMU does not offer.
  virtual Answer call_unsupported(Slave& slave) const = 0;
};

// file: the library; resources: folder of the unpacked FMU, absolute. Null and *trouble if it
// cannot be loaded or lacks one of the functions of the standard.
std::unique_ptr<Library> load_fmi2(const std::string& file, const std::string& token,
                                   const std::string& resources, std::string* trouble);
std::unique_ptr<Library> load_fmi3(const std::string& file, const std::string& token,
                                   const std::string& resources, std::string* trouble);

}  // namespace mortise::fmi_host
