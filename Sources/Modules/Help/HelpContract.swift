import Viper

/// A group of keys with a title.
package struct HelpSection: Equatable, Sendable {
  package var title: String
  package var rows: [HelpRow]

  package init(title: String, rows: [HelpRow]) {
    self.title = title
    self.rows = rows
  }
}

package struct HelpRow: Equatable, Sendable {
  /// The keys as text: "j, Down".
  package var keys: String
  var summary: String

  package init(keys: String, summary: String) {
    self.keys = keys
    self.summary = summary
  }
}

struct HelpState: MessageState {
  var title = ""
  /// The lines that match the filter.
  var rows: [HelpLine] = []
  /// Only rows with these words are shown.
  var filter = ""
  var isFiltering = false
  /// The reason that the help did not close.
  var message = Message()
}

enum HelpCommand: Equatable, Sendable {
  /// Handled by the view itself.
  case scroll(ScrollMove)
  case beginFilter
  case filter(String)
  case keepFilter
  /// Clears the filter; without one, closes the help.
  case back
  case close
  /// Closes the help and opens the guide.
  case guide
}

/// A line of the list.
enum HelpLine: Equatable, Sendable {
  case heading(String)
  case row(HelpRow)
  /// An empty line between two sections.
  case gap
}

typealias HelpView = StateView<HelpState>
typealias HelpPresenting = Presenting<HelpState, HelpCommand>
