#include "generator/simulate/assemble/modal_file.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "generator/define/definition/key_place.hpp"
#include "generator/define/keys/section_errors.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"
#include "generator/simulate/assemble/attach.hpp"
#include "generator/simulate/assemble/output_numbers.hpp"

namespace mortise::gen {
namespace {

using Json = nlohmann::json;

// One JSON object with the path to it, so that messages can name a key completely.
class JsonObject {
 public:
  JsonObject(const Json& object, std::string file, std::string prefix)
      : object_(object), file_(std::move(file)), prefix_(std::move(prefix)) {}

  [[noreturn]] void fail(const std::string& key, const std::string& finding,
                         const std::string& remedy) const {
    throw Error(file_, "key \"" + prefix_ + key + "\" " + finding, remedy);
  }

  bool has(const std::string& key) const { return object_.contains(key); }

  const Json& at(const std::string& key) const {
    if (!has(key)) fail(key, "is missing", "add it");
    return object_.at(key);
  }

  void check_keys(const std::vector<std::string>& known) const {
    for (const auto& [key, value] : object_.items()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      std::string list;
      for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
      fail(key, "is unknown", "known here are " + list);
    }
  }

  double number(const std::string& key) const { return as_number(at(key), key); }

  Vector list(const std::string& key, Eigen::Index length) const {
    return as_list(at(key), key, length);
  }

  // A list of the length, or one number for all.
  Vector list_or_number(const std::string& key, Eigen::Index length) const {
    if (at(key).is_number()) return Vector::Constant(length, number(key));
    return list(key, length);
  }

  Vector list_or_zero(const std::string& key, Eigen::Index length) const {
    return has(key) ? list(key, length) : Vector(Vector::Zero(length));
  }

  Vector as_list(const Json& value, const std::string& key, Eigen::Index length) const {
    if (!value.is_array()) fail(key, "is not a list", "write a list of numbers");
    if (static_cast<Eigen::Index>(value.size()) != length) {
      fail(key,
           "has " + std::to_string(value.size()) + " entries instead of " + std::to_string(length),
           "give one per mode or per contact");
    }
    Vector result(length);
    for (Eigen::Index i = 0; i < length; ++i)
      result[i] =
          as_number(value[static_cast<std::size_t>(i)], key + "[" + std::to_string(i) + "]");
    return result;
  }

  // Every entry must lie in the range.
  void check_range(const std::string& key, const Vector& values, const NumberRange& r) const {
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      if (r.holds(values[i])) continue;
      const std::string range = std::isfinite(r.maximum)
                                    ? std::to_string(r.minimum) + " .. " + std::to_string(r.maximum)
                                    : ">= " + std::to_string(r.minimum);
      fail(key + "[" + std::to_string(i) + "]",
           "is " + std::to_string(values[i]) + ", outside of " + range, "correct the value");
    }
  }

 private:
  double as_number(const Json& value, const std::string& key) const {
    if (!value.is_number()) fail(key, "is not a number", "write a number");
    const double number = value.get<double>();
    if (!std::isfinite(number)) fail(key, "is not finite", "write a finite number");
    return number;
  }

