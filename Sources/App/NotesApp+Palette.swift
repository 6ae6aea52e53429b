import Editor
import Entities
import OpenVault
import OwnCommands
import Palette
import Terminal
import Viper

/// The palette and its choices.
extension NotesApp {
  func showPalette(typing text: String = "", lines: [PaletteLine] = []) {
    // A question must be answered first.
    if router.asks { return }
    let route = wireframe.palette(
      over: router.focusedKeyTable, editor: container.vault?.openEditors.editorOnTop,
      lines: lines, typing: text)
    wireframe.attempt(try router.custom(route, .palette))
  }

  func noteDid(_ event: NoteEvent) {
    guard let vault = container.vault else { return }
    let state = vault.services.state
    switch event {
    case .open(let note):
      ownHooks.fire(.open, [note])
      // The note on the screen was used last until now, and may have been a new one when it opened.
      let shown = [vault.openEditors.editorOnTop?.editor?.note, note].compactMap(\.self)
      scope.run(
        {
          try await state.recent.change { recent in
            for note in shown { recent.open(note) }
          }
        }, then: { _ in })
    case .openLocked: lockedNoteWasOpened()
    case .leave(let note, let position):
      leftNotes = leftNotes.suffix(Self.notesToReturnTo - 1) + [note]
      if container.isReadOnly { return }
      scope.run(
        { try await state.positions.change { $0.leave(note, at: position) } }, then: { _ in })
    }
  }

  /// Opens the note, after saving the editor that it replaces.
  func open(_ note: NoteID, beside: Bool) {
    guard let vault = container.vault else { return }
    router.closeBoxes()
    guard let routes = vault.openEditors.editorOnTop, let editor = routes.editor else {
      vault.list.adapter?.willRead(note)
      return go(to: FoundNote(id: note), as: .editor(note: note.path.text), in: vault)
    }
    if editor.note == note || vault.openEditors.visibleEditor(of: note) != nil {
      vault.openEditors.visibleEditor(of: note)?.bringForward(at: nil)
      if beside, editor.note == note {
        let name = note.path.stem.text
        router.notice = "“\(name)” is open here already. F5 shows it beside, as a preview."
      }
      return
    }
    if beside { return routes.openInOtherPane(.note(note), at: nil, on: nil) }
    editor.saveToLeave { [weak self, weak routes, weak vault] in
      guard let self, let routes, let vault, vault === self.container.vault else { return }
      routes.saveOtherPane(isAsked: false) { [weak self, weak vault] in
        guard let self, let vault, vault === self.container.vault else { return }
        self.go(to: FoundNote(id: note), as: .editor(note: note.path.text), in: vault)
      }
    }
  }

  func press(_ keys: [Key]) {
    for key in keys { dispatch(.key(key)) }
  }

  func perform(_ effect: PaletteEffect, named command: String?) {
    if let command, let used = container.vault?.services.state.used {
      scope.run({ try await used.change { $0.use(command) } }, then: { _ in })
    }
    switch effect {
    case .press(let keys): press(keys)
    case .run(let name): router.perform(name)
    case .perform(let command): perform(command)
    case .runOwn(let command): ownCommands.run(command)
    case .go(let destination): open(destination)
    case .line(let line, let argument): run(line: line, argument)
    }
  }
}

extension OpenEditors {
  /// The editor with the focus, ignoring boxes above it.
  var editorOnTop: EditorRoutes? {
    let shown = editors.filter { routes in
      routes.handle.map { routes.wireframe.router.isOnTopScreen($0) } ?? false
    }
    return shown.first { routes in
      routes.handle.map { routes.wireframe.router.wouldHaveFocus($0) } ?? false
    } ?? shown.first
  }
}
