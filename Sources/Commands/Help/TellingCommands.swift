import Entities
import Services

/// The program tells of itself.
@MainActor
struct TellingCommands {
  let context: CommandContext

  private var output: CommandOutput { context.output }

  func help(_ request: CommandRequest) -> ExitCode {
    output.write(output.words.fit(HelpText.overview(context.screens.addresses())))
    return .done
  }

  func keys(_ request: CommandRequest) -> ExitCode {
    let keys = context.screens.keys()
    output.write(output.words.fit(KeysCommand.text(of: keys.tables)))
    for problem in keys.problems { output.message(problem) }
    return .done
  }

  func completions(_ request: CommandRequest) throws(CommandFailure) -> ExitCode {
    guard let shell = request.argument.flatMap({ Shell(rawValue: $0.text) }) else {
      throw CommandFailure("name a shell: bash, zsh or fish.", code: .usage)
    }
    output.write(shell.completions)
    return .done
  }

  func settingsFile(_ request: CommandRequest) -> ExitCode {
    output.write(output.shown(context.settings.place.bytes) + "\n")
    return .done
  }

  func script(_ request: CommandRequest) throws(CommandFailure) -> ExitCode {
    throw CommandFailure("a script is played by “notes-tui script FILE…”.", code: .usage)
  }
}
