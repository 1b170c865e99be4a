// The part of a model file that all structures share, and one writer per kind of interface.
#pragma once

#include <memory>

#include "generator/bake/file/system_writer.hpp"
#include "generator/bake/structure/discretise.hpp"

namespace mortise::gen {

class StructureWriter : public SystemWriter {
 public:
  // Both must outlive the writer.
  StructureWriter(const ReducedSystem& system, const BakeOptions& options);

  Dims dims() const final { return dims_; }
  void write(ModelWriter* writer, ModelBody* body) const override;
  LayoutOptions layout(std::uint32_t real_bytes) const override;
  void settle(const AlignedBytes&, ModelOptions*) const override {}
  GoldenTrace start(const AlignedBytes&, int steps) const override {
    return start_golden(system_, steps);
  }

 protected:
  // Stages, law, parameters and solver.
  virtual void write_law(ModelWriter* writer, ModelBody* body) const = 0;
  virtual std::uint32_t history_bytes() const { return 0; }  // of the law

  const ReducedSystem& system_;
  const BakeOptions& options_;
  Dims dims_;
  Vector damping_;  // stepped (n)
};

// The writer for the interface that is alone, or for a system without any.
std::unique_ptr<SystemWriter> lone_writer(const ReducedSystem& system, const BakeOptions& options);

// Joints: one set of operators per damping of the operating cases.
std::unique_ptr<SystemWriter> joint_writer(const ReducedSystem& system, const BakeOptions& options);

// Sliding contacts. Throws Error for generalised alpha with a unilateral contact, a spectral radius
// outside of 0..1, or friction that wedges a bilateral one.
std::unique_ptr<SystemWriter> sliding_writer(const ReducedSystem& system,
                                             const BakeOptions& options);

// Several interfaces between bodies.
std::unique_ptr<SystemWriter> assembly_writer(const ReducedSystem& system,
                                              const BakeOptions& options);

// Unilateral contacts, or none.
std::unique_ptr<SystemWriter> unilateral_writer(const ReducedSystem& system,
                                                const BakeOptions& options);

// The arrays of a stage that say how modes move without the interface.
struct MotionArrays {
  ModelWriter::Reals from_velocity, from_position, constant, from_input, admittance;
};
MotionArrays write_motion(const StepOperators& op, ModelWriter* writer);
void add_motion(const MotionArrays& arrays, schema::StageBuilder* stage);

// The arrays of a residual compliance in the table of a law; none without one.
struct ResidualArrays {
  ModelWriter::Reals ports, outputs, row_offset, output_offset;
};
ResidualArrays write_residual(const std::optional<ResidualCompliance>& residual,
                              ModelWriter* writer);
template <class Builder>
void add_residual(const ResidualArrays& arrays, Builder* law) {
  law->add_output_offset(arrays.output_offset);
  law->add_row_offset(arrays.row_offset);
  law->add_output_compliance(arrays.outputs);
  law->add_port_compliance(arrays.ports);
}

}  // namespace mortise::gen
