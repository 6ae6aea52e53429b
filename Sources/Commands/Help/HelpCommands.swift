import Cells
import Entities
import Terminal
import VaultSettings

/// Prints help, versions and keys.
struct HelpCommands: CommandPart {
  let context: CommandContext

  func help(_ request: CommandRequest) -> ExitCode {
    output.write(output.words.fit(HelpText.overview(context.screens.addresses())))
    return .done
  }

  func keys(_ request: CommandRequest) -> ExitCode {
    let keys = context.screens.keys()
    let results = ResultWriter(request, output)
    if results.isText {
      output.write(output.words.fit(KeysCommand.text(of: keys.tables)))
    } else {
      for table in keys.tables { add(table, to: results) }
      results.finish()
    }
    for problem in keys.problems { output.message(problem) }
    return .done
  }

  private func add(_ table: KeyTable, to results: ResultWriter) {
    for row in table.rows {
      results.add([
        JSONMember("screen", .string(table.title)),
        JSONMember("keys", .array(row.keys.map { .string($0) })),
        JSONMember("summary", .string(row.summary)),
      ]) { "" }
    }
  }

  func completions(_ request: CommandRequest) throws(CommandFailure) -> ExitCode {
    guard let shell = request.argument.flatMap({ Shell(rawValue: $0.text) }) else {
      throw CommandFailure("name a shell: bash, zsh or fish.", code: .usage)
    }
    output.write(shell.completions)
    return .done
  }

  func settingsFile(_ request: CommandRequest) -> ExitCode {
    let path = context.settings.path
    ResultWriter.write(request, output) {
      $0.add(JSONMember.path(path)) { output.shown(path.bytes) }
    }
    return .done
  }

  func script(_ request: CommandRequest) throws(CommandFailure) -> ExitCode {
    throw CommandFailure("a script is played by “notes-tui script FILE…”.", code: .usage)
  }
}

/// Implements `notes-tui keys`: all key tables as text.
enum KeysCommand {
  package static func text(of tables: [KeyTable]) -> String {
    tables.map { table in
      let width = table.rows.map { Cells.width(of: Self.keys($0)) }.max() ?? 0
      return table.groups.map { group in
        let title = group.title == table.title ? table.title : "\(table.title): \(group.title)"
        let lines = group.rows.map { row in
          let keys = Self.keys(row)
          let gap = String(repeating: " ", count: width - Cells.width(of: keys))
          return "  \(keys)\(gap)  \(row.summary)"
        }
        return ([title] + lines).joined(separator: "\n") + "\n"
      }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static func keys(_ row: KeyTable.Row) -> String { row.keys.joined(separator: ", ") }
}
