import Entities
import NoteQueries

/// How the index answers a condition: the query of its full-text table, the conditions for rows,
/// and what remains to be checked in each note.
struct IndexPlan {
  private(set) var sql = ""
  private(set) var values: [Cell] = []
  /// What SQL cannot decide; its `.column(i)` is the result's column `firstColumn + i`.
  private(set) var rest: Condition?

  /// The columns of each note.
  static let fields = "n.id, n.path, n.title, n.modified, n.obstacle IS NULL"
  static let firstColumn: Int32 = 5

  private var columns: [Fragment] = []
  var columnCount: Int { columns.count }

  struct Fragment {
    var sql: String
    var values: [Cell] = []
  }

  /// Whether SQL finds so many rows that testing each note is faster than collecting them.
  private let findsManyRows: (Rows) -> Bool

  /// The rows of one of the tables with the contents of notes.
  struct Rows {
    var table: String
    var condition: String
    var values: [Cell] = []
  }

  /// The FTS5 query for a needle's words; nil if the notes should be tested instead.
  private let words: (Needle) -> String?
  /// Whether the full-text table determines which notes are tested.
  private(set) var usesFullText = false

  init(
    _ condition: Condition, findsManyRows: @escaping (Rows) -> Bool,
    words: @escaping (Needle) -> String? = { $0.match }
  ) {
    self.findsManyRows = findsManyRows
    self.words = words
    var parts: [Condition] = []
    Self.flatten(condition, into: &parts)
    var matches: [String] = []
    var without: [String] = []
    var wheres: [Fragment] = []
    var rests: [Condition] = []
    for part in parts {
      if let match = match(part) {
        matches.append("(\(match.text))")
        if !match.isExact { rests.append(part) }
      } else if case .not(let inner) = part, let match = match(inner), match.isExact {
        without.append("(\(match.text))")
      } else if let fragment = exactly(part) {
        wheres.append(fragment)
      } else {
        rests.append(part)
      }
    }
    var from = "FROM note n"
    var order = "n.id"
    var driven: Fragment?
    if matches.isEmpty {
      if !without.isEmpty {
        wheres.append(Self.negated(Self.matching(without.chained(by: " OR "))))
      }
    } else {
      // The full-text table is walked in the order of its ids and read no further than needed. Rows
      // that are no longer in `note` are dropped.
      let all = matches.chained(by: " AND ")
      let text = Self.text(matches.count > 1 ? "(\(all))" : all, without: without)
      from = "FROM words w CROSS JOIN note n ON n.id = w.rowid"
      order = "w.rowid"
      usesFullText = true
      driven = Fragment(sql: "w.words MATCH ?", values: [.text(text)])
    }
    if !rests.isEmpty {
      rest = keepingColumns(rests.count == 1 ? rests[0] : .all(rests)).ordered
    }
    let all = (driven.map { [$0] } ?? []) + wheres
    sql = "SELECT " + Self.fields
    for column in columns { sql += ", " + column.sql }
    sql += " " + from
    if !all.isEmpty { sql += " WHERE " + all.map(\.sql).chained(by: " AND ") }
    sql += " ORDER BY " + order
    values = columns.flatMap(\.values) + all.flatMap(\.values)
  }

  private static func flatten(_ condition: Condition, into parts: inout [Condition]) {
    switch condition {
    case .all(let inner): for part in inner { flatten(part, into: &parts) }
    case .always(true): break
    default: parts.append(condition)
    }
  }

  /// Returns the condition with everything that SQL can decide as columns.
  private mutating func keepingColumns(_ condition: Condition) -> Condition {
    // No user writes a query with more columns.
    if columns.count < 60, let fragment = exactly(condition) {
      if case .always = condition { return condition }
      columns.append(fragment)
      return .column(columns.count - 1)
    }
    switch condition {
    case .all(let parts): return .all(parts.map { keepingColumns($0) })
    case .any(let parts): return .any(parts.map { keepingColumns($0) })
    case .not(let part): return .not(keepingColumns(part))
    default: return condition
    }
  }

  // MARK: Full text

  /// Deeper conditions are tested here, because the parsers of SQLite and FTS5 are limited.
  private static let deepest = 12

  /// Returns an FTS5 query that finds all matching notes, and whether it finds no others; nil if
  /// words cannot decide.
  private func match(_ condition: Condition) -> (text: String, isExact: Bool)? {
    if condition.depth > Self.deepest { return nil }
    switch condition {
    case .words(let needle): return words(needle).map { ($0, needle.isSingle) }
    case .title(let needles):
      let texts = needles.compactMap(words)
      return texts.count < needles.count ? nil : (texts.chained(by: " AND "), false)
    case .expression(let pattern): return pattern.match.map { ($0, false) }
    case .within(_, let part): return match(part.needed).map { ($0.text, false) }
    case .all(let parts): return matchAll(parts)
    case .any(let parts):
      var (texts, isExact) = ([String](), true)
      for part in parts {
        guard let match = match(part) else { return nil }
        texts.append("(\(match.text))")
        isExact = isExact && match.isExact
      }
      return texts.isEmpty ? nil : (texts.chained(by: " OR "), isExact)
    default: return nil
    }
  }

  private func matchAll(_ parts: [Condition]) -> (text: String, isExact: Bool)? {
    var (texts, without, isExact) = ([String](), [String](), true)
    for part in parts {
      if let match = match(part) {
        texts.append("(\(match.text))")
        isExact = isExact && match.isExact
      } else if case .not(let inner) = part, let match = match(inner), match.isExact {
        without.append("(\(match.text))")
      } else {
        isExact = false
      }
    }
    if texts.isEmpty { return nil }
    let text = texts.count == 1 ? texts[0] : "(" + texts.chained(by: " AND ") + ")"
    return (Self.text(text, without: without), isExact)
  }

