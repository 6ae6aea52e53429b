import Entities
import Services

/// Words that no dictionary has, with what they may have been meant as, in text and JSON.
@MainActor
struct SpellingText {
  private let results: ResultWriter
  private let output: CommandOutput

  init(_ request: CommandRequest, _ output: CommandOutput) {
    (results, self.output) = (ResultWriter(request, output), output)
  }

  func write(_ wrong: WrongWord, in note: NoteMatch, _ suggestions: [String]) {
    results.add(members(of: wrong, in: note, suggestions)) {
      let found = suggestions.isEmpty ? "" : ": \(suggestions.joined(separator: ", "))"
      return "\(output.shown(note.id.path)):\(wrong.line):\(wrong.column): "
        + output.shown(wrong.word + found)
    }
  }

  func finish() { results.finish() }

  private func members(
    of wrong: WrongWord, in note: NoteMatch, _ suggestions: [String]
  ) -> [JSONMember] {
    output.members(of: note.id.path) + [
      JSONMember("title", .string(note.title)), JSONMember("line", .number(wrong.line)),
      JSONMember("column", .number(wrong.column)), JSONMember("word", .string(wrong.word)),
      JSONMember("suggestions", .array(suggestions.map { .string($0) })),
    ]
  }
}
