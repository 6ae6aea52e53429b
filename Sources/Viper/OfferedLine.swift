/// A line that is offered below a question while another one is typed.
package struct OfferedLine: Equatable, Sendable {
  /// The words of its row.
  package var label: String
  package var detail: String
  /// The line that is the answer, or that follows if the row only leads further.
  package var line: String
  /// The line after Tab, to which more can be typed.
  package var completed: String
  /// Whether it is made by the answer.
  package var isNew: Bool
  /// Whether choosing it does not answer yet: a folder with files in it.
  package var leadsOn: Bool

  package init(
    _ label: String, detail: String = "", line: String, completed: String? = nil,
    isNew: Bool = false, leadsOn: Bool = false
  ) {
    self.label = label
    self.detail = detail
    self.line = line
    self.completed = completed ?? line
    self.isNew = isNew
    self.leadsOn = leadsOn
  }
}

/// The offers for a typed line, best first.
package struct OfferedLines: Equatable, Sendable {
  package var rows: [OfferedLine]
  /// Whether the first row is chosen without a further key, because it fits what was typed.
  package var isFirstChosen: Bool

  package init(_ rows: [OfferedLine] = [], isFirstChosen: Bool = false) {
    self.rows = rows
    self.isFirstChosen = isFirstChosen && !rows.isEmpty
  }
}

/// Finds the offers for a line that is being typed.
package typealias LineOffers = @Sendable (_ typed: String) async -> OfferedLines
