import Entities
import Services
import UseCases

/// What became of notes that were merged, or would.
extension NotesText {
  func write(_ joined: JoinedNotes, _ receipt: JoinReceipt?) {
    for change in joined.changes {
      write("rewritten", change.note, change.title, [])
    }
    let trashed = receipt.map { Set($0.trashed.map(\.original)) }
    for note in joined.others where trashed?.contains(note.id) != false {
      write("trashed", note.id, note.title, joined.differences.filter { $0.note == note.id })
    }
    results.finish()
    for difference in joined.differences {
      let (name, path) = (output.shown(difference.name), output.shown(difference.note.path))
      let kept = difference.kept.map { "the merged note keeps “\(output.shown($0))”" }
      output.message(
        "“\(name)” of \(path) is “\(output.shown(difference.other))”: "
          + (kept ?? "the merged note has none") + ".")
    }
    for unclear in joined.unclear {
      output.message(
        "links to “\(output.shown(unclear.part))” of \(output.shown(unclear.note.path)) lead to another"
          + " part of that name: change them by hand.")
    }
  }

  private func write(
    _ did: String, _ note: NoteID, _ title: String, _ differences: [JoinedNotes.Difference]
  ) {
    results.add(
      [JSONMember("did", .string(did))] + output.members(of: note.path) + [
        JSONMember("title", .string(title)),
        JSONMember(
          "differing",
          .array(
            differences.map {
              .object([
                JSONMember("name", .string($0.name)), JSONMember("kept", .optional($0.kept)),
                JSONMember("other", .string($0.other)),
              ])
            })),
      ]
    ) { "\(did) \(output.shown(note.path))" }
  }
}
