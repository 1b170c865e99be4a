#include "options.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <map>

#include "exit_status.hpp"

namespace mortise::targets {

namespace {

// continue, hold, stop or stop:N.
bool read_way(const std::string& text, LoopOptions* o) {
  const std::size_t colon = text.find(':');
  const std::map<std::string, OnOverrun> ways = {
      {"continue", OnOverrun::go_on}, {"hold", OnOverrun::hold}, {"stop", OnOverrun::stop}};
  const auto way = ways.find(text.substr(0, colon));
  if (way == ways.end()) return false;
  o->on_overrun = way->second;
  o->overruns_in_row = 1;
  if (colon == std::string::npos) return true;
  const char *first = text.data() + colon + 1, *last = text.data() + text.size();
  const auto read = std::from_chars(first, last, o->overruns_in_row);
  return way->second == OnOverrun::stop && read.ec == std::errc() && read.ptr == last &&
         o->overruns_in_row > 0;
}

}  // namespace

int read_options(int argc, char** argv, LoopOptions* o) {
  CLI::App app{"mortise_rt: a model in step with the clock"};
  std::string scenario;
  app.add_option("model", o->model, "model file (*.mrt)")->required()->type_name("MODEL");
  app.add_option("--input", o->input,
                 "where inputs come from: scenario or scenario:NAME of the model, FILE.csv, "
                 "udp://HOST:PORT to listen on, shm:NAME")
      ->capture_default_str()
      ->type_name("SOURCE");
  app.add_option("--scenario", scenario, "the same as --input scenario:NAME")->type_name("NAME");
  app.add_option("--output", o->outputs,
                 "where outputs go, more than one if you like: udp://HOST:PORT to send to, "
                 "shm:NAME, a log FILE.csv or FILE.h5")
      ->type_name("SINK");
  app.add_option("--rate", o->rate,
                 "ticks per second [Hz], 1/(k h) with a whole k; default: nearest to 1000")
      ->check(CLI::PositiveNumber);
  app.add_option("--seconds", o->seconds, "how long [s]; 0: until Ctrl-C")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--cpu", o->cpu, "processor to stay on; default: any")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--priority", o->priority, "of SCHED_FIFO, 0: ordinary scheduling")
      ->check(CLI::Range(0, 99))
      ->capture_default_str();
  app.add_option_function<std::string>(
         "--on-overrun",
         [o](const std::string& way) {
           if (!read_way(way, o))
             throw CLI::ValidationError("--on-overrun", way +
                                                            " is none of continue, hold, stop and "
                                                            "stop:N with a whole N from 1 on");
         },
         "a tick that ends after the next was due: continue = the late ticks follow at once, hold "
         "= instants that have passed are skipped, stop, stop:N = the loop ends after N of them in "
         "a row; default continue")
      ->type_name("continue|hold|stop[:N]");
  app.add_option("--silent", o->silent_seconds,
                 "a peer that has been silent for so long [s], or has never spoken, ends the "
                 "loop; 0: its last inputs are held for ever")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--log-room", o->log_room,
                 "how far a log may be behind before samples are lost [s]")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--scope", o->scope,
                 "port of a page for browsers that shows signals, step times and statuses while "
                 "it runs, 0: any that is free; on this machine, or with --allow-remote on all "
                 "addresses for those who have the token")
      ->check(CLI::Range(0, 65535))
      ->type_name("PORT");
  app.add_flag("--allow-remote", o->allow_remote,
               "listen on and send to addresses beyond this machine");
  app.add_flag("--stop-on-status", o->stop_on_status,
               "end at a step that is no solution for its inputs (the model's stop mask)");
  app.add_flag("--live", o->live, "a line per second on stderr; default on a terminal");
  o->live = isatty(STDERR_FILENO) != 0;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? exit_status::kRan : exit_status::kUsage;
  }
  if (!scenario.empty()) o->input = "scenario:" + scenario;
  return -1;
}

}  // namespace mortise::targets
