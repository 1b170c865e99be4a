#include "tests/fmi/checks.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::fmi_host {
namespace {

// The program gives no row at t = 0 of films.
std::string difference_from_program(const Rows& rows, const std::string& model,
                                    const Samples& samples) {
  const Rows wanted = reference_rows(model, samples);
  const bool film = wanted.size() + 1 == rows.size();
  return first_difference(film ? Rows(rows.begin() + 1, rows.end()) : rows, wanted);
}

}  // namespace

void check_trajectory(const ExportedFmu& fmu, const std::string& model, int steps) {
  const auto middle = static_cast<std::size_t>(steps / 2), end = static_cast<std::size_t>(steps);
  const Samples samples = samples_for(model, steps);
  std::string log;
  const std::unique_ptr<Slave> slave = fmu.library->make({}, &log);
  ASSERT_TRUE(slave) << log;
  Rows rows;
  EXPECT_EQ(start(fmu, samples, slave.get(), &rows), kOk) << slave->take_log();
  EXPECT_LE(run(fmu, samples, 0, middle, slave.get(), &rows), kWarning) << slave->take_log();
  void* saved = nullptr;
  ASSERT_EQ(slave->save(&saved), kOk) << slave->take_log();
  std::vector<unsigned char> bytes;
  ASSERT_EQ(slave->serialize(saved, &bytes), kOk);
  EXPECT_LE(run(fmu, samples, middle, end, slave.get(), &rows), kWarning) << slave->take_log();
  EXPECT_EQ(difference_from_program(rows, model, samples), "");

  const Rows second_half(rows.begin() + 1 + steps / 2, rows.end());
  ASSERT_EQ(slave->restore(saved), kOk);
  Rows again;
  EXPECT_LE(run(fmu, samples, middle, end, slave.get(), &again), kWarning);
  EXPECT_EQ(first_difference(again, second_half), "");
  EXPECT_EQ(slave->release(&saved), kOk);
  EXPECT_EQ(saved, nullptr);
  EXPECT_EQ(slave->terminate(), kOk);

  // another instance, without initialization, as importers restart from files
  const std::unique_ptr<Slave> other = fmu.library->make();
  void* moved = nullptr;
  ASSERT_EQ(other->deserialize(bytes, &moved), kOk) << other->take_log();
  ASSERT_EQ(other->restore(moved), kOk) << other->take_log();
  // the state itself in place of its address, as an importer has it
  EXPECT_EQ(other->release(moved), kOk);
  again.clear();
  EXPECT_LE(run(fmu, samples, middle, end, other.get(), &again), kWarning);
  EXPECT_EQ(first_difference(again, second_half), "");
}

void check_threads(const ExportedFmu& fmu, const std::string& model, int steps,
                   std::size_t threads) {
  const Samples samples = samples_for(model, steps);
  std::vector<Rows> rows(threads + 1);
  std::vector<Answer> answers(threads + 1, kError);
  const auto work = [&](std::size_t i) {
    const std::unique_ptr<Slave> slave = fmu.library->make();
    if (!slave) return;
    const Answer begun = start(fmu, samples, slave.get(), &rows[i]);
    answers[i] = std::max(
        begun, run(fmu, samples, 0, static_cast<std::size_t>(steps), slave.get(), &rows[i]));
  };
  work(threads);
  EXPECT_LE(answers[threads], kWarning);
  std::vector<std::thread> running;
  for (std::size_t i = 0; i < threads; ++i) running.emplace_back(work, i);
  for (std::thread& thread : running) thread.join();
  for (std::size_t i = 0; i < threads; ++i) {
    EXPECT_EQ(answers[i], answers[threads]);
    EXPECT_EQ(first_difference(rows[i], rows[threads]), "") << i;
  }
}

void check_sources(const ExportedFmu& fmu, const std::string& model, int steps) {
  std::string trouble;
  const Element root = read_xml(fmu.files.text("sources/buildDescription.xml"), &trouble);
  const Element& set = root.children.at(0).children.at(0);
  const std::string file = gen::scratch("rebuilt.so");
  const std::string call = "cd " + fmu.files.folder + "/sources && g++ " +
                           set.attribute("compilerOptions") + " -I " +
                           set.child("IncludeDirectory")->attribute("name") + " " +
                           set.child("SourceFile")->attribute("name") + " -o " + file;
  ASSERT_EQ(std::system(call.c_str()), 0) << call;
  const auto rebuilt = load(fmu, file);
  ASSERT_TRUE(rebuilt);
  const Samples samples = samples_for(model, steps);
  const std::unique_ptr<Slave> slave = rebuilt->make();
  ASSERT_TRUE(slave);
  Rows rows;
  EXPECT_EQ(start(fmu, samples, slave.get(), &rows), kOk);
  EXPECT_LE(run(fmu, samples, 0, static_cast<std::size_t>(steps), slave.get(), &rows), kWarning);
  EXPECT_EQ(difference_from_program(rows, model, samples), "");
}

}  // namespace mortise::fmi_host
