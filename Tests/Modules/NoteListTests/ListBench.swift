import Entities
import FakeTerminal
import OpenVault
import Services
import Terminal
import TestSupport
import Viper

@testable import NoteList

/// Writes down where the list wanted to go.
@MainActor
final class FakeWireframe: NoteListWireframe {
  var asked: [String] = []
  let preview = FakePreview()
  let questions = AskedQuestions()
  private(set) weak var editorOutput: (any NoteListRequiredEditorOutput)?

  func takeAsked() -> [String] {
    defer { asked = [] }
    return asked
  }

  func openEditor(on note: NoteID, output: any NoteListRequiredEditorOutput) {
    asked.append("open \(note.path.text)")
    editorOutput = output
  }
  func openNewEditor(in folder: NotePath?, output: any NoteListRequiredEditorOutput) {
    asked.append(folder.map { "new in \($0.text)" } ?? "new")
    editorOutput = output
  }
  func openDailyNote() { asked.append("today") }
  func openNewFromTemplate(in folder: NotePath?) {
    asked.append("from a template" + (folder.map { " in \($0.text)" } ?? ""))
  }
  func openNewUnique(in folder: NotePath?) {
    asked.append("unique" + (folder.map { " in \($0.text)" } ?? ""))
  }
  func openRecoveredDraft(output: any NoteListRequiredEditorOutput) { asked.append("recovered") }
  func peek(at note: NoteID, output: any NoteListRequiredEditorOutput) {
    asked.append("peek \(note.path.text)")
  }
  func embedPreview(in route: RouteHandle) -> (any NoteListRequiredPreview)? { preview }
  func focusPreview(hasNote: Bool) { asked.append("focus preview") }
  func slotsMoved() { asked.append("slots moved") }
  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    switch question.kind {
    case .line(let now): asked.append("\(question.text) \(now)")
    case .choices(let choices, let isList):
      let labels = isList ? choices.map { " \($0.label)" }.joined(separator: ",") : ""
      asked.append(question.text + labels)
    case .secret: break
    }
    questions.take(question, then: answer)
  }
  var outsideProblem: String?
  func editOutside(_ note: NoteID) -> String? {
    asked.append("edit \(note.path.text) outside")
    return outsideProblem
  }
  func openExports(of notes: @escaping @Sendable () -> [NoteID], named name: String) {
    asked.append("export \(name)")
  }
  func export(_ note: NoteID) { asked.append("export \(note.path.text)") }
  func changeLock(of note: NoteID) { asked.append("lock of \(note.path.text)") }
  func openHistory(of note: NoteID) { asked.append("versions of \(note.path.text)") }
  func openLinks(of note: NoteID) { asked.append("links of \(note.path.text)") }
  func openBoard(of note: NoteID) { asked.append("board of \(note.path.text)") }
  func openProperties(of notes: @escaping @Sendable () -> [NoteID]) {
    asked.append("properties of \(notes().map(\.path.text).joined(separator: ", "))")
  }
  func openScreen(_ name: String) { asked.append(name) }
  func openVaultChooser() { asked.append("vaults") }
  func quit() { asked.append("quit") }
}

@MainActor
final class FakePreview: NoteListRequiredPreview {
  var heard: [String] = []
  var beside: [String] = []

  func preview(_ note: NoteID?, beside: [NoteID]) {
    self.beside = beside.map(\.path.text)
    heard.append("show \(note?.path.text ?? "nothing")")
  }
  func previewShouldReload(_ note: NoteID) { heard.append("reload \(note.path.text)") }
}

/// The parts of a note list over notes in memory.
@MainActor
final class ListBench {
  let clock = StillClock()
  let work = Work()
  let store: MemoryNoteStore
  let index: MemoryIndex
  let arrangement: StoredValue<ListArrangement>
  let changes = GivenChanges()
  let wireframe = FakeWireframe()
  let cases: NoteListCases
  let interactor: NoteListInteractor
  let presenter: NoteListPresenter
  let screen: NoteListScreen

  init(
    _ texts: [String: String] = [:], journal: MemoryJournal = MemoryJournal(),
    links: MemoryLinks = MemoryLinks(), editing: any NoteTexts = PlainTexts(),
    arrangement: StoredValue<ListArrangement> = StoredValue(ListArrangement()),
    hearing: @escaping @MainActor () async -> Void = {}
  ) {
    self.arrangement = arrangement
    store = MemoryNoteStore(texts, clock: clock)
    index = MemoryIndex(store)
    var vault = VaultServices.inMemory(store, links: links, changes: changes, texts: editing)
    (vault.index, vault.state.arrangement) = (index, arrangement)
    cases = NoteListCases(vault)
    interactor = NoteListInteractor(
      cases, journal: journal, tasks: .of(store, clock: clock), work: work, hearing: hearing)
    presenter = NoteListPresenter(
      interactor: interactor, wireframe: wireframe, clock: clock)
    screen = NoteListScreen(presenter: presenter)
  }

  /// So many notes, `n0.md` the oldest, titled `Note 0`.
  static func numbered(_ count: Int) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (0..<count).map { number in
        let name = number < 10 ? "0\(number)" : "\(number)"
        return ("n\(name).md", "# Note \(name)\nsnippet \(name)")
      })
  }

  func filter(by words: String) async {
    _ = interactor.rows.filter(by: words)
    await work.whenIdle()
  }

  func start() async {
    presenter.moduleIsReady(RouteHandle(name: "NoteList") { _ in })
    await work.whenIdle()
  }

  func press(_ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  func frame(_ columns: Int = 60, _ rows: Int = 8) -> FakeFrame {
    FakeFrame.drawing(screen, columns: columns, rows: rows)
  }

  var titles: [String] { (0..<interactor.rows.count).map { interactor.rows.note(at: $0).title } }
  var message: String { screen.chrome.message }

  /// The title of the row that is marked.
  var selected: String? {
    let row = frame(120, 200).lines.first { $0.hasPrefix(">") }
    return row.map { String($0.dropFirst(2).prefix(20).split(separator: "  ")[0]) }
  }
}

extension NoteListChanges {
  func trash(_ ids: [NoteID]) { trash(.these(ids)) }
}
