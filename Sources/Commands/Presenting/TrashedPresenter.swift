import Entities
import Services

/// Writes what lies in the trash, and what came back from it.
@MainActor
struct TrashedPresenter {
  private let results: ResultWriter
  private let output: CommandOutput
  private let clock: any WallClock

  init(_ request: CommandRequest, _ output: CommandOutput, _ clock: any WallClock) {
    results = ResultWriter(request, output)
    self.output = output
    self.clock = clock
  }

  func show(_ notes: [TrashedNote]) {
    let lines =
      results.isText
      ? Columns(output).lines(
        notes.map { note in
          [
            note.trashed.map { WrittenTime.onWall($0, clock) } ?? "-", output.shown(note.title),
            output.shown(note.original.path.bytes),
          ]
        }) : []
    for (index, note) in notes.enumerated() {
      results.add(members(note.original, note)) { lines[index] }
    }
    results.finish()
  }

  func show(restored id: NoteID, from note: TrashedNote) {
    results.add(members(id, note)) { output.shown(id.path.bytes) }
    results.finish()
  }

  private func members(_ id: NoteID, _ note: TrashedNote) -> [JSONMember] {
    JSONMember.path(id.path) + [
      JSONMember("title", .string(note.title)),
      JSONMember("trashed", .optional(note.trashed.map(WrittenTime.inUTC))),
    ]
  }
}
