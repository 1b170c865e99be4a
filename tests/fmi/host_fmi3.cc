// Importer of FMI 3.0.
#include <cmath>
#include <utility>

#include "targets/fmi/abi/fmi3.hpp"
#include "tests/fmi/host.hpp"
#include "tests/fmi/symbols.hpp"

namespace mortise::fmi_host {
namespace {

constexpr int kFunctions = 75;

struct Functions {
#define MORTISE_FMI3(result, name, arguments) result(*name) arguments = nullptr;
#include "targets/fmi/abi/fmi3.def"
};

void keep_log(fmi3InstanceEnvironment environment, fmi3Status, fmi3String category,
              fmi3String message) {
  *static_cast<std::string*>(environment) += std::string(category) + ": " + message + "\n";
}

Answer as(fmi3Status status) { return static_cast<Answer>(status); }

class Slave3 : public Slave {
 public:
  Slave3(const Functions& f, const Wish& wish) : f_(f), update_(wish.update) {
    if (wish.other_kind) {
      c_ = f.fmi3InstantiateModelExchange("slave", wish.token.c_str(), wish.resources.c_str(),
                                          false, wish.logging, &log_, keep_log);
    } else {
      c_ = f.fmi3InstantiateCoSimulation("slave", wish.token.c_str(), wish.resources.c_str(), false,
                                         wish.logging, wish.event_mode, false,
                                         wish.intermediate.data(), wish.intermediate.size(), this,
                                         log_of_this, update_ ? update_of_this : nullptr);
    }
  }
  ~Slave3() override {
    if (c_ != nullptr) f_.fmi3FreeInstance(c_);
  }
  bool made() const { return c_ != nullptr; }
  fmi3Instance instance() const { return c_; }

  Answer initialize(double start, double stop) override {
    return as(f_.fmi3EnterInitializationMode(c_, false, 0, start, stop > start, stop));
  }
  Answer ready() override { return as(f_.fmi3ExitInitializationMode(c_)); }
  Answer step(double now, double length) override {
    bool event = true, terminate = true, early = true;
    double reached = NAN;
    const Answer answer =
        as(f_.fmi3DoStep(c_, now, length, true, &event, &terminate, &early, &reached));
    // all of them are written, and a step that was made has reached its end
    if (event || terminate || early || std::isnan(reached)) return kError;
    if (answer <= kWarning && std::fabs(reached - (now + length)) > 1e-5 * length) return kError;
    return answer;
  }
  Answer terminate() override { return as(f_.fmi3Terminate(c_)); }
  Answer reset() override { return as(f_.fmi3Reset(c_)); }

  Answer set(const References& references, const std::vector<double>& values) override {
    return as(
        f_.fmi3SetFloat64(c_, references.data(), references.size(), values.data(), values.size()));
  }
  Answer get(const References& references, std::vector<double>* values) override {
    values->resize(references.size());
    return as(f_.fmi3GetFloat64(c_, references.data(), references.size(), values->data(),
                                values->size()));
  }
  Answer set_slopes(const References&, const std::vector<double>&) override { return kError; }
  Answer set_whole(std::uint32_t reference, std::int32_t value) override {
    return as(f_.fmi3SetInt32(c_, &reference, 1, &value, 1));
  }
  Answer get_whole(std::uint32_t reference, std::int32_t* value) override {
    return as(f_.fmi3GetInt32(c_, &reference, 1, value, 1));
  }

  Answer save(void** state) override { return as(f_.fmi3GetFMUState(c_, state)); }
  Answer restore(void* state) override { return as(f_.fmi3SetFMUState(c_, state)); }
  Answer release(void* handle) override {
    return as(f_.fmi3FreeFMUState(c_, static_cast<fmi3FMUState*>(handle)));
  }
  Answer serialize(void* state, std::vector<unsigned char>* bytes) override {
    size_t size = 0;
    const fmi3Status status = f_.fmi3SerializedFMUStateSize(c_, state, &size);
    if (status != fmi3OK) return as(status);
    bytes->resize(size);
    return as(f_.fmi3SerializeFMUState(c_, state, bytes->data(), size));
  }
  Answer deserialize(const std::vector<unsigned char>& bytes, void** state) override {
    return as(f_.fmi3DeserializeFMUState(c_, bytes.data(), bytes.size(), state));
  }

