import Daily
import Entities
import Services
import TextEngine
import UseCases
import Viper

/// Brings in text from elsewhere: the clipboard, the terminal, templates, files and shell commands.
@MainActor
final class TextTransfer {
  private let scene: EditorScene
  /// The paste that waits for the clipboard.
  private var waiting: Invocation?
  /// The last shell command, proposed for the next.
  private var lastCommand = ""
  /// The person agreed to give decrypted text to shell commands.
  private var isAgreed = false
  private var isFiltering = false

  /// The most text that a shell command gets, in bytes.
  private static let mostFiltered = 64 << 20

  init(_ scene: EditorScene) { self.scene = scene }

  /// Drops pending answers and ends the shell command.
  func stop() {
    waiting = nil
    if isFiltering { scene.interactor.start(.stopFilter) }
    isFiltering = false
  }

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

  // MARK: - Shell commands. Keys are held until they end

  func askForCommand() {
    guard scene.mayChange() else { return }
    guard scene.interactor.abilities.runsFilters else {
      return scene.showMessage(EditorWords.cannotFilter)
    }
    guard scene.snapshot.isWhole else { return scene.showMessage(EditorWords.isStillReading) }
    guard scene.snapshot.isSecret, !isAgreed else { return askWhichCommand() }
    scene.wireframe.ask(.secretLeaves) { [weak self] reply in
      guard reply == .chosen("go on") else { return }
      self?.isAgreed = true
      self?.askWhichCommand()
    }
  }

  private func askWhichCommand() {
    let isSelected = !scene.selections.main.isEmpty
    scene.wireframe.ask(.filter(isSelected: isSelected, last: lastCommand)) { [weak self] reply in
      guard case .typed(let command) = reply, command.contains(where: { $0 != " " }) else { return }
      self?.filter(by: command)
    }
  }

  private func filter(by command: String) {
    lastCommand = command
    guard let given = FilteredText(scene.interactor.context, atMost: Self.mostFiltered) else {
      return scene.warn(EditorWords.isTooMuchToFilter(megabytes: Self.mostFiltered >> 20))
    }
    isFiltering = true
    scene.wait()
    scene.showMessage(EditorWords.isRunning(command))
    let revision = scene.snapshot.revision
    scene.interactor.ask(.filtered(given.input, by: command)) { [weak self] result in
      guard let self, isFiltering else { return }
      isFiltering = false
      if revision == scene.snapshot.revision {
        take(result, for: given)
      } else {
        scene.warn(EditorWords.filterFailed(EditorWords.hasChangedMeanwhile))
      }
      scene.release()
    }
  }

  private func take(_ result: Result<[UInt8], any Error>, for given: FilteredText) {
    switch result {
    case .failure(let error): scene.warn(EditorWords.filterFailed(error.explanation))
    case .success(let output):
      do throws(FilteredText.Problem) {
        let change = try given.change(to: output, in: scene.interactor.context)
        scene.state.message = Message()
        scene.perform(.change(change, isOwnStep: true))
      } catch {
        switch error {
        case .isSame: scene.showMessage(EditorWords.filterChangedNothing)
        case .isNoText: scene.warn(EditorWords.filterFailed(EditorWords.filterWroteNoText))
        }
      }
    }
  }
}
