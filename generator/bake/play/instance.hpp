// A model file opened by the runtime together with one state: what the generator runs and checks.
#pragma once

#include <string>
#include <vector>

#include "generator/ground/numbers/aligned_bytes.hpp"
#include "mortise/mortise.hpp"

namespace mortise::gen {

class Instance {
 public:
  // Opens `bytes`; `where` names them in messages. Throws Error with field, reason and remedy.
  Instance(AlignedBytes bytes, const std::string& where);

  const Model& model() const { return model_; }
  State& state() { return *state_; }
  const State& state() const { return *state_; }
  const AlignedBytes& bytes() const { return bytes_; }
  // Bytes of the opened model, as the C interface opens it.
  std::size_t view_bytes() const;
  const Dims& dims() const { return model_.dims(); }

  // One step; u and y are sized by the model. Returns the status bits.
  Status step(const Real* u, Real* y) { return mortise::step(model_, *state_, u, y); }

  std::vector<std::string> input_names() const;
  std::vector<std::string> output_names() const;

  // Kinetic plus elastic energy of the modal coordinates [J].
  double energy() const;

 private:
  AlignedBytes bytes_;
  AlignedBytes interfaces_;  // of an assembly
  AlignedBytes arena_;
  Model model_;
  State* state_ = nullptr;
};

// Instance of a file on disk.
Instance open_model_file(const std::string& path);

}  // namespace mortise::gen
