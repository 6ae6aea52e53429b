import Viper

/// Filters the keys and closes the help.
@MainActor
final class HelpPresenter: ScreenPresenter, Presenting, LifeCycle {
  weak var view: (any HelpView)? { didSet { view?.show(state) } }
  private let sections: [HelpSection]
  private let openGuide: @MainActor () -> Void
  private(set) var route: RouteHandle?
  var state: HelpState { didSet { view?.show(state) } }

  init(
    title: String, sections: [HelpSection], openGuide: @escaping @MainActor () -> Void = {}
  ) {
    self.openGuide = openGuide
    state = HelpState(title: title, rows: Self.lines(of: sections))
    self.sections = sections
  }

  private static func lines(of sections: [HelpSection]) -> [HelpLine] {
    Array(
      sections.map { [.heading($0.title)] + $0.rows.map(HelpLine.row) }.joined(separator: [.gap]))
  }

  /// Keeps the rows that have each word, in the row or in the title of its section.
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
    state.rows = Self.lines(of: left)
    state.filter = text
  }

  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
  }

  func handle(_ command: HelpCommand) {
    switch command {
    case .scroll: break
    case .beginFilter: state.isFiltering = true
    case .filter(let text): filter(text)
    case .keepFilter: state.isFiltering = false
    case .back:
      guard state.isFiltering || !state.filter.isEmpty else { return close() }
      state.isFiltering = false
      filter("")
    case .close: close()
    case .guide:
      if let error = route?.close() { return showMessage(error.message, isWarning: true) }
      openGuide()
    }
  }
}
