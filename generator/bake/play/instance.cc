#include "generator/bake/play/instance.hpp"

#include <fstream>
#include <utility>

#include "generator/ground/files/file_ledger.hpp"
#include "generator/ground/text/error.hpp"
#include "mortise/mortise.h"
#include "mortise_generated.h"

namespace mortise::gen {

Instance::Instance(AlignedBytes bytes, const std::string& where) : bytes_(std::move(bytes)) {
  LoadFault fault;
  interfaces_ = AlignedBytes(Model::interface_bytes(bytes_.data(), bytes_.size()));
  const LoadError error = Model::open(bytes_.data(), bytes_.size(), &model_, &fault,
                                      interfaces_.data(), interfaces_.size());
  if (error != LoadError::kOK) {
    std::string what = "field ";
    if (fault.interface >= 0) what += "interfaces[" + std::to_string(fault.interface) + "].model.";
    what += fault.field;
    if (*fault.name) what += " (" + std::string(fault.name) + ")";
    if (fault.index >= 0) what += "[" + std::to_string(fault.index) + "]";
    what += std::string(": ") + load_error_text(error);
    if (fault.value != 0) what += " (found " + std::to_string(fault.value) + ")";
    throw Error(where, what, "build the model again with `mortise build`");
  }
  arena_ = AlignedBytes(model_.arena_bytes());
  Status status = 0;
  state_ = State::make(model_, arena_.data(), arena_.size(), &status);
  if (!state_) throw Error(where, "the state could not be made", "");
}

namespace {

AlignedBytes read_file(const std::string& path) {
  note_input(path);
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) throw Error(path, "cannot be opened", "check the path and the rights");
  const auto size = static_cast<std::size_t>(in.tellg());
  AlignedBytes bytes(size);
  in.seekg(0);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!in) throw Error(path, "cannot be read to its end", "check the disk and the rights");
  return bytes;
}

template <class Table>
std::vector<std::string> names(const Table* table) {
  std::vector<std::string> out;
  if (table)
    for (const auto* entry : *table) out.push_back(entry->name()->str());
  return out;
}

}  // namespace

std::vector<std::string> Instance::input_names() const { return names(model_.root()->inputs()); }
std::vector<std::string> Instance::output_names() const { return names(model_.root()->outputs()); }

std::size_t Instance::view_bytes() const {
  return mortise_model_bytes(bytes_.data(), bytes_.size());
}

double Instance::energy() const {
  const Real *q = state_->q(model_), *v = state_->v(model_), *w = model_.view().omega;
  double e = 0;
  for (int i = 0; i < dims().modes; ++i) e += 0.5 * (v[i] * v[i] + w[i] * w[i] * q[i] * q[i]);
  return e;
}

Instance open_model_file(const std::string& path) { return Instance(read_file(path), path); }

}  // namespace mortise::gen
