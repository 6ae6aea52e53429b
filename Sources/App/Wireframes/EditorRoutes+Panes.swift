import Editor
import Entities
import Viper

/// Two editors that share the window: one holds the other in its slot. If one is closed, the other stays
/// as the same instance.
extension EditorRoutes {
  func openInOtherPane(_ opening: EditorOpening, at part: String?, on side: PaneSide?) {
    if case .newNote = opening, wireframe.container.isReadOnly {
      return showMessage("Read-only: no note is made. Start without --read-only to make one.")
    }
    let layout = newLayout(on: side)
    guard let neighbor else { return embedInOtherPane(opening, at: part, layout) }
    if case .note(let note) = opening, neighbor.editor?.note == note {
      return neighbor.bringForward(at: part)
    }
    closeOtherPane { [weak self] in self?.embedInOtherPane(opening, at: part, layout) }
  }

  /// Returns the layout after this note has become the holder. Without a side both panes stay.
  private func newLayout(on side: PaneSide?) -> PaneLayout {
    var layout = PaneLayout()
    if let side {
      layout.isStacked = side.isStacked
      layout.isSwapped = side.isFirst
    } else if let holder, let old = holder.editor?.paneLayout {
      layout = old
      if holder !== self { layout.isSwapped.toggle() }
    }
    return layout
  }

  private func embedInOtherPane(
    _ opening: EditorOpening, at part: String?, _ layout: PaneLayout
  ) {
    guard let handle else { return }
    let wireframe = wireframe
    var made: EditorRoutes?
    let route = wireframe.editor(
      opening, at: part.map { .part($0) }, output: wireframe.vault.changedNotes,
      linked: { made = $0 })
    // The slot exists only after this call.
    editor?.paneChanged(to: .holder)
    var layout = layout
    layout.previewShare = editor?.paneLayout.previewShare ?? PaneLayout.half
    editor?.arrange(layout)
    let shown = wireframe.attempt(
      try wireframe.router.embed(route, in: handle, slot: EditorSlot.beside))
    guard let shown, shown.state == .routed, let made else {
      editor?.paneChanged(to: .alone)
      return
    }
    neighbor = made
    made.neighbor = self
    made.editor?.paneChanged(to: .held)
    wireframe.router.focus(shown)
  }

  func close(_ route: RouteHandle) throws(RouteError) {
    let other = neighbor
    if let other, let handle = other.handle, wireframe.router.holds(handle, in: route) {
      try wireframe.router.show(handle, as: .push)
    }
    try route.remove()
    neighbor = nil
    other?.neighbor = nil
    other?.editor?.paneChanged(to: .alone)
  }

  func focusOtherPane() { neighbor?.takeFocus() }

  func takeFocus() {
    if let handle { wireframe.router.focus(handle) }
  }

  func saveOtherPane(isAsked: Bool, then goOn: @escaping @MainActor () -> Void) {
    guard let editor = neighbor?.editor else { return goOn() }
    editor.saveToLeave(isAsked: isAsked, then: goOn)
  }

  var unsavedInOtherPane: String? {
    guard let editor = neighbor?.editor, editor.isEdited else { return nil }
    return editor.note?.path.stem.text ?? ""
  }

  func dropInOtherPane(then goOn: @escaping @MainActor () -> Void) {
    guard let editor = neighbor?.editor else { return goOn() }
    editor.dropToLeave(then: goOn)
  }

  /// Focuses the editor, because its note was requested again, and goes to the part.
  func bringForward(at part: String?) {
    guard let handle else { return }
    if wireframe.router.hasFocus(handle) {
      if let part { editor?.go(to: .part(part)) }
    } else {
      wireframe.router.focus(handle)
      editor?.reveal(toPart: part)
    }
  }

  /// The editor of the two that holds the other one; nil without a second one.
  var holder: EditorRoutes? {
    guard let neighbor, let handle, let other = neighbor.handle else { return nil }
    return wireframe.router.holds(other, in: handle) ? self : neighbor
  }

  func perform(_ command: PaneCommand) { wireframe.panes.perform(command) }

  func holdKeys() { wireframe.app.holdKeys() }

  func releaseKeys(dropping: Bool) { wireframe.app.releaseKeys(dropping: dropping) }

  /// Closes this note's pane; returns false if that failed.
  private func close() -> Bool {
    guard let handle else { return false }
    wireframe.attempt(try close(handle))
    return handle.state == .removed
  }

  /// Saves and closes the other note, then goes on.
  func closeOtherPane(then goOn: @escaping @MainActor () -> Void) {
    guard let neighbor else { return goOn() }
    neighbor.editor?.saveToLeave { [weak neighbor] in
      if neighbor?.close() == true { goOn() }
    }
  }
}
