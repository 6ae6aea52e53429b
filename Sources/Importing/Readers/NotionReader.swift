import Archives
import Entities

/// Reads Notion's export: a zip that may contain zips, with pages in Markdown or HTML, ids in file
/// names, a folder for each page's subpages, and a CSV for each database.
struct NotionReader: ImportReader {
  /// Whether the file is a page or table, with an id in its name.
  static func isPage(_ entry: SourceTree.Entry) -> Bool {
    ["md", "html", "csv"].contains(entry.ending) && id(of: entry) != nil
  }

  static func isPart(_ entry: SourceTree.Entry) -> Bool {
    entry.ending == "zip" && (entry.name.hasPrefix("Export-") || entry.name.contains("Part-"))
  }

  /// Returns the 32 digits at the end of a name, which some exports write with dashes.
  private static func id(of entry: SourceTree.Entry) -> String? {
    let stem = entry.stem.hasSuffix("_all") ? String(entry.stem.dropLast(4)) : entry.stem
    return split(stem).id
  }

  /// Separates a name from its id.
  static func split(_ written: some StringProtocol) -> (name: String, id: String?) {
    let name = written.trimmingBlanks
    for (count, dashes) in [(32, 0), (36, 4)] {
      let end = name.suffix(count)
      guard end.utf8.count == count, end.filter({ $0 == "-" }).count == dashes,
        end.allSatisfy({ $0.isHexDigit && $0.isASCII || $0 == "-" })
      else { continue }
      let rest = name.dropLast(count)
      if rest.isEmpty { return (name, String(end)) }
      if rest.last == " " || rest.last == "-" {
        return (rest.dropLast().trimmingBlanks, String(end))
      }
    }
    return (name, nil)
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    try source.openArchives(where: Self.isPart)
    let tables = Tables(source)
    let files = Set(source.entries.map(Self.plainPath))
    for entry in source.entries {
      try sink.reading(entry.path) { () throws(ImportFailure) in
        switch entry.ending {
        case "md", "html":
          if entry.name.lowercased() == "index.html" { return }
          var note = try page(entry, source)
          Self.linkFiles(files, in: &note)
          try sink.add(note)
        case "csv":
          if let table = tables.table(of: entry) { try sink.add(note(of: table, source)) }
        default:
          try sink.add(ImportedFile(entry, of: source, id: Self.plainPath(entry)))
        }
      }
    }
  }

  // MARK: - Paths

  /// Returns the path without archives, since an export may be split over several.
  private static func plainPath(_ entry: SourceTree.Entry) -> String {
    let parts = entry.path.split(separator: "/")
    let start = parts.lastIndex { $0.hasSuffix(".zip") }.map { $0 + 1 } ?? 0
    return parts[start...].joined(separator: "/")
  }

  private static func folders(of path: String) -> [String] {
    let folders = path.split(separator: "/").dropLast()
    return folders.drop { $0.hasPrefix("Export-") }.map { split($0).name }
  }

  // MARK: - Pages

  private func page(
    _ entry: SourceTree.Entry, _ source: SourceTree
  ) throws(ImportFailure) -> ImportedNote {
    let path = Self.plainPath(entry)
    // This character follows each formula and is not shown.
    let bytes = try source.text(of: entry)
      .replacing(Array("\u{FEFF}".utf8), with: [])
    var note = ImportedNote(id: path, title: Self.split(entry.stem).name)
    note.folder = Self.folders(of: path)
    note.linkFolder = path.split(separator: "/").dropLast().joined(separator: "/")
    note.changed = entry.modified
    if entry.ending == "html" {
      NotionPage.read(bytes, into: &note)
      return note
    }
    var lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    // Names of files are cut; the heading is complete.
    if let first = lines.first, first.hasPrefix("# ") {
      let heading = first.dropFirst(2).trimmingBlanks
      if !heading.isEmpty { note.title = heading }
      lines = lines.dropFirst()
      readProperties(&lines, into: &note)
      let text = Self.withCallouts(lines).joined(separator: "\n").trimmingLines
      note.text = Array("\(first)\n\(text.isEmpty ? "" : "\n\(text)\n")".utf8)
    } else {
      note.text = bytes
    }
    return note
  }

