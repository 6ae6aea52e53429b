import Fuzzy

/// A line that is offered while another one is typed.
package struct NameOffer: Equatable, Sendable {
  /// The words of its row.
  package var label: String
  package var detail = ""
  /// The line that is the answer.
  package var line: String
  /// The line to which more can be typed.
  package var completed: String
  /// Whether there is nothing of this name yet.
  package var isNew = false
  /// Whether it only leads to further offers.
  package var leadsOn = false
}

/// The offers for a typed line, best first.
package struct NameOffers: Equatable, Sendable {
  package var rows: [NameOffer] = []
  /// Whether the first row fits what was typed.
  package var isFirstChosen = false

  static let most = 100

  /// Returns the indices of the names that fit a text, best first; all of them without a text.
  static func ranked(_ names: [String], for typed: String) async -> [Int] {
    let query = FuzzyQuery(typed)
    if query.isEmpty { return Array(names.indices.prefix(most)) }
    // Scattered letters would choose a name by accident.
    let block = FuzzyNames(names, areSentences: true)
    let found = await FuzzySearch.run(query, in: [block], most: most)?.hits.map(\.index) ?? []
    return found.enumerated()
      .map { (fit: query.fit(in: names[$1]), order: $0, index: $1) }
      .sorted { ($0.fit, $0.order) < ($1.fit, $1.order) }.map(\.index)
  }
}
