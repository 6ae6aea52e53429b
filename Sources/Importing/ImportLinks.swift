import Bytes
import Entities
import Folding
import Html
import NoteSyntax
import Services
import VaultSettings

/// Rewrites the links of imported texts to the vault's paths of notes and files.
struct ImportLinks {
  private let notes: [String: NotePath]
  private let files: [String: NotePath]
  /// The text of headings, by their note and by the other names that links use for them.
  private let anchors: [NotePath: [String: String]]
  /// Headings that became notes of their own, by the source's note and the heading's text. `part`
  /// is nil where the heading became the note's title.
  private let parts: [PartKey: (path: NotePath, part: String?)]
  private let titles: [[UInt8]: NotePath]
  /// Titles that differ from another note's only in case, as they are written.
  private let sameButCapitals: [String: NotePath]
  /// Files by their original names.
  private let fileNames: [[UInt8]: NotePath]
  private let form: NewLinkForm
  /// Names that several files have, in the form that links compare.
  private let shared: Set<[UInt8]>

  private struct PartKey: Hashable {
    var note: String
    var heading: [UInt8]
  }

  init(_ plan: ImportPlan, vault: Set<NotePath>, form: NewLinkForm) {
    self.form = form
    notes = Dictionary(plan.notes.map { ($0.id, $0.path) }, uniquingKeysWith: { first, _ in first })
    files = Dictionary(plan.files.map { ($0.id, $0.path) }, uniquingKeysWith: { first, _ in first })
    anchors = Dictionary(
      plan.notes.compactMap { $0.anchors.isEmpty ? nil : ($0.path, $0.anchors) },
      uniquingKeysWith: { first, _ in first })
    parts = Dictionary(
      plan.notes.flatMap { note in
        (note.part?.headings ?? []).enumerated().map { index, heading in
          (
            PartKey(note: note.part?.of ?? "", heading: Self.key(heading)),
            (path: note.path, part: index == 0 ? nil : heading)
          )
        }
      }, uniquingKeysWith: { first, _ in first })
    // A title takes precedence over another note's alias.
    var titles: [[UInt8]: NotePath] = [:]
    var sameButCapitals: [String: NotePath] = [:]
    func name(_ path: NotePath, _ title: String) {
      let key = Self.key(title)
      if key.isEmpty { return }
      if let first = titles[key] {
        let words = Self.words(title)
        if first != path, sameButCapitals[words] == nil { sameButCapitals[words] = path }
      } else {
        titles[key] = path
      }
    }
    for note in plan.notes { name(note.path, note.title) }
    for note in plan.notes { for alias in note.aliases { name(note.path, alias) } }
    self.titles = titles
    self.sameButCapitals = sameButCapitals
    var fileNames: [[UInt8]: NotePath] = [:]
    for file in plan.files {
      let key = Self.key(file.id.split(separator: "/").last.map(String.init) ?? "")
      if fileNames[key] == nil { fileNames[key] = file.path }
    }
    self.fileNames = fileNames
    let planned = Set(plan.notes.map(\.path)).union(plan.files.map(\.path))
    var (names, shared): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
    for path in vault.union(planned) {
      let key = LinkName.key(of: path)
      if !names.insert(key).inserted { shared.insert(key) }
    }
    self.shared = shared
  }

