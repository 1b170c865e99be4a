// Cards of Nastran's bulk data, in decks and punch files: small fields (8 columns), large ones (16
// columns, "GRID*") or free ones (commas), tabs every 8 columns, "$" before a comment.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "generator/ground/files/text_file.hpp"

namespace mortise::gen {

struct BulkField {
  std::string text;
  std::int64_t line = 0;
};

// A card with its continuations: lines that begin with '*', '+' or blanks.
struct BulkCard {
  std::string name;       // capitals, without '*'
  std::int64_t line = 0;  // where it begins
  // Behind the name, empty ones as well: 8 of each line, of large ones 4.
  std::vector<BulkField> fields;

  // Field k, 0-based; empty where the card ends before.
  std::string_view text(std::size_t k) const {
    return k < fields.size() ? std::string_view(fields[k].text) : std::string_view();
  }
};

std::string in_capitals(std::string_view text);

// Goes through the cards of a file, as far as ENDDATA.
// wanted: whether the fields of a card of this name are read; the rest is passed over.
// take: receives these cards in their order; of INCLUDE the one field is the file.
// Throws Error if the last line has no end, and for an INCLUDE whose quotes do not close.
void for_each_bulk_card(const TextFile& file, const std::function<bool(const std::string&)>& wanted,
                        const std::function<void(const BulkCard&)>& take);

}  // namespace mortise::gen
