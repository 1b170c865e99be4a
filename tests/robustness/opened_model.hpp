// A model with the memory that an assembly needs beside it.
#pragma once

#include <memory>

#include "mortise/model.hpp"
#include "tests/robustness/model_bytes.hpp"

namespace mortise::robustness {

class OpenedModel {
 public:
  // Opens as Model::open does.
  LoadError open(const void* bytes, std::size_t size, LoadFault* fault) {
    interfaces_ = std::make_unique<ModelBytes>(Model::interface_bytes(bytes, size));
    return Model::open(bytes, size, &model_, fault, interfaces_->data(), interfaces_->size());
  }
  LoadError open(const ModelBytes& file, LoadFault* fault) {
    return open(file.data(), file.size(), fault);
  }

  Model& operator*() { return model_; }
  Model* operator->() { return &model_; }

 private:
  Model model_;
  std::unique_ptr<ModelBytes> interfaces_;
};

}  // namespace mortise::robustness
