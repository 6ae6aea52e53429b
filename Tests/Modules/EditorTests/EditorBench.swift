import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import TextEngine
import Viper

@testable import Editor

/// Writes down where the editor wanted to go, and answers as a test says.
@MainActor
final class FakeWireframe: EditorWireframe {
  var asked: [String] = []
  var commits = true
  let autosave = FakeAutosave()
  let preview = FakePreview()
  private(set) weak var answer: (any EditorAnswers)?
  private(set) weak var duties: (any EditorAutosaveDuties)?

  func attachAutosave(
    to route: RouteHandle, duties: any EditorAutosaveDuties
  ) -> (any EditorRequiredAutosave)? {
    self.duties = duties
    return autosave
  }
  func commitPeek(_ route: RouteHandle) -> Bool {
    asked.append("commit")
    return commits
  }
  private(set) var left: [NoteID: NotePlace] = [:]
  func left(_ note: NoteID, at place: NotePlace) { left[note] = place }
  func open(place: String) { asked.append("open \(place)") }
  func follow(link place: String, makingIn folder: NotePath?) {
    asked.append("open \(place)" + (folder.map { " in “\($0.text)”" } ?? ""))
  }
  var opensAddresses = false
  func open(address: String, then tell: @escaping @MainActor (_ isOpened: Bool) -> Void) {
    asked.append("show \(address)")
    tell(opensAddresses)
  }
  func editOutside(_ note: NoteID) -> String? {
    asked.append("edit \(note.path.text) outside")
    return nil
  }
  func askForLine(now line: Int, of count: Int, answer: any EditorAnswers) {
    asked.append("line, now \(line) of \(count)?")
    self.answer = answer
  }
  func embedPreview(in route: RouteHandle) -> (any EditorRequiredPreview)? { preview }
  func slotsMoved() { asked.append("slots moved") }
  func focusPreview() { asked.append("focus preview") }
  func close(_ route: RouteHandle) throws(RouteError) { try route.remove() }
  func openBeside(_ note: NoteID, at part: String?) {
    asked.append("beside: \(note.path.text)" + (part.map { " at \($0)" } ?? ""))
  }
  func focusNoteBeside() { asked.append("focus beside") }
  func takeFocus() { asked.append("focus here") }
  func saveNoteBeside(then goOn: @escaping @MainActor () -> Void) {
    asked.append("save beside")
    goOn()
  }
  func askForNoteBeside(proposing name: String, answer: any EditorAnswers) {
    asked.append("beside \(name)?")
    self.answer = answer
  }
  func askWhichNote(of notes: [String], answer: any EditorAnswers) {
    asked.append("which of \(notes)?")
    self.answer = answer
  }
  func openHistory(of note: NoteID) { asked.append("versions of \(note.path.text)") }
  func openDailyNote(_ days: Int, from note: NoteID) {
    asked.append("\(days) days from \(note.path.text)")
  }
  func askForTemplate(forNoteNamed name: String, answer: any EditorAnswers) {
    asked.append("template for \(name)?")
    self.answer = answer
  }
  func openLinks(of note: NoteID) { asked.append("links of \(note.path.text)") }
  func askForPartName(insteadOf words: String, answer: any EditorAnswers) {
    asked.append("part \(words)?")
    self.answer = answer
  }
  func rename(part: String, of note: NoteID, to words: String, answer: any EditorAnswers) {
    asked.append("rename \(note.path.text)#\(part) to \(words)")
    self.answer = answer
  }
  func takePartNameBack() { asked.append("part's name back") }
  func askToFollowLink(of note: NoteID, to target: String, answer: any EditorAnswers) {
    asked.append("follow \(note.path.text) to \(target)?")
    self.answer = answer
  }
  func askForPassphrase(
    ofNoteNamed name: String, saying remark: String, answer: any EditorAnswers
  ) {
    asked.append("passphrase of \(name)?" + (remark.isEmpty ? "" : " \(remark)"))
    self.answer = answer
  }
  func lockedNoteWasOpened() { asked.append("open") }
  func changeLock(of note: NoteID) { asked.append("lock of \(note.path.text)") }
  func askAboutRecovered(kept: String, differing: Int, answer: any EditorAnswers) {
    asked.append("recovered, kept \(kept), \(differing) differ?")
    self.answer = answer
  }
  func show(difference: [DifferenceLine], answer: any EditorAnswers) {
    asked.append("difference of \(difference.map(\.text))")
    self.answer = answer
  }
  func askAboutConflict(noteNamed name: String, answer: any EditorAnswers) {
    asked.append("conflict \(name)?")
    self.answer = answer
  }
  func askToLeave(noteNamed name: String, isKept: Bool, answer: any EditorAnswers) {
    asked.append(isKept ? "leave \(name)?" : "lose \(name)?")
    self.answer = answer
  }
}

