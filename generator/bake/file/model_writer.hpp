// The FlatBuffer of a model file: what the files of structures and of films share.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "generator/bake/file/golden.hpp"
#include "generator/bake/file/options.hpp"
#include "generator/bake/play/aligned_bytes.hpp"
#include "generator/contact/unilateral/law_number.hpp"
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
  flatbuffers::Offset<schema::Solver> solver;
  std::vector<flatbuffers::Offset<schema::Parameter>> parameters;
  std::uint32_t law_history_bytes = 0, film_history_bytes = 0;
  flatbuffers::Offset<schema::Cost> cost;
};

class ModelWriter {
 public:
  using Reals = flatbuffers::Offset<flatbuffers::Vector<double>>;

  // Both must outlive the writer. Of dims the numbers of modes and contacts are used.
  ModelWriter(const ModelOptions& options, const Dims& dims);

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
    const auto n = b_.CreateString(name), u = b_.CreateString(number.unit_in_file());
    return schema::CreateParameter(b_, n, u, static_cast<schema::ParameterKind>(number.parameter),
                                   first, contacts, std::min(limits.low, value),
                                   std::max(limits.high, value), value, box_entry(name));
  }
  // Deterministic, sealed bytes. golden may be null. Call once.
  AlignedBytes finish(const ModelBody& body, const GoldenTrace* golden);

 private:
  using Channels = flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<schema::Channel>>>;
  Channels channels(const std::vector<NamedUnit>& list, bool trained);
  std::uint32_t box_entry(const std::string& name) const;
  flatbuffers::Offset<schema::Provenance> provenance();
  flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<schema::Range>>> training_box();
  flatbuffers::Offset<schema::ScenarioError> scenario_error(const ScenarioErrors& errors);
  flatbuffers::Offset<schema::Certificate> certificate();
  flatbuffers::Offset<schema::Source> source(const SourceOptions& source);
  flatbuffers::Offset<schema::Ramp> ramp(const RampOptions& ramp);
  flatbuffers::Offset<schema::Scenario> scenario(const ScenarioOptions& scenario);
  flatbuffers::Offset<schema::Golden> golden_trace(const GoldenTrace* golden);

  const ModelOptions& o_;
  const Dims& d_;
  flatbuffers::FlatBufferBuilder b_{1 << 16};
};

// Writes file_size and the CRC-32C into a finished model buffer. The buffer must be structurally
// sound (it is trusted here).
void seal(std::uint8_t* bytes, std::size_t size);

}  // namespace mortise::gen