  const Json& object_;
  std::string file_;
  std::string prefix_;
};

Json parse(const TextFile& file) {
  try {
    Json root = Json::parse(file.content);
    if (!root.is_object())
      throw Error(file.name, "is not a JSON object", "write { \"omega_rad_s\": [...], ... }");
    return root;
  } catch (const Json::exception& e) {
    throw Error(file.name, std::string("is no valid JSON: ") + e.what(), "correct the syntax");
  }
}

void read_modes(const JsonObject& root, ReducedSystem& system) {
  const Json& omega = root.at("omega_rad_s");
  if (!omega.is_array() || omega.empty())
    root.fail("omega_rad_s", "is not a list of at least one number", "give one per mode");
  const auto n = static_cast<Eigen::Index>(omega.size());
  system.omega = root.list("omega_rad_s", n);
  root.check_range("omega_rad_s", system.omega, kNotNegative);
  for (Eigen::Index i = 1; i < n; ++i)
    if (system.omega[i] < system.omega[i - 1])
      root.fail("omega_rad_s[" + std::to_string(i) + "]", "is smaller than the one before",
                "sort the modes by frequency");

  const Vector ratio = root.list_or_number("damping_ratio", n);
  root.check_range("damping_ratio", ratio, kNotNegative);
  system.damping = 2.0 * ratio.cwiseProduct(system.omega);
  system.constant_force = root.list_or_zero("force_static_n", n);
  system.initial_q = root.list_or_zero("initial_q", n);
  system.initial_v = root.list_or_zero("initial_v", n);
  for (Eigen::Index i = 0; i < n; ++i)
    system.outputs.push_back({"q" + std::to_string(i), "kg^0.5 m", OutputQuantity::modal_coordinate,
                              static_cast<int>(i)});
  system.output_rows.resize(0, n);
}

void read_excitation(const JsonObject& root, ModalData& data) {
  data.system.input_forces = root.list_or_zero("force_harmonic_n", data.system.size());
  // the signal is sin(2 pi f t) times an amplitude of the scenario
  data.system.inputs.push_back({"excitation", "1", -1e6, 1e6, 0.0, Hold::zero_order});
  if (root.has("force_harmonic_n") || root.has("force_frequency_hz")) {
    data.force_frequency_hz = root.number("force_frequency_hz");
    if (data.force_frequency_hz <= 0.0)
      root.fail("force_frequency_hz", "is not positive", "give it in Hz");
  }
}

void read_contacts(const Json& object, const std::string& file, ReducedSystem& system) {
  const JsonObject contacts(object, file, "contacts.");
  contacts.check_keys({"rows", "rows_order", "gap_m", "friction", "restitution",
                       "restitution_tangential", "description"});
  const Json& rows = contacts.at("rows");
  if (!rows.is_array() || rows.size() % 3 != 0)
    contacts.fail("rows", "is not a list of three rows per contact",
                  "give normal, tangent 1 and tangent 2 of each contact");
  const auto nc = static_cast<Eigen::Index>(rows.size() / 3);
  ReducedContacts read;
  read.rows.resize(3 * nc, system.size());
  for (Eigen::Index i = 0; i < 3 * nc; ++i) {
    const std::string key = "rows[" + std::to_string(i) + "]";
    read.rows.row(i) = contacts.as_list(rows[static_cast<std::size_t>(i)], key, system.size());
    if (i % 3 == 0 && read.rows.row(i).isZero(0.0))
      contacts.fail(key, "is a normal without any entry", "give the normal of the contact");
  }

  for (Eigen::Index i = 0; i < nc; ++i)
    read.points.emplace_back().name = "contact." + std::to_string(i);
  for (const ContactNumber& number : contact_numbers()) {
    const bool gap = number.is("clearance");
    const std::string key = gap ? "gap_m" : number.name;
    if (!gap && !contacts.has(key)) continue;
    const Vector values = gap ? contacts.list(key, nc) : contacts.list_or_number(key, nc);
    contacts.check_range(key, values, number.range);
    for (Eigen::Index i = 0; i < nc; ++i)
      number.set(&read.points[static_cast<std::size_t>(i)], values[i]);
  }
  if (nc > 0) system.make_lone().law = std::move(read);
}

void read_scheme(const JsonObject& root, ModalData& data) {
  data.step_s = root.number("step_s");
  if (data.step_s <= 0.0) root.fail("step_s", "is not positive", "give it in s");
  if (root.has("theta") && root.number("theta") != 0.5)
    root.fail("theta", "is not 0.5", "only the mid-point rule theta = 0.5 is offered");
  if (root.has("tolerance")) {
    data.tolerance = root.number("tolerance");
    if (data.tolerance <= 0.0 || data.tolerance >= 1.0)
      root.fail("tolerance", "is not between 0 and 1", "1e-8 is a good choice");
  }
  if (root.has("units") && root.at("units") != "kg m s N")
    root.fail("units", "is not \"kg m s N\"", "convert the data to SI");
}

// [[inputs]] refine the channels of the file by name.
void refine_inputs(const Definition& definition, std::vector<InputChannel>* inputs) {
  std::vector<std::string> names;
  for (const InputChannel& input : *inputs) names.push_back(input.name);
  for (const InputSpec& spec : definition.inputs) {
    bool found = false;
    for (InputChannel& input : *inputs) {
      if (input.name != spec.name) continue;
      found = true;
      const std::string unit = input.unit;
      input = spec;
      input.unit = unit;
    }
    if (!found) {
      throw Error(definition.path, "input \"" + spec.name + "\" is not in the modal data",
                  names.empty() ? "the data has no inputs; remove it"
                                : "the nearest input is \"" + nearest(spec.name, names) + "\"");
    }
  }
}

// The data gives every modal coordinate a channel; no other may have its name.
void check_output_names(const Definition& definition, const std::vector<OutputChannel>& own) {
  read_entries(static_cast<int>(definition.outputs.size()), [&](int i) {
    const std::string& name = definition.outputs[static_cast<std::size_t>(i)].name;
    const auto taken =
        std::find_if(own.begin(), own.end(), [&](const auto& one) { return one.name == name; });
    const std::string key = "outputs." + std::to_string(i) + ".name";
    if (taken != own.end())
      throw Error(place_of_key(definition, key),
                  "'" + key + "' is \"" + name + "\", which modal data gives its mode " +
                      std::to_string(taken->index) + " by itself",
                  "rename the output, or remove it if it is that mode");
  });
}

}  // namespace

ModalData read_modal_json(const std::string& path) {
  const TextFile file = read_text(path);
  const Json json = parse(file);
  const JsonObject root(json, file.name, "");
  root.check_keys({"units", "description", "omega_rad_s", "damping_ratio", "force_harmonic_n",
                   "force_frequency_hz", "force_static_n", "initial_q", "initial_v", "contacts",
                   "step_s", "theta", "tolerance"});
  ModalData data;
  read_modes(root, data.system);
  read_excitation(root, data);
  if (root.has("contacts")) {
    if (!root.at("contacts").is_object())
      root.fail("contacts", "is not an object", "write { \"rows\": [...], \"gap_m\": [...] }");
    read_contacts(root.at("contacts"), file.name, data.system);
  }
  read_scheme(root, data);
  return data;
}

ModalSystem assemble_modal(const Definition& definition) {
  ModalData data = read_modal_json(definition.import.file);
  for (ReducedInterface& interface : data.system.interfaces) {
    auto& contacts = interface.make<ReducedContacts>();
    const std::vector<double> no_offsets(contacts.points.size(), 0.0);
    apply_law_values(definition.contact, no_offsets, {interface.name, 0, no_offsets.size()},
                     &contacts.points);
    contacts.law = definition.law;
  }
  refine_inputs(definition, &data.system.inputs);
  check_output_names(definition, data.system.outputs);
  check_modes(definition, data.system.size());
  const std::size_t contacts = data.system.lone().contacts().points.size();
  for (const OutputSpec& spec : definition.outputs) {
    data.system.outputs.push_back(output_channel(definition, spec, {kLoneName, 0, contacts}));
  }
  ModalSystem result;
  result.step = definition.step.size.value_or(data.step_s);
  result.tolerance = definition.solver.tolerance.value_or(data.tolerance);
  result.force_frequency_hz = data.force_frequency_hz;
  result.system = std::move(data.system);
  return result;
}

}  // namespace mortise::gen
