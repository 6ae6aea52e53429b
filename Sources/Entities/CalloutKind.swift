/// The kinds of callouts that Obsidian knows.
package enum CalloutKind: String, CaseIterable, Sendable {
  case note, abstract, info, todo, tip, success, question, warning, failure, danger, bug, example
  case quote

  /// Ignores case. An unknown name means a note, as in Obsidian.
  package init(named name: String) {
    let name = name.lowercased()
    self = Self.allCases.first { $0.names.contains(name) } ?? .note
  }

  /// Every name of the kind, its own first.
  private var names: [String] {
    switch self {
    case .note, .info, .todo, .bug, .example: [rawValue]
    case .abstract: ["abstract", "summary", "tldr"]
    case .tip: ["tip", "hint", "important"]
    case .success: ["success", "check", "done"]
    case .question: ["question", "help", "faq"]
    case .warning: ["warning", "caution", "attention"]
    case .failure: ["failure", "fail", "missing"]
    case .danger: ["danger", "error"]
    case .quote: ["quote", "cite"]
    }
  }

  /// All names except those of `example` and `quote`, which are other kinds of blocks elsewhere.
  package static let named = Set(
    allCases.filter { $0 != .example && $0 != .quote }.flatMap(\.names))
}
