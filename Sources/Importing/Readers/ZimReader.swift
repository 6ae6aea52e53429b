import Archives
import Bytes
import Html

/// Reads a notebook of Zim: a file of wikitext for each page, and a folder of the page's name for
/// its files and subpages.
struct ZimReader: ImportReader {
  private static let head = Array("Content-Type: text/x-zim-wiki".utf8)

  static func isNotebook(_ entry: SourceTree.Entry) -> Bool { entry.name == "notebook.zim" }

  /// Whether a file is a page: Zim begins each one with this line.
  static func isPage(_ start: [UInt8]) -> Bool { start.starts(with: head) }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    let roots = source.entries.filter(Self.isNotebook).map(\.folder)
    for entry in source.entries where !Self.isNotebook(entry) {
      try sink.reading(entry.path) { () throws(ImportFailure) in
        let root = roots.filter { entry.folder.starts(with: $0) }.max { $0.count < $1.count }
        guard entry.ending == "txt" else {
          let page = entry.folder.joined(separator: "/")
          return try sink.add(ImportedFile(entry, of: source, note: page))
        }
        let bytes = try source.text(of: entry)
        if root == nil, !Self.isPage(bytes) {
          try MarkdownReader.add(entry, source, sink)
        } else {
          try sink.add(Self.note(entry, bytes, root ?? []))
        }
      }
    }
  }

  private static func note(
    _ entry: SourceTree.Entry, _ bytes: [UInt8], _ root: [String]
  ) -> ImportedNote {
    var text = String(decoding: bytes, as: UTF8.self).normalizingLineEnds[...]
    let path = entry.folder + [entry.stem]
    var note = ImportedNote(id: path.joined(separator: "/"), title: shown(entry.stem))
    if isPage(bytes) {
      while let line = text.split(
        separator: "\n", maxSplits: 1, omittingEmptySubsequences: false
      ).first, !line.isEmpty {
        text = text.dropFirst(line.count + 1)
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.first == "Creation-Date", let date = parts.last {
          note.created = ImportedTime.read(date.trimmingBlanks)
        }
      }
    }
    note.text = Array(ZimText.markdown(of: text.trimmingLines, files: path).utf8)
    if !note.text.isEmpty { note.text.append(Byte.lineFeed) }
    note.changed = entry.modified
    note.folder = entry.folder.dropFirst(root.count).map(shown)
    note.linkFolder = root.joined(separator: "/")
    return note
  }

  /// Returns a page's name, in which the file's underscores are blanks.
  private static func shown(_ name: String) -> String { name.replacing("_", with: " ") }

  /// Resolves `Page` next to this page or to a parent, `+Page` below it, and `:Page` from the top.
  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    guard link.isWiki else { return nil }
    let root = note.linkFolders
    let own = note.id.split(separator: "/").map(String.init).dropFirst(root.count)
    let names = link.destination.drop { "+:".contains($0) }.split(separator: ":").map {
      $0.trimmingBlanks.replacing(" ", with: "_")
    }
    guard let last = names.last else { return nil }
    var above: [[String]] = [[]]
    switch link.destination.first {
    case "+": above = [Array(own)]
    case ":": break
    default: above = (0..<max(own.count, 1)).reversed().map { Array(own.prefix($0)) }
    }
    let pages = above.map {
      ImportTarget.note((root + $0 + names).joined(separator: "/"), part: link.part)
    }
    return .first(pages + [.titled(Self.shown(last), part: link.part)])
  }
}

/// Converts Zim's wikitext to Markdown.
struct ZimText {
  private var out: [String] = []
  private var lines: ArraySlice<Substring>
  /// The folder of the page's files.
  private let files: [String]
  /// The indents of the open items, as the page writes them.
  private var indents: [Int] = []

