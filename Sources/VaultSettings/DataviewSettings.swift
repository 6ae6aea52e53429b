/// What the plugin Dataview has set that is followed here. As it is made, it is what the plugin begins
/// with.
package struct DataviewSettings: Equatable, Sendable {
  /// Markdown that is shown where there is no value.
  package var null = "\\-"
  /// Of days, and of moments within them, as Luxon has formats.
  package var dateFormat = "MMMM dd, yyyy"
  package var dateTimeFormat = "h:mm a - MMMM dd, yyyy"
  /// What the first column is called.
  package var fileColumn = "File"
  package var showsCount = true
  /// What code within a line begins with that is an expression.
  package var inlineSign = "="

  package init() {}
}
