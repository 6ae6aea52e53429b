package import Entities
package import NoteQueries
import Services

/// What a search asks to replace: its words to begin with, in the notes that the rest of it finds.
package struct ReplaceStart: Equatable, Sendable {
  package var wanted = ""
  package var isExpression = false
  /// Nil for all notes.
  package var scope: NoteQuery?
  /// The query, where there is a scope.
  package var scopeText = ""

  /// A query that cannot be read says nothing.
  package init(query typed: String, clock: any WallClock) {
    guard let query = try? NoteQuery(parsing: typed, today: clock.civil(clock.now)) else { return }
    var rest: [NoteQuery] = []
    var parts = [query]
    if case .and(let several) = query { parts = several }
    var words: [String] = []
    for part in parts {
      switch part {
      case .word(let word), .literal(let word, isAnyCase: true): words.append(word)
      case .expression(let source) where wanted.isEmpty:
        wanted = source
        isExpression = true
      case .all: break
      default: rest.append(part)
      }
    }
    // Several words stand anywhere: only one can be meant.
    if !isExpression, words.count == 1 { wanted = words[0] }
    if rest.isEmpty { return }
    scope = rest.count == 1 ? rest[0] : .and(rest)
    scopeText = typed
  }
}
