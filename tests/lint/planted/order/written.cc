// What compilers evaluate in another order: sources.finds_argument_order reports lines 8 and 15.
#include <flatbuffers/flatbuffers.h>

namespace planted {

flatbuffers::Offset<void> name(flatbuffers::FlatBufferBuilder& b) {
  const auto named = b.CreateString("the file"), first = b.CreateString("is (written");
  CreateName(b, b.CreateString("in this"), named, b.CreateString("order?"));
  return CreateName(b, first, named);
}

void throw_dice(Dice& dice) {
  const auto power = [&](double low) { return low * dice.share(); };
  stop({dice.share(), power(1.0)}, [&] { return dice.share(); });  // braces keep their order
  stop({0.0, power(1.0)}, dice.below(2) == 0);
}

}  // namespace planted
