import Entities
import Saving
import TextEngine
import Viper

/// Vim's commands for files, in terms of notes: `:w NAME`, `:e NAME`, `:q!` and their like.
@MainActor
final class EditorFiles {
  let scene: EditorScene
  let saving: SavingAndLeaving
  let navigation: EditorNavigation

  init(_ scene: EditorScene, _ saving: SavingAndLeaving, _ navigation: EditorNavigation) {
    (self.scene, self.saving, self.navigation) = (scene, saving, navigation)
  }

  /// Whether the text may be left. Vim refuses if it is not written.
  func mayLeave() -> Bool {
    if scene.snapshot.isDirty { scene.warn(EditorWords.isNotWritten) }
    return !scene.snapshot.isDirty
  }

  /// The same for another note, which vim's `autowrite` saves for. Saving after pauses is like that.
  func mayGoOn() -> Bool { scene.options.savesAfterPause || mayLeave() }

  // MARK: - Writing

  /// `:w`, `:w NAME` and `:w >> NAME`.
  func write(_ argument: String, isForced: Bool) {
    if argument.isEmpty || isOwnName(argument) { return saving.save() }
    if let name = Self.appended(argument) {
      return append(scene.text, to: name, isForced: isForced)
    }
    // A new note gets the name, as vim's buffer without one.
    if scene.snapshot.saved.isNew, scene.isEditable {
      return saving.save(asNoteNamed: argument, replacing: isForced)
    }
    write(scene.text, to: argument, isForced ? .replacing : .new)
  }

  /// `:wq` and `:x`. With a name they are `:w NAME`, then `:q`.
  func writeAndQuit(_ argument: String, isForced: Bool) {
    if argument.isEmpty || isOwnName(argument) { return saving.close() }
    if scene.snapshot.saved.isNew, scene.isEditable {
      return saving.save(asNoteNamed: argument, replacing: isForced) { [saving] in saving.close() }
    }
    write(scene.text, to: argument, isForced ? .replacing : .new) { [weak self] in
      guard let self else { return }
      if isForced { saving.quitAnyway() } else if mayLeave() { saving.close() }
    }
  }

  /// `:[range]w NAME`: the argument begins with the lines.
  func writeLines(_ argument: String, isForced: Bool) {
    let parts = argument.split(separator: " ", maxSplits: 1)
    let numbers = (parts.first ?? "").split(separator: ",").compactMap { Int($0) }
    guard numbers.count == 2, parts.count == 2 else { return }
    let text = scene.text
    let last = LineNumber(min(numbers[1], text.lineCount) - 1)
    let first = LineNumber(min(max(numbers[0] - 1, 0), last.value))
    let lines = text[text.start(of: first)..<text.range(of: last).upperBound]
    let name = String(parts[1])
    if let other = Self.appended(name) { return append(lines, to: other, isForced: isForced) }
    if isOwnName(name) { return scene.warn(EditorWords.partCannotReplace) }
    write(lines, to: name, isForced ? .replacing : .new)
  }

  private func append(_ lines: Rope, to name: String, isForced: Bool) {
    if name.isEmpty || isOwnName(name) { return scene.warn(EditorWords.cannotAppendToItself) }
    write(lines, to: name, .appending(orNew: isForced))
  }

  private func write(
    _ lines: Rope, to name: String, _ mode: NoteWriteMode,
    then goOn: @escaping @MainActor () -> Void = {}
  ) {
    guard scene.isEditable else { return scene.showState() }
    if scene.snapshot.part != nil { return scene.warn(EditorWords.isOnlyPart) }
    if scene.snapshot.opensReadOnly { return scene.warn(EditorWords.isReadOnly) }
    scene.ask(holdingKeys: .writing(lines, to: name, mode)) { [scene, saving] result in
      switch result {
      case .success(let written):
        saving.tellParent(written.note)
        scene.showMessage(EditorWords.written(written, lines: lines.vimLineCount))
        goOn()
      case .failure(let problem): scene.warn(EditorWords.notWritten(because: problem))
      }
    }
  }

