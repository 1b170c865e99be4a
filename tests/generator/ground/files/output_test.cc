// Where outputs go, and what must never happen to them.
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "generator/ground/files/file_ledger.hpp"
#include "generator/ground/files/output_file.hpp"
#include "generator/ground/files/output_place.hpp"
#include "generator/ground/files/table_writer.hpp"
#include "generator/ground/files/temporaries.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/ground/files/in_child.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kNobody = 65534;

std::string empty_folder() {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const fs::path folder = fs::path(testing::TempDir()) / (std::string("out_") + info->name());
  fs::remove_all(folder);
  fs::create_directories(folder);
  fs::permissions(folder, fs::perms::all);
  return folder.string();
}

std::string text_in(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void put(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

std::size_t entries_of(const std::string& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

void write_text(const std::string& path, const std::string& text) {
  write_output(path, OutputKind::table, text.data(), text.size());
}

template <class Thrown>
std::string refusal_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Thrown& error) {
    return error.what();
  }
  return "";
}

TEST(OutputFile, ALinkStaysAndItsTargetIsReplaced) {
  const std::string folder = empty_folder(), target = folder + "/deep/real.csv";
  fs::create_directories(folder + "/deep");
  put(target, "old");
  fs::create_symlink("deep/real.csv", folder + "/one.csv");
  fs::create_symlink("one.csv", folder + "/two.csv");
  write_text(folder + "/two.csv", "new");
  EXPECT_TRUE(fs::is_symlink(folder + "/one.csv"));
  EXPECT_TRUE(fs::is_symlink(folder + "/two.csv"));
  EXPECT_EQ(text_in(target), "new");
  EXPECT_EQ(entries_of(folder + "/deep"), 1u);
  // also one that leads to nothing yet
  fs::remove(target);
  write_text(folder + "/two.csv", "again");
  EXPECT_TRUE(fs::is_symlink(folder + "/one.csv"));
  EXPECT_EQ(text_in(target), "again");
  fs::create_symlink("round.csv", folder + "/round.csv");
  EXPECT_NE(refusal_of<Error>([&] { write_text(folder + "/round.csv", "x"); }), "");
}

TEST(OutputFile, KeepsThePermissionsOfWhatItReplaces) {
  const std::string path = empty_folder() + "/a.csv";
  put(path, "old");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  write_text(path, "new");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST(OutputFile, WritesThroughPipesAndDevices) {
  const std::string folder = empty_folder(), pipe = folder + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string long_text(200000, 'x');  // more than a pipe holds
  std::string received;
  std::thread reader([&] { received = text_in(pipe); });
  write_text(pipe, long_text);
  reader.join();
  EXPECT_TRUE(received == long_text);
  EXPECT_EQ(fs::status(pipe).type(), fs::file_type::fifo);
  write_text("/dev/null", "gone");
  EXPECT_EQ(fs::status("/dev/null").type(), fs::file_type::character);
  EXPECT_NE(refusal_of<Error>([] { write_text("/dev/full", "x"); }).find("make room"),
            std::string::npos);
  EXPECT_EQ(entries_of(folder), 1u);
}

TEST(OutputFile, Hdf5GoesThroughAPipeInOrder) {
  const std::string folder = empty_folder(), pipe = folder + "/pipe.h5";
  const auto write = [](const std::string& path) {
    const auto table = open_table(path, {{"time", "s"}, {"x", "m"}});
    for (int i = 0; i < 5000; ++i) {
      const double row[] = {1e-3 * i, 2.0 * i};
      table->write_row(row);
    }
    table->commit();
  };
  write(folder + "/file.H5");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = text_in(pipe); });
  write(pipe);
  reader.join();
  EXPECT_EQ(received.substr(1, 3), "HDF");
  EXPECT_TRUE(received == text_in(folder + "/file.H5"));
}

TEST(OutputFile, EndingsSayTheFormatInAnyCase) {
  const std::string folder = empty_folder();
  for (const char* name : {"a.CSV", "a.HDF5", "a.H5", "a.hdf5"}) {
    const auto table = open_table(folder + "/" + name, {{"time", "s"}});
    table->commit();
    const bool csv = text_in(folder + "/" + name) == "time\n";
    EXPECT_EQ(csv, name == std::string("a.CSV")) << name;
  }
  for (const char* name : {"x.mat", "x", "x.h5.bak", ".csv"}) {
    const std::string said = refusal_of<OutputRefused>([&] {
      open_table(folder + "/" + name, {{"time", "s"}});
    });
    EXPECT_NE(said.find(".csv, .h5 or .hdf5"), std::string::npos) << name << ": " << said;
  }
  EXPECT_NE(refusal_of<OutputRefused>([&] { try_output(folder + "/m.toml", OutputKind::model); }),
            "");
}

