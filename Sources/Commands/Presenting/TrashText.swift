import Entities
import Trash

/// What is in the trash, in text and JSON, and which of it is meant by a word.
@MainActor
struct TrashText {
  let request: CommandRequest
  let context: CommandContext

  private var output: CommandOutput { context.output }

  func write(_ items: [TrashItem]) {
    let results = ResultWriter(request, output)
    let lines =
      results.isText
      ? Columns(output).lines(
        items.map { item in
          [
            item.trashed.map { WrittenTime.onWall($0, context.clock) } ?? "-",
            output.shown(item.title), output.shown(item.original.bytes),
          ]
        }) : []
    for (index, item) in items.enumerated() {
      results.add(output.members(of: item.original) + members(item)) { lines[index] }
    }
    results.finish()
  }

  func write(_ item: TrashItem, restoredTo note: NoteID) {
    let results = ResultWriter(request, output)
    results.add(note.path, members(item))
    results.finish()
  }

  private func members(_ item: TrashItem) -> [JSONMember] {
    [
      JSONMember("title", .string(item.title)),
      JSONMember("trashed", .optional(item.trashed.map(\.written))),
    ]
  }

  /// By its path in the trash, the path that it had, its name or its title: the first way that fits
  /// any.
  func item(
    meantBy wanted: RawArgument, among all: [TrashItem]
  ) throws(CommandFailure) -> TrashItem {
    let ways: [(TrashItem) -> Bool] = [
      { $0.resting.bytes == wanted.bytes }, { $0.original.bytes == wanted.bytes },
      { $0.original.name.bytes == wanted.bytes }, { $0.original.stem.bytes == wanted.bytes },
      { item in
        [item.title, item.original.name.text, item.original.stem.text]
          .contains { $0.lowercased() == wanted.text.lowercased() }
      },
    ]
    let found = ways.lazy.map { all.filter($0) }.first { !$0.isEmpty } ?? []
    let shown = output.shown(wanted.bytes)
    guard let item = found.first else {
      throw CommandFailure(
        "there is no “\(shown)” in the trash. “notes-tui restore” lists it.", code: .notFound)
    }
    guard found.count == 1 else {
      throw CommandFailure(
        "“\(shown)” fits \(found.count) trashed notes; name one by the place where it lies:",
        code: .ambiguous, details: found.map { output.shown($0.resting.bytes) })
    }
    return item
  }
}
