import Entities
import History
import Services

/// Writes the versions of a note, or one of them, or brings one back.
@MainActor
final class HistoryText: HistoryInteractorOutput {
  private(set) var code = ExitCode.failed
  /// Whether the note had no version at all.
  private(set) var isEmpty = false
  private let interactor: any HistoryInteracting
  private let request: CommandRequest
  private let output: CommandOutput
  private let clock: any WallClock
  private let wanted: String
  private let isThere: Bool
  private var isLoaded = false

  init(
    _ interactor: any HistoryInteracting, _ request: CommandRequest, _ output: CommandOutput,
    _ clock: any WallClock, isThere: Bool
  ) {
    self.isThere = isThere
    self.interactor = interactor
    self.request = request
    self.output = output
    self.clock = clock
    wanted = request.arguments.count > 1 ? request.arguments[1].text : ""
    interactor.output = self
  }

  func load() { interactor.load() }

  func versionsChanged() {}

  func loadingEnded(problems: [String]) {
    // After a restoring the list is loaded again.
    guard !isLoaded else { return }
    isLoaded = true
    for problem in problems { output.message(problem) }
    isEmpty = interactor.count == 0
    switch request.name {
    case .historyShow: if let index = chosen() { interactor.read(index) }
    case .historyRestore: if let index = chosen() { interactor.restore(index) }
    default:
      // Of a note that is not there either, nothing is listed: the caller says so.
      if !isEmpty || isThere { list() }
      // What came and went with each is not asked for here.
      interactor.stop()
    }
  }

  private func list() {
    let results = ResultWriter(request, output)
    let items = (0..<interactor.count).map { interactor.version(at: $0) }
    let lines =
      results.isText
      ? Columns(output).lines(
        items.map { [$0.name, WrittenTime.onWall($0.kept, clock), "\($0.size)"] }) : []
    for (index, item) in items.enumerated() {
      results.add([
        JSONMember("version", .string(item.name)),
        JSONMember("kept", .string(WrittenTime.inUTC(item.kept))),
        JSONMember("size", .number(item.size)),
      ]) { lines[index] }
    }
    results.finish()
    code = .done
  }

  /// The version that was named; where there is not one, it is told and the command ends.
  private func chosen() -> Int? {
    if let index = interactor.index(named: wanted) { return index }
    let fitting = (0..<interactor.count).map { interactor.version(at: $0) }
      .filter { !wanted.isEmpty && $0.name.hasPrefix(wanted) }
    interactor.stop()
    if isEmpty {
      // Whoever asked knows better why there is none.
      code = .notFound
    } else if fitting.isEmpty {
      output.message(
        "there is no version “\(output.shown(wanted))”. “notes-tui history NOTE” lists them.")
      code = .notFound
    } else {
      output.message("“\(output.shown(wanted))” fits \(fitting.count) versions:")
      for item in fitting { output.more("\(item.name)  \(WrittenTime.onWall(item.kept, clock))") }
      code = .ambiguous
    }
    return nil
  }

  func versionWasRead(_ bytes: [UInt8], of index: Int) {
    if request.has(.json) {
      let (results, item) = (ResultWriter(request, output), interactor.version(at: index))
      results.add([
        JSONMember("version", .string(item.name)),
        JSONMember("kept", .string(WrittenTime.inUTC(item.kept))),
        JSONMember("text", .string(String(decoding: bytes, as: UTF8.self))),
      ]) { "" }
      results.finish()
    } else if output.isTerminal {
      output.writeLines(of: bytes)
    } else {
      output.write(bytes)
    }
    code = .done
    interactor.stop()
  }

  func noteWasRestored(_ note: NoteID, to version: HistoryItem, created: Bool) {
    if created { output.message("the note was gone; it is \(output.shown(note.path.bytes)) now.") }
    code = .done
    interactor.stop()
  }

  func failed(_ message: String) { output.message(message) }
  func showingFailed(_ message: String) { output.message(message) }
  func versionWasShown(_ lines: [HistoryLine], of index: Int, as aspect: HistoryAspect) {}
  func hunkWasTaken(_ note: NoteID) {}
  func hunkWasRefused(_ refusal: HunkRefusal) {}
  func restoreWasUndone(_ note: NoteID) {}
  func nothingToUndo() {}
}
