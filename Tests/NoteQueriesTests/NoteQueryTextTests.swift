import Entities
import NoteQueries
import TestSupport
import Testing

@Suite("Queries as text")
struct NoteQueryTextTests {
  private let today = CivilTime(year: 2026, month: 3, day: 2)

  @Test("A query written out is read as the same query", arguments: 0..<20)
  func roundTrip(_ seed: Int) throws {
    var random = RandomQueries(seed: UInt64(seed))
    for _ in 0..<200 {
      let query = random.query(depth: 4)
      let text = query.text
      #expect(try NoteQuery(parsing: text, today: today) == query, "\(text)")
    }
  }

  @Test("Any text is read or refused, and any query read can be written", arguments: 0..<20)
  func anything(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let pieces = [
      "a", "OR", " ", " ", "(", ")", "\"", "-", "/", "[", "]", ":", "\\", "tag:", "due:", "<", "..",
      "2026", "-03", "line:", "task:", "null", "é", "\u{301}", "針", "\u{0}", "*", "i", "#", "\n",
      "🇩🇪", "title:", "has:link",
    ]
    var read = 0
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        pieces[Int.random(in: pieces.indices, using: &random)]
      }.joined()
      do throws(QueryError) {
        let query = try NoteQuery(parsing: text, today: today)
        read += 1
        #expect(try NoteQuery(parsing: query.text, today: today) == query, "\(text)")
      } catch {
        #expect((0...text.count).contains(error.position), "\(text)")
      }
    }
    #expect(read > 20)
  }
}

/// Makes queries that can be read from text.
struct RandomQueries {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func query(depth: Int) -> NoteQuery {
    switch Int.random(in: 0..<(depth > 0 ? 20 : 15), using: &random) {
    case 0, 1: return .word(words(without: "#"))
    case 2: return .literal(words(), isAnyCase: true)
    case 3: return .expression(pattern())
    case 4: return .tag(words())
    case 5: return .path(words())
    case 6: return .title(words())
    case 7: return .hasTask(Bool.random(using: &random) ? .todo : .done)
    case 8: return .has(NoteQuery.Feature.allCases[Int.random(in: 0..<3, using: &random)])
    case 9 where Bool.random(using: &random):
      let sign = NoteQuery.Sign.allCases[Int.random(in: 0..<4, using: &random)]
      let number = Double(Int.random(in: -999...999, using: &random)) / 4
      return .number(name: name(), sign, number)
    case 9: return .property(name: name(), value: Bool.random(using: &random) ? words() : nil)
    case 10: return date()
    case 11: return .all
    case 12:
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return .pathExpression(pattern())
      case 1: return .fileExpression(pattern())
      case 2: return .propertyExpression(name: name(), pattern())
      default: return .file(words())
      }
    case 13: return .literal("€" + words(), isAnyCase: true)
    case 14: return .literal(words(), isAnyCase: false)
    case 15: return .not(query(depth: depth - 1))
    case 16:
      let scopes = NoteQuery.Scope.allCases
      return .within(scopes[Int.random(in: scopes.indices, using: &random)], text(depth: depth - 1))
    case 17, 18: return .and(several(depth))
    default: return .or(several(depth))
    }
  }

  private mutating func several(_ depth: Int) -> [NoteQuery] {
    (0..<Int.random(in: 2...3, using: &random)).map { _ in query(depth: depth - 1) }
  }

  /// Conditions on a part of a note.
  private mutating func text(depth: Int) -> NoteQuery {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &random) {
    case 0: .word(words(without: "#"))
    case 1: .word(Bool.random(using: &random) ? "todo" : "Done")
    case 2: .expression(pattern())
    case 3: .not(text(depth: depth - 1))
    case 4: .and([text(depth: depth - 1), text(depth: depth - 1)])
    default: .or([text(depth: depth - 1), text(depth: depth - 1)])
    }
  }

  private mutating func words(without sign: Unicode.Scalar) -> String {
    String(words().unicodeScalars.filter { $0 != sign })
  }

  private mutating func words() -> String {
    let signs: [Unicode.Scalar] = [
      "a", "Z", "7", "é", "針", "\u{301}", " ", "\"", "\\", "(", ")", "-", "/", ":", "[", "]", "*",
      "#", "\n", "O", "R",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      text.append(signs[Int.random(in: signs.indices, using: &random)])
    }
    // Something to search for, at any position.
    let index = text.index(
      text.startIndex, offsetBy: Int.random(in: 0...text.count, using: &random))
    text.insert("x", at: index)
    return String(text)
  }

  private mutating func name() -> NoteQuery.Name {
    Bool.random(using: &random) ? .name(words()) : .expression(pattern())
  }

  private mutating func pattern() -> String {
    let parts = ["a", ".", "/", "\\d", "\\\\", "[/]", "(?i)", " ", "é", "\""]
    return (0..<Int.random(in: 1...5, using: &random)).map { _ in
      parts[Int.random(in: parts.indices, using: &random)]
    }.joined()
  }

  private mutating func date() -> NoteQuery {
    let days = (0..<2).map { _ in Int.random(in: -300_000...300_000, using: &random) }.sorted()
    var bound = NoteQuery.DateBound(
      first: CivilCalendar.civil(ofDay: days[0]), last: CivilCalendar.civil(ofDay: days[1]))
    if Bool.random(using: &random) { bound.first = nil }
    if Bool.random(using: &random) { bound.last = nil }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .due(bound)
    case 1: return .created(bound)
    default: return .modified(bound)
    }
  }
}
