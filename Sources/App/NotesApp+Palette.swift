import Editor
import Entities
import Palette
import Services
import Terminal
import VaultSettings
import Viper

/// The palette, and what is chosen there.
extension NotesApp {
  func showPalette(typing text: String = "") { showPalette(typing: text, lines: []) }

  func showPalette(typing text: String, lines: [PaletteLine]) {
    // A question waits for its answer.
    if router.topName == "Prompt" { return }
    let route = wireframe.palette(
      over: router.focusedKeyTable, editor: container.vault?.desk.editorOnTop,
      lines: lines, typing: text)
    wireframe.attempt { () throws(RouteError) in try router.custom(route, .palette) }
  }

  func noteWasOpened(_ note: NoteID) {
    guard let vault = container.vault else { return }
    let recent = vault.services.state.recent
    scope.run({ try await recent.change { $0.open(note) } }, then: { _ in })
  }

  func noteWasLeft(_ note: NoteID, at place: NotePosition) {
    leftNotes = leftNotes.suffix(Self.notesToReturnTo - 1) + [note]
    guard let vault = container.vault, !container.isReadOnly else { return }
    let places = vault.services.state.places
    scope.run({ try await places.change { $0.leave(note, at: place) } }, then: { _ in })
  }

  /// What is not saved in the editor that is left is saved first.
  func open(_ note: NoteID, beside: Bool) {
    guard let vault = container.vault else { return }
    router.closeBoxes()
    guard let routes = vault.desk.editorOnTop, let editor = routes.editor else {
      vault.list.adapter?.willRead(note)
      return go(to: FoundNote(id: note), as: .editor(note: note.path.text), in: vault)
    }
    if editor.note == note || vault.desk.visibleEditor(of: note) != nil {
      vault.desk.visibleEditor(of: note)?.bringForward(at: nil)
      if beside, editor.note == note {
        let name = note.path.stem.text
        router.notice = "“\(name)” is open here already. F5 shows it beside, as a preview."
      }
      return
    }
    if beside { return routes.openInOtherPane(note, at: nil) }
    editor.saveToLeave { [weak self, weak routes, weak vault] in
      guard let self, let routes, let vault, vault === self.container.vault else { return }
      routes.saveOtherPane { [weak self, weak vault] in
        guard let self, let vault, vault === self.container.vault else { return }
        self.go(to: FoundNote(id: note), as: .editor(note: note.path.text), in: vault)
      }
    }
  }

  func press(_ keys: [Key]) {
    for key in keys { dispatch(.key(key)) }
  }

  func run(command: String) { router.perform(command) }

  func showSettings(at setting: SettingName) {
    guard let route = wireframe.settings(at: setting) else { return }
    router.closeBoxes()
    wireframe.attempt { () throws(RouteError) in
      if router.topName == "Settings" {
        try router.replaceTop(route)
      } else {
        try router.push(route)
      }
    }
  }
}

extension OpenEditors {
  /// The editor that has the keys, or would have them without what stands above it.
  var editorOnTop: EditorRoutes? {
    let shown = editors.filter { routes in
      routes.place.map { routes.wireframe.router.isOnTopScreen($0) } ?? false
    }
    return shown.first { routes in
      routes.place.map { routes.wireframe.router.wouldHaveFocus($0) } ?? false
    } ?? shown.first
  }
}
