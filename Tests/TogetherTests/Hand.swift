import Entities
import FileStore
import Services
import TestSupport
import TextEngine
import Viper

@testable import Editor

/// One editor in one run of the program, and what it did to lines that each exist once.
@MainActor
final class Hand: EditorInteractorOutput {
  private let store: FolderStore
  private let files: FolderFiles
  private let note: NoteID
  private let work = Work()
  private var editor: EditorInteractor
  private var isInConflict = false
  private var isGone = false
  /// What the text had when the save that is under way began.
  private var sent: Set<String> = []
  /// Lines of saves that were reported as successful.
  private(set) var acknowledged: Set<String> = []
  /// Lines that this hand removed itself.
  private(set) var removed: Set<String> = []
  private(set) var conflicts = 0
  private(set) var merges = 0
  private(set) var troubles: [String] = []

  init(_ store: FolderStore, _ files: FolderFiles, note: NoteID) {
    self.store = store
    self.files = files
    self.note = note
    editor = Self.editor(store, files, note, work)
    editor.output = self
    editor.start(.open)
  }

  private static func editor(
    _ store: FolderStore, _ files: FolderFiles, _ note: NoteID, _ work: Work
  ) -> EditorInteractor {
    var services = EditorInteractor.Services(
      store: store, journal: MemoryJournal(), clock: StillClock(), work: work)
    services.files = files
    return EditorInteractor(opening: .note(note), services: services)
  }

  var lines: [String] { Self.lines(editor.text.bytes) }

  static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  func idle() async { await work.whenIdle() }

  // MARK: - What it does

  func type(_ line: String, at place: Int) {
    guard editor.isLoaded else { return }
    let start = editor.text.start(of: LineNumber(place % max(1, editor.text.lineCount)))
    replace(start..<start, with: line + "\n", as: .typing)
  }

  func removeLine(_ place: Int) {
    guard editor.text.lineCount > 1 else { return }
    let line = place % (editor.text.lineCount - 1)
    onPurpose {
      replace(editor.text.range(of: LineNumber(line)), with: "", as: .deleting)
    }
  }

  private func replace(_ range: Range<ByteOffset>, with text: String, as kind: UndoTree.Kind) {
    let edit = Edit(in: editor.text, replacing: range, with: Array(text.utf8))
    let before = Selections(Selection(at: range.lowerBound))
    editor.document.apply(edit, as: kind, from: before, to: before.mapped(through: edit))
  }

  func undo() { onPurpose { _ = editor.perform(.undo) } }
  func redo() { onPurpose { _ = editor.perform(.redo) } }

  private func onPurpose(_ body: () -> Void) {
    let before = Set(lines)
    body()
    removed.formUnion(before.subtracting(lines))
  }

  func look() { editor.start(.compareWithFile) }

  /// Saves until a save is reported as successful. `meanwhile` runs during the first save.
  func save(meanwhile: () -> Void) async {
    sent = Set(lines)
    editor.start(.save(inPassing: false))
    meanwhile()
    await idle()
    if isGone {
      // The removal was reported; now the note is created again.
      isGone = false
      sent = Set(lines)
      editor.start(.save(inPassing: false))
      await idle()
    }
    guard isInConflict else { return }
    isInConflict = false
    conflicts += 1
    sent = Set(lines)
    editor.start(.saveBeside)
    await idle()
    // Back to the shared note.
    editor.start(.close)
    editor = Self.editor(store, files, note, work)
    editor.output = self
    editor.start(.open)
    await idle()
  }

  // MARK: - What it hears

  func handle(_ event: EditorEvent) {
    switch event {
    case .saved, .savedBeside, .savedAs, .nothingToSave: acknowledged.formUnion(sent)
    case .savingConflicted: isInConflict = true
    case .fileRemoved: isGone = true
    case .changed: merges += 1
    case .loaded, .began, .grew, .readToEnd, .renamed, .conflictFound, .fileMoved, .matchesFile,
      .edited, .wordsCounted, .wentBack:
      break
    case .loadingFailed, .leadsOutside, .locked, .unlocked, .recoveredTextFound,
      .versionsHaveProblems, .passagesSaved, .savingFailed, .notSavedAs, .storingFailed:
      troubles.append("\(event)")
    }
  }
}
