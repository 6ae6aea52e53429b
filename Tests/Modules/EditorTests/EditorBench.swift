import Comparing
import Daily
import Entities
import FakeTerminal
import OpenVault
import Services
import Terminal
import TestSupport
import TextEngine
import UseCases
import VaultSettings
import Viper

@testable import Editor

/// Records where the editor wanted to go, and answers as a test says.
@MainActor
final class FakeWireframe: EditorWireframe {
  var asked: [String] = []
  private(set) var notices: [String] = []
  /// How often keys were held and not yet released.
  private(set) var heldCount = 0
  var commits = true
  let autosave = FakeAutosave()
  let preview = FakePreview()
  /// Answers the last question.
  private(set) var answer: (Answer) -> Void = { _ in }
  private(set) var tellRenaming: (EditorPartRenaming) -> Void = { _ in }
  /// Goes back from the difference that was shown last.
  private(set) var goBack: () -> Void = {}
  private(set) var useTemplate: (NoteTemplate.Filled) -> Void = { _ in }
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
  private(set) var left: [NoteID: NotePosition] = [:]
  func left(_ note: NoteID, at place: NotePosition) { left[note] = place }
  func open(place: String) { asked.append("open \(place)") }
  func follow(link place: String, in home: LinkHome?) {
    asked.append("open \(place)" + (home?.folderOfNew.map { " in “\($0.text)”" } ?? ""))
  }
  var opensAddresses = false
  func open(
    address: String, then tell: @escaping @MainActor (_ report: String, _ isOpened: Bool) -> Void
  ) {
    asked.append("show \(address)")
    tell(opensAddresses ? "Opened." : "Copied.", opensAddresses)
  }
  func editOutside(_ note: NoteID) -> String? {
    asked.append("edit \(note.path.text) outside")
    return nil
  }
  func embedPreview(in route: RouteHandle) -> (any EditorRequiredPreview)? { preview }
  func slotsMoved() { asked.append("slots moved") }
  func focusPreview() { asked.append("focus preview") }
  func close(_ route: RouteHandle) throws(RouteError) { try route.remove() }
  func openInOtherPane(_ opening: EditorOpening, at part: String?, on side: PaneSide?) {
    var words = ["beside:"]
    if case .note(let note) = opening { words.append(note.path.text) } else { words.append("new") }
    if let part { words += ["at", part] }
    if let side { words += ["on", side.rawValue] }
    asked.append(words.joined(separator: " "))
  }
  func perform(_ command: PaneCommand) { asked.append("\(command)") }
  func holdKeys() { heldCount += 1 }
  func releaseKeys(dropping: Bool) { heldCount -= 1 }
  func showMessage(_ text: String) { notices.append(text) }
  func focusOtherPane() { asked.append("focus beside") }
  func takeFocus() { asked.append("focus here") }
  func saveOtherPane(isAsked: Bool, then goOn: @escaping @MainActor () -> Void) {
    asked.append("save beside")
    goOn()
  }
  var unsavedInOtherPane: String?
  func dropInOtherPane(then goOn: @escaping @MainActor () -> Void) { goOn() }
  /// Reports what became of the change that was asked for last.
  private(set) var tellChange: (EditorNoteChanged) -> Void = { _ in }
  func change(
    _ note: NoteID, by change: EditorNoteChange,
    then tell: @escaping @MainActor (EditorNoteChanged) -> Void
  ) {
    asked.append("\(change) \(note.path.text)")
    tellChange = tell
  }
  func path(of note: NoteID) -> String { "/vault/\(note.path.text)" }
  func path(ofFolder folder: NotePath?) -> String { "/vault/\(folder?.text ?? "")" }
  func openNote(named name: String) { asked.append("named \(name)") }
  func runInEachNote(
    _ line: String, then report: @escaping @MainActor (EditorEachNote) -> Void
  ) { asked.append("each note: \(line)") }
  func openNewNote(in folder: NotePath?) { asked.append("new note in “\(folder?.text ?? "-")”") }
  var messages: [String] { notices }
  func quit() { asked.append("quit") }
  func openGuide(about word: String) -> Bool {
    asked.append("guide \(word)")
    return word != "nowhere"
  }
  func openPalette(typing text: String) { asked.append("palette \(text)") }
  func open(_ screen: EditorNoteScreen, of note: NoteID) {
    asked.append("\(screen) of \(note.path.text)")
  }
  func openNoteLeftLast() { asked.append("the note left last") }
  func openDailyNote(_ days: Int, from note: NoteID) {
    asked.append("\(days) days from \(note.path.text)")
  }
  func fillTemplate(
    forNoteNamed name: String, then use: @escaping @MainActor (NoteTemplate.Filled) -> Void
  ) {
    asked.append("template for \(name)?")
    useTemplate = use
  }
  func rename(
    part: String, of note: NoteID, to words: String,
    then tell: @escaping @MainActor (EditorPartRenaming) -> Void
  ) {
    asked.append("rename \(note.path.text)#\(part) to \(words)")
    tellRenaming = tell
  }
  func takePartNameBack() { asked.append("part's name back") }
  func lockedNoteWasOpened() { asked.append("open") }
  func changeLock(of note: NoteID) { asked.append("lock of \(note.path.text)") }
  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    asked.append(question.told)
    self.answer = answer
  }
  func show(difference: [DifferenceLine], then goBack: @escaping @MainActor () -> Void) {
    asked.append("difference of \(difference.map(\.text))")
    self.goBack = goBack
  }
  /// Closes the list that was shown last, by a key.
  private(set) var closeList: (String?) -> Void = { _ in }
  func show(
    list rows: [String], titled title: String, then goOn: @escaping @MainActor (String?) -> Void
  ) {
    asked.append("\(title): \(rows)")
    closeList = goOn
  }
}

