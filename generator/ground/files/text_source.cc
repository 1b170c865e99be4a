#include "generator/ground/files/text_source.hpp"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <vector>

#include "generator/ground/files/file_ledger.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr char kDamagedText[] = "export or copy the file again";
constexpr std::string_view kGzip = "\x1f\x8b", kZstd = "\x28\xb5\x2f\xfd";  // first bytes

bool begins_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

// gzip; plain files, too, which zlib hands on as they are.
class GzipDecoder : public ByteDecoder {
 public:
  explicit GzipDecoder(const std::string& path)
      : path_(path), file_(gzopen(path.c_str(), "rb"), gzclose) {
    if (!file_) throw Error(path, "cannot be opened", "check the permissions");
    gzbuffer(file_.get(), 1 << 17);
  }

  std::size_t read(char* to, std::size_t most) override {
    constexpr std::size_t kPiece = 1 << 30;  // zlib counts in int
    std::size_t done = 0;
    while (done < most) {
      const auto wanted = static_cast<unsigned>(std::min(most - done, kPiece));
      const int count = gzread(file_.get(), to + done, wanted);
      check(count < 0);
      done += static_cast<std::size_t>(count);
      if (static_cast<unsigned>(count) == wanted) continue;
      check(false);  // a stream that is cut inside its checksum only shows at the end
      break;
    }
    return done;
  }

  std::size_t taken() const override {
    return static_cast<std::size_t>(std::max<z_off_t>(0, gzoffset(file_.get())));
  }

 private:
  void check(bool failed) const {
    int code = Z_OK;
    const std::string text = gzerror(file_.get(), &code);
    if (code == Z_BUF_ERROR) throw Error(path_, "the gzip stream is cut", kDamagedText);
    if (failed) throw Error(path_, "cannot be read (" + text + ")", kDamagedText);
  }

  std::string path_;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
};

class ZstdDecoder : public ByteDecoder {
 public:
  explicit ZstdDecoder(const std::string& path)
      : path_(path),
        file_(path, std::ios::binary),
        stream_(ZSTD_createDStream(), ZSTD_freeDStream),
        input_(ZSTD_DStreamInSize()) {
    if (!file_) throw Error(path, "cannot be opened", "check the permissions");
  }

  std::size_t read(char* to, std::size_t most) override {
    ZSTD_outBuffer out{to, most, 0};
    while (out.pos < most && fill()) {
      const std::size_t result = ZSTD_decompressStream(stream_.get(), &out, &in_);
      if (ZSTD_isError(result) != 0)
        throw Error(path_, std::string("cannot be read (") + ZSTD_getErrorName(result) + ")",
                    kDamagedText);
      inside_ = result != 0;
    }
    return out.pos;
  }

  std::size_t taken() const override { return taken_; }

 private:
  // Whether there may be more to decompress. What is held back inside the stream counts as input.
  bool fill() {
    if (in_.pos < in_.size) return true;
    file_.read(input_.data(), static_cast<std::streamsize>(input_.size()));
    const auto count = static_cast<std::size_t>(file_.gcount());
    if (file_.bad()) throw Error(path_, "cannot be read", kDamagedText);
    taken_ += count;
    in_ = {input_.data(), count, 0};
    if (count > 0) return true;
    if (inside_ && drained_) throw Error(path_, "the zstd stream is cut", kDamagedText);
    drained_ = true;
    return inside_;
  }

  std::string path_;
  std::ifstream file_;
  std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream_;
  std::vector<char> input_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  std::size_t taken_ = 0;
  bool inside_ = false;   // a frame has begun and not ended
  bool drained_ = false;  // asked for its rest after the last byte
};

bool is_zstd(const std::string& path) {
  std::array<char, 4> start{};
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), start.size());
  const std::string_view read(start.data(), static_cast<std::size_t>(file.gcount()));
  const bool named = path.size() > 4 && path.compare(path.size() - 4, 4, ".zst") == 0;
  if (read == kZstd) return true;
  if (named && !read.empty() && file.is_open())
    throw Error(path, "is no zstd stream", kDamagedText);
  return false;
}

}  // namespace

TextSource::TextSource(const std::string& path) : path_(path) {
  note_input(path);
  if (is_zstd(path))
    decoder_ = std::make_unique<ZstdDecoder>(path);
  else
    decoder_ = std::make_unique<GzipDecoder>(path);
  std::error_code ignored;
  const auto bytes = std::filesystem::file_size(path, ignored);
  if (!ignored) bytes_ = static_cast<std::size_t>(bytes);
}

std::size_t TextSource::read(char* to, std::size_t most) {
  const std::size_t count = decoder_->read(to, most);
  const std::string_view text(to, count);
  if (!begun_ && (begins_with(text, kGzip) || begins_with(text, kZstd)))
    throw Error(path_, "is compressed twice", "decompress it once");
  begun_ = true;
  return count;
}

double TextSource::share() const {
  if (bytes_ == 0) return 1.0;
  return std::min(1.0, static_cast<double>(decoder_->taken()) / static_cast<double>(bytes_));
}

}  // namespace mortise::gen