TEST(OutputFile, PlacesThatCannotBeWrittenAreKnownBefore) {
  const std::string folder = empty_folder();
  put(folder + "/file", "");
  fs::create_directories(folder + "/folder.csv");
  for (const char* name : {"/none/a.csv", "/file/a.csv", "/folder.csv"}) {
    EXPECT_NE(refusal_of<Error>([&] { try_output(folder + name, OutputKind::table); }), "") << name;
  }
  EXPECT_NE(refusal_of<Error>([] { try_output("/proc/a.csv", OutputKind::table); }), "");
  EXPECT_NE(refusal_of<Error>([&] { try_folder(folder + "/file/pictures"); }), "");
  EXPECT_EQ(refusal_of<Error>([&] { try_folder(folder + "/new/pictures"); }), "");
  EXPECT_FALSE(fs::exists(folder + "/new"));
}

// Rights, for whoever has to mind them.
TEST(OutputFile, MindsWriteProtection) {
  if (geteuid() != 0) GTEST_SKIP() << "needs the right to become another user";
  const std::string folder = empty_folder();
  put(folder + "/mine.csv", "old");
  fs::permissions(folder + "/mine.csv", fs::perms::owner_read | fs::perms::others_read);
  fs::create_directories(folder + "/closed");
  const ChildEnd end = in_child([&] {
    if (setgid(kNobody) != 0 || setuid(kNobody) != 0) return 1;
    if (refusal_of<Error>([&] { try_output(folder + "/mine.csv", OutputKind::table); }).empty())
      return 2;
    if (refusal_of<Error>([&] { try_output(folder + "/closed/a.csv", OutputKind::table); }).empty())
      return 3;
    return refusal_of<Error>([&] { try_output(folder + "/a.csv", OutputKind::table); }).empty() ? 0
                                                                                                : 4;
  });
  EXPECT_EQ(end.code, 0);
  EXPECT_EQ(text_in(folder + "/mine.csv"), "old");
}

TEST(FileLedger, KnowsAnInputByAnyOfItsNames) {
  const std::string folder = empty_folder(), in = folder + "/in.csv";
  put(in, "time\n0\n");
  fs::create_hard_link(in, folder + "/hard.csv");
  fs::create_symlink("in.csv", folder + "/soft.csv");
  note_input(in);
  for (const std::string& name :
       {in, folder + "/./in.csv", folder + "/hard.csv", folder + "/soft.csv"}) {
    EXPECT_NE(refusal_of<OutputRefused>([&] { write_text(name, "x"); }).find("would overwrite"),
              std::string::npos)
        << name;
  }
  write_text(folder + "/other.csv", "x");
  EXPECT_EQ(text_in(in), "time\n0\n");
  // and in the other order: reserved first, read afterwards
  const std::string out = folder + "/out.csv";
  {
    const OutputReservation reserved(out, "--output");
    note_input(folder + "/none.csv");
    EXPECT_NE(refusal_of<OutputRefused>([&] { note_input(folder + "/./out.csv"); }), "");
    EXPECT_NE(refusal_of<OutputRefused>(
                  [&] { const OutputReservation again(folder + "/./out.csv", "--profiles"); }),
              "");
  }
}

TEST(FileLedger, TerminalsAndNullMayBeBoth) {
  note_input("/dev/null");
  EXPECT_EQ(refusal_of<OutputRefused>([] { write_text("/dev/null", "x"); }), "");
}

// A disk that is full from any byte on: what grows beyond the limit is refused.
TEST(Hdf5, AFullDiskIsAnErrorAtEveryByte) {
  const std::string folder = empty_folder();
  const auto columns = std::vector<Column>{{"time", "s"}, {"a", "m"}, {"b", "N"}, {"c", ""}};
  int refused = 0, written = 0;
  for (rlim_t limit = 0; limit < 420000; limit += limit < 12000 ? 257 : 20011) {
    const std::string path = folder + "/" + std::to_string(limit) + ".h5";
    const ChildEnd end = in_child([&] {
      remove_temporaries_when_stopped();
      const struct rlimit small { limit, limit };
      if (setrlimit(RLIMIT_FSIZE, &small) != 0) return 3;
      try {
        const auto table = open_table(path, columns);
        for (int i = 0; i < 10000; ++i) {
          const double row[] = {1.0 * i, 2.0 * i, 3.0 * i, 4.0 * i};
          table->write_row(row);
        }
        table->commit();
      } catch (const Error& error) {
        return std::string(error.what()).find("make room") != std::string::npos ? 1 : 4;
      }
      return 0;
    });
    ASSERT_EQ(end.signal, 0) << limit;
    ASSERT_TRUE(end.code == 0 || end.code == 1) << limit << ": " << end.code;
    EXPECT_EQ(fs::exists(path), end.code == 0) << limit;
    (end.code == 0 ? written : refused) += 1;
  }
  EXPECT_GT(refused, 40);
  EXPECT_GT(written, 0);
  EXPECT_EQ(entries_of(folder), static_cast<std::size_t>(written));
}

