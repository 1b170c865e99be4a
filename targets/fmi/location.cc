#include "location.hpp"

#include <cstring>

namespace mortise::fmi {

namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

char small_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// word: in small letters.
bool begins_with(const char* text, const char* word) {
  while (*word && small_letter(*text) == *word) ++text, ++word;
  return *word == '\0';
}

bool begins_with_drive(const char* text) {
  const char letter = small_letter(text[0]);
  return letter >= 'a' && letter <= 'z' && text[1] == ':' &&
         (text[2] == '/' || text[2] == '\\' || text[2] == '\0');
}

void decode(const char* from, char* to) {
  while (*from) {
    const int high = *from == '%' ? digit_of(from[1]) : -1;
    const int low = high >= 0 ? digit_of(from[2]) : -1;
    if (low >= 0) {
      *to++ = static_cast<char>(16 * high + low);
      from += 3;
    } else {
      *to++ = *from++;
    }
  }
  *to = '\0';
}

}  // namespace

bool path_of_location(const char* location, bool drives, char* path) {
  constexpr const char* kScheme = "file:";
  constexpr const char* kHere = "localhost";
  if (!begins_with(location, kScheme)) {
    std::memcpy(path, location, std::strlen(location) + 1);
    return true;
  }
  decode(location + std::strlen(kScheme), path);
  const char* from = path;
  if (path[0] == '/' && path[1] == '/') {
    const char* host = path + 2;
    const char* behind = host + (begins_with(host, kHere) ? std::strlen(kHere) : 0);
    if (*behind == '/' || (drives && begins_with_drive(host)))
      from = behind;
    else if (!drives)
      return false;
  }
  if (drives && *from == '/' && begins_with_drive(from + 1)) ++from;
  std::memmove(path, from, std::strlen(from) + 1);
  return true;
}

}  // namespace mortise::fmi