  /// Reads lines of `Name: value` right below the heading, between empty lines.
  private func readProperties(_ lines: inout ArraySlice<Substring>, into note: inout ImportedNote) {
    var rest = lines.drop { $0.isEmpty }
    var found: [(String, String)] = []
    while let line = rest.first, !line.isEmpty {
      // A property without a value ends with its colon.
      let whole = line.hasSuffix(":") ? line + " " : line
      guard let colon = whole.firstRange(of: ": "), colon.lowerBound > whole.startIndex,
        whole[..<colon.lowerBound].count <= 60, !line.hasPrefix("http"), !line.hasPrefix("- "),
        !line.hasPrefix("!["), !line.hasPrefix("[")
      else { return }
      found.append(
        (String(whole[..<colon.lowerBound]), whole[colon.upperBound...].trimmingBlanks))
      rest = rest.dropFirst()
    }
    // If all lines end with a colon, they may be sentences.
    if found.allSatisfy({ $0.1.isEmpty }) { return }
    lines = rest
    for (name, value) in found where !value.isEmpty { Self.set(name, value, "", in: &note) }
  }

  /// Converts `aside`, which Notion's Markdown uses for callouts.
  private static func withCallouts(_ lines: ArraySlice<Substring>) -> [String] {
    var out: [String] = []
    var indent: Int?
    var isCode = false
    for line in lines {
      let words = line.trimmingBlanks
      if words.hasPrefix("```") { isCode.toggle() }
      let own = line.prefix(while: \.isWhitespace)
      if words == "<aside>", indent == nil, !isCode {
        indent = own.count
        out.append("\(own)> [!note]")
      } else if words == "</aside>", indent != nil, !isCode {
        indent = nil
        if let last = out.last, last.trimmingBlanks == ">" { out.removeLast() }
      } else if let indent {
        let outer = String(repeating: " ", count: indent)
        out.append(
          words.isEmpty ? "\(outer)>" : "\(outer)> \(line.dropFirst(min(indent, own.count)))")
      } else {
        out.append(String(line))
      }
    }
    return out
  }

  // MARK: - Databases

  /// The tables of databases. A table of all rows is preferred to the table of a view.
  private struct Tables {
    private var chosen: [String: SourceTree.Entry] = [:]

    init(_ source: SourceTree) {
      // An HTML page shows its database itself, with links.
      let pages = Set(source.entries.filter { $0.ending == "html" }.map(NotionReader.plainPath))
      for entry in source.entries
      where entry.ending == "csv" && !pages.contains(Self.key(entry) + ".html") {
        let key = Self.key(entry)
        if chosen[key] == nil || entry.stem.hasSuffix("_all") { chosen[key] = entry }
      }
    }

    private static func key(_ entry: SourceTree.Entry) -> String {
      let path = plainPath(entry).dropLast(4)
      return String(path.hasSuffix("_all") ? path.dropLast(4) : path)
    }

    /// Returns nil if another file has the database's rows.
    func table(of entry: SourceTree.Entry) -> SourceTree.Entry? {
      chosen[Self.key(entry)] == entry ? entry : nil
    }
  }

  private static let mostRows = 10_000

