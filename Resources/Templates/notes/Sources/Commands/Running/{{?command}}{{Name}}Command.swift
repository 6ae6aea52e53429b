import Cells
import Entities
import Services
import {{Name}}

/// Prints the titles that the screen lists, one per line.
struct {{Name}}Command: CommandPart {
  let context: CommandContext

  func list(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let catalog = try await onBehalf(ofIndex: await vault.{{name}}.list())
    let results = ResultWriter(request, output)
    for note in catalog.notes(in: 0..<catalog.count) {
      results.add(output.members(of: note.id.path) + [JSONMember("title", .string(note.title))]) {
        output.shown(note.title)
      }
    }
    results.finish()
    return .done
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