@MainActor
final class FakeAutosave: EditorRequiredAutosave {
  var heard: [String] = []
  func editorTextChanged() { heard.append("changed") }
  func editorTextIsSaved() { heard.append("saved") }
}

@MainActor
final class FakePreview: EditorRequiredPreview {
  private(set) var shown: [String] = []
  private(set) var last: EditorPreviewText?
  private(set) var lastLineCount = 0
  func show(_ text: EditorPreviewText) {
    last = text
    let bytes = text.bytes(atMost: 64 << 10)
    var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).prefix(101)
      .map { String(decoding: $0, as: UTF8.self) }
    // The newline that ends the last line begins no other.
    if lines.count > 1, lines.last == "" { lines.removeLast() }
    lastLineCount = lines.count
    shown.append("\(text.name) from \(text.firstLine): \(lines.joined(separator: "\n"))")
  }
}

@MainActor
final class FakeParent: EditorOutput {
  var heard: [String] = []
  func editorDidSave(_ note: NoteID) { heard.append("saved \(note.path.text)") }
}

/// A clipboard that other programs share, if a test says so.
@MainActor
final class FakeClipboard: Clipboard {
  var bytes: [UInt8]?
  var isReadable = true
  var problem: String?

  func offer(_ bytes: [UInt8]) async -> String? {
    self.bytes = bytes
    return problem
  }

  func offered() async -> [UInt8]? { bytes }
}

/// The parts of an editor over notes in memory.
@MainActor
final class EditorBench {
  let clock = StillClock()
  let work = Work()
  let scheduler = ManualScheduler()
  let store: MemoryNoteStore
  let journal: MemoryJournal
  let wireframe = FakeWireframe()
  let parent = FakeParent()
  let interactor: EditorInteractor
  let presenter: EditorPresenter
  let screen: EditorScreen
  private(set) var wasRemoved = false

  static let note = NoteID("a.md")

  init(
    _ opening: EditorOpening = .note(EditorBench.note), _ texts: [String: String] = [:],
    left: [RecoveredText] = [], asPeek: Bool = false, files: (any VaultFiles)? = nil,
    news: VersionNews? = nil, clipboard: FakeClipboard? = nil, tags: [TagCount] = [],
    at part: String? = nil, locks: FakeLocks? = nil, tasks: (any TaskTexts)? = nil,
    settings: [SettingName: String] = [:], places: (any KeptPlaces)? = nil
  ) {
    var values = SettingValues()
    values.values = settings
    store = MemoryNoteStore(texts, clock: clock)
    var layered: any NoteStore = store
    if let locks { layered = LockedLayer(store: store, locks: locks) }
    journal = MemoryJournal(left: left)
    var services = EditorInteractor.Services(
      store: layered, journal: journal, clock: clock, work: work)
    services.files = files
    services.news = news
    services.scheduler = scheduler
    services.clipboard = clipboard
    services.index = MemoryIndex(store)
    services.links = MemoryLinks(tags: tags)
    services.locks = locks
    services.places = places
    services.planner = NotePlanner(
      store: store, index: MemoryIndex(store), foreign: NoForeignSettings(), settings: values,
      clock: clock)
    services.tasks = tasks
    interactor = EditorInteractor(opening: opening, services: services)
    presenter = EditorPresenter(
      interactor: interactor, wireframe: wireframe, output: parent, isPeek: asPeek)
    presenter.parts.wanted = part.map { .part($0) }
    screen = EditorScreen(presenter: presenter)
  }

