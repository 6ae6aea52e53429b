import Bytes
import Entities
import Folding
import NoteQueries
import Services
import VaultSettings

/// A query prepared for answering: words split, names folded, days as moments, expressions
/// compiled.
indirect enum Condition: Sendable {
  case always(Bool)
  case all([Condition])
  case any([Condition])
  case not(Condition)
  case words(Needle)
  case expression(Pattern)
  /// All in one part of the note.
  case within(NoteParts, Condition)
  /// Each anywhere in the title.
  case title([Needle])
  /// A key that is part of the path's key.
  case path([UInt8])
  /// The start of a path.
  case pathStart([UInt8])
  /// A key that is part of the file name's key.
  case file([UInt8])
  case pathExpression(Pattern)
  case fileExpression(Pattern)
  /// A tag's key; tags below it match too.
  case tag([UInt8])
  /// The meaning of status characters depends on the vault.
  case openTask(TaskRules)
  case doneTask(TaskRules)
  /// In the form 20260302.
  case due(ClosedRange<Int64>)
  /// In nanoseconds since 1970.
  case created(ClosedRange<Int64>)
  case modified(ClosedRange<Int64>)
  /// One of `Schema.Feature`.
  case feature(Int64)
  /// The keys of a name and of part of a value; nil for any value, empty for no value.
  case property([UInt8], [UInt8]?)
  /// The key of a name, and a pattern for a value.
  case propertyExpression([UInt8], Pattern)
  /// The key of a name, and a comparison with a number.
  case number([UInt8], NoteQuery.Sign, Double)
  /// The key of a name, and a range for its dates, in local seconds.
  case moment([UInt8], ClosedRange<Int64>)
  /// A pattern for a property's name, and a condition for its values under an empty name.
  case named(Pattern, Condition)
  /// Already decided by the index: a column of its result.
  case column(Int)

  init(
    _ query: NoteQuery, clock: any WallClock, tasks: TaskRules
  ) throws(NoteIndexError) {
    switch query {
    case .all: self = .always(true)
    case .and(let parts): self = .all(try Self.made(parts, clock, tasks))
    case .or(let parts): self = .any(try Self.made(parts, clock, tasks))
    case .not(let part): self = .not(try Condition(part, clock: clock, tasks: tasks))
    case .word(let word): self = Self.sought(Needle(beginning: word))
    case .expression(let source): self = .expression(try Pattern(source))
    case .literal(let text, let isAnyCase):
      self = .expression(try Pattern(literal: text, isAnyCase: isAnyCase))
    case .within(let scope, let query):
      self = .within(
        NoteParts(scope: scope, tasks: tasks), try Condition(query, clock: clock, tasks: tasks))
    case .file(let part): self = .file(Folding.name(Array(part.utf8)))
    case .pathExpression(let source): self = .pathExpression(try Pattern(source))
    case .fileExpression(let source): self = .fileExpression(try Pattern(source))
    case .tag(let name): self = .tag(Folding.name(Array(name.utf8)))
    case .path(let part): self = .path(Folding.name(Array(part.utf8)))
    case .title(let words):
      let needles = words.split { $0.isWhitespace }.map { Needle(beginning: String($0)) }
        .filter { !$0.isEmpty }
      self = needles.isEmpty ? .always(false) : .title(needles)
    case .hasTask(.todo): self = .openTask(tasks)
    case .hasTask(.done): self = .doneTask(tasks)
    case .due(let bound): self = .due(Self.number(bound.first, 0)...Self.number(bound.last, .max))
    case .created(let bound): self = .created(Self.moments(bound, clock))
    case .modified(let bound): self = .modified(Self.moments(bound, clock))
    case .has(.link): self = .feature(Schema.Feature.link)
    case .has(.task): self = .feature(Schema.Feature.task)
    case .has(.attachment): self = .feature(Schema.Feature.attachment)
    case .property(let name, let value):
      self = try Self.ofProperty(name, .property([], value.map { Folding.name(Array($0.utf8)) }))
    case .propertyExpression(let name, let source):
      // The index knows which notes have the property at all.
      let pattern = try Pattern(source)
      self = try Self.ofProperty(
        name, .all([.property([], nil), .propertyExpression([], pattern)]))
    case .number(let name, let sign, let number):
      self = try Self.ofProperty(name, .number([], sign, number))
    case .day(let name, let bound):
      let first = bound.first.map { Int64(CivilCalendar.day(of: $0)) * 86_400 } ?? .min
      let last = bound.last.map { Int64(CivilCalendar.day(of: $0)) * 86_400 + 86_399 } ?? .max
      self = try Self.ofProperty(name, .moment([], first...max(first, last)))
    }
  }

  private static func ofProperty(
    _ name: NoteQuery.Name, _ condition: Condition
  ) throws(NoteIndexError) -> Condition {
    switch name {
    case .name(let name): condition.naming(Folding.name(Array(name.utf8)))
    // Names are compared without case.
    case .expression(let source): try .named(Pattern("(?i)" + source), condition)
    }
  }

  /// Returns the same condition for the property with this key.
  func naming(_ key: [UInt8]) -> Condition {
    switch self {
    case .property(_, let value): .property(key, value)
    case .propertyExpression(_, let pattern): .propertyExpression(key, pattern)
    case .number(_, let sign, let number): .number(key, sign, number)
    case .moment(_, let range): .moment(key, range)
    case .all(let parts): .all(parts.map { $0.naming(key) })
    default: self
    }
  }

  /// Returns the same condition for a vault with only these names, given with their keys.
  func knowing(_ names: () throws(DatabaseError) -> [(key: [UInt8], name: String)])
    throws(DatabaseError) -> Condition
  {
    switch self {
    case .all(let parts):
      return .all(try parts.map { (part) throws(DatabaseError) in try part.knowing(names) })
    case .any(let parts):
      return .any(try parts.map { (part) throws(DatabaseError) in try part.knowing(names) })
    case .not(let part): return .not(try part.knowing(names))
    case .named(let pattern, let condition):
      let keys = Set(try names().filter { pattern.fits($0.name) }.map(\.key))
      return .any(keys.map { condition.naming($0) })
    default: return self
    }
  }

  /// The files that Obsidian ignores; nil if there are none. An empty expression is skipped.
  init?(ignoring filters: [String]) {
    let parts = filters.compactMap(IgnoreFilter.init).compactMap { filter -> Condition? in
      switch filter {
      case .start(let text): .pathStart(Array(text.utf8))
      case .expression(let source): (try? Pattern(source)).map { .pathExpression($0) }
      }
    }
    if parts.isEmpty { return nil }
    self = .any(parts)
  }

  /// Whether this path is one of the ignored ones.
  func holds(of path: NotePath) -> Bool {
    switch self {
    case .any(let parts): return parts.contains { $0.holds(of: path) }
    case .pathStart(let start): return path.bytes.starts(with: start)
    case .pathExpression(let pattern): return pattern.fits(path.text)
    default: return false
    }
  }

  private static func made(
    _ parts: [NoteQuery], _ clock: any WallClock, _ tasks: TaskRules
  ) throws(NoteIndexError) -> [Condition] {
    var made: [Condition] = []
    for part in parts { made.append(try Condition(part, clock: clock, tasks: tasks)) }
    return made
  }

  private static func sought(_ needle: Needle) -> Condition {
    needle.isEmpty ? .always(false) : .words(needle)
  }

  private static func number(_ day: CivilTime?, _ open: Int64) -> Int64 {
    day.map { Int64($0.year * 10_000 + $0.month * 100 + $0.day) } ?? open
  }

  /// Returns the range from the first moment of the first day to the last of the last.
  private static func moments(
    _ bound: NoteQuery.DateBound, _ clock: any WallClock
  ) -> ClosedRange<Int64> {
    let first = bound.first.map { start(ofDay: CivilCalendar.day(of: $0), clock) } ?? .min
    let end = bound.last.map { start(ofDay: CivilCalendar.day(of: $0) + 1, clock) } ?? .max
    let last = end == .max || end == .min ? end : end - 1
    return first...max(first, last)
  }

  /// Returns the first second at which the local date is the day or a later one.
  private static func start(ofDay day: Int, _ clock: any WallClock) -> Int64 {
    // No time zone is further from UTC than that.
    let seconds = (day * 86_400 - 129_600)..<(day * 86_400 + 129_600)
    let first = seconds.partitionPoint { second in
      CivilCalendar.day(of: clock.civil(Timestamp(seconds: Int64(second)))) >= day
    }
    return Timestamp(seconds: Int64(first)).wholeNanoseconds
  }

  /// The cost of a check; cheap ones come first.
  private var cost: Int {
    switch self {
    case .always, .column: 0
    case .modified: 1
    case .path, .pathStart, .file, .pathExpression, .fileExpression: 2
    case .words: 3
    case .expression: 4
    case .title, .within: 5
    case .tag, .openTask, .doneTask, .due, .created, .feature, .property, .propertyExpression,
      .number, .moment, .named:
      6
    case .not(let part): part.cost
    case .all(let parts), .any(let parts): parts.map(\.cost).max() ?? 0
    }
  }

  /// Whether it consists only of required words: a note's text is enough to decide.
  var isWords: Bool {
    switch self {
    case .words: true
    case .all(let parts): !parts.isEmpty && parts.allSatisfy(\.isWords)
    default: false
    }
  }

  /// A condition for the whole note that follows from this one in a part of it. A negation does not
  /// follow, because another part may contain what this one lacks.
  var needed: Condition {
    switch self {
    case .all(let parts): .all(parts.map(\.needed))
    case .any(let parts): .any(parts.map(\.needed))
    case .not: .always(true)
    default: self
    }
  }

  /// Whether the notes' times are needed.
  var asksForTime: Bool {
    switch self {
    case .modified: true
    case .not(let part): part.asksForTime
    case .all(let parts), .any(let parts): parts.contains(where: \.asksForTime)
    default: false
    }
  }

  /// The depth of nesting.
  var depth: Int {
    switch self {
    case .all(let parts), .any(let parts): 1 + (parts.map(\.depth).max() ?? 0)
    case .not(let part), .within(_, let part): 1 + part.depth
    default: 1
    }
  }

  /// Whether a note's file must be read for it.
  var readsText: Bool { cost > 2 }

  /// The same condition with cheap checks first.
  var ordered: Condition {
    switch self {
    case .all(let parts): .all(Self.ordered(parts))
    case .any(let parts): .any(Self.ordered(parts))
    case .not(let part): .not(part.ordered)
    case .within(let scope, let part): .within(scope, part.ordered)
    default: self
    }
  }

  private static func ordered(_ parts: [Condition]) -> [Condition] {
    parts.map(\.ordered).enumerated().sorted {
      ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset)
    }.map(\.element)
  }
}

/// What to highlight in a text to show why a note was found.
struct HighlightTerms: Sendable {
  var needles: [Needle] = []
  var patterns: [Pattern] = []

  var isEmpty: Bool { needles.isEmpty && patterns.isEmpty }

  /// Collects everything required, and nothing that is excluded.
  init(_ condition: Condition) { collect(condition) }

  private mutating func collect(_ condition: Condition) {
    switch condition {
    case .all(let parts), .any(let parts): for part in parts { collect(part) }
    case .words(let needle): needles.append(needle)
    case .expression(let pattern): patterns.append(pattern)
    case .within(_, let part): collect(part)
    default: break
    }
  }
}