// A killed process leaves one, on a file system without nameless files.
TEST(Temporaries, AreRemovedByTheNextWriter) {
  const std::string folder = empty_folder();
  const ChildEnd end = in_child([&] {
    std::string name;
    if (make_temporary(folder, "a.csv", &name) < 0) return 1;
    return raise(SIGKILL);
  });
  EXPECT_EQ(end.signal, SIGKILL);
  EXPECT_EQ(entries_of(folder), 1u);
  std::string ours;
  const int held = make_temporary(folder, "a.csv", &ours);  // in use: not abandoned
  ASSERT_GE(held, 0);
  write_text(folder + "/b.csv", "x");
  EXPECT_EQ(entries_of(folder), 3u);
  write_text(folder + "/a.csv", "x");
  EXPECT_EQ(entries_of(folder), 3u);
  EXPECT_TRUE(fs::exists(ours));
  close(held);
  forget_temporary(ours);
  remove_abandoned(folder);
  EXPECT_EQ(entries_of(folder), 2u);
}

// With all that is in them; one in the making stays.
TEST(Temporaries, FoldersAreRemovedByTheNextWriter) {
  const std::string folder = empty_folder();
  const ChildEnd end = in_child([&] {
    std::string name;
    if (make_temporary_folder(folder, "a", &name) < 0) return 1;
    fs::create_directories(name + "/deep");
    write_text(name + "/deep/file.csv", "x");
    return raise(SIGKILL);
  });
  EXPECT_EQ(end.signal, SIGKILL);
  EXPECT_EQ(entries_of(folder), 1u);
  std::string ours;
  const int held = make_temporary_folder(folder, "a", &ours);
  ASSERT_GE(held, 0);
  remove_abandoned(folder, "a");
  EXPECT_EQ(entries_of(folder), 1u);
  EXPECT_TRUE(fs::is_directory(ours));
  close(held);
  remove_abandoned(folder, "b");
  EXPECT_EQ(entries_of(folder), 1u);
  remove_abandoned(folder, "a");
  EXPECT_EQ(entries_of(folder), 0u);
}

TEST(Temporaries, GoWhenTheProcessIsStopped) {
  const std::string folder = empty_folder();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const ChildEnd end = in_child([&] {
      std::signal(signal, SIG_DFL);
      remove_temporaries_when_stopped();
      std::string one, two;
      if (make_temporary(folder, "a.csv", &one) < 0) return 1;
      if (make_temporary(folder, "b.csv", &two) < 0) return 1;
      std::string of_many;
      if (make_temporary_folder(folder, "c", &of_many) < 0) return 1;
      fs::create_directories(of_many + "/very/deep");
      for (int k = 0; k < 100; ++k)
        write_text(of_many + "/very/deep/file_" + std::to_string(k) + ".csv", "x");
      fs::create_symlink(folder, of_many + "/link");
      return raise(signal);
    });
    EXPECT_EQ(end.signal, signal);
    EXPECT_EQ(entries_of(folder), 0u) << signal;
  }
}

// What nohup asked for stays.
TEST(Temporaries, IgnoredSignalsStayIgnored) {
  const ChildEnd end = in_child([] {
    std::signal(SIGHUP, SIG_IGN);
    remove_temporaries_when_stopped();
    raise(SIGHUP);
    return 7;
  });
  EXPECT_EQ(end.code, 7);
}

// Killed at any moment: the old file or the new one, and nothing beside it.
TEST(AtomicFile, KilledAtAnyMomentItIsOldOrNew) {
  const std::string folder = empty_folder(), path = folder + "/a.csv";
  const std::string old_text(300000, 'o'), new_text(300000, 'n');
  for (int delay = 0; delay < 40; ++delay) {
    write_text(path, old_text);
    const pid_t child = start_child([&] {
      for (;;) {
        AtomicFile file(path);
        for (std::size_t i = 0; i < new_text.size(); i += 1000) file.write(&new_text[i], 1000);
        file.commit();
      }
      return 0;
    });
    std::this_thread::sleep_for(std::chrono::microseconds(300 * delay));
    kill(child, SIGKILL);
    EXPECT_EQ(wait_for(child).signal, SIGKILL);
    const std::string found = text_in(path);
    EXPECT_TRUE(found == old_text || found == new_text) << delay;
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      EXPECT_TRUE(name == "a.csv" || name.front() == '.') << name;
    }
  }
  write_text(path, old_text);  // the next writer clears away what was left
  EXPECT_EQ(entries_of(folder), 1u);
}

}  // namespace
}  // namespace mortise::gen
