import Daily
import Entities
import Services
import TextEngine
import UseCases
import Viper

/// Brings in text from elsewhere: the clipboard, the terminal, templates and files.
@MainActor
final class TextTransfer {
  private let scene: EditorScene
  /// The paste that waits for the clipboard.
  private var waiting: Invocation?

  init(_ scene: EditorScene) { self.scene = scene }

  /// Drops the pending answer.
  func stop() { waiting = nil }

  // MARK: - Pasting

  /// Pastes from the clipboard if it can be read, else what was cut here.
  func paste(_ invocation: Invocation) {
    guard scene.isEditable else { return scene.showState() }
    guard scene.interactor.abilities.readsClipboard else { return scene.run(invocation) }
    waiting = invocation
    scene.wait()
    scene.interactor.ask(.clipboard()) { [weak self] in self?.clipboardWasRead($0) }
  }

  private func clipboardWasRead(_ bytes: [UInt8]?) {
    guard let invocation = waiting else { return }
    waiting = nil
    if let bytes, !bytes.isEmpty, scene.snapshot.copied?.text != Rope(bytes) {
      scene.interactor.perform(.copy(Rope(bytes)))
    }
    scene.run(invocation)
    scene.release()
  }

  /// A bracketed paste, which inserts the exact bytes.
  func paste(_ bytes: [UInt8]) {
    guard scene.isEditable, !bytes.isEmpty else { return scene.showState() }
    var context = scene.interactor.context
    context.registers = Registers()
    context.registers.add(Copied(pieces: [Rope(bytes)], areLines: false))
    guard let change = EditCommands.run(.paste, in: context) else { return scene.showRows() }
    scene.perform(.change(change))
  }

  /// Inserts the current day or time at every cursor.
  func insert(_ moment: EditorMoment) {
    guard scene.isEditable else { return scene.showState() }
    scene.perform(.insert(moment))
  }

  /// Inserts what a command of `/` writes.
  func insert(_ insertion: SlashTyping.Insertion) {
    guard scene.mayChange() else { return }
    let head = scene.selections.main.head
    let change = SlashTyping(typed: "", range: head..<head)
      .change(insertion, in: scene.interactor.context)
    scene.perform(.change(change, isOwnStep: true))
  }

  // MARK: - Templates

  func insertTemplate() {
    let snapshot = scene.snapshot
    guard snapshot.isLoaded else { return scene.showState() }
    if snapshot.note != nil { return insertTemplate(named: snapshot.name) }
    scene.interactor.ask(.draftName()) { [weak self] in self?.insertTemplate(named: $0) }
  }

  private func insertTemplate(named name: String) {
    scene.wireframe.fillTemplate(forNoteNamed: name) { [weak self] in self?.insert($0) }
  }

  /// Replaces the selection. The cursor goes where the template says, else behind it.
  func insert(_ template: NoteTemplate.Filled) {
    let snapshot = scene.snapshot
    guard snapshot.isLoaded else { return }
    let range = snapshot.selections.main.range
    let edit = Edit(in: snapshot.text, replacing: range, with: template.bytes)
    let cursor = range.lowerBound + (template.cursor ?? template.bytes.count)
    scene.perform(edit, then: Selections(Selection(at: cursor)), isOwnStep: true)
  }

  // MARK: - Files

  /// Copies a file into the vault and inserts a link to it. Asks for the file if none is named.
  func attach(_ invocation: Invocation) {
    guard scene.mayChange() else { return }
    guard scene.interactor.abilities.attachesFiles else {
      return scene.showMessage(EditorWords.cannotAttach)
    }
    guard let note = scene.snapshot.note, scene.snapshot.hasFile else {
      return scene.showMessage(EditorWords.attachmentsNeedNote)
    }
    if !invocation.argument.isEmpty { return attach(invocation.argument, to: note) }
    scene.wireframe.ask(.attachment) { [weak self] reply in
      guard case .typed(let path) = reply, path.contains(where: { !$0.isWhitespace }) else {
        return
      }
      self?.attach(path, to: note)
    }
  }

  private func attach(_ path: String, to note: NoteID) {
    scene.wait()
    scene.interactor.ask(.attachment(of: path, to: note)) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let attached):
        insert(NoteTemplate.Filled(bytes: Array(attached.link.utf8)))
        scene.showMessage(
          EditorWords.attached(attached.file, isNew: attached.isNew, toLocked: note.path.isLocked))
      case .failure(NoteStoreError.notFound(let path)):
        scene.warn(EditorWords.isMissing(path))
      case .failure(let error): scene.warn(error.explanation)
      }
      scene.release()
    }
  }
}
