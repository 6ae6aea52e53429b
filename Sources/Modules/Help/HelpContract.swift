import Viper

/// Keys that belong together, with their title.
package struct HelpSection: Equatable, Sendable {
  package var title: String
  package var rows: [HelpRow]

  package init(title: String, rows: [HelpRow]) {
    self.title = title
    self.rows = rows
  }
}

package struct HelpRow: Equatable, Sendable {
  /// As they are read: "j, Down".
  package var keys: String
  var summary: String

  package init(keys: String, summary: String) {
    self.keys = keys
    self.summary = summary
  }
}

struct HelpState: MessageState {
  var title = ""
  /// Those that the filter leaves.
  var rows: [HelpLine] = []
  /// Only rows with these words are shown.
  var filter = ""
  var isFiltering = false
  /// Why the help is still here although it was closed.
  var message = Message()
}

enum HelpCommand: Equatable, Sendable {
  /// The view's own.
  case scroll(ScrollMove)
  case beginFilter
  case filter(String)
  case keepFilter
  /// Drops the filter, else closes.
  case back
  case close
}

/// One row of the sections, one after the other.
enum HelpLine: Equatable, Sendable {
  case heading(String)
  case row(HelpRow)
  /// Between two sections.
  case gap
}

typealias HelpView = StateView<HelpState>
typealias HelpPresenting = Presenting<HelpState, HelpCommand>
