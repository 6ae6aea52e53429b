import TextEngine
import Viper

/// What vim's lines and emacs's keys ask of the program, by the names that their machines have for it.
extension KeymapBridge {
  enum VimLine: String {
    case write = "vim-write"
    case writeAnyway = "vim-write-anyway"
    case writeQuit = "vim-write-quit"
    case writeQuitAnyway = "vim-write-quit-anyway"
    case quit = "vim-quit"
    case drop = "vim-quit-anyway"
    case edit = "vim-edit"
    case editAnyway = "vim-edit-anyway"
    case tag = "vim-tag"
    case tagAnyway = "vim-tag-anyway"
    case search = "vim-search"
    case help = "vim-help"
    case unmark = "vim-no-highlight"
    case nextNote = "vim-next-note"
    case previousNote = "vim-previous-note"
    case otherNote = "vim-other-note"
    case notes = "vim-notes"
  }

  enum EmacsCommand: String {
    case palette
    case openNote = "open-note"
    case switchNote = "switch-note"
    case leave
    case middleRow = "middle-row"
  }

  /// False for a command of no other editor.
  func runLine(_ invocation: Invocation) -> Bool {
    let name = invocation.command.name
    if let line = VimLine(rawValue: name) {
      run(line, invocation.argument)
    } else if let command = EmacsCommand(rawValue: name) {
      run(command)
    } else {
      return false
    }
    return true
  }

  private func run(_ line: VimLine, _ words: String) {
    switch line {
    case .write, .writeAnyway, .writeQuit, .writeQuitAnyway:
      if !words.isEmpty { return scene.warn(EditorWords.cannotWriteElsewhere(words)) }
      if line == .write || line == .writeAnyway { saving.save() } else { saving.close() }
    case .quit:
      if scene.snapshot.isDirty { return scene.warn(EditorWords.isNotSaved) }
      saving.close()
    case .drop:
      if scene.snapshot.isDirty, !scene.interactor.perform(.dropChanges).isDone {
        return scene.warn(EditorWords.cannotDropAndClose)
      }
      saving.close()
    case .edit:
      if words.isEmpty { return scene.showMessage(EditorWords.editNeedsName) }
      navigation.open(noteNamed: words)
    case .editAnyway:
      if !scene.perform(.dropChanges).isDone { scene.showMessage(EditorWords.cannotDrop) }
    case .tag, .tagAnyway:
      if words.isEmpty { navigation.followLink() } else { navigation.open(noteNamed: words) }
    case .search: navigation.search(for: words)
    case .help: scene.showMessage(EditorWords.help)
    case .nextNote: navigation.goThroughRecent(by: 1)
    case .previousNote: navigation.goThroughRecent(by: -1)
    case .otherNote: navigation.go(toRecentNamed: words)
    case .notes: scene.wireframe.openPalette(typing: "")
    case .unmark:
      scene.marked = nil
      scene.showRows()
    }
  }

  private func run(_ command: EmacsCommand) {
    switch command {
    // Notes are opened by their names there too.
    case .palette, .openNote, .switchNote: scene.wireframe.openPalette(typing: "")
    case .leave: saving.close()
    case .middleRow: scene.goToMiddleRow()
    }
  }
}
