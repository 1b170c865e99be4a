// Importer of FMI 2.0.
#include <cstdarg>
#include <cstdio>
#include <utility>

#include "targets/fmi/abi/fmi2.hpp"
#include "tests/fmi/host.hpp"
#include "tests/fmi/symbols.hpp"

namespace mortise::fmi_host {
namespace {

constexpr int kFunctions = 44;

struct Functions {
#define MORTISE_FMI2(result, name, arguments) result(*name) arguments = nullptr;
#include "targets/fmi/abi/fmi2.def"
};

// The message must say all: importers in other languages read no arguments behind it. What is
// doubled for those that format it is one.
void keep_log(fmi2ComponentEnvironment environment, fmi2String, fmi2Status, fmi2String category,
              fmi2String message, ...) {
  char text[2048];
  std::va_list arguments;
  va_start(arguments, message);
  std::vsnprintf(text, sizeof text, message, arguments);
  va_end(arguments);
  std::string formatted, alone;
  for (const char* c = text; *c != '\0'; ++c) formatted += *c == '#' && c[1] == '#' ? *c++ : *c;
  for (const char* c = message; *c != '\0'; ++c)
    alone += (*c == '%' || *c == '#') && c[1] == *c ? *c++ : *c;
  auto* log = static_cast<std::string*>(environment);
  *log += std::string(category) + ": " + alone + "\n";
  if (alone != formatted) *log += "formatted it is: " + formatted + "\n";
}

Answer as(fmi2Status status) { return static_cast<Answer>(status); }

class Slave2 : public Slave {
 public:
  Slave2(const Functions& f, const Wish& wish) : f_(f) {
    callbacks_ = {keep_log, nullptr, nullptr, nullptr, &log_};
    c_ = f.fmi2Instantiate("slave", wish.other_kind ? fmi2ModelExchange : fmi2CoSimulation,
                           wish.token.c_str(), wish.resources.c_str(), &callbacks_, 0,
                           wish.logging ? 1 : 0);
  }
  ~Slave2() override {
    if (c_ != nullptr) f_.fmi2FreeInstance(c_);
  }
  bool made() const { return c_ != nullptr; }
  fmi2Component component() const { return c_; }

  Answer initialize(double start, double stop) override {
    const fmi2Status status = f_.fmi2SetupExperiment(c_, 0, 0, start, stop > start ? 1 : 0, stop);
    return status != fmi2OK ? as(status) : as(f_.fmi2EnterInitializationMode(c_));
  }
  Answer ready() override { return as(f_.fmi2ExitInitializationMode(c_)); }
  Answer step(double now, double length) override { return as(f_.fmi2DoStep(c_, now, length, 1)); }
  Answer terminate() override { return as(f_.fmi2Terminate(c_)); }
  Answer reset() override { return as(f_.fmi2Reset(c_)); }

  Answer set(const References& references, const std::vector<double>& values) override {
    return as(f_.fmi2SetReal(c_, references.data(), references.size(), values.data()));
  }
  Answer get(const References& references, std::vector<double>* values) override {
    values->resize(references.size());
    return as(f_.fmi2GetReal(c_, references.data(), references.size(), values->data()));
  }
  Answer set_slopes(const References& references, const std::vector<double>& slopes) override {
    const std::vector<fmi2Integer> orders(references.size(), 1);
    return as(f_.fmi2SetRealInputDerivatives(c_, references.data(), references.size(),
                                             orders.data(), slopes.data()));
  }
  Answer set_whole(std::uint32_t reference, std::int32_t value) override {
    return as(f_.fmi2SetInteger(c_, &reference, 1, &value));
  }
  Answer get_whole(std::uint32_t reference, std::int32_t* value) override {
    return as(f_.fmi2GetInteger(c_, &reference, 1, value));
  }

  Answer save(void** state) override { return as(f_.fmi2GetFMUstate(c_, state)); }
  Answer restore(void* state) override { return as(f_.fmi2SetFMUstate(c_, state)); }
  Answer release(void* handle) override {
    return as(f_.fmi2FreeFMUstate(c_, static_cast<fmi2FMUstate*>(handle)));
  }
  Answer serialize(void* state, std::vector<unsigned char>* bytes) override {
    size_t size = 0;
    const fmi2Status status = f_.fmi2SerializedFMUstateSize(c_, state, &size);
    if (status != fmi2OK) return as(status);
    bytes->resize(size);
    return as(f_.fmi2SerializeFMUstate(c_, state, reinterpret_cast<char*>(bytes->data()), size));
  }
  Answer deserialize(const std::vector<unsigned char>& bytes, void** state) override {
    return as(f_.fmi2DeSerializeFMUstate(c_, reinterpret_cast<const char*>(bytes.data()),
                                         bytes.size(), state));
  }

  Answer derivative(const References& outputs, const References& inputs,
                    const std::vector<double>& seed, std::vector<double>* sensitivity) override {
    sensitivity->resize(outputs.size());
    return as(f_.fmi2GetDirectionalDerivative(c_, outputs.data(), outputs.size(), inputs.data(),
                                              inputs.size(), seed.data(), sensitivity->data()));
  }

 private:
  const Functions& f_;
  fmi2CallbackFunctions callbacks_;
  fmi2Component c_ = nullptr;
};

class Library2 : public Library {
 public:
  Library2(const std::string& file, std::string token, std::string resources)
      : library_(file), token_(std::move(token)), location_("file://" + std::move(resources)) {
#define MORTISE_FMI2(result, name, arguments) library_.find(#name, &f_.name);
#include "targets/fmi/abi/fmi2.def"
  }
  std::string trouble() const {
    if (!library_.trouble().empty()) return library_.trouble();
    if (library_.wanted() != kFunctions) return "the list of functions is not that of FMI 2.0";
    if (std::string(f_.fmi2GetVersion()) != "2.0") return "the version is not 2.0";
    if (std::string(f_.fmi2GetTypesPlatform()) != "default") return "the platform is not default";
    return "";
  }

  std::unique_ptr<Slave> make(const Wish& wish, std::string* log) const override {
    Wish whole = wish;
    if (whole.token.empty()) whole.token = token_;
    if (whole.resources.empty()) whole.resources = location_;
    auto slave = std::make_unique<Slave2>(f_, whole);
    if (log != nullptr) *log = slave->take_log();
    if (!slave->made()) return nullptr;
    return slave;
  }

  Answer call_unsupported(Slave& slave) const override {
    return as(f_.fmi2SetTime(static_cast<Slave2&>(slave).component(), 0.0));
  }

 private:
  SharedLibrary library_;
  Functions f_;
  std::string token_, location_;
};

}  // namespace

std::unique_ptr<Library> load_fmi2(const std::string& file, const std::string& token,
                                   const std::string& resources, std::string* trouble) {
  auto library = std::make_unique<Library2>(file, token, resources);
  *trouble = library->trouble();
  if (!trouble->empty()) return nullptr;
  return library;
}

}  // namespace mortise::fmi_host
