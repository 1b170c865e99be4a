// The FlatBuffer of a model file: what the files of structures and of films share.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "generator/bake/file/golden.hpp"
#include "generator/bake/file/options.hpp"
#include "generator/contact/law/law_number.hpp"
#include "generator/ground/numbers/aligned_bytes.hpp"
#include "mortise/model.hpp"
#include "mortise_generated.h"

namespace mortise::gen {

struct NamedUnit {
  std::string name, unit;
};

// What differs between structures and films. Offsets come from the same writer.
struct ModelBody {
  using Reals = flatbuffers::Offset<flatbuffers::Vector<double>>;
  schema::Scalar scalar = schema::Scalar::float64;
  schema::Scheme scheme = schema::Scheme::moreau_jean;
  std::vector<NamedUnit> inputs, outputs;
  std::vector<InputRange> input_ranges;  // (nu)
  std::vector<OutputRule> output_rules;  // (ny)
  Matrix output_rows;                    // (no x n)
  Vector omega, damping;                 // (n)
  Vector initial_q, initial_v;           // (n)
  std::vector<flatbuffers::Offset<schema::Stage>> stages;
  schema::Law law_type = schema::Law::NONE;
  flatbuffers::Offset<void> law;
  std::vector<std::string> features;  // that the law needs besides its own
  flatbuffers::Offset<schema::Solver> solver;
  std::vector<flatbuffers::Offset<schema::Parameter>> parameters;
  // assemblies
  std::vector<flatbuffers::Offset<schema::Interface>> interfaces;
  std::vector<flatbuffers::Offset<schema::Group>> groups;
  std::vector<flatbuffers::Offset<schema::Coupling>> couplings;
  std::vector<std::uint32_t> output_interfaces;  // (ny)
  std::uint32_t law_history_bytes = 0, film_history_bytes = 0;
  flatbuffers::Offset<schema::Cost> cost;
};

class ModelWriter {
 public:
  using Reals = flatbuffers::Offset<flatbuffers::Vector<double>>;

  // Both must outlive the writer. Of dims the numbers of modes and contacts are used.
  ModelWriter(const ModelOptions& options, const Dims& dims);
  // Writes a model inside of that of `outer`: an interface of an assembly.
  ModelWriter(const ModelOptions& options, const Dims& dims, ModelWriter* outer);

  flatbuffers::FlatBufferBuilder& builder() { return b_; }
  static int pad(int n) { return (n + 7) / 8 * 8; }

  // Vectors of the file, each aligned to 64 bytes.
  Reals reals(const double* values, std::size_t count);
  Reals plain(const Vector& v) { return reals(v.data(), static_cast<std::size_t>(v.size())); }
  // (n) as one padded column; a zero-size vector means zeros.
  Reals column(const Vector& v);
  // Columns of length k padded to a multiple of 8.
  Reals columns(const Matrix& a);

  // A parameter of `contacts` contacts from `first` on, with the value that the law has in force;
  // limits: widened to it.
  template <class Law>
  flatbuffers::Offset<schema::Parameter> parameter(const std::string& name,
                                                   const LawNumber<Law>& number, const Law& law,
                                                   NumberLimits limits, unsigned first = 0,
                                                   unsigned contacts = 1) {
    const double value = number.get(law);
    const std::string shown =
        interface_name_.empty() ? name : interface_name_ + name.substr(name.find('.'));
    const auto n = b_.CreateString(shown), u = b_.CreateString(number.unit_in_file());
    schema::ParameterBuilder p(b_);
    p.add_name(n);
    p.add_unit(u);
    p.add_kind(static_cast<schema::ParameterKind>(number.parameter));
    p.add_first_contact(first);
    p.add_contacts(contacts);
    p.add_minimum(std::min(limits.low, value));
    p.add_maximum(std::max(limits.high, value));
    p.add_default_value(value);
    p.add_range(box_entry(shown));
    if (interface_ > 0) p.add_interface(interface_);
    return p.Finish();
  }
  // Parameters written from now on are those of this interface of the assembly, by its name.
  void of_interface(std::uint32_t interface, const std::string& name) {
    interface_ = interface;
    name_parameters(name);
  }
  // Parameters written from now on are name.friction, ...
  void name_parameters(const std::string& name) { interface_name_ = name; }
  // The root table. golden may be null.
  flatbuffers::Offset<schema::Model> model(const ModelBody& body, const GoldenTrace* golden);
  // Deterministic, sealed bytes. golden may be null. Call once.
  AlignedBytes finish(const ModelBody& body, const GoldenTrace* golden);

 private:
  using Channels = flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<schema::Channel>>>;
  Channels channels(const std::vector<NamedUnit>& list, bool trained);
  std::uint32_t box_entry(const std::string& name) const;
  flatbuffers::Offset<schema::Provenance> provenance();
  flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<schema::Range>>> training_box();
  using MeasuredErrors =
      flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<schema::MeasuredError>>>;
  template <class Errors>
  MeasuredErrors measured_errors(const Errors& errors);
  flatbuffers::Offset<schema::ScenarioError> scenario_error(const ScenarioErrors& errors);
  flatbuffers::Offset<schema::Certificate> certificate();
  flatbuffers::Offset<schema::Source> source(const SourceOptions& source);
  flatbuffers::Offset<schema::Ramp> ramp(const RampOptions& ramp);
  flatbuffers::Offset<schema::Scenario> scenario(const ScenarioOptions& scenario,
                                                 const ModelBody& body);
  std::vector<schema::ParameterChange> changes(const ScenarioOptions& scenario,
                                               const ModelBody& body) const;
  flatbuffers::Offset<schema::Golden> golden_trace(const GoldenTrace* golden);

  const ModelOptions& o_;
  const Dims& d_;
  std::unique_ptr<flatbuffers::FlatBufferBuilder> own_;
  flatbuffers::FlatBufferBuilder& b_;
  std::uint32_t interface_ = 0;
  std::string interface_name_;
};

// Writes file_size and the CRC-32C into a finished model buffer. The buffer must be structurally
// sound (it is trusted here).
void seal(std::uint8_t* bytes, std::size_t size);

}  // namespace mortise::gen
