import Bytes
import Entities
import NoteSyntax
import Regex
package import Services
import VaultSettings

extension VaultChanges {
  @concurrent
  package func replacing(
    _ wanted: NoteReplacement, looked: @escaping @Sendable (_ notes: Int, _ of: Int) -> Void
  ) async throws(NoteIndexError) -> [NoteChange] {
    if wanted.wanted.isEmpty { throw .refused("There is nothing to search for.") }
    let pattern = try Pattern(wanted.source)
    let text = try ReplacementText(wanted, pattern)
    var conditions = [Condition.expression(pattern)]
    if let scope = wanted.scope {
      conditions.append(try Condition(scope, clock: index.clock, tasks: foreign.taskRules))
    }
    let notes = try search.find(.all(conditions), limit: .max)
    var found = FoundChanges(index.files)
    for (index, note) in notes.enumerated() {
      if index % 64 == 0 { looked(index, notes.count) }
      try found.look(at: note.id, titled: note.title) { (bytes) throws(NoteIndexError) in
        try Self.edits(pattern, text, in: bytes, of: note)
      }
    }
    looked(notes.count, notes.count)
    return found.changes
  }

  private static func edits(
    _ pattern: Pattern, _ replacement: ReplacementText,
    in text: [UInt8], of note: Found
  ) throws(NoteIndexError) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    var matcher = pattern.makeMatcher()
    var start = 0
    while start < text.count {
      switch matcher.match(text.span, from: start) {
      case .nothing: return edits
      case .unsure, .tooHard: throw .tooHard(note.id.path.text)
      case .match(let range):
        // What is nothing is nowhere.
        if range.isEmpty || range.lowerBound < start {
          start = max(start, range.upperBound) + 1
          while start < text.count, text[start] & 0xc0 == 0x80 { start += 1 }
          continue
        }
        let bytes = replacement.bytes(matcher.groups, in: text)
        if !text[range].elementsEqual(bytes) { edits.append(ByteEdit(range: range, bytes: bytes)) }
        start = range.upperBound
        if edits.count > FoundChanges.mostPieces { return edits }
        if edits.count % 1024 == 1023, Task.isCancelled { throw .cancelled }
      }
    }
    return edits
  }
}
