package import Regex

/// Finds what a search matches, for the marks on the screen.
package protocol MatchFinder: Sendable {
  /// Finders with the same name find the same.
  var name: String { get }
  /// The matches that touch a range, in order; fewer if the budget ends.
  func matches(
    touching range: Range<ByteOffset>, of text: Rope, within budget: RegexBudget
  ) -> [Range<ByteOffset>]
  /// The number of the last match that starts at or before an offset. Nil if there is none, or if
  /// the budget ended first.
  func number(
    ofMatchAt offset: ByteOffset, in text: Rope, within budget: RegexBudget
  ) -> MatchNumber?
}

extension MatchFinder {
  /// Most searches are counted elsewhere.
  package func number(
    ofMatchAt offset: ByteOffset, in text: Rope, within budget: RegexBudget
  ) -> MatchNumber? { nil }
}

/// The number of a match, counted from 1, and the count of all. Neither goes beyond `most` + 1.
package struct MatchNumber: Equatable, Sendable {
  package var number: Int
  package var count: Int

  package static let most = 99

  package init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

  /// As vim writes it: `[3/27]`, `[3/>99]`.
  package var text: String { "[\(Self.text(number))/\(Self.text(count))]" }

  private static func text(_ value: Int) -> String { value > most ? ">\(most)" : "\(value)" }
}

extension TextSearch: MatchFinder {
  package var name: String { "\(ignoresCase) \(String(decoding: pattern, as: UTF8.self))" }

  package func matches(
    touching range: Range<ByteOffset>, of text: Rope, within budget: RegexBudget
  ) -> [Range<ByteOffset>] {
    var search = self
    search.budget = budget
    return (try? search.matches(touching: range, of: text, limit: 2_000)) ?? []
  }
}

/// A search that went to a match.
package struct FoundMatch: Equatable, Sendable {
  /// As typed: `/word`.
  package var text: String
  package var finder: any MatchFinder

  package init(text: String, finder: any MatchFinder) { (self.text, self.finder) = (text, finder) }

  package static func == (one: Self, other: Self) -> Bool {
    one.text == other.text && one.finder.name == other.finder.name
  }
}

extension KeyDisplay {
  /// What the keymap's search shows in the text.
  package struct Search: Equatable, Sendable {
    package typealias Seek = @Sendable (Rope, RegexBudget) -> Range<ByteOffset>?

    /// Finds the matches to mark; nil for none.
    package var finder: (any MatchFinder)?
    /// The match that a search would go to, while it is typed.
    package var current: Range<ByteOffset>?
    /// Finds that match where it takes longer than a key may.
    package var seek: Seek?

    package init(
      finder: (any MatchFinder)? = nil, current: Range<ByteOffset>? = nil, seek: Seek? = nil
    ) {
      (self.finder, self.current, self.seek) = (finder, current, seek)
    }

    package static func == (one: Self, other: Self) -> Bool {
      one.finder?.name == other.finder?.name && one.current == other.current
        && (one.seek == nil) == (other.seek == nil)
    }
  }
}

/// Settings of the editor that a keymap shows and switches.
package struct KeyScreen: Equatable, Sendable {
  package var wraps = true
  package var showsNumbers = false
  package var showsDistances = false
  package var showsBlanks = false
  package var spells = false
  /// The column of the guide, counted from 1; 0 for none.
  package var guide = 0
  /// The rows that stay visible above and below the cursor.
  package var rowsAround = 0

  package init() {}
}
