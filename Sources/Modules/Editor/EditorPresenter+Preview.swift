import TextEngine

/// The preview beside the text, which shows what is typed, saved or not, at the same place.
extension EditorPresenter {
  struct Previewing {
    /// It is told after the frame.
    var isPlanned = false
    /// What stands first in it.
    var top = ByteOffset.zero
  }

  func toggleSplit() {
    guard let route, !state.isPeek else { return }
    state.showsPreview.toggle()
    if state.showsPreview, preview == nil { preview = wireframe.embedPreview(in: route) }
    say(
      state.showsPreview
        ? "Preview is on (below, or beside in wide windows)." : "Preview is off. F5 shows it.")
    wireframe.slotsMoved()
    showPreview()
  }

  /// Where it is hidden it is shown for this.
  func focusPreview() {
    guard !state.isPeek else { return }
    if !state.showsPreview {
      toggleSplit()
      // That it is there is seen by who goes there.
      say("")
    }
    if preview != nil { wireframe.focusPreview() }
  }

  func showPreview() {
    guard state.showsPreview, let preview, !previewing.isPlanned else { return }
    previewing.isPlanned = true
    interactor.afterThisFrame { [weak self] in
      guard let self else { return }
      self.previewing.isPlanned = false
      self.layOut()
      let text = self.interactor.text
      let top = min(self.visible.rows.first?.layout.start ?? .zero, text.end)
      self.previewing.top = top
      preview.show(EditorPreviewText(text, top: top, named: self.interactor.name))
    }
  }

  /// Where the text was scrolled the preview goes along.
  func scrollPreview() {
    if state.showsPreview, let top = visible.rows.first?.layout.start, top != previewing.top {
      showPreview()
    }
  }
}
