import Entities
import TextEngine
import Viper

/// Opens notes next to this one as vim and emacs do, and changes the panes' sizes.
extension EditorSplit {
  /// Opens the note with this name on a side. Without a name it is the one that was open before, because a
  /// note is never shown twice; without such a note it is the preview.
  func open(_ name: String, on side: PaneSide, staysHere: Bool = false) {
    guard scene.snapshot.isLoaded else { return scene.showState() }
    if !name.isEmpty { return showNote(named: name, on: side) }
    if scene.state.pane != .alone {
      return scene.warn(
        staysHere ? EditorWords.hasTwoNotesForEmacs : EditorWords.hasTwoNotes)
    }
    holdKeys()
    scene.interactor.ask(
      .recentNotes(),
      then: latest.only { [weak self] notes in
        self?.openRecent(of: notes, on: side, staysHere: staysHere)
      })
  }

  private func openRecent(of notes: [NoteID], on side: PaneSide, staysHere: Bool) {
    let snapshot = scene.snapshot
    defer { releaseKeys(dropping: false) }
    guard let note = notes.first(where: { $0 != snapshot.writtenNote }) else {
      return showPreviewInstead()
    }
    scene.wireframe.openInOtherPane(.note(note), at: nil, on: side)
    if staysHere { scene.wireframe.takeFocus() }
    scene.wireframe.showMessage(
      EditorWords.opensRecent(note.path.stem.text, besides: snapshot.name))
  }

  private func showPreviewInstead() {
    if scene.state.showsPreview { return scene.warn(EditorWords.noOtherNote) }
    togglePreview()
    scene.showMessage(EditorWords.opensPreview)
  }

  /// Begins a new note on a side, or opens the one with this name.
  func begin(_ name: String, on side: PaneSide) {
    guard scene.snapshot.isLoaded else { return scene.showState() }
    if !name.isEmpty { return showNote(named: name, on: side) }
    scene.wireframe.openInOtherPane(.newNote(folder: nil), at: nil, on: side)
  }

  /// Asks for a note by name, which replaces the other one if there are two.
  func ask(on side: PaneSide?) {
    guard scene.snapshot.isLoaded else { return scene.showState() }
    let link = TextLink.at(scene.selections.main.head, in: scene.text)
    scene.wireframe.ask(.noteBeside(proposing: link?.writtenName ?? "")) { [weak self] reply in
      if case .typed(let name) = reply { self?.showNote(named: name, on: side) }
    }
  }

  // MARK: - The preview, and sizes

  func divide(_ divider: EditorDivider, _ share: Int) {
    switch divider {
    case .notes: scene.state.layout.share = share
    case .preview: scene.state.layout.previewShare = share
    }
    panesMoved()
  }

  func panesMoved() {
    scene.showState()
    scene.wireframe.slotsMoved()
  }
}

extension EditorPresenter: EditorPaneInput {
  var paneLayout: PaneLayout { scene.state.layout }

  func arrange(_ layout: PaneLayout) {
    scene.state.layout = layout
    split.panesMoved()
  }

  func paneChanged(to pane: PanePosition) {
    scene.state.pane = pane
    if pane != .holder {
      let share = scene.state.layout.previewShare
      scene.state.layout = PaneLayout()
      scene.state.layout.previewShare = share
    }
    scene.showState()
  }

  func move(_ divider: EditorDivider, ofWidths: Bool, by cells: Int) -> Bool {
    guard let share = scene.view?.share(of: divider, ofWidths: ofWidths, movedBy: cells) else {
      return false
    }
    split.divide(divider, share)
    return true
  }

  func hidePreview() {
    guard scene.state.showsPreview else { return }
    split.togglePreview()
    scene.showMessage("")
  }

  func run(paneCommand name: String, count: Int?) {
    handle(.run(Invocation(CommandID(name), count: count)))
  }

  func closePane() { saving.close() }
}
