import Entities

/// Reads the filters of tasks: `due before tomorrow`, `(done) OR NOT (path includes x)`.
struct TaskFilterReader {
  let today: Day
  /// The folder of the note with the block, as `TaskText.folder` has it.
  let folder: String?

  private static let deepest = 64

  /// Returns nil for a filter in JavaScript.
  func read(_ line: LocatedText) throws(BlockProblem) -> TaskCondition? {
    if Self.isCombined(line) {
      var reader = CombinationReader(line, filters: self)
      return try reader.whole()
    }
    return try single(line)
  }

  private static let opening: [Character: Character] = ["(": ")", "[": "]", "{": "}", "\"": "\""]

  fileprivate static func isCombined(_ line: LocatedText) -> Bool {
    guard let first = line.characters.first else { return false }
    if opening[first] != nil { return true }
    guard line.characters.starts(with: "NOT") else { return false }
    return isCombined(line[3..<line.count].trimmed)
  }

  // MARK: - One filter

  private func single(_ line: LocatedText) throws(BlockProblem) -> TaskCondition? {
    var words = WordCursor(line)
    if words.take("filter by function") {
      // The only function that is supported: the plugin's own presets contain it.
      guard let folder, words.rest.text == "task.file.folder === query.file.folder" else {
        return nil
      }
      return .text(.folder, .whole(folder))
    }
    if let plain = Self.plain[
      line.text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")]
    {
      return plain
    }
    if let condition = dateFact(line) { return condition }
    if words.take("status.type") { return try type(&words) }
    if words.take("priority") { return try priority(&words) }
    if let text = words.takeOne(of: Self.texts) { return try match(text, &words) }
    if let date = words.takeOne(of: Self.dates) { return try side(of: date, &words) }
    throw line.problem("“\(line.text)” is not a known instruction")
  }

  private static let plain: [String: TaskCondition] = [
    "done": .isDone, "not done": .not(.isDone), "is recurring": .isRecurring,
    "is not recurring": .not(.isRecurring), "is blocked": .isBlocked,
    "is not blocked": .not(.isBlocked), "is blocking": .isBlocking,
    "is not blocking": .not(.isBlocking), "has tags": .hasTags, "has tag": .hasTags,
    "no tags": .not(.hasTags), "no tag": .not(.hasTags), "has id": .hasID, "no id": .not(.hasID),
    "has depends on": .dependsOnOthers, "no depends on": .not(.dependsOnOthers),
    "exclude sub-items": .not(.isSubItem),
  ]

  private static let texts: [(String, TaskText)] =
    TaskText.allCases.map { ($0.rawValue, $0) } + [("tag", .tags)]

  private static let dates: [(String, TaskDate)] =
    TaskDate.allCases.map { ($0.rawValue, $0) } + [("starts", .start)]

  /// Reads `has due date`, `no due date`, `due date is invalid`.
  private func dateFact(_ line: LocatedText) -> TaskCondition? {
    for date in TaskDate.allCases {
      for (before, after, condition) in [
        ("has ", " date", TaskCondition.has(date)), ("no ", " date", .not(.has(date))),
        ("", " date is invalid", .isInvalid(date)),
      ] {
        var words = WordCursor(line)
        if words.take(before + date.rawValue + after), words.isAtEnd { return condition }
      }
    }
    return nil
  }

  private func type(_ words: inout WordCursor) throws(BlockProblem) -> TaskCondition {
    let isNot = words.take("is not")
    guard isNot || words.take("is"), let type = TaskType(rawValue: words.rest.text.uppercased())
    else {
      let types = TaskType.allCases.map(\.rawValue).joined(separator: ", ")
      throw words.problem("A type is written as: status.type is (or is not) \(types)")
    }
    return isNot ? .not(.type(type)) : .type(type)
  }

  private func priority(_ words: inout WordCursor) throws(BlockProblem) -> TaskCondition {
    _ = words.take("is")
    let isNot = words.take("not")
    let side: PrioritySide = words.take("above") ? .above : words.take("below") ? .below : .exactly
    let names: [(String, TaskFacts.Priority)] = [
      ("lowest", .lowest), ("low", .low), ("none", .normal), ("medium", .medium), ("high", .high),
      ("highest", .highest),
    ]
    guard let priority = words.takeOne(of: names), words.isAtEnd else {
      throw words.problem(
        "A priority is written as: priority is (above, below, not) lowest, low, none, medium, high, highest"
      )
    }
    return isNot ? .not(.priority(side, priority)) : .priority(side, priority)
  }

  private func match(
    _ text: TaskText, _ words: inout WordCursor
  ) throws(BlockProblem) -> TaskCondition {
    let isNot =
      words.take("does not include") || words.take("do not include")
    if isNot || words.take("includes") || words.take("include") {
      let condition = TaskCondition.text(text, .part(words.rest.text.lowercased()))
      return isNot ? .not(condition) : condition
    }
    let isNoMatch = words.take("regex does not match") || words.take("regex do not match")
    if isNoMatch || words.take("regex matches") || words.take("regex match") {
      let condition = TaskCondition.text(text, .pattern(try BlockPattern(words.rest)))
      return isNoMatch ? .not(condition) : condition
    }
    throw words.problem(
      "Expected one of: includes, does not include, regex matches, regex does not match")
  }

  private func side(
    of date: TaskDate, _ words: inout WordCursor
  ) throws(BlockProblem) -> TaskCondition {
    let sides: [(String, DateSide)] = [
      ("on or before", .onOrBefore), ("on or after", .onOrAfter), ("in or before", .onOrBefore),
      ("in or after", .onOrAfter), ("before", .before), ("after", .after), ("on", .on),
    ]
    var side = words.takeOne(of: sides)
    // `in two weeks` is a day. In `in this week` only `this week` is a span.
    if side == nil, TaskDayWords.span(words.rest.text, today: today) == nil, words.take("in") {
      side = .on
    }
    guard let span = TaskDayWords.span(words.rest.text, today: today) else {
      throw words.problem(
        "“\(words.rest.text)” is not a day or a span of days: 2026-12-01, tomorrow, this week, 2026-W14"
      )
    }
    return .date(date, side ?? .on, span)
  }

  // MARK: - Several together

  /// Reads filters in brackets or quotes. `NOT` binds tightest, then `XOR`, `AND` and `OR`.
  private struct CombinationReader {
    private let line: LocatedText
    private let filters: TaskFilterReader
    private var index = 0
    private let depth: Int

    init(_ line: LocatedText, filters: TaskFilterReader, depth: Int = 0) {
      (self.line, self.filters, self.depth) = (line, filters, depth)
    }

    mutating func whole() throws(BlockProblem) -> TaskCondition? {
      guard depth < TaskFilterReader.deepest else {
        throw line.problem("The brackets are nested too deeply")
      }
      let condition = try alternatives()
      skipBlanks()
      guard index == line.count else {
        throw line.problem(
          "Expected AND, OR or XOR between two filters, each in brackets", at: index)
      }
      return condition
    }

    private mutating func alternatives() throws(BlockProblem) -> TaskCondition? {
      try sequence("OR") { (reader) throws(BlockProblem) in
        try reader.sequence("AND") { (reader) throws(BlockProblem) in
          try reader.differing()
        } join: {
          .all($0)
        }
      } join: {
        .any($0)
      }
    }

    private mutating func differing() throws(BlockProblem) -> TaskCondition? {
      try sequence("XOR") { (reader) throws(BlockProblem) in
        try reader.negation()
      } join: { parts in
        parts.dropFirst().reduce(parts[0]) { .either($0, $1) }
      }
    }

    /// Returns nil if one of the filters is in JavaScript.
    private mutating func sequence(
      _ word: String, _ part: (inout CombinationReader) throws(BlockProblem) -> TaskCondition?,
      join: ([TaskCondition]) -> TaskCondition
    ) throws(BlockProblem) -> TaskCondition? {
      var parts = [try part(&self)]
      while take(word) { parts.append(try part(&self)) }
      let known = parts.compactMap(\.self)
      guard known.count == parts.count else { return nil }
      return known.count == 1 ? known[0] : join(known)
    }

    private mutating func negation() throws(BlockProblem) -> TaskCondition? {
      var isNot = false
      while take("NOT") { isNot.toggle() }
      let condition = try group()
      return isNot ? condition.map { .not($0) } : condition
    }

    private mutating func group() throws(BlockProblem) -> TaskCondition? {
      skipBlanks()
      guard index < line.count, let close = TaskFilterReader.opening[line.characters[index]] else {
        throw line.problem(
          "Expected a filter in brackets, as in: (not done) AND (is recurring)", at: index)
      }
      let open = line.characters[index]
      var (end, level) = (index + 1, 1)
      while end < line.count {
        let character = line.characters[end]
        if character == close { level -= 1 } else if character == open { level += 1 }
        if level == 0 { break }
        end += 1
      }
      guard end < line.count else {
        throw line.problem(
          "This “\(open)” is never closed: put “\(close)” where it ends", at: index)
      }
      let inner = line[(index + 1)..<end].trimmed
      index = end + 1
      guard TaskFilterReader.isCombined(inner) else { return try filters.single(inner) }
      var reader = CombinationReader(inner, filters: filters, depth: depth + 1)
      return try reader.whole()
    }

    private mutating func skipBlanks() {
      while index < line.count, line.characters[index].isWhitespace { index += 1 }
    }

    private mutating func take(_ word: String) -> Bool {
      skipBlanks()
      guard line.characters[index...].starts(with: word) else { return false }
      let behind = index + word.count
      if behind < line.count, line.characters[behind].isLetter { return false }
      index = behind
      return true
    }
  }
}