  /// An editor on a note with this text, open and read.
  static func on(_ text: String, columns: Int = 40, rows: Int = 8) async -> EditorBench {
    let bench = EditorBench(.note(note), ["a.md": text])
    await bench.open(columns: columns, rows: rows)
    return bench
  }

  /// The same, with the cursor where `|` stands in the text.
  static func marked(_ marked: String, columns: Int = 40, rows: Int = 8) async -> EditorBench {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let bench = await on(parts.joined(), columns: columns, rows: rows)
    bench.presenter.select(Selections(Selection(at: ByteOffset(parts[0].utf8.count))))
    return bench
  }

  func open(columns: Int = 40, rows: Int = 8) async {
    _ = frame(columns, rows)
    let route = RouteHandle(name: "Editor") { [weak self] handle throws(RouteError) in
      handle.move(to: .removed)
      self?.wasRemoved = true
      self?.presenter.moduleWasRemoved()
    }
    route.move(to: .routed)
    presenter.moduleIsReady(route)
    await settle()
  }

  func settle() async { await work.whenIdle() }

  /// Presses keys, one after the other, without waiting for what they start.
  func press(_ keys: Key...) {
    for key in keys { _ = screen.handle(.key(key)) }
  }

  func type(_ text: String) {
    for character in text { _ = screen.handle(.key(Key(.character(character)))) }
  }

  func frame(_ columns: Int = 40, _ rows: Int = 8) -> FakeFrame {
    FakeFrame.drawing(screen, columns: columns, rows: rows)
  }

  /// What the next frame shows in a row.
  func row(at index: Int) -> EditorRow {
    presenter.layOut()
    return presenter.row(at: index)
  }

  var editions: [Int] {
    presenter.layOut()
    return presenter.editions
  }

  var cursor: Point? {
    presenter.layOut()
    return screen.cursor
  }

  func click(_ row: Int, _ column: Int, _ modifiers: Key.Modifiers = []) {
    mouse(.press, row, column, modifiers)
  }

  func mouse(
    _ action: MouseEvent.Action, _ row: Int, _ column: Int, _ modifiers: Key.Modifiers = []
  ) {
    let at = Point(row: row, column: column)
    _ = screen.handle(.mouse(MouseEvent(action, at: at, modifiers: modifiers)))
  }

  /// The text with `[` and `]` around what is selected and `|` where cursors are.
  var selected: String {
    var bytes = interactor.text.bytes
    for selection in presenter.selections.all.reversed() {
      let (low, high) = (selection.range.lowerBound.value, selection.range.upperBound.value)
      if selection.isEmpty {
        bytes.insert(UInt8(ascii: "|"), at: low)
        continue
      }
      bytes.insert(contentsOf: Array((selection.isBackwards ? "]" : "|]").utf8), at: high)
      bytes.insert(contentsOf: Array((selection.isBackwards ? "[|" : "[").utf8), at: low)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with the cursor in it.
  var marked: String {
    var bytes = interactor.text.bytes
    bytes.insert(UInt8(ascii: "|"), at: presenter.selections.main.head.value)
    return String(decoding: bytes, as: UTF8.self)
  }

  var text: String { String(decoding: interactor.text.bytes, as: UTF8.self) }
  var message: String { screen.chrome.message }

  func saved(_ name: String = "a.md") async -> String? { await store.text(of: NoteID(name)) }

  func kept(_ name: String = "a.md") -> String? {
    journal.kept(NoteID(name)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension EditorInteractor {
  /// Puts text in at a place, as typing does.
  func type(_ text: String, at place: ByteOffset) {
    let edit = Edit(in: self.text, replacing: Range(at: place), with: Array(text.utf8))
    let before = Selections(Selection(at: place))
    apply(edit, as: .typing, from: before, to: before.mapped(through: edit))
  }
}

extension RecoveredText {
  /// Kept an hour before the clocks of the tests begin, at 2026-03-02 09:30.
  static func of(_ note: NoteID?, _ text: String, draft: Int? = nil) -> RecoveredText {
    RecoveredText(
      note: note, bytes: Array(text.utf8), kept: Timestamp(seconds: 1_772_443_800), draft: draft)
  }
}
