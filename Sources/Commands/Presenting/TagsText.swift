import Cells
import Entities
import Services
import Tags

/// Writes tags with the number of notes for each, and the effects of renaming a tag, as text and
/// JSON.
@MainActor
struct TagsText {
  let request: CommandRequest
  let output: CommandOutput

  func write(_ tags: [TagCount]) {
    let results = ResultWriter(request, output)
    for tag in tags {
      results.add(
        [JSONMember("name", .string(tag.name)), JSONMember("notes", .number(tag.notes))],
        cells: ["#" + output.shown(tag.name), "\(tag.notes)"])
    }
    results.finish()
  }

  func write(_ changes: TagChanges) {
    let results = ResultWriter(request, output)
    let isTrial = request.isTrial
    let names = Dictionary(
      changes.moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
    for line in changes.lines {
      let new = names[line.note] ?? line.note
      let path = isTrial ? line.note.path : new.path
      let context = line.before + line.new + line.after
      // For a changed file name, the whole name is shown.
      let (before, after) =
        line.number == nil
        ? (line.before + line.old + line.after, context) : (line.old, line.new)
      results.add(
        output.members(of: path) + [
          JSONMember("title", .string(line.title)),
          JSONMember("line", line.number.map(JSONValue.number) ?? .null),
          JSONMember("old", .string(before)), JSONMember("new", .string(after)),
          JSONMember("context", .string(context)),
        ]
      ) {
        guard let number = line.number else {
          return "\(output.shown(line.note.path)) -> \(output.shown(new.path))"
        }
        return "\(output.shown(path)):\(number): \(output.shown(context))"
      }
    }
    results.finish()
    if changes.merges, !changes.lines.isEmpty {
      let become = isTrial ? "would be" : "are"
      output.message("#\(output.shown(changes.name)) was there before: the two \(become) one.")
    }
  }
}