  private func note(
    of entry: SourceTree.Entry, _ source: SourceTree
  ) throws(ImportFailure) -> ImportedNote {
    let path = Self.plainPath(entry)
    let stem = entry.stem.hasSuffix("_all") ? String(entry.stem.dropLast(4)) : entry.stem
    let plain = path.replacing("_all.csv", with: ".csv")
    var note = ImportedNote(id: plain, title: Self.split(stem).name)
    note.folder = Self.folders(of: path)
    note.changed = entry.modified
    let text = String(decoding: try source.text(of: entry), as: UTF8.self)
    let rows = SeparatedValues.rows(of: text)
    if rows.isEmpty { return note }
    let table = rows.prefix(Self.mostRows + 1).map { $0.map(MarkdownTable.cell) }
    let lines = ["# \(note.title)", ""] + MarkdownTable.lines(of: table)
    if rows.count - 1 > Self.mostRows {
      note.losses.append("Only the first \(Self.mostRows) of \(rows.count - 1) rows were imported.")
    }
    note.text = Array((lines.joined(separator: "\n") + "\n").utf8)
    return note
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    let web = "https://www.notion.so/"
    if link.destination.hasPrefix(web) {
      // For a web address of a page, only the link's words can find the note.
      let last = link.path.dropFirst(web.count).split(separator: "/").last ?? ""
      let name = Self.split(last.prefix { $0 != "?" && $0 != "#" })
      return name.id == nil || link.words.isEmpty ? nil : .titled(link.words)
    }
    if link.isWeb { return nil }
    if link.isWiki, !Self.isLink(link.destination), !link.destination.contains("/") { return nil }
    let path = Self.path(link.path, from: note)
    return .note(path.replacing("_all.csv", with: ".csv"), part: link.part)
  }

  static func path(_ written: String, from note: ImportedNote) -> String {
    var parts = note.linkFolders
    for part in written.split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }
}

/// Reads comma-separated values, where quoted values may contain commas and line ends.
enum SeparatedValues {
  static func rows(of text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var value = ""
    var isQuoted = false
    var hasText = false
    let scalars = text.unicodeScalars.drop { $0 == "\u{FEFF}" }
    var index = scalars.startIndex
    func next() -> Unicode.Scalar? {
      let after = scalars.index(after: index)
      return after < scalars.endIndex ? scalars[after] : nil
    }
    while index < scalars.endIndex {
      let scalar = scalars[index]
      switch scalar {
      case "\"" where isQuoted && next() == "\"":
        value.unicodeScalars.append(scalar)
        index = scalars.index(after: index)
      case "\"" where isQuoted || value.isEmpty: isQuoted.toggle()
      case "," where !isQuoted:
        row.append(value)
        value = ""
      case "\n" where !isQuoted:
        if hasText { rows.append(row + [value]) }
        (row, value, hasText) = ([], "", false)
        index = scalars.index(after: index)
        continue
      case "\r" where !isQuoted && next() == "\n": break
      default: value.unicodeScalars.append(scalar)
      }
      hasText = true
      index = scalars.index(after: index)
    }
    if hasText { rows.append(row + [value]) }
    return rows
  }
}

/// Reads dates in English words, `March 2, 2024 10:30 AM`, `2 March 2024`, and `2024-03-02`.
enum EnglishDate {
  static func read(_ text: String) -> CivilTime? {
    if let moment = WrittenMoment(text), !moment.isCompact, moment.precision >= .day {
      return CivilCalendar.civil(moment.inUTC)
    }
    var (day, month, year): (Int?, Int?, Int?) = (nil, nil, nil)
    var (hour, minute) = (0, 0)
    for word in text.lowercased().split(whereSeparator: { " ,()".contains($0) }) {
      if month == nil, let named = DayWords.month(String(word)) {
        month = named
      } else if word.contains(":") {
        let parts = word.split(separator: ":").map { Int($0.prefix(2)) ?? 0 }
        (hour, minute) = (parts.first ?? 0, parts.count > 1 ? parts[1] : 0)
      } else if word == "pm", hour < 12 {
        hour += 12
      } else if word == "am", hour == 12 {
        hour = 0
      } else if let number = Int(word.prefix { $0.isNumber }) {
        if number > 31 { year = number } else if day == nil { day = number }
      }
    }
    guard let day, let month, let year else { return nil }
    let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute)
    return CivilCalendar.exists(time) ? time : nil
  }
}
