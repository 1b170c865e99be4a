// The C interface: stored scenarios.
#include "c_common.hpp"
#include "laws.hpp"

namespace {

using mortise::ScenarioPlayer;
using mortise::c::as_model;
using mortise::c::as_state;
using mortise::c::usable;
using mortise::status::kBAD_CALL;

// A player and the model that it was started for; a player that was never started has none.
struct Player {
  std::uint32_t magic, fingerprint;
  ScenarioPlayer player;
};
constexpr std::uint32_t kPlayerMagic = 0x5052534du;  // "MSRP"

static_assert(sizeof(Player) <= sizeof(mortise_player), "grow mortise_player");
static_assert(alignof(Player) <= alignof(mortise_player), "align mortise_player");

}  // namespace

extern "C" {

size_t mortise_player_bytes(void) { return sizeof(Player); }

uint32_t mortise_player_start(const mortise_model* m, mortise_state* s, int32_t scenario,
                              mortise_player* player, size_t player_size) {
  if (!m || (s && !usable(m, s)) || !player || player_size < sizeof(Player)) return kBAD_CALL;
  Player started{kPlayerMagic, as_model(m)->view().fingerprint, {}};
  if (!started.player.start(*as_model(m), scenario, as_state(s))) return kBAD_CALL;
  std::memcpy(static_cast<void*>(player), static_cast<const void*>(&started), sizeof started);
  const mortise::ModelView& view = as_model(m)->view();
  return s ? mortise::law_of(view).told(view, *as_state(s)) : mortise::status::kOk;
}

uint32_t mortise_player_next(const mortise_model* m, mortise_state* s, mortise_player* player,
                             double* u) {
  Player* p = reinterpret_cast<Player*>(player);
  if (!m || (s && !usable(m, s)) || !p || !u || p->magic != kPlayerMagic ||
      p->fingerprint != as_model(m)->view().fingerprint)
    return kBAD_CALL;
  p->player.next(*as_model(m), u, as_state(s));
  return mortise::status::kOk;
}

}  // extern "C"
