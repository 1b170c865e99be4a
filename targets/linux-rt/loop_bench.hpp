// The bench of the loop: inputs of a source into the model, outputs to a peer and to the log.
#pragma once

#include <utility>
#include <vector>

#include "input_source.hpp"
#include "link.hpp"
#include "pump.hpp"
#include "sample_ring.hpp"
#include "wire.hpp"

namespace mortise::targets {

class LoopBench final : public Bench {
 public:
  // source: must outlive it. peer: outputs go there, null: nowhere; rings: of samples of inputs,
  // then outputs.
  LoopBench(const Model& model, const State& state, InputSource* source, Link* peer,
            std::vector<SampleRing*> rings)
      : model_(model),
        state_(state),
        source_(*source),
        peer_(peer),
        rings_(std::move(rings)),
        inputs_(static_cast<std::size_t>(model.dims().inputs)),
        outputs_(static_cast<std::size_t>(model.dims().outputs)),
        u_(inputs_),
        packet_(packet_bytes(outputs_)) {}

  void read(Real* u) override {
    source_.read(u);
    for (std::size_t k = 0; k < inputs_; ++k) u_[k] = u[k];
  }
  void stepping(State& state) override { source_.stepping(state); }
  void stepped(const Real* y, Status status) override {
    joined_ |= status;
    hash_ = hash_step(hash_, model_, state_, y, status);
  }
  // Outputs of this tick, the statuses of all steps since the last ones.
  void write(const Real* y) override {
    head_.status = joined_;
    if (peer_ != nullptr) {
      ++sent_.sequence;
      sent_.tick = head_.tick;
      sent_.status = joined_;
      write_packet(PacketKind::outputs, sent_, y, outputs_, packet_.data());
      if (!peer_->send(packet_.data(), packet_.size())) ++unsent_;
    }
    for (SampleRing* ring : rings_) {
      double* to = ring->room();
      if (to == nullptr) continue;
      for (std::size_t k = 0; k < inputs_; ++k) to[k] = u_[k];
      for (std::size_t k = 0; k < outputs_; ++k) to[inputs_ + k] = y[k];
      ring->publish(head_);
    }
    joined_ = 0;
  }

  // Before a tick: what the loop knows of it.
  void begin(const SampleHead& head) { head_ = head; }

  std::uint64_t hash() const { return hash_; }
  std::uint64_t unsent() const { return unsent_; }  // packets that could not be handed over

 private:
  const Model& model_;
  const State& state_;
  InputSource& source_;
  Link* peer_;
  std::vector<SampleRing*> rings_;
  std::size_t inputs_, outputs_;
  std::vector<double> u_;
  std::vector<unsigned char> packet_;
  SampleHead head_;
  Packet sent_;
  Status joined_ = 0;
  std::uint64_t hash_ = kFnvStart, unsent_ = 0;
};

}  // namespace mortise::targets