  static func markdown(of text: String, files: [String]) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var page = ZimText(lines: lines[...], files: files)
    while !page.lines.isEmpty { page.read() }
    return page.out.joined(separator: "\n")
  }

  private init(lines: ArraySlice<Substring>, files: [String]) {
    self.lines = lines
    self.files = files
  }

  private mutating func read() {
    guard let line = lines.popFirst() else { return }
    let words = line.trimmingBlanks
    let signs = words.prefix { $0 == "=" }.count
    if words.isEmpty { return out.append("") }
    if words == "'''" { return code("", until: "'''") }
    if words.hasPrefix("{{{"), !words.hasSuffix("}}}") {
      return code(Self.language(words), until: "}}}")
    }
    if item(line, words) { return }
    let isFurtherIn = line.first?.isWhitespace == true
    if !isFurtherIn { indents = [] }
    if signs > 1, words.count > 2 * signs, words.hasSuffix("==") {
      let title = words.drop { $0 == "=" }.reversed().drop { $0 == "=" }.reversed()
      let level = String(repeating: "#", count: max(1, 7 - signs))
      out.append("\(level) \(inline(String(title).trimmingBlanks))")
    } else if words.count >= 5, words.allSatisfy({ $0 == "-" }) {
      separate()
      out.append("---")
    } else if words.first == "|", words.hasSuffix("|"), words.count > 1 {
      if out.last?.hasPrefix("|") != true { separate() }
      out.append(row(words))
    } else {
      let start = String(repeating: " ", count: isFurtherIn ? indents.count * 4 : 0)
      out.append(
        start + String(decoding: PlainText.guarded(Array(inline(words).utf8)), as: UTF8.self))
    }
  }

  private mutating func separate() { if out.last?.isEmpty == false { out.append("") } }

  private mutating func code(_ language: String, until end: String) {
    var inside: [Substring] = []
    while let line = lines.popFirst(), line.trimmingBlanks != end { inside.append(line) }
    out.append(InlineText.fenced(inside.joined(separator: "\n"), language: language))
  }

  /// Reads the language in `{{{code: lang="python3" linenumbers="True"`.
  private static func language(_ words: String) -> String {
    guard let start = words.firstRange(of: "lang=\"") else { return "" }
    return String(words[start.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "-" })
  }

  private static let boxes: [(mark: String, box: String)] = [
    ("[ ]", "[ ]"), ("[*]", "[x]"), ("[x]", "[-]"), ("[>]", "[>]"), ("[<]", "[<]"),
  ]

  private mutating func item(_ line: Substring, _ words: String) -> Bool {
    guard let blank = words.firstIndex(of: " ") ?? (words == "*" ? words.endIndex : nil) else {
      return false
    }
    var (start, rest) = ("", words[blank...].trimmingBlanks)
    let mark = words[..<blank]
    let number = mark.dropLast()
    if let box = Self.boxes.first(where: { words.hasPrefix($0.mark + " ") }) {
      start = "- \(box.box)"
      rest = Self.dated(words.dropFirst(box.mark.count).trimmingBlanks)
    } else if mark == "*" {
      start = "-"
    } else if mark.last == ".", let first = number.first, first.isASCII,
      number.allSatisfy({ $0.isASCII && $0.isNumber }) && number.count < 9
        || number.count == 1 && first.isLetter
    {
      let letter = Int(first.lowercased().utf8.first ?? 0) - 0x60
      start = first.isLetter ? "\(letter)." : String(mark)
    } else {
      return false
    }
    let indent = line.prefix { $0.isWhitespace }.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
    while let last = indents.last, last > indent { indents.removeLast() }
    if indents.last != indent { indents.append(indent) }
    out.append(
      String(repeating: " ", count: (indents.count - 1) * 4) + "\(start) \(inline(rest))")
    return true
  }

  /// Converts a task's dates: due `<2024-05-01`, start `>2024-05-01`.
  private static func dated(_ words: String) -> String {
    words.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
      let day = word.dropFirst()
      let parts = day.split(separator: "-", omittingEmptySubsequences: false)
      let isDay = parts.map(\.count) == [4, 2, 2] && parts.joined().allSatisfy(\.isNumber)
      guard isDay, let sign = word.first else { return String(word) }
      return sign == "<" ? "📅 \(day)" : sign == ">" ? "🛫 \(day)" : String(word)
    }.joined(separator: " ")
  }

  private func row(_ words: String) -> String {
    if words.allSatisfy({ "|:- ".contains($0) }) { return words }
    let inside = words.dropFirst().dropLast().replacing("\\|", with: "\u{0}")
    let cells = inside.split(separator: "|", omittingEmptySubsequences: false).map {
      inline($0.trimmingBlanks.replacing("\u{0}", with: "|")).replacing("|", with: "\\|")
    }
    return "| \(cells.joined(separator: " | ")) |"
  }

  // MARK: - Within a line

  private func inline(_ text: some StringProtocol, depth: Int = 0) -> String {
    InlineText.markdown(text) { special(&$0, depth) }
  }

  private static let marks: [InlineText.Mark] = [
    ("**", "**", "**"), ("//", "*", "*"), ("__", "==", "=="), ("~~", "~~", "~~"),
    ("_{", "<sub>", "</sub>"), ("^{", "<sup>", "</sup>"),
  ]

  private func special(_ text: inout InlineText, _ depth: Int) -> Bool {
    let start = text.index
    switch text.characters[start] {
    case "h":
      guard let end = text.addressEnd else { return false }
      return text.write("<\(text.text(start..<end))>", to: end)
    case "'" where text.begins("''"):
      guard let end = text.find("''", from: start + 2), end > start + 2 else { return false }
      return text.write(InlineText.code(text.text(start + 2..<end)), to: end + 2)
    case "[" where text.begins("[["):
      guard let end = text.find("]]", from: start + 2), end > start + 2 else { return false }
      return text.write(link(text.text(start + 2..<end)), to: end + 2)
    case "{" where text.begins("{{"):
      guard let end = text.find("}}", from: start + 2), end > start + 2 else { return false }
      return text.write(picture(text.text(start + 2..<end)), to: end + 2)
    case "@" where text.before.map { $0.isWhitespace } ?? true:
      let name = text.characters[(start + 1)...].prefix {
        $0.isLetter || $0.isNumber || "_-".contains($0)
      }
      guard let tag = ImportedText.tag(String(name)) else { return false }
      return text.write("#\(tag)", to: start + 1 + name.count)
    default: return text.mark(Self.marks, depth: depth) { inline($0, depth: $1) }
    }
  }

  /// Converts a link, `target|words`, to a page, a file, or a web address.
  private func link(_ inside: String) -> String {
    let parts = inside.split(separator: "|", maxSplits: 1).map { $0.trimmingBlanks }
    guard let target = parts.first else { return "" }
    let words = parts.count > 1 ? parts[1] : nil
    let shown = String(decoding: PlainText.inline(words ?? target), as: UTF8.self)
    if let address = WebAddress.safe(target) {
      return words == nil ? "<\(address)>" : "[\(shown)](<\(address)>)"
    }
    if let path = path(target) { return "[\(shown)](\(InternalLink.destination(path)))" }
    // A file outside the notebook, or a page of another wiki: `wp?Tea`.
    if ["/", "~"].contains(target.first) || target.contains("?") || target.contains("://") {
      return words == nil ? shown : "\(shown) (\(InlineText.code(target)))"
    }
    let name = target.drop { "+:#".contains($0) }.split(separator: ":").last.map(String.init)
    let plain = (words ?? name ?? target).filter { !"|[]".contains($0) }
    return "[[\(target.filter { !"[]".contains($0) })|\(plain)]]"
  }

  /// Converts a picture: `./a.png?width=300|words`.
  private func picture(_ inside: String) -> String {
    let parts = inside.split(separator: "|", maxSplits: 1).map { $0.trimmingBlanks }
    let source = (parts.first ?? "").split(separator: "?", maxSplits: 1)
    guard let target = source.first.map(String.init) else { return "" }
    let width = source.dropFirst().first?.split(separator: "&").first { $0.hasPrefix("width=") }
    let size = width.map { $0.dropFirst("width=".count) }.flatMap { Int($0) }.map { "|\($0)" } ?? ""
    let words = parts.count > 1 ? parts[1] : ""
    let shown = String(decoding: PlainText.inline(words), as: UTF8.self) + size
    if let address = WebAddress.safe(target) { return "![\(shown)](<\(address)>)" }
    // Without `./`, the picture is in the page's folder too.
    guard let path = path(target) ?? path("./" + target) else { return shown }
    return "![\(shown)](\(InternalLink.destination(path)))"
  }

  /// Returns the path of a file for `./` and `../`; nil for others, and outside the notebook.
  private func path(_ target: String) -> String? {
    let plain = target.replacing("\\", with: "/")
    guard plain.hasPrefix("./") || plain.hasPrefix("../") else { return nil }
    return ImportLink(plain).path(from: files)
  }
}
