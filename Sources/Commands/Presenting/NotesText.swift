import Cells
import Entities
import NoteList
import Services
import UseCases

/// Writes rows of notes, and the results of renaming, moving and joining them.
@MainActor
struct NotesText {
  let results: ResultWriter
  private let request: CommandRequest
  private let context: CommandContext
  /// The number of rows that are fetched and aligned at once: a pipe gets the first ones early.
  private static let step = 500

  init(_ request: CommandRequest, _ context: CommandContext) {
    (self.request, self.context) = (request, context)
    results = ResultWriter(request, context.output)
  }

  var output: CommandOutput { context.output }

  // MARK: - Rows

  func write(_ notes: any NoteCatalog) {
    let count = min(notes.count, request.limit ?? .max)
    var start = 0
    while start < count, output.failure == nil {
      let end = min(count, start + Self.step)
      write(notes.notes(in: start..<end))
      start = end
    }
    results.finish()
    if notes.count == 0 { explainEmptyList() }
  }

  /// Explains an empty list, which may be the result of a typing error.
  private func explainEmptyList() {
    if let tag = request.value(of: .tag) {
      let name = tag.text.hasPrefix("#") ? String(tag.text.dropFirst()) : tag.text
      let scope = request.has(.folder) ? "in this folder " : ""
      output.message("no note \(scope)has the tag “\(output.shown(name))”.")
    } else if let folder = request.value(of: .folder) {
      output.message("no note is in the folder “\(output.shown(folder.bytes))”.")
    }
  }

  func writeOne(of notes: any NoteCatalog) throws(CommandFailure) {
    let row = (0..<notes.count).randomElement()
    if let row { write(notes.notes(in: row..<(row + 1))) }
    results.finish()
    if row == nil { throw CommandFailure("no matching note.", code: .notFound) }
  }

  private func write(_ notes: [NoteSummary]) {
    if request.printsOnlyPaths {
      for note in notes { results.add(note.id.path) }
      return
    }
    if results.isText, !output.isTerminal {
      for note in notes { writeLine(of: note) }
      return
    }
    for note in notes {
      results.add(
        output.members(of: note.id.path) + [
          JSONMember("title", .string(note.title)),
          JSONMember("modified", .string(note.modified.written)),
          JSONMember("snippet", .string(note.snippet)),
          JSONMember("obstacle", .optional(note.obstacle?.words)),
        ],
        cells: [
          WrittenTime.onWall(note.modified, context.clock), output.shown(note.title),
          output.shown(note.id.path),
        ])
    }
    results.align()
  }

  /// Writes a row for another program. Without alignment, no strings are needed.
  private func writeLine(of note: NoteSummary) {
    WrittenTime.withBytes(onWall: note.modified, context.clock) { output.write($0) }
    output.write("\t")
    output.writeField(note.title)
    output.write("\t")
    output.write(output.paths.bytes(of: note.id.path), endsWithNull: false)
  }

  // MARK: - Changes

  func write(_ note: MovedNote) {
    write(note.to.path, from: note.from.path, note.rewritten)
  }

  func write(_ moved: MovedItem) {
    write(moved.to, from: moved.from.path, moved.receipt.rewritten)
    for folder in moved.left {
      output.message(
        "\(output.shown(folder)) was not removed: it still has a folder or a hidden file in it.")
    }
  }

  private func write(_ path: NotePath, from old: NotePath, _ rewritten: [NoteID]) {
    results.add(
      path,
      output.members(of: old, named: "from") + [
        JSONMember("rewritten", .array(rewritten.map { .string($0.path.text) }))
      ])
    results.finish()
  }

  func warnOfTitle(of note: MovedNote) {
    guard let wanted = request.arguments.last?.text, !Self.isSame(note.title, wanted),
      note.title != note.to.path.ownTitle
    else { return }
    output.message(
      "the note still calls itself “\(output.shown(note.title))”: change its heading too.")
  }

  /// Compares titles as single lines.
  private static func isSame(_ title: String, _ written: String) -> Bool {
    title.split(whereSeparator: \.isWhitespace) == written.split(whereSeparator: \.isWhitespace)
  }
}

/// Writes the actual or planned results of a merge.
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
      let own = difference.retained.map { "the merged note keeps “\(output.shown($0))”" }
      output.message(
        "“\(name)” of \(path) is “\(output.shown(difference.other))”: "
          + (own ?? "the merged note has none") + ".")
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
                JSONMember("name", .string($0.name)), JSONMember("kept", .optional($0.retained)),
                JSONMember("other", .string($0.other)),
              ])
            })),
      ]
    ) { "\(did) \(output.shown(note.path))" }
  }
}
