import Entities
import NoteList
import Services
import Viper

/// Writes rows of notes, and what became of notes that were renamed, moved or trashed.
@MainActor
final class NotesText: NoteListInteractorOutput {
  private var code = ExitCode.done
  private let interactor: any NoteListInteracting
  private let request: CommandRequest
  let results: ResultWriter
  let output: CommandOutput
  private let clock: any WallClock
  private let work: Work
  /// Rows are fetched and aligned so many at a time: a pipe gets the first ones at once.
  private static let step = 500

  init(
    _ interactor: any NoteListInteracting, _ request: CommandRequest, _ context: CommandContext
  ) {
    self.interactor = interactor
    self.request = request
    results = ResultWriter(request, context.output)
    output = context.output
    clock = context.clock
    work = context.work
    interactor.output = self
  }

  /// The list's own use cases.
  convenience init(_ request: CommandRequest, in vault: CommandVault, _ context: CommandContext) {
    let services = vault.services
    let interactor = NoteListBuilder(
      services: NoteListServices(
        index: services.index, store: services.store, moves: services.moves,
        links: services.queries.links, texts: services.texts,
        changes: services.queries.changes, rewriting: services.rewriting, journal: services.journal,
        arrangement: services.state.arrangement,
        taskTexts: services.tasks.texts, clock: context.clock, work: context.work)
    ).makeInteractor()
    self.init(interactor, request, context)
  }

  /// Runs one use case to its end.
  func run(_ useCase: (any NoteListInteracting) -> Void) async -> ExitCode {
    useCase(interactor)
    await work.whenIdle()
    return code
  }

  // MARK: - Rows

  func notesChanged() {
    let count = min(interactor.rows.count, request.limit ?? .max)
    if request.name == .random { return writeOne(of: count) }
    var start = 0
    while start < count, output.failure == nil {
      let end = min(count, start + Self.step)
      write(interactor.rows.notes(in: start..<end))
      start = end
    }
    results.finish()
    if interactor.rows.count == 0 { sayNone() }
  }

  /// A list of nothing may be the answer, and it may be a slip of the keys.
  private func sayNone() {
    if let tag = request.value(of: .tag) {
      let name = tag.text.hasPrefix("#") ? String(tag.text.dropFirst()) : tag.text
      let place = request.has(.folder) ? "in this folder " : ""
      output.message("no note \(place)has the tag “\(output.shown(name))”.")
    } else if let folder = request.value(of: .folder) {
      output.message("no note is in the folder “\(output.shown(folder.bytes))”.")
    }
  }

  private func writeOne(of count: Int) {
    if count > 0 {
      let index = Int.random(in: 0..<count)
      write(interactor.rows.notes(in: index..<(index + 1)))
    } else {
      output.message("no matching note.")
      code = .notFound
    }
    results.finish()
  }

  private func write(_ notes: [NoteListItem]) {
    if request.wantsPathsAlone {
      for note in notes { results.add(note.id.path) }
      return
    }
    if results.isText, !output.isTerminal {
      for note in notes { writeLine(of: note) }
      return
    }
    let lines =
      results.isText
      ? Columns(output).lines(
        notes.map { note in
          [
            WrittenTime.onWall(note.modified, clock), output.shown(note.title),
            output.shown(note.id.path),
          ]
        }) : []
    for (index, note) in notes.enumerated() {
      results.add(
        output.members(of: note.id.path) + [
          JSONMember("title", .string(note.title)),
          JSONMember("modified", .string(WrittenTime.inUTC(note.modified))),
          JSONMember("snippet", .string(note.snippet)),
          JSONMember("obstacle", .optional(note.obstacle)),
        ]
      ) { lines[index] }
    }
  }

  /// For another program. Nothing is aligned there, and so no text is made of it first.
  private func writeLine(of note: NoteListItem) {
    WrittenTime.withBytes(onWall: note.modified, clock) { output.write($0) }
    output.write("\t")
    output.writeField(note.title)
    output.write("\t")
    output.write(output.paths.bytes(of: note.id.path), endsWithNull: false)
  }

  // MARK: - Changes

  // Once the notes are changed the command has done its work, even if the index does not know yet.

  func did(_ deed: NoteListDeed) {
    code = .done
    switch deed {
    case .moved(let note): write(note)
    case .renamed(let note):
      write(note)
      warnOfTitle(of: note)
    case .movedPlace(let moved):
      write(moved.to, from: moved.from.path, moved.rewritten)
      for folder in moved.left {
        output.message("\(output.shown(folder)) stays: something hidden or a folder is in it.")
      }
    case .joined(let joined, let receipt): write(joined, receipt)
    default: break
    }
  }

  private func write(_ note: MovedNote) {
    write(note.to.path, from: note.from.path, note.rewritten)
  }

  private func write(_ path: NotePath, from old: NotePath, _ rewritten: [NoteID]) {
    results.add(
      path,
      output.members(of: old, named: "from") + [
        JSONMember("rewritten", .array(rewritten.map { .string($0.path.text) }))
      ])
    results.finish()
  }

  private func warnOfTitle(of note: MovedNote) {
    guard let wanted = request.arguments.last?.text, !Self.isSame(note.title, wanted),
      note.title != note.to.path.ownTitle
    else { return }
    output.message(
      "the note still calls itself “\(output.shown(note.title))”: change its heading too.")
  }

  /// A title stands on one line.
  private static func isSame(_ title: String, _ written: String) -> Bool {
    title.split(whereSeparator: \.isWhitespace) == written.split(whereSeparator: \.isWhitespace)
  }

  func failed(_ failure: NoteListFailure) {
    let failure =
      switch failure {
      case .store(let error): CommandFailure(error)
      case .index(let error): CommandFailure(error)
      }
    output.message(failure.message)
    code = failure.code
  }
}