extension Question {
  /// In a few words.
  fileprivate var told: String {
    // The text in quotation marks.
    let name = text.drop { $0 != "“" }.dropFirst().prefix { $0 != "”" }
    switch (title, kind) {
    case ("Go to line", _):
      let numbers = text.split { !$0.isNumber }
      return "line, now \(numbers[2]) of \(numbers[1])?"
    case ("Rename", .line(let words)): return "part \(words)?"
    case ("Beside this note", .line(let name)): return "beside \(name)?"
    case ("Beside this note", .choices(let notes, _)): return "which of \(notes.map(\.label))?"
    case ("Outside the vault", _):
      let words = text.split(separator: " ")
      return "follow \(words[0]) to \(words[5].dropLast())?"
    case ("Locked note", _):
      let remark = text.split(separator: "\n").dropLast().joined()
      return "passphrase of \(name)?" + (remark.isEmpty ? "" : " \(remark)")
    case ("Unsaved text", _):
      let kept = text.split(separator: "(kept ").last?.prefix { $0 != ")" } ?? ""
      let count = text.split(separator: "differs in ").last?.prefix { $0.isNumber } ?? ""
      return "recovered, kept \(kept), \(count) differ?"
    case ("Changed outside", _): return "conflict \(name)?"
    case ("Not saved", _):
      return text.contains("would be lost") ? "lose \(name)?" : "leave \(name)?"
    default: return text
    }
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
    // The newline at the end of the last line does not begin another line.
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

  func offer(_ bytes: [UInt8]) -> Task<String?, Never> {
    self.bytes = bytes
    return Task { [problem] in problem }
  }

  func offered() -> Task<[UInt8]?, Never> { Task { [bytes] in bytes } }
}

/// The parts of an editor over notes in memory.
@MainActor
final class EditorBench {
  let clock = StillClock()
  let work = Work()
  let scheduler = ManualScheduler()
  let store: MemoryNoteStore
  let journal: MemoryJournal
  let links: MemoryLinks
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
    news: VersionProblems? = nil, clipboard: FakeClipboard? = nil, tags: [TagCount] = [],
    at part: String? = nil, locks: FakeLocks? = nil, tasks: (any TaskTexts)? = nil,
    settings: [SettingName: String] = [:], places: StoredValue<NotePositions>? = nil,
    spelling: (any NoteSpelling)? = nil, keymap: KeymapStyle = .own, isReadOnly: Bool = false,
    ownKeys: EditorOwnKeys = EditorOwnKeys(), keys: EditorKeyMemory? = nil,
    filter: (any TextFiltering)? = nil
  ) {
    var values = SettingValues()
    values.values = settings
    store = MemoryNoteStore(texts, clock: clock)
    var layered: any NoteStore = store
    if let locks { layered = LockedLayer(notes: store, locks: locks) }
    journal = MemoryJournal(left: left)
    var services = EditorInteractor.Services(
      store: layered, journal: journal, clock: clock, work: work)
    services.files = files
    services.versionProblems = news
    services.scheduler = scheduler
    services.keys = keys
    services.clipboard = clipboard
    services.index = MemoryIndex(store)
    links = MemoryLinks(tags: tags)
    services.links = links
    services.locks = locks
    services.filter = filter
    services.filePath = { $0.path.isLocked ? nil : "/vault/\($0.path.text)" }
    services.attaching = FileAttaching(
      GivenFiles(), store: layered, links: links, foreign: NoForeignSettings())
    if let places { services.state.positions = places }
    services.naming.planner = NotePlanner(
      store: store, index: MemoryIndex(store), foreign: NoForeignSettings(), settings: values,
      clock: clock)
    services.tasks = tasks.map { [store, clock] in .of(store, texts: $0, clock: clock) }
    services.writing = WritingRules(
      values, isOfEncryptedVault: false, foreign: NoForeignSettings())
    services.spelling = spelling.map { SpellingMemory($0) }
    interactor = EditorInteractor(
      opening: opening, isReadOnly: isReadOnly, services: services)
    interactor.session.machine = ownKeys.machine(for: keymap, continuingLists: true)
    keys?.come(to: interactor)
    presenter = EditorPresenter(
      interactor: interactor, wireframe: wireframe, output: parent, isPeek: asPeek)
    if let part { presenter.navigation.go(to: .part(part)) }
    presenter.begin(EditorOptions(values))
    presenter.scene.options.spells = spelling != nil
    screen = EditorScreen(presenter: presenter, keymap: keymap)
  }