  // By columns, and by rows: both must say the same.
  Answer derivative(const References& outputs, const References& inputs,
                    const std::vector<double>& seed, std::vector<double>* sensitivity) override {
    sensitivity->resize(outputs.size());
    const fmi3Status status = f_.fmi3GetDirectionalDerivative(
        c_, outputs.data(), outputs.size(), inputs.data(), inputs.size(), seed.data(), seed.size(),
        sensitivity->data(), sensitivity->size());
    for (std::size_t i = 0; status == fmi3OK && i < outputs.size(); ++i) {
      std::vector<double> unit(outputs.size(), 0.0), row(inputs.size());
      unit[i] = 1.0;
      const fmi3Status adjoint = f_.fmi3GetAdjointDerivative(
          c_, outputs.data(), outputs.size(), inputs.data(), inputs.size(), unit.data(),
          unit.size(), row.data(), row.size());
      double sum = 0.0;
      for (std::size_t j = 0; j < inputs.size(); ++j) sum += row[j] * seed[j];
      if (adjoint != fmi3OK || std::fabs(sum - (*sensitivity)[i]) > 1e-12 * std::fabs(sum))
        return kError;
    }
    return as(status);
  }

 private:
  static void log_of_this(fmi3InstanceEnvironment self, fmi3Status status, fmi3String category,
                          fmi3String message) {
    keep_log(&static_cast<Slave3*>(self)->log_, status, category, message);
  }
  static void update_of_this(fmi3InstanceEnvironment self, fmi3Float64 time, fmi3Boolean set,
                             fmi3Boolean get, fmi3Boolean finished, fmi3Boolean, fmi3Boolean*,
                             fmi3Float64*) {
    // one or the other
    if (set != get && get == finished) static_cast<Slave3*>(self)->update_(time, set);
  }

  const Functions& f_;
  std::function<void(double, bool)> update_;
  fmi3Instance c_ = nullptr;
};

class Library3 : public Library {
 public:
  Library3(const std::string& file, std::string token, std::string resources)
      : library_(file), token_(std::move(token)), location_(std::move(resources)) {
#define MORTISE_FMI3(result, name, arguments) library_.find(#name, &f_.name);
#include "targets/fmi/abi/fmi3.def"
  }
  std::string trouble() const {
    if (!library_.trouble().empty()) return library_.trouble();
    if (library_.wanted() != kFunctions) return "the list of functions is not that of FMI 3.0";
    if (std::string(f_.fmi3GetVersion()).rfind("3.0", 0) != 0) return "the version is not 3.0";
    return "";
  }

  std::unique_ptr<Slave> make(const Wish& wish, std::string* log) const override {
    Wish whole = wish;
    if (whole.token.empty()) whole.token = token_;
    if (whole.resources.empty()) whole.resources = location_;
    auto slave = std::make_unique<Slave3>(f_, whole);
    if (log != nullptr) *log = slave->take_log();
    if (!slave->made()) return nullptr;
    return slave;
  }

  Answer call_unsupported(Slave& slave) const override {
    return as(f_.fmi3ActivateModelPartition(static_cast<Slave3&>(slave).instance(), 0, 0.0));
  }

 private:
  SharedLibrary library_;
  Functions f_;
  std::string token_, location_;
};

}  // namespace

std::unique_ptr<Library> load_fmi3(const std::string& file, const std::string& token,
                                   const std::string& resources, std::string* trouble) {
  auto library = std::make_unique<Library3>(file, token, resources);
  *trouble = library->trouble();
  if (!trouble->empty()) return nullptr;
  return library;
}

}  // namespace mortise::fmi_host
