import Editor
import Terminal

/// The panes' sizes, and the order of two notes.
extension ScreenPanes {
  /// The editor that holds the other one of two.
  private var holder: EditorRoutes? {
    all.compactMap { routes(of: $0.node)?.holder }.first
  }

  func even() {
    for editor in all.compactMap({ routes(of: $0.node)?.editor }) {
      var layout = editor.paneLayout
      (layout.share, layout.previewShare) = (PaneLayout.half, PaneLayout.half)
      editor.arrange(layout)
    }
  }

  /// Moves the divider between a note and its preview, else the one between two notes.
  func resize(isWidth: Bool, _ size: PaneSize) {
    guard let current, let area = all.first(where: { $0.node === current })?.area else { return }
    let cells: Int
    switch size {
    case .by(let count): cells = count
    case .to(let wanted):
      let now = isWidth ? area.columns : area.rows
      // More than any window has.
      cells = min(wanted ?? 10_000, 10_000) - now
    }
    guard let routes = currentNote else { return }
    let inner = isPreview(current) ? -cells : cells
    if routes.editor?.move(.preview, ofWidths: isWidth, by: inner) == true { return }
    guard let holder, let editor = holder.editor else { return }
    let isFirst = (holder === routes) != editor.paneLayout.isSwapped
    _ = editor.move(.notes, ofWidths: isWidth, by: isFirst ? cells : -cells)
  }

  func exchange(keepsFocus: Bool) {
    guard let editor = holder?.editor else { return say(PaneWords.needsTwoNotes) }
    var layout = editor.paneLayout
    layout.isSwapped.toggle()
    editor.arrange(layout)
    if !keepsFocus { currentNote?.focusOtherPane() }
  }

  func move(to side: PaneSide) {
    guard let routes = currentNote, let holder, let editor = holder.editor else {
      return say(PaneWords.needsTwoNotes)
    }
    var layout = editor.paneLayout
    layout.isStacked = side.isStacked
    layout.isSwapped = (holder === routes) != side.isFirst
    layout.share = PaneLayout.half
    editor.arrange(layout)
  }
}