  /// An editor on a note with this text, open and read.
  static func on(_ text: String, columns: Int = 40, rows: Int = 8) async -> EditorBench {
    let bench = EditorBench(.note(note), ["a.md": text])
    await bench.open(columns: columns, rows: rows)
    return bench
  }

  /// The same, with the cursor at the `|` in the text.
  static func marked(_ marked: String, columns: Int = 40, rows: Int = 8) async -> EditorBench {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let bench = await on(parts.joined(), columns: columns, rows: rows)
    bench.presenter.scene.select(ByteOffset(parts[0].utf8.count))
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

  /// The pieces that the next frame shows in a row.
  func row(at index: Int) -> EditorRow {
    presenter.layOut()
    return presenter.row(at: index)
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

  var selections: Selections { interactor.session.selections }

  /// The text with `[` and `]` around selections and `|` at cursors.
  var selected: String {
    var bytes = interactor.text.bytes
    for selection in selections.all.reversed() {
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
    bytes.insert(UInt8(ascii: "|"), at: selections.main.head.value)
    return String(decoding: bytes, as: UTF8.self)
  }

  var text: String { String(decoding: interactor.text.bytes, as: UTF8.self) }
  var message: String { screen.chrome.message }

  /// The lines around the text, as the next frame shows them.
  var chrome: Chrome {
    presenter.layOut()
    return screen.chrome
  }

  func saved(_ name: String = "a.md") async -> String? { await store.text(of: NoteID(name)) }

  func kept(_ name: String = "a.md") -> String? {
    journal.kept(NoteID(name)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension EditorInteractor {
  /// Inserts text at an offset, as typing does.
  func type(_ text: String, at place: ByteOffset) {
    let edit = Edit(in: self.text, replacing: Range(at: place), with: Array(text.utf8))
    let before = Selections(Selection(at: place))
    document.apply(edit, as: .typing, from: before, to: before.mapped(through: edit))
  }
}

extension RecoveredText {
  /// Stored at 2026-03-02 09:30, an hour before the start of the tests' clocks.
  static func of(_ note: NoteID?, _ text: String, draft: Int? = nil) -> RecoveredText {
    RecoveredText(
      note: note, bytes: Array(text.utf8), savedAt: Timestamp(seconds: 1_772_443_800), draft: draft)
  }
}

/// One picture outside of the vault.
private struct GivenFiles: OutsideFiles {
  func path(typed: String) -> NotePath { NotePath(typed) }

  func check(_ path: NotePath) throws(NoteStoreError) {
    if path != NotePath("/p.png") { throw .notFound(path) }
  }

  func read(_ path: NotePath) async throws(NoteStoreError) -> [UInt8] { [1, 0, 255] }
}