  /// The name behind `>>`.
  private static func appended(_ argument: String) -> String? {
    guard argument.hasPrefix(">>") else { return nil }
    return String(argument.dropFirst(2).drop(while: \.isWhitespace))
  }

  private func isOwnName(_ name: String) -> Bool {
    if name == "%" { return true }
    guard let path = scene.snapshot.wholeNote?.path else { return false }
    return [path.text, path.name.text, path.stem.text].contains(name)
  }

  // MARK: - Several notes

  func writeAll(then goOn: @escaping @MainActor () -> Void = {}) {
    saving.saveAll { [scene] in
      scene.wireframe.showMessage(EditorWords.allAreSaved)
      goOn()
    }
  }

  /// `:bufdo`. Unlike in vim, the keys stay with this note.
  func doInEachNote(_ line: String) {
    if line.isEmpty { return scene.warn(EditorWords.needsName) }
    scene.wireframe.runInEachNote(line) { [scene] outcome in
      scene.wireframe.showMessage(EditorWords.ran(outcome))
    }
  }

  func quit() { if mayLeave() { saving.close() } }

  func quitAll() {
    guard mayLeave() else { return }
    if let name = scene.wireframe.unsavedInOtherPane {
      return scene.warn(EditorWords.isNotWritten(inNoteNamed: name))
    }
    scene.wireframe.quit()
  }

  /// Goes back in both panes, the other one first.
  func quitAllAnyway() {
    scene.wireframe.dropInOtherPane { [weak self] in
      self?.saving.drop { self?.scene.wireframe.quit() }
    }
  }

  // MARK: - Opening notes by any of their names

  /// With a `!` it drops what was typed since the last save.
  func edit(_ name: String, isForced: Bool) {
    if isForced {
      if name.isEmpty || name == "%" { return saving.goBack() }
      return saving.drop { [weak self] in self?.edit(name, isForced: false) }
    }
    switch name {
    case "": reload()
    case "#": openAlternate()
    case "%": scene.showState()
    default: if mayGoOn() { navigation.open(typedName: name) }
    }
  }

  /// `:e` alone reads the file again, which the text follows anyway.
  private func reload() {
    guard mayLeave() else { return }
    scene.interactor.start(.compareWithFile)
    showFile()
  }

  func openAlternate() { if mayGoOn() { navigation.go(toRecentNamed: "#") } }

  /// Completes the name on the command line.
  func completeName(_ typed: String) {
    scene.ask(holdingKeys: .names(begunBy: typed)) { [scene] names in
      if names.isEmpty { scene.showMessage(EditorWords.noNoteBegins(typed)) }
      scene.interactor.perform(.complete(names))
      scene.showKeys()
    }
  }

  // MARK: - What it is called, and where

  func showFile() {
    let snapshot = scene.snapshot
    guard snapshot.isLoaded else { return scene.showState() }
    let (text, head) = (snapshot.text, snapshot.selections.main.head)
    let line = text.line(at: min(head, text.end)).value + 1
    let (count, column) = (text.vimLineCount, head - text.start(of: text.line(at: head)) + 1)
    scene.showMessage(
      EditorWords.file(
        snapshot.wholeNote?.path.text ?? snapshot.name, isModified: snapshot.isDirty,
        line: min(line, max(1, count)), of: count, column: column))
  }

  func showFile(_ argument: String) {
    if argument.isEmpty { return showFile() }
    scene.warn(EditorWords.cannotOnlyRename)
  }

  func showFolder(_ argument: String) {
    let folder = scene.wireframe.path(ofFolder: scene.snapshot.note?.path.folder)
    scene.showMessage(argument.isEmpty ? folder : EditorWords.folderFollows(folder))
  }

  func beginNote() {
    if mayGoOn() {
      saving.leave { [scene] in
        scene.wireframe.openNewNote(in: scene.snapshot.note?.path.folder)
      }
    }
  }
}

extension Rope {
  /// The number of lines as vim counts them: the end of the last line begins no other.
  var vimLineCount: Int {
    let endsLine = byteCount > 0 && self[ByteOffset(byteCount - 1)] == UInt8(ascii: "\n")
    return byteCount == 0 ? 0 : lineCount - (endsLine ? 1 : 0)
  }
}
