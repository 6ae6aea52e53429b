import Entities
import Services
import Trash

/// Writes what lies in the trash, or brings one of it back.
@MainActor
final class TrashText: TrashInteractorOutput {
  private(set) var code = ExitCode.done
  /// The note that came back.
  private(set) var restored: NoteID?
  private let interactor: any TrashInteracting
  private let wanted: RawArgument?
  private let results: ResultWriter
  private let output: CommandOutput
  private let clock: any WallClock
  private var hasFailed = false

  init(
    _ interactor: any TrashInteracting, _ request: CommandRequest, _ output: CommandOutput,
    _ clock: any WallClock
  ) {
    self.interactor = interactor
    wanted = request.argument
    results = ResultWriter(request, output)
    self.output = output
    self.clock = clock
    interactor.output = self
  }

  func load() { interactor.load() }

  func trashChanged() {}

  func loadingEnded() {
    guard !hasFailed else { return }
    let items = (0..<interactor.count).map { interactor.item(at: $0) }
    guard let wanted else {
      list(items)
      return
    }
    let found = Self.items(meantBy: wanted, among: items)
    if found.count == 1 {
      interactor.restore(found)
      return
    }
    let shown = output.shown(wanted.bytes)
    if found.isEmpty {
      output.message("there is no “\(shown)” in the trash. “notes-tui restore” lists it.")
      code = .notFound
    } else {
      output.message(
        "“\(shown)” fits \(found.count) trashed notes; name one by the place where it lies:")
      for item in found { output.more(output.shown(item.resting.bytes)) }
      code = .ambiguous
    }
  }

  private func list(_ items: [TrashItem]) {
    let lines =
      results.isText
      ? Columns(output).lines(
        items.map { item in
          [
            item.trashed.map { WrittenTime.onWall($0, clock) } ?? "-", output.shown(item.title),
            output.shown(item.original.bytes),
          ]
        }) : []
    for (index, item) in items.enumerated() {
      results.add(output.members(of: item.original) + members(item)) { lines[index] }
    }
    results.finish()
  }

  func noteWasRestored(_ item: TrashItem, to note: NoteID) {
    restored = note
    results.add(note.path, members(item))
    results.finish()
  }

  func notesWereDeleted(_ items: [TrashItem]) {}

  func failed(_ message: String) {
    hasFailed = true
    output.message(message)
    code = .failed
  }

  private func members(_ item: TrashItem) -> [JSONMember] {
    [
      JSONMember("title", .string(item.title)),
      JSONMember("trashed", .optional(item.trashed.map(WrittenTime.inUTC))),
    ]
  }

  /// By the place where it lies, the path that it had, its name or its title: the first way that
  /// fits any.
  private static func items(
    meantBy wanted: RawArgument, among all: [TrashItem]
  ) -> [TrashItem] {
    let ways: [(TrashItem) -> Bool] = [
      { $0.resting.bytes == wanted.bytes }, { $0.original.bytes == wanted.bytes },
      { $0.original.name.bytes == wanted.bytes }, { $0.original.stem.bytes == wanted.bytes },
      { item in
        [item.title, item.original.name.text, item.original.stem.text]
          .contains { $0.lowercased() == wanted.text.lowercased() }
      },
    ]
    for way in ways {
      let found = all.filter(way)
      if !found.isEmpty { return found }
    }
    return []
  }
}
