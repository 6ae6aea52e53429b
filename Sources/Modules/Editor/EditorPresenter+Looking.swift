import TextEngine

/// How the text is looked at: wrapped or not, with numbers, from which line.
extension EditorPresenter {
  func toggleWrap() {
    let old = page.layout
    page.layout = TextLayout(columns: old.columns, wraps: !old.wraps, tabWidth: old.tabWidth)
    visible.forget()
    say(page.layout.wraps ? "Long lines wrap." : "Long lines scroll sideways.")
    showRows()
  }

  func toggleNumbers() {
    showsNumbers.toggle()
    fitRoom()
  }

  func askForLine() {
    guard interactor.isLoaded else { return showState() }
    let text = interactor.text
    let line = text.line(at: selections.main.head).value + 1
    wireframe.askForLine(now: line, of: text.lineCount, answer: self)
  }

  /// `12`, or `12:5` for a place in it.
  func lineWasTyped(_ typed: String) {
    let parts = typed.split(separator: ":", omittingEmptySubsequences: false)
    guard let number = parts.first.flatMap({ Int($0.filter { $0 != " " }) }), parts.count <= 2
    else {
      return say("“\(typed)” is no line. Type a number, or 12:5 for a place in a line.")
    }
    let text = interactor.text
    let line = LineNumber(min(max(number, 1), text.lineCount) - 1)
    let content = text.content(of: line)
    var place = content.lowerBound
    if parts.count == 2, let column = Int(parts[1]), column > 1 {
      let wanted = min(content.upperBound, content.lowerBound + (column - 1))
      place = text.boundary(atOrBefore: wanted)
    }
    interactor.closeStep()
    select(Selections(Selection(at: place)))
  }

  /// Esc first lets go of what is more than one cursor; then it leaves.
  func closeOrSettle() {
    if !state.isPeek, selections.count > 1 { return select(selections.onlyMain) }
    close()
  }

  func toggleSplit() {
    guard let route, !state.isPeek else { return }
    state.showsPreview.toggle()
    if state.showsPreview, preview == nil { preview = wireframe.embedPreview(in: route) }
    say(
      state.showsPreview
        ? "The preview shows where the window has room." : "The preview is hidden. F5 shows it.")
    wireframe.slotsMoved()
    showPreview()
  }

  /// The preview shows what is typed, saved or not.
  func showPreview() {
    guard state.showsPreview, let preview, !previewIsPlanned else { return }
    previewIsPlanned = true
    interactor.afterThisFrame { [weak self] in
      guard let self else { return }
      self.previewIsPlanned = false
      let text = self.interactor.text
      let end = text.content(at: min(text.end, ByteOffset(Self.mostPreviewed))).lowerBound
      let shown = text.byteCount <= Self.mostPreviewed ? text.end : end
      preview.show(
        text: text.bytes(in: .zero..<shown), isCut: shown < text.end,
        from: self.visible.rows.first?.layout.line.value ?? 0, named: self.interactor.name)
    }
  }

  /// More is not shown beside the text.
  private static var mostPreviewed: Int { 256 << 10 }
}
