import Markdown
import Viper

/// Moving between headings, one by one or from the outline.
extension PreviewPresenter {
  func go(toLine line: Int) {
    guard let text else { return }
    // Lay out the text with the room of the outline before counting its rows.
    state.content = .text
    layOut(text.note.showing(line: line).map(text.with) ?? text)
    state.selected = nil
    if let layout { move(to: min(layout.position(ofLine: line), layout.lastTop)) }
  }

  func goToHeading(_ steps: Int) {
    guard let text, !text.headings.isEmpty else { return showMessage(PreviewWords.noHeadings) }
    let index = state.top.index
    let current = text.note.line(of: index)
    let isBelow = state.top.row > text.note.unit(at: index).emptyRows
    let target =
      steps > 0
      ? text.headings.first { $0.line > current }
      : text.headings.last { $0.line < current || isBelow && $0.line == current }
    guard let target else {
      return showMessage(steps > 0 ? PreviewWords.noHeadingBelow : PreviewWords.noHeadingAbove)
    }
    // The last headings may be visible already, with no more to scroll.
    move(toLine: target.line)
  }

  func showOutline() {
    guard let text, !text.headings.isEmpty else { return showMessage(PreviewWords.noHeadings) }
    let current = text.note.line(of: state.top.index)
    let selected = text.headings.lastIndex { $0.line <= current } ?? 0
    topBeforeOutline = state.top
    state.content = .outline(selected: selected)
    layOut(text)
    view?.show(state)
  }

  func handle(_ command: PreviewCommand, inOutline selected: Int) -> Bool {
    guard let text else { return false }
    let last = text.headings.count - 1
    // Scroll the text next to the outline too.
    func select(_ index: Int) {
      let index = min(max(0, index), last)
      state.content = .outline(selected: index)
      move(toLine: text.headings[index].line)
    }
    switch command {
    case .scroll(let rows): select(selected + rows)
    case .page(let pages): select(selected + pages * max(1, room.rows - 2))
    case .walk(let steps), .heading(let steps): select(selected + steps)
    case .toStart: select(0)
    case .toEnd: select(last)
    case .open: go(toLine: text.headings[min(selected, last)].line)
    case .chooseHeading(let index): go(toLine: text.headings[min(max(0, index), last)].line)
    case .outline, .leave:
      state.content = .text
      layOut(text)
      state.top = topBeforeOutline
      view?.show(state)
    case .fill: wireframe?.fill()
    case .touch: return takeFocus()
    case .toggle, .edit, .drawPictures, .properties, .takeBack, .press, .fold, .reveal, .resize:
      break
    }
    return true
  }
}
