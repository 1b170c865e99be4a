#include "places.hpp"

#include <cmath>

#include "csv_source.hpp"
#include "scenario_source.hpp"
#include "shm_link.hpp"
#include "udp_link.hpp"

namespace mortise::targets {

namespace {

bool starts(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }
std::string rest_of(const std::string& text, char after) {
  return text.substr(text.find(after) + 1);
}

bool refuse(const std::string& reason, std::string* why) {
  *why = reason;
  return false;
}

class Opening {
 public:
  Opening(const LoopOptions& options, const Model& model, State* state, int steps, Places* out,
          std::string* why)
      : o_(options),
        m_(model),
        s_(state),
        steps_(steps),
        period_(steps * model.step_size()),
        out_(*out),
        why_(*why) {}

  bool run() {
    if (!open_source()) return false;
    for (const std::string& output : o_.outputs)
      if (!open_output(output)) return false;
    return true;
  }

 private:
  bool open_source() {
    if (o_.input == "scenario" || starts(o_.input, "scenario:")) return open_scenario();
    if (starts(o_.input, "udp://") || starts(o_.input, "shm:")) {
      out_.from = open_link(o_.input, true);
      if (!out_.from) return false;
      const double silent = std::ceil(o_.silent_seconds / period_);
      auto source =
          std::make_unique<PeerSource>(m_, out_.from.get(), static_cast<std::uint64_t>(silent));
      out_.peer_source = source.get();
      out_.source = std::move(source);
      return true;
    }
    auto source = std::make_unique<CsvSource>();
    if (!source->load(o_.input, m_, period_, &why_)) return refuse("--input " + why_, &why_);
    out_.source = std::move(source);
    return true;
  }

  bool open_scenario() {
    const bool named = o_.input != "scenario";
    const std::string name = named ? rest_of(o_.input, ':') : "";
    ScenarioPlayer player;
    if (!player.start(m_, named ? find_scenario(m_, name.c_str()) : 0, s_))
      return refuse(named ? "the model has no scenario \"" + name + "\": mortise info lists them"
                          : "the model has no scenario: give --input",
                    &why_);
    out_.source = std::make_unique<ScenarioSource>(m_, player, steps_);
    return true;
  }

  bool open_output(const std::string& text) {
    if (!starts(text, "udp://") && !starts(text, "shm:")) return open_file(text);
    if (out_.peer != nullptr) return refuse("--output " + text + ": one peer at most", &why_);
    if (starts(text, "shm:") && text == o_.input) {
      out_.peer = out_.from.get();
      return true;
    }
    out_.to = open_link(text, false);
    out_.peer = out_.to.get();
    return out_.peer != nullptr;
  }

  bool open_file(const std::string& path) {
    if (out_.logger) return refuse("--output " + path + ": one log at most", &why_);
    std::string reason;
    auto table = open_log(path, log_columns(m_), &reason);
    if (!table) return refuse("--output " + reason, &why_);
    const auto inputs = static_cast<std::size_t>(m_.dims().inputs);
    const std::size_t numbers = inputs + static_cast<std::size_t>(m_.dims().outputs);
    const auto room = static_cast<std::size_t>(std::ceil(o_.log_room / period_));
    out_.ring = std::make_unique<SampleRing>(numbers, room);
    out_.logger = std::make_unique<Logger>(out_.ring.get(), std::move(table), period_);
    return true;
  }

  std::unique_ptr<Link> open_link(const std::string& text, bool receive) {
    std::unique_ptr<Link> link;
    std::string reason;
    if (starts(text, "shm:")) {
      const auto bytes = [](std::int32_t count) {
        return packet_bytes(static_cast<std::size_t>(count));
      };
      const std::string name = rest_of(text, ':');
      if (name.empty() || name.find('/') != std::string::npos) {
        reason = "a name has letters and no slash";
      } else {
        link = open_shm(name, ShmSide::loop, bytes(m_.dims().inputs), bytes(m_.dims().outputs),
                        &reason);
      }
    } else {
      UdpAddress address;
      if (!read_udp_address(text, &address)) {
        reason = "is no udp://HOST:PORT with an IPv4 address and a port from 1 to 65535";
      } else if (!address.loopback() && !o_.allow_remote) {
        reason = "is beyond this machine: add --allow-remote if it should be";
      } else {
        const auto inputs = static_cast<std::size_t>(m_.dims().inputs);
        link = receive ? open_udp(address, packet_pattern(PacketKind::inputs, inputs), &reason)
                       : open_udp(address, &reason);
      }
    }
    if (!link) refuse(text + " " + reason, &why_);
    return link;
  }

  const LoopOptions& o_;
  const Model& m_;
  State* s_;
  int steps_;
  double period_;
  Places& out_;
  std::string& why_;
};

}  // namespace

bool open_places(const LoopOptions& options, const Model& model, State* state, int steps,
                 Places* out, std::string* why) {
  return Opening(options, model, state, steps, out, why).run();
}

}  // namespace mortise::targets
