import Entities

/// Reads the instructions of a block of the Tasks plugin.
struct TaskQueryReader {
  private let filters: TaskFilterReader
  private let note: NoteID?
  private let rules: TaskRules
  private(set) var query = TaskQuery()
  /// The number of instructions that may still be read: presets can contain presets.
  private var left = 2000

  init(_ text: String, in note: NoteID?, today: Day, rules: TaskRules) throws(BlockProblem) {
    filters = TaskFilterReader(
      today: today, folder: note.map { QueryPlaceholders.folder(of: $0.path) })
    self.note = note
    self.rules = rules
    if !rules.globalFilter.isEmpty { query.conditions.append(.isTask) }
    let ignoresGlobal = Self.lines(of: text).contains { line in
      var words = WordCursor(line.trimmed)
      return words.take("ignore global query") && words.isAtEnd
    }
    if !ignoresGlobal {
      try include(rules.globalQuery, of: "the plugin's global query", at: nil)
    }
    try read(text, depth: 0)
  }

  private mutating func read(_ text: String, depth: Int) throws(BlockProblem) {
    for line in Self.lines(of: text) {
      for line in try QueryPlaceholders(note: note, presets: rules.presets).filled(line) {
        let line = line.trimmed
        if !line.isEmpty, line.characters[0] != "#" { try read(line, depth) }
      }
    }
  }

  /// Reads a text of the plugin's settings. Its problems begin with its name.
  private mutating func include(
    _ text: String, of name: String, at position: BlockProblem.Location?, depth: Int = 1
  ) throws(BlockProblem) {
    let count = query.notes.count
    try rethrow(read(text, depth: depth)) { (error: BlockProblem) in
      BlockProblem("In \(name): \(error.text)", at: position)
    }
    for index in query.notes.indices.dropFirst(count) {
      query.notes[index] = "In \(name): \(query.notes[index])"
    }
  }

  /// Joins a line that ends with a backslash to the next one. Two backslashes at the end are one that is
  /// part of the text.
  static func lines(of text: String) -> [LocatedText] {
    var lines: [LocatedText] = []
    var goesOn = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let slashes = line.reversed().prefix { $0 == "\\" }.count
      let own = slashes > 0 ? line.dropLast() : line
      if goesOn, var last = lines.popLast() {
        let start = own.prefix(while: \.isWhitespace).count
        last = last[0..<last.count].trimmed
        last.append(" ", line: index + 1, column: start + 1)
        last.append(own.dropFirst(start), line: index + 1, column: start + 1)
        lines.append(last)
      } else {
        lines.append(LocatedText(own, line: index + 1))
      }
      goesOn = slashes == 1
    }
    return lines
  }

  // MARK: - Instructions

  private mutating func read(_ line: LocatedText, _ depth: Int) throws(BlockProblem) {
    left -= 1
    guard left > 0 else { throw line.problem("Too many instructions come of presets") }
    var words = WordCursor(line)
    if words.take("short mode") || words.take("short") { return query.isShort = true }
    if words.take("full mode") || words.take("full") { return query.isShort = false }
    if words.take("explain") { return query.explains = true }
    if words.take("ignore global query") { return }
    if words.take("preset") { return try preset(words.rest, depth) }
    if words.take("hide") { return try hide(true, words) }
    if words.take("show") { return try hide(false, words) }
    if words.take("limit groups") { return query.groupLimit = try number(&words) }
    if words.take("limit") { return query.limit = try number(&words) }
    if words.take("sort by") { return try order(&words, isGroup: false) }
    if words.take("group by") { return try order(&words, isGroup: true) }
    if let condition = try filters.read(line) {
      query.conditions.append(condition)
    } else {
      query.cannotAnswer = true
      let position = line.location(of: 0)
      query.notes.append(
        "Line \(position.line): “filter by function” is JavaScript, which is not run here.")
    }
  }

  private mutating func preset(_ name: LocatedText, _ depth: Int) throws(BlockProblem) {
    let text = try QueryPlaceholders(note: note, presets: rules.presets).preset(name)
    guard depth < 10 else { throw name.problem("Presets name one another, or too many do") }
    try include(text, of: "the preset “\(name.text)”", at: name.location(of: 0), depth: depth + 1)
  }

  private mutating func hide(_ isHidden: Bool, _ words: WordCursor) throws(BlockProblem) {
    var name = words.rest.text.lowercased().split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    if name == "backlinks" { name = "backlink" }
    guard let element = TaskElement(rawValue: name) else {
      throw words.problem(
        "“\(name)” is not an element to hide or show; there are "
          + TaskElement.allCases.map(\.rawValue).joined(separator: ", "))
    }
    if isHidden {
      query.hidden.insert(element)
    } else {
      query.hidden.remove(element)
    }
  }

  private func number(_ words: inout WordCursor) throws(BlockProblem) -> Int {
    _ = words.take("to")
    var rest = words.rest.text.split(whereSeparator: \.isWhitespace)
    if rest.count == 2, ["task", "tasks"].contains(rest[1].lowercased()) { rest.removeLast() }
    guard rest.count == 1, let number = Int(rest[0]), number >= 0 else {
      throw words.problem("Expected a number of tasks, as in: limit to 10 tasks")
    }
    return number
  }

  private mutating func order(
    _ words: inout WordCursor, isGroup: Bool
  ) throws(BlockProblem) {
    if words.take("function") {
      let position = words.text.location(of: 0)
      return query.notes.append(
        "Line \(position.line): “\(isGroup ? "group" : "sort") by function” is JavaScript, which is not run here."
      )
    }
    let start = words
    var key = words.takeOne(of: Self.keys + (isGroup ? Self.groupKeys : Self.sortKeys))
    if case .tag = key, !isGroup, let number = Int(words.rest.text.prefix { $0 != " " }),
      number > 0, words.take(String(number))
    {
      key = .tag(number)
    }
    let isReversed = words.take("reverse")
    guard let key, words.isAtEnd else {
      let names = (Self.keys + (isGroup ? Self.groupKeys : Self.sortKeys)).map(\.0)
      throw start.problem(
        "Tasks can be \(isGroup ? "grouped" : "sorted") by \(names.joined(separator: ", ")), each with “reverse” behind it or not"
      )
    }
    let order = TaskOrder(key: key, isReversed: isReversed)
    if isGroup { query.groups.append(order) } else { query.orders.append(order) }
  }

  private static let keys: [(String, TaskOrder.Key)] =
    TaskDate.allCases.map { ($0.rawValue, .date($0)) } + [
      ("status.name", .text(.statusName)), ("status.type", .statusType), ("status", .status),
      ("priority", .priority), ("urgency", .urgency), ("recurring", .recurring),
      ("path", .text(.path)), ("filename", .text(.filename)), ("heading", .text(.heading)),
      ("id", .text(.id)),
    ]
  private static let sortKeys: [(String, TaskOrder.Key)] = [
    ("description", .text(.description)), ("tag", .tag(1)), ("tags", .tag(1)), ("random", .random),
  ]
  private static let groupKeys: [(String, TaskOrder.Key)] = [
    ("backlink", .backlink), ("folder", .text(.folder)), ("root", .text(.root)),
    ("recurrence", .text(.recurrence)), ("tags", .text(.tags)),
  ]
}