  /// Excludes all words at once: one after the other would be nested, and FTS5 limits that.
  private static func text(_ text: String, without: [String]) -> String {
    without.isEmpty ? text : "\(text) NOT (\(without.chained(by: " OR ")))"
  }

  // MARK: SQL

  /// Returns the condition as SQL over a row `n`, never NULL; nil if the note itself must be read.
  private func exactly(_ condition: Condition) -> Fragment? {
    if condition.depth > Self.deepest { return nil }
    if let match = match(condition), match.isExact { return Self.matching(match.text) }
    switch condition {
    case .always(let answer): return Fragment(sql: answer ? "1" : "0")
    case .all(let parts): return joined(parts, " AND ", empty: "1")
    case .any(let parts): return joined(parts, " OR ", empty: "0")
    case .not(let part): return exactly(part).map(Self.negated)
    case .tag(let key):
      return notes(
        Rows(
          table: "tag", condition: "key = ? OR key >= ? AND key < ?",
          values: [.bytes(key), .bytes(key + [0x2f]), .bytes(key + [0x30])]))
    case .openTask(let rules):
      if rules.agreesWithoutRules { return Fragment(sql: "n.openTasks > 0") }
      return tasks("NOT IN", rules.marks { !$0.isOpen })
    case .doneTask(let rules): return tasks("IN", rules.marks { $0 == .done })
    case .due(let days):
      return notes(
        Rows(
          table: "task", condition: "due BETWEEN ? AND ?",
          values: [.int(days.lowerBound), .int(days.upperBound)]))
    case .created(let moments):
      return Fragment(
        sql: "ifnull(n.created BETWEEN ? AND ?, 0)",
        values: [.int(moments.lowerBound), .int(moments.upperBound)])
    case .modified(let moments):
      return Fragment(
        sql: "n.modified BETWEEN ? AND ?",
        values: [.int(moments.lowerBound), .int(moments.upperBound)])
    case .feature(let bit): return Fragment(sql: "n.features & ? <> 0", values: [.int(bit)])
    case .property(let key, nil):
      return notes(Rows(table: "property", condition: "key = ?", values: [.bytes(key)]))
    case .property(let key, let value?) where value.isEmpty:
      return notes(
        Rows(
          table: "property",
          condition: "key = ? AND value IS NULL AND (type IS NULL OR whole = 'n')",
          values: [.bytes(key)]))
    case .property(let key, let value?):
      let number = PropertyValue.number(in: String(decoding: value, as: UTF8.self))
      let fits = "instr(folded(value), ?) > 0"
      return notes(
        Rows(
          table: "property",
          condition: "key = ? AND "
            + (number == nil ? fits : "CASE WHEN number IS NULL THEN \(fits) ELSE number = ? END"),
          values: [.bytes(key), .bytes(value)] + (number.map { [.real($0)] } ?? [])))
    case .number(let key, let sign, let number):
      return notes(
        Rows(
          table: "property", condition: "key = ? AND number \(sign.rawValue) ?",
          values: [.bytes(key), .real(number)]))
    case .moment(let key, let range):
      return notes(
        Rows(
          table: "property", condition: "key = ? AND moment BETWEEN ? AND ?",
          values: [.bytes(key), .int(range.lowerBound), .int(range.upperBound)]))
    case .words, .expression, .within, .title, .path, .pathStart, .file, .pathExpression,
      .fileExpression,
      .propertyExpression, .named, .column:
      return nil
    }
  }

  private static func matching(_ text: String) -> Fragment {
    Fragment(
      sql: "n.id IN (SELECT rowid FROM words WHERE words MATCH ?)", values: [.text(text)])
  }

  /// Selects notes with tasks whose status characters are among these, or are not.
  private func tasks(_ relation: String, _ marks: [Unicode.Scalar]) -> Fragment {
    let parameters = marks.map { _ in "?" }.joined(separator: ", ")
    return notes(
      Rows(
        table: "task", condition: "status \(relation) (\(parameters))",
        values: marks.map { .text(String($0)) }))
  }

  private func notes(_ rows: Rows) -> Fragment {
    let (table, condition) = (rows.table, rows.condition)
    let sql =
      findsManyRows(rows)
      ? "EXISTS (SELECT 1 FROM \(table) WHERE note = n.id AND (\(condition)))"
      : "n.id IN (SELECT note FROM \(table) WHERE \(condition))"
    return Fragment(sql: sql, values: rows.values)
  }

  private static func negated(_ fragment: Fragment) -> Fragment {
    Fragment(sql: "NOT (\(fragment.sql))", values: fragment.values)
  }

  private func joined(
    _ parts: [Condition], _ sign: String, empty: String
  ) -> Fragment? {
    var fragments: [Fragment] = []
    for part in parts {
      guard let fragment = exactly(part) else { return nil }
      fragments.append(fragment)
    }
    if fragments.isEmpty { return Fragment(sql: empty) }
    return Fragment(
      sql: "(" + fragments.map(\.sql).chained(by: sign) + ")",
      values: fragments.flatMap(\.values))
  }
}

extension [String] {
  /// Returns the same as `joined(separator:)`, whose first call looks up types by name. That takes
  /// a tenth of a millisecond: too long for a single command.
  func chained(by separator: String) -> String {
    var text = first ?? ""
    for part in dropFirst() {
      text += separator
      text += part
    }
    return text
  }
}