  private static func words(_ title: String) -> String {
    title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func key(_ title: String) -> [UInt8] {
    Folding.name(Array(words(title).utf8))
  }

  /// Returns the text with rewritten links, and the links without a target as problems.
  func linked(
    _ text: [UInt8], at home: NotePath, target: (ImportLink) -> ImportTarget?
  ) -> (bytes: [UInt8], problems: [String]) {
    var edits: [ByteEdit] = []
    var problems: [String] = []
    let scan = NoteScanner.scan(text.span)
    let isRow = TableRows(text)
    for link in scan.links where link.quote == nil {
      if link.target.isEmpty, let edit = edit(ownPartOf: link, at: home, in: text) {
        edits.append(edit)
      }
      guard !link.target.isEmpty, let meant = target(Self.written(link, in: text)) else {
        continue
      }
      guard let (path, part) = destination(of: meant) else {
        let shown = link.text.flatMap { $0.isEmpty ? nil : $0 } ?? link.target
        let words = String(decoding: text[shown], as: UTF8.self)
        problems.append("The link “\(words)” leads to nothing that was imported.")
        continue
      }
      // A wiki link names a heading by its text.
      let heading = link.kind == .wiki ? part : part.map { self.heading($0, of: path) }
      edits.append(
        edit(
          link, to: path, heading, from: home, isTitle: meant.isTitle,
          isInTable: isRow.contains(link.whole.lowerBound), in: text))
    }
    var (next, linksEnd) = (0, 0)
    for address in UnlinkedURLs.all(in: text, from: scan.body) {
      while next < scan.links.count,
        scan.links[next].whole.lowerBound < address.value.lowerBound
      {
        linksEnd = max(linksEnd, scan.links[next].whole.upperBound)
        next += 1
      }
      if address.isBare, address.value.lowerBound < linksEnd { continue }
      let written = String(decoding: text[address.value], as: UTF8.self)
      let link = ImportLink(written.replacing("&amp;", with: "&"))
      guard let meant = target(link) else { continue }
      if let (path, part) = destination(of: meant) {
        let heading = part.map { self.heading($0, of: path) }
        edits.append(
          edit(
            address, to: path, heading, from: home,
            isInTable: isRow.contains(address.whole.lowerBound)))
      } else {
        problems.append("The link “\(written)” leads to nothing that was imported.")
      }
    }
    return (ByteEdit.apply(edits.inOrder(), to: text), problems)
  }

  private static func written(_ link: NoteScan.Link, in bytes: [UInt8]) -> ImportLink {
    func text(_ range: Range<Int>?) -> String? {
      range.map { String(decoding: bytes[$0], as: UTF8.self) }
    }
    return ImportLink(
      text(link.target) ?? "", part: text(link.part), isWiki: link.kind == .wiki,
      words: text(link.text) ?? "")
  }

  private func destination(of target: ImportTarget) -> (path: NotePath, part: String?)? {
    switch target {
    case .note(let id, let part):
      part.flatMap { parts[PartKey(note: id, heading: Self.key($0))] }
        ?? (notes[id] ?? files[id]).map { ($0, part) }
    case .titled(let title, let part):
      (sameButCapitals[Self.words(title)] ?? titles[Self.key(title)]
        ?? fileNames[Self.key(title)]).map { ($0, part) }
    case .file(let id): files[id].map { ($0, nil) }
    case .first(let targets): targets.lazy.compactMap { destination(of: $0) }.first
    }
  }

  /// Returns the text of a heading that the link names in another way.
  private func heading(_ part: String, of path: NotePath) -> String {
    guard let names = anchors[path], let heading = names[part] ?? names[part.lowercased()] else {
      return part
    }
    // These characters have a meaning within a link.
    return heading.split { "#^|[]".contains($0) || $0.isWhitespace }.joined(separator: " ")
  }

  /// Rewrites `[words](#some-heading)`, which leads to a heading of the same note.
  private func edit(
    ownPartOf link: NoteScan.Link, at home: NotePath, in bytes: [UInt8]
  ) -> ByteEdit? {
    guard link.kind == .markdown, !link.isEmbed, let range = link.part else { return nil }
    let part = Percent.decodedAsWritten(String(decoding: bytes[range], as: UTF8.self))
    let heading = heading(part, of: home)
    if heading == part { return nil }
    if form.isMarkdown {
      return ByteEdit(range: range, bytes: Array(Percent.text(of: heading.utf8).utf8))
    }
    let words = link.text.map { PlainText.unescaped(Array(bytes[$0])) } ?? []
    let plain = words.filter { !"|[]".utf8.contains($0) }
    return ByteEdit(
      range: link.whole,
      bytes: LinkWriting.here.text(
        part: Array(heading.utf8),
        words: plain.isEmpty || plain == Array(heading.utf8) ? nil : plain))
  }

  private func edit(
    _ link: NoteScan.Link, to path: NotePath, _ part: String?, from home: NotePath, isTitle: Bool,
    isInTable: Bool, in bytes: [UInt8]
  ) -> ByteEdit {
    // A picture within a link's text has its own edit.
    let holdsPicture = link.text.map { bytes[$0].starts(with: "![".utf8) } ?? false
    if link.kind == .reference || holdsPicture {
      let target = LinkWriting.markdown(relativeTo: path, from: home).target
      return ByteEdit(range: link.target, bytes: target)
    }
    let writing = writing(of: path, from: home)
    var words = link.text.map { Array(bytes[$0]) }
    // The width of a picture is not a part of its words.
    let size = link.isEmbed ? words.flatMap(Self.size) : nil
    if let size { words?.removeLast(size.count) }
    let name = writing.kind == .wiki ? writing.target : path.stem.bytes
    if let said = words, said.isEmpty || said == name || said == path.name.bytes { words = nil }
    // The old address is no use as words here.
    if let said = words, link.kind == .markdown, Self.isAddress(said, link, in: bytes) {
      words = nil
    }
    // The note had another name there; readers should see the same words.
    if link.text == nil, link.kind == .wiki, !link.isEmbed {
      let said = Array(bytes[link.target])
      let name = NotePath(bytes: said)
      // A slash in a title does not separate folders.
      let last = isTitle ? name : name.isOfNote ? name.stem : name.name
      if Folding.name(last.bytes) != Folding.name(path.stem.bytes), part == nil { words = said }
    }
    if let said = words, writing.kind == .wiki {
      // Escapes have no effect after the bar of a wiki link.
      let plain = link.kind == .wiki ? said : PlainText.unescaped(said)
      words = plain.filter { !"|[]".utf8.contains($0) }
      if words == name { words = nil }
    }
    let text = Self.text(writing, part, words, size, isInTable: isInTable)
    return ByteEdit(range: link.whole, bytes: (link.isEmbed ? [UInt8(ascii: "!")] : []) + text)
  }

  /// Returns the bar and the size after a picture's words: `|300` or `|300x60`.
  private static func size(of words: [UInt8]) -> [UInt8]? {
    guard let bar = words.lastIndex(of: Byte.bar) else { return nil }
    let numbers = words[(bar + 1)...].split(
      separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    let isSize =
      numbers.count < 3
      && numbers.allSatisfy { !$0.isEmpty && $0.count < 6 && $0.allSatisfy(Byte.isDigit) }
    // In a table, the bar is escaped.
    let start = bar > 0 && words[bar - 1] == Byte.backslash ? bar - 1 : bar
    return isSize ? Array(words[start...]) : nil
  }

  private static func text(
    _ writing: LinkWriting, _ part: String?, _ words: [UInt8]?, _ size: [UInt8]?, isInTable: Bool
  ) -> [UInt8] {
    var words = words
    if let size {
      let digits = size.drop { !Byte.isDigit($0) }
      let bar = isInTable ? Array("\\|".utf8) : [Byte.bar]
      let isWiki = writing.kind == .wiki
      let isBare = words?.isEmpty ?? true
      words = isBare ? (isWiki ? [] : bar) + digits : (words ?? []) + bar + digits
    }
    return writing.text(part: part.map { Array($0.utf8) }, words: words, isInTable: isInTable)
  }

  private static func isAddress(
    _ words: [UInt8], _ link: NoteScan.Link, in bytes: [UInt8]
  ) -> Bool {
    let target = Array(bytes[link.target])
    return target.contains(Byte.colon) && PlainText.unescaped(words) == target
  }

  /// Turns an HTML picture within Markdown into Markdown; other HTML only gets the new address.
  private func edit(
    _ address: UnlinkedURLs.Address, to path: NotePath, _ part: String?, from home: NotePath,
    isInTable: Bool
  ) -> ByteEdit {
    if address.isBare {
      let text = writing(of: path, from: home).text(
        part: part.map { Array($0.utf8) }, words: nil)
      return ByteEdit(range: address.whole, bytes: text)
    }
    if let words = address.words, !address.isInBlock {
      let plain = words.filter { !"|[]".utf8.contains($0) }
      let text = Self.text(
        writing(of: path, from: home), nil, plain.isEmpty ? nil : plain, address.size,
        isInTable: isInTable)
      return ByteEdit(range: address.whole, bytes: [Byte.bang] + text)
    }
    let link = LinkWriting.markdown(relativeTo: path, from: home)
    let part = part.map { "#" + Percent.text(of: $0.utf8) } ?? ""
    let target = String(decoding: link.target, as: UTF8.self) + part
    let written = target.replacing("&", with: "&amp;").replacing("\"", with: "%22")
    return ByteEdit(range: address.value, bytes: Array(written.utf8))
  }

  private func writing(of path: NotePath, from home: NotePath) -> LinkWriting {
    if form.isMarkdown { return .markdown(relativeTo: path, from: home) }
    var ways: [LinkWriting] = []
    switch form.pathStyle {
    case .name: ways = LinkWriting.byName(of: path)
    case .relative: ways = LinkWriting.relative(to: path, from: home)
    case .root: ways = LinkWriting.fromRoot(of: path)
    }
    if form.pathStyle == .name, shared.contains(LinkName.key(of: path)) {
      ways = Array(ways.dropFirst())
    }
    return ways.first ?? .markdown(relativeTo: path, from: home)
  }
}

/// Tells which bytes of a text are in a table's row, where a bar begins another cell.
private struct TableRows {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func contains(_ index: Int) -> Bool {
    let start = bytes[..<index].lastIndex(of: Byte.lineFeed).map { $0 + 1 } ?? 0
    let first = Byte.skippingBlanks(in: bytes.span, from: start, to: index)
    return first < index && bytes[first] == Byte.bar
  }
}

extension ImportTarget {
  /// Whether the target is given only by titles, not by ids.
  fileprivate var isTitle: Bool {
    switch self {
    case .titled: true
    case .note, .file: false
    case .first(let targets): targets.allSatisfy(\.isTitle)
    }
  }
}
