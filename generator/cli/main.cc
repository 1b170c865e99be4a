// The command line: one subcommand per file, registered here.
#include <exception>

#include "generator/cli/command.hpp"
#include "generator/io/terminal.hpp"

// What is thrown while the options are declared, or an error is reported, may end the program.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  using namespace mortise::gen;
  CLI::App app{"mortise: real-time models of structures with impacts and friction", "mortise"};
  app.set_version_flag("--version", MORTISE_VERSION);
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  Command chosen;
  for (auto add : {add_build, add_info, add_run, add_full, add_verify, add_train, add_analyze,
                   add_compare_reductions, add_bench, add_export}) {
    add(&app, &chosen);
  }
  try {
    app.parse(argc, argv);
    return chosen ? chosen() : 2;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const UsageError& error) {
    log_line(std::string("usage: ") + error.what());
    return 2;
  } catch (const std::exception& error) {
    log_line(std::string("error: ") + error.what());
    return 1;
  }
}
