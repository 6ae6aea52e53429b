import Editor
import Entities
import Viper

/// Two editors side by side: the left one holds the right one in its slot. If one is closed, the
/// other stays as the same instance.
extension EditorRoutes {
  func openInOtherPane(_ note: NoteID, at part: String?) {
    guard let neighbor else { return embedInOtherPane(note, at: part) }
    if neighbor.editor?.note == note { return neighbor.bringForward(at: part) }
    neighbor.editor?.saveToLeave { [weak self, weak neighbor] in
      guard let self, let neighbor, let handle = neighbor.handle else { return }
      self.wireframe.attempt { () throws(RouteError) in try neighbor.close(handle) }
      if handle.state == .removed { self.embedInOtherPane(note, at: part) }
    }
  }

  private func embedInOtherPane(_ note: NoteID, at part: String?) {
    guard let handle else { return }
    let wireframe = wireframe
    var made: EditorRoutes?
    let route = wireframe.editor(
      .note(note), at: part.map { .part($0) }, output: wireframe.vault.changedNotes,
      linked: { made = $0 })
    // The slot exists only after this call.
    editor?.paneChanged(to: .left)
    let shown = wireframe.attempt { () throws(RouteError) in
      try wireframe.router.embed(route, in: handle, slot: EditorSlot.beside)
    }
    guard let shown, shown.state == .routed, let made else {
      editor?.paneChanged(to: .alone)
      return
    }
    neighbor = made
    made.neighbor = self
    made.editor?.paneChanged(to: .right)
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
}
