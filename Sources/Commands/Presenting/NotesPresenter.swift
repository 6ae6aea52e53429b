import Entities
import Services

/// Writes rows of notes.
@MainActor
struct NotesPresenter {
  private let results: ResultWriter
  private let output: CommandOutput
  private let clock: any WallClock
  /// Rows are fetched and aligned so many at a time: a pipe gets the first ones at once.
  private static let step = 500

  init(_ request: CommandRequest, _ output: CommandOutput, _ clock: any WallClock) {
    results = ResultWriter(request, output)
    self.output = output
    self.clock = clock
  }

  func show(_ catalog: any NoteCatalog, limit: Int?) {
    let count = min(catalog.count, limit ?? .max)
    var start = 0
    while start < count, output.failure == nil {
      let end = min(count, start + Self.step)
      write(catalog.notes(in: start..<end))
      start = end
    }
    results.finish()
  }

  private func write(_ notes: [NoteSummary]) {
    let lines =
      results.isText
      ? Columns(output).lines(
        notes.map { note in
          [
            WrittenTime.onWall(note.modified, clock), output.shown(note.title),
            output.shown(note.id.path.bytes),
          ]
        }) : []
    for (index, note) in notes.enumerated() {
      results.add(
        JSONMember.path(note.id.path) + [
          JSONMember("title", .string(note.title)),
          JSONMember("modified", .string(WrittenTime.inUTC(note.modified))),
          JSONMember("snippet", .string(note.snippet)),
          JSONMember("obstacle", .optional(note.obstacle)),
        ]
      ) { lines[index] }
    }
  }
}
