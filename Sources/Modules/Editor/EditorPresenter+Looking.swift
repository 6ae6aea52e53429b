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

  /// How a text is looked at before the person says otherwise.
  func begin(wrapping wraps: Bool, withNumbers numbers: Bool) {
    let old = page.layout
    if old.wraps != wraps {
      page.layout = TextLayout(columns: old.columns, wraps: wraps, tabWidth: old.tabWidth)
    }
    showsNumbers = numbers
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

  /// Esc first lets go of what is selected and of all cursors but one; then it leaves.
  func closeOrSettle() {
    if !state.isPeek, !selections.isOneCursor {
      let main = selections.main
      return select(Selections(Selection(at: main.head, goal: main.goal)))
    }
    close()
  }

  func sayHowToLeave() { say("Esc saves and goes back. q in the list quits.") }
}
