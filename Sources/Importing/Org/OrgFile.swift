/// An Org file: its settings, and its headlines with their contents.
struct OrgFile {
  typealias Property = (name: String, value: String)

  struct Section {
    /// The headline's level; 0 for the text before the first headline.
    var level = 0
    var title = ""
    var task: OrgTask?
    var tags: [String] = []
    var properties: [Property] = []
    var lines: [Substring] = []
    /// The depth in a list, for a task and everything below one; nil for a heading.
    var depth: Int?

    func property(_ name: String) -> String? { properties.first { $0.name == name }?.value }

    /// The part that links to the section have after the `#`.
    var part: String {
      if depth != nil, let id = property("id") { return "^\(OutlineBlocks.markdownID(id))" }
      return OrgInline.plain(title).map { "#|[]^".contains($0) ? " " : String($0) }.joined()
    }
  }

  /// The keywords in their order, with lowercase names.
  private(set) var keywords: [Property] = []
  /// The sections; the first one has no headline.
  private(set) var sections = [Section()]
  /// The boxes of the file's own task keywords.
  private var words: [String: Character] = [:]

  init(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    keywords = lines.compactMap(Self.keyword)
    for keyword in keywords where ["todo", "seq_todo", "typ_todo"].contains(keyword.name) {
      addWords(keyword.value)
    }
    // Whether a property drawer may come next, and whether one is open.
    var (isAtTop, isInDrawer) = (true, false)
    for line in lines {
      if let section = section(line) {
        sections.append(section)
        (isAtTop, isInDrawer) = (true, false)
        continue
      }
      let last = sections.count - 1
      let words = line.trimmingBlanks
      if isInDrawer {
        isInDrawer = words.lowercased() != ":end:"
        if isInDrawer, let property = Self.property(words) {
          sections[last].properties.append(property)
        }
        continue
      }
      if isAtTop {
        if words.lowercased() == ":properties:" {
          isInDrawer = true
          continue
        }
        if sections[last].task?.readDates(words) == true { continue }
        let isDate = ["SCHEDULED:", "DEADLINE:", "CLOSED:"].contains { words.hasPrefix($0) }
        isAtTop = words.isEmpty || isDate || last == 0 && words.hasPrefix("#")
      }
      sections[last].lines.append(line)
    }
    setDepths()
  }

  private mutating func addWords(_ value: String) {
    let names = value.split(separator: " ").map { $0.prefix { $0 != "(" } }
    // Without a bar, only the last keyword means done.
    let bar = names.firstIndex(of: "|") ?? max(0, names.count - 1)
    for (index, name) in names.enumerated() where name != "|" && !name.isEmpty {
      let common = OrgTask.box(of: name)
      let isDone = index >= bar
      words[String(name)] = isDone ? (common == "-" ? "-" : "x") : (common == "/" ? "/" : " ")
    }
  }

  /// Reads `#+NAME: value`.
  static func keyword(_ line: Substring) -> Property? {
    let text = line.drop { $0 == " " || $0 == "\t" }
    guard text.hasPrefix("#+"), let colon = text.firstIndex(of: ":") else { return nil }
    let name = text[text.index(text.startIndex, offsetBy: 2)..<colon]
    guard !name.isEmpty, name.allSatisfy({ !$0.isWhitespace }) else { return nil }
    return (name.lowercased(), text[text.index(after: colon)...].trimmingBlanks)
  }

  /// Reads `:name: value`.
  private static func property(_ text: String) -> Property? {
    guard text.first == ":", let end = text.dropFirst().firstIndex(of: ":") else { return nil }
    let name = text[text.index(after: text.startIndex)..<end].lowercased()
    let value = text[text.index(after: end)...].trimmingBlanks
    return name.isEmpty || value.isEmpty ? nil : (name, value)
  }

  /// Reads a headline, `** TODO [#A] Title :tag:`.
  private func section(_ line: Substring) -> Section? {
    let stars = line.prefix { $0 == "*" }
    guard !stars.isEmpty, line.dropFirst(stars.count).first == " " else { return nil }
    var rest = line.dropFirst(stars.count).drop { $0 == " " || $0 == "\t" }
    var section = Section(level: stars.count)
    let word = rest.prefix { $0 != " " }
    section.task = OrgTask.take(&rest, own: words)
    if rest.first == OrgInline.parting { rest = rest.dropFirst() }
    var title = rest.trimmingBlanks
    if title.hasSuffix(":") {
      let start = title.lastIndex(where: \.isWhitespace) ?? title.startIndex
      let tags = title[start...].drop { $0.isWhitespace }
      if tags.count > 2, tags.first == ":",
        tags.allSatisfy({ $0.isLetter || $0.isNumber || "_@#%:".contains($0) })
      {
        section.tags = tags.split(separator: ":").map(String.init)
        title = title[..<start].trimmingBlanks
      }
    }
    section.title = title.last == OrgInline.parting ? String(title.dropLast()) : title
    if section.task != nil, !OrgTask.isImpliedByBox(word) { section.tags.append(String(word)) }
    return section
  }

  /// Makes tasks, and everything below them, items of a list.
  private mutating func setDepths() {
    var open: [Int] = []
    for index in sections.indices.dropFirst() {
      let level = sections[index].level
      while let last = open.last, last >= level { open.removeLast() }
      if open.isEmpty, sections[index].task == nil { continue }
      sections[index].depth = open.count
      open.append(level)
    }
  }

  /// Returns the values of a keyword in their order.
  func keyword(_ name: String) -> [String] {
    keywords.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
  }

  var title: String? {
    let title = OrgInline.plain(keyword("title").joined(separator: " ")).trimmingBlanks
    return title.isEmpty ? nil : title
  }
}
