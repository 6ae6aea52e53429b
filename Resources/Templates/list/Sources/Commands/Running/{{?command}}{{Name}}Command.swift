import Cells
import Entities
import {{Name}}

/// Prints the titles that the screen lists, one per line.
struct {{Name}}Command: CommandPart {
  let context: CommandContext

  func list(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let list = await vault.{{name}}.list()
    let results = ResultWriter(request, output)
    for item in list.items {
      results.add(output.members(of: item.note.path) + [JSONMember("title", .string(item.title))]) {
        output.shown(item.title)
      }
    }
    results.finish()
    for problem in list.problems { output.message(problem) }
    return list.problems.isEmpty ? .done : .failed
  }
}

extension CommandTable {
  static let {{name}} = [
    CommandSpec(
      "{{slug}}", vault: .opens, answer: .many(location),
      says: "list {{says}}",
      example: "{{slug}}"
    ) { {{Name}}Command(context: $0.context).list }
  ]
}
