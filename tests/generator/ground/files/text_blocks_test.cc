// Blocks of whole lines, however they are cut and packed and whoever parses them.
#include "generator/ground/files/text_blocks.hpp"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <atomic>
#include <filesystem>
#include <fstream>

#include "generator/ground/files/text_file.hpp"
#include "generator/ground/files/text_source.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

class TextBlocks : public testing::Test {
 protected:
  TextBlocks()
      : folder_(fs::temp_directory_path() / ("mortise_text_blocks_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~TextBlocks() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ / name, std::ios::binary) << content;
    return (folder_ / name).string();
  }

  std::string write_gz(const std::string& name, const std::string& content) const {
    const std::string path = (folder_ / name).string();
    gzFile out = gzopen(path.c_str(), "wb6");
    gzwrite(out, content.data(), static_cast<unsigned>(content.size()));
    gzclose(out);
    return path;
  }

  std::string write_zst(const std::string& name, const std::string& content) const {
    return write(name, packed(content));
  }

  static std::string packed(const std::string& content) {
    std::string frame(ZSTD_compressBound(content.size()), '\0');
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    frame.resize(
        ZSTD_compress2(context, frame.data(), frame.size(), content.data(), content.size()));
    ZSTD_freeCCtx(context);
    return frame;
  }

  fs::path folder_;
};

// Every line that the blocks give, with its number in front.
std::string numbered(const std::string& path, std::size_t bytes, int jobs) {
  const BlockOptions options{jobs, bytes, {}};
  std::string all;
  for (const std::string& part : parse_blocks(path, options, [](const TextBlock& block) {
         std::string text;
         std::size_t count = 0;
         for (LineReader lines(block.text); lines.next(); ++count)
           text += std::to_string(block.first_line + lines.number() - 1) + ":" +
                   std::string(lines.line()) + "|";
         EXPECT_EQ(count, block.lines);
         return text;
       }))
    all += part;
  return all;
}

std::string message_of_blocks(
    const std::string& path, const BlockOptions& options = {},
    const std::function<void(const TextBlock&)>& work = [](auto&) {}) {
  try {
    for_each_block(path, options, work);
  } catch (const std::exception& e) {
    return e.what();
  }
  return "no error";
}

std::string many_lines(int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) text += "line " + std::to_string(i * 7919 % 10007) + "\n";
  return text;
}

TEST_F(TextBlocks, GiveEveryLineOnceWhateverTheirSizeAndTheNumberOfThreads) {
  const std::string path = write("t", "one\n\nthree is longer than the blocks\r\nfour\n5");
  const std::string expected = "1:one|2:|3:three is longer than the blocks|4:four|5:5|";
  for (const std::size_t bytes : {1, 2, 3, 4, 5, 8, 16, 46, 47, 48, 1000})
    for (const int jobs : {1, 2, 5}) EXPECT_EQ(numbered(path, bytes, jobs), expected) << bytes;
}

TEST_F(TextBlocks, AreTheSameFromEveryPacking) {
  const std::string text = many_lines(20000);
  const std::string plain = numbered(write("t", text), 1 << 20, 1);
  EXPECT_EQ(numbered(write_gz("t.gz", text), 1000, 3), plain);
  EXPECT_EQ(numbered(write_zst("t.zst", text), 1000, 3), plain);
  // frames behind each other, and a name that says something else
  const std::size_t half = text.find('\n', text.size() / 2) + 1;
  EXPECT_EQ(
      numbered(write("two.txt", packed(text.substr(0, half)) + packed(text.substr(half))), 777, 2),
      plain);
  EXPECT_EQ(read_text((folder_ / "two.txt").string()).content, text);
}

TEST_F(TextBlocks, KeepNoMoreInMemoryThanOnePerThread) {
  const std::string path = write("t", many_lines(5000));
  std::atomic<int> in_hand{0}, most{0};
  for_each_block(path, {3, 100, {}}, [&](const TextBlock& block) {
    EXPECT_LE(block.text.size(), 100u + 12u);
    const int now = ++in_hand;
    for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
    }
    --in_hand;
  });
  EXPECT_LE(most, 3);
}

TEST_F(TextBlocks, TheFailureThatComesFirstInTheFileIsTold) {
  const std::string path = write("t", many_lines(3000));
  for (int run = 0; run < 20; ++run) {
    const std::string message = message_of_blocks(path, {4, 200, {}}, [](const TextBlock& block) {
      if (block.number >= 5) throw Error("block", std::to_string(block.number), "");
    });
    EXPECT_EQ(message, "block: 5");
  }
}

TEST_F(TextBlocks, ProgressEndsAtTheWholeFile) {
  double last = 0.0;
  const auto watch = [&last](double share) {
    EXPECT_GE(share, last);
    last = share;
  };
  const std::string text = many_lines(3000);
  for (const std::string& path :
       {write("t", text), write_gz("t.gz", text), write_zst("t.zst", text)}) {
    last = 0.0;
    for_each_block(path, {2, 500, watch}, [](const TextBlock&) {});
    EXPECT_EQ(last, 1.0) << path;
  }
}

TEST_F(TextBlocks, CutStreamsAreNoticedAtEveryLength) {
  const std::string text = many_lines(40);
  const std::string whole = packed(text);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::string path = write("t.zst", whole.substr(0, length));
    const std::string message = message_of_blocks(path, {2, 64, {}});
    EXPECT_NE(message.find("t.zst"), std::string::npos) << length << message;
    const bool told = length < 4 || message.find("is cut") != std::string::npos;
    EXPECT_TRUE(told) << length << message;
    EXPECT_THROW(read_text(path), Error);
  }
}

TEST_F(TextBlocks, FlippedBitsInZstdAreNoticed) {
  const std::string text = many_lines(50);
  std::string damaged = packed(text);
  for (std::size_t at = 0; at < damaged.size(); ++at) {
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    const std::string path = write("t.zst", damaged);
    try {
      EXPECT_EQ(read_text(path).content, text) << at;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("t.zst"), std::string::npos);
    }
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
  }
}

TEST_F(TextBlocks, WhatIsNoTextIsToldInWords) {
  EXPECT_NE(message_of_blocks(write("t", "")).find("empty"), std::string::npos);
  EXPECT_NE(message_of_blocks(write("t", " \n\r\n\t\n")).find("empty"), std::string::npos);
  EXPECT_NE(message_of_blocks(write_zst("t.zst", "")).find("empty"), std::string::npos);
  EXPECT_NE(message_of_blocks(write("t.zst", "1 1 2.0\n")).find("no zstd"), std::string::npos);
  for (const std::string& inner : {packed("1 1 2\n"), std::string("\x1f\x8b\x08")}) {
    EXPECT_NE(message_of_blocks(write_gz("t.gz", inner)).find("compressed twice"),
              std::string::npos);
    EXPECT_NE(message_of_blocks(write_zst("t.zst", inner)).find("compressed twice"),
              std::string::npos);
  }
  EXPECT_NE(message_of_blocks((folder_ / "absent").string()).find("cannot be opened"),
            std::string::npos);
}

TEST_F(TextBlocks, EndlessLinesAreRefusedBeforeTheyFillTheMemory) {
  // 64 MiB of one line, 60 KB of file
  const std::string path = write_gz("t.gz", "first\n" + std::string(64 << 20, '1'));
  const std::string message = message_of_blocks(path, {2, 4096, {}});
  EXPECT_NE(message.find("t.gz:2: the line is longer than 1 MiB"), std::string::npos) << message;
}

}  // namespace
}  // namespace mortise::gen
