#include "generator/ground/files/write_fault.hpp"

#include <cerrno>
#include <cstring>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

const char* remedy_for(int code) {
  switch (code) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return "make room on the device or raise the limit, or choose another place";
    case ENOENT:
    case ENOTDIR:
      return "make the folder first, or choose another";
    case EACCES:
    case EPERM:
    case EROFS:
      return "choose a place where you may write";
    case EISDIR:
      return "give the name of a file";
    case EPIPE:
      return "keep the reader of the pipe alive until the end";
    default:
      return "check that the folder exists, is writable and has space left";
  }
}

}  // namespace

void throw_write_fault(const std::string& path, const std::string& what, int code) {
  throw Error(path, what + ": " + std::strerror(code), remedy_for(code));
}

}  // namespace mortise::gen
