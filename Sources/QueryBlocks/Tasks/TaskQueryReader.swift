import Entities
import Services

/// Reads a block of the Tasks plugin, instruction by instruction.
struct TaskQueryReader {
  private let filters: TaskFilterReader
  private let note: NoteID?
  private(set) var query = TaskQuery()

  init(_ text: String, in note: NoteID?, today: Day) throws(BlockProblem) {
    filters = TaskFilterReader(today: today)
    self.note = note
    for line in Self.lines(of: text) {
      let line = try filled(line).trimmed
      if !line.isEmpty, line.characters[0] != "#" { try read(line) }
    }
  }

  /// A line that ends with a backslash goes on in the next one; two at its end are one that is meant.
  static func lines(of text: String) -> [PlacedText] {
    var lines: [PlacedText] = []
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
        lines.append(PlacedText(own, line: index + 1))
      }
      goesOn = slashes == 1
    }
    return lines
  }

  // MARK: - Placeholders in double braces

  /// With what the block's note is put in, and without comments.
  private func filled(_ line: PlacedText) throws(BlockProblem) -> PlacedText {
    if line.trimmed.characters.first == "#" { return line }
    var line = line
    while let start = line.find("{{") {
      guard let end = line.find("}}", from: start) else {
        throw line.problem("This “{{” is never closed: put “}}” where it ends", at: start)
      }
      let name = line[(start + 2)..<end].trimmed
      line.replace(
        start..<(end + 2), with: name.characters.first == "!" ? "" : try value(of: name))
    }
    return line
  }

  private func value(of name: PlacedText) throws(BlockProblem) -> String {
    let known: [String: (NotePath) -> String] = [
      "query.file.path": { $0.text },
      "query.file.pathWithoutExtension": { $0.folder.appending($0.stem).text },
      "query.file.root": { path in
        let root = path.bytes.prefix { $0 != UInt8(ascii: "/") }
        return root.count == path.bytes.count
          ? "/" : String(decoding: root, as: UTF8.self) + "/"
      },
      "query.file.folder": { $0.folder.bytes.isEmpty ? "/" : $0.folder.text + "/" },
      "query.file.filename": { $0.name.text },
      "query.file.filenameWithoutExtension": { $0.stem.text },
    ]
    guard let value = known[name.text] else {
      throw name.problem(
        "“\(name.text)” is not known here; there are \(known.keys.sorted().joined(separator: ", "))"
      )
    }
    guard let note else { throw name.problem("This text has no file yet") }
    return value(note.path)
  }

  // MARK: - Instructions

  private mutating func read(_ line: PlacedText) throws(BlockProblem) {
    var words = WordCursor(line)
    if words.take("short mode") || words.take("short") { return query.isShort = true }
    if words.take("full mode") || words.take("full") { return query.isShort = false }
    if words.take("explain") { return query.explains = true }
    if words.take("ignore global query") { return }
    if words.take("preset") {
      query.cannotAnswer = true
      return query.notes.append("Presets are kept by the plugin, and not known here.")
    }
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
      let place = line.place(of: 0)
      query.notes.append(
        "Line \(place.line): “filter by function” is JavaScript, which is not run here.")
    }
  }

  private mutating func hide(_ isHidden: Bool, _ words: WordCursor) throws(BlockProblem) {
    var name = words.rest.text.lowercased().split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    if name == "backlinks" { name = "backlink" }
    guard let element = TaskElement(rawValue: name) else {
      throw words.problem(
        "“\(name)” is nothing to hide or show; there are "
          + TaskElement.allCases.map(\.rawValue).joined(separator: ", "))
    }
    if isHidden {
      query.hidden.insert(element)
    } else {
      query.hidden.remove(element)
      if element == .tree {
        query.notes.append("“show tree”: items below a task are not shown.")
      }
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
      let place = words.text.place(of: 0)
      return query.notes.append(
        "Line \(place.line): “\(isGroup ? "group" : "sort") by function” is JavaScript, which is not run here."
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
