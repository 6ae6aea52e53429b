import Viper

/// Scrolls through the keys and closes.
@MainActor
final class HelpPresenter: HelpPresenting, LifeCycle {
  weak var view: (any HelpView)? { didSet { view?.show(state) } }
  private let sections: [HelpSection]
  private var rows: [HelpLine]
  private var route: RouteHandle?
  private var state: HelpState { didSet { view?.show(state) } }

  init(title: String, sections: [HelpSection]) {
    state = HelpState(title: title)
    self.sections = sections
    rows = Self.lines(of: sections)
  }

  private static func lines(of sections: [HelpSection]) -> [HelpLine] {
    Array(
      sections.map { [.heading($0.title)] + $0.rows.map(HelpLine.row) }.joined(separator: [.gap]))
  }

  /// Each word must stand in a row, or in the title above it.
  private func filter(_ text: String) {
    let words = text.lowercased().split(separator: " ")
    let left = sections.compactMap { section in
      var section = section
      section.rows = section.rows.filter { row in
        let said = "\(row.keys) \(row.summary) \(section.title)".lowercased()
        return words.allSatisfy { said.contains($0) }
      }
      return section.rows.isEmpty ? nil : section
    }
    rows = Self.lines(of: left)
    state.filter = text
    state.firstLine = 0
  }

  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
  }

  var rowCount: Int { rows.count }

  func row(at index: Int) -> HelpLine { rows[index] }

  func handle(_ command: HelpCommand) {
    switch command {
    case .scroll(let move): scroll(move)
    case .beginFilter: state.isFiltering = true
    case .filter(let text): filter(text)
    case .keepFilter: state.isFiltering = false
    case .back:
      guard state.isFiltering || !state.filter.isEmpty else { return close() }
      state.isFiltering = false
      filter("")
    case .close: close()
    }
  }

  private func scroll(_ move: ScrollMove) {
    guard let view else { return }
    state.firstLine = move.first(
      from: state.firstLine, of: view.lineCount, visible: view.visibleLines)
  }

  private func close() {
    if let error = route?.close() { state.problem = error.message }
  }
}
