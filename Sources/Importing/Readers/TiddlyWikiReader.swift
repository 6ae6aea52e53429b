import Archives
import Bytes
import Entities
import Html
import Services

/// Reads TiddlyWiki: a wiki in one HTML page, or tiddlers as `.tid` and JSON.
struct TiddlyWikiReader: ImportReader {
  typealias Tiddler = [String: String]

  static func isTiddler(_ entry: SourceTree.Entry) -> Bool { entry.ending == "tid" }

  /// Whether a file is a wiki or tiddlers; reads it to find out.
  static func isWiki(_ entry: SourceTree.Entry, _ source: SourceTree) -> Bool {
    if isPage(entry), let bytes = try? source.text(of: entry) {
      return !stores(in: bytes).isEmpty || oldStore(in: bytes) != nil
    }
    let first = entry.ending == "json" ? source.json(entry)?.items.first : nil
    return first?["title"]?.text != nil && first?["text"]?.text != nil && first?["children"] == nil
  }

  private static func isPage(_ entry: SourceTree.Entry) -> Bool {
    ["html", "htm", "hta"].contains(entry.ending)
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    for entry in source.entries
    where Self.isPage(entry) || ["tid", "json", "meta"].contains(entry.ending) {
      try sink.reading(entry.path) { () throws(ImportFailure) in
        let bytes = try source.text(of: entry)
        if entry.ending == "meta" {
          return try add(factsOf: entry, bytes, source, sink)
        }
        for tiddler in try Self.tiddlers(in: bytes, entry) { try add(tiddler, entry, sink) }
      }
    }
  }

  // MARK: - Stores

  private static func tiddlers(
    in bytes: [UInt8], _ entry: SourceTree.Entry
  ) throws(ImportFailure) -> [Tiddler] {
    if entry.ending == "tid" { return [tiddler(in: bytes, entry)] }
    if entry.ending == "json" {
      guard case .array(let items)? = JSONReader.value(of: bytes) else {
        throw .malformed(entry.path, reason: "it is not a JSON file of tiddlers")
      }
      return items.map(tiddler)
    }
    if bytes.firstRange(of: Array("id=\"encryptedStoreArea\"".utf8)) != nil {
      throw .encrypted(entry.path)
    }
    let stores = stores(in: bytes)
    if stores.isEmpty, oldStore(in: bytes) == nil {
      throw .malformed(entry.path, reason: "it holds no wiki")
    }
    var all: [Tiddler] = []
    for store in stores {
      guard case .array(let items)? = JSONReader.value(of: Array(store)) else {
        throw .malformed(entry.path, reason: "its store is not JSON")
      }
      all += items.map(tiddler)
    }
    return all + (oldStore(in: bytes).map(oldTiddlers) ?? [])
  }

  private static func tiddler(_ value: JSONReader.Value) -> Tiddler {
    guard case .object(let members) = value else { return [:] }
    return members.compactMapValues { value in
      switch value {
      case .string(let text), .number(let text): text
      case .array(let items): items.compactMap(\.text).map { "[[\($0)]]" }.joined(separator: " ")
      default: nil
      }
    }
  }

  /// Reads lines of `name: value`, an empty line, and the text. The file's name is the default
  /// title.
  private static func tiddler(in bytes: [UInt8], _ entry: SourceTree.Entry) -> Tiddler {
    var tiddler: Tiddler = ["title": entry.stem]
    var rest = String(decoding: bytes, as: UTF8.self).normalizingLineEnds[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != "\n" }
      guard let colon = line.firstIndex(of: ":") else {
        if line.isEmpty { rest = rest.dropFirst() }
        break
      }
      rest = rest.dropFirst(line.count + 1)
      tiddler[line[..<colon].trimmingBlanks] = line[line.index(after: colon)...].trimmingBlanks
    }
    tiddler["text"] = String(rest)
    return tiddler
  }

  /// Returns the contents of each `<script class="tiddlywiki-tiddler-store" …>`.
  private static func stores(in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let (mark, end) = (Array("tiddlywiki-tiddler-store".utf8), Array("</script>".utf8))
    var found: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while let start = rest.firstRange(of: mark) {
      // The mark also occurs in the wiki's own program.
      let tag = rest[..<start.lowerBound].suffix(100)
      let isInTag = tag.lastIndex(of: Byte.less).map {
        tag[$0...].starts(with: "<script".utf8) && !tag[$0...].contains(Byte.greater)
      }
      rest = rest[start.upperBound...]
      guard isInTag == true, let open = rest.firstIndex(of: Byte.greater),
        let close = rest[open...].firstRange(of: end)
      else { continue }
      found.append(rest[(open + 1)..<close.lowerBound])
      rest = rest[close.upperBound...]
    }
    return found
  }

  private static func oldStore(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    bytes.firstRange(of: Array("<div id=\"storeArea\"".utf8)).map { bytes[$0.upperBound...] }
  }

  /// Reads `<div title="…" tags="…"><pre>…</pre></div>`.
  private static func oldTiddlers(in store: ArraySlice<UInt8>) -> [Tiddler] {
    var all: [Tiddler] = []
    var rest = store
    let (start, open, close) = (Array("<div ".utf8), Array("<pre>".utf8), Array("</pre>".utf8))
    while let tag = rest.firstRange(of: start) {
      rest = rest[tag.upperBound...]
      guard let end = rest.firstIndex(of: Byte.greater) else { break }
      var tiddler = attributes(in: String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[(end + 1)...]
      if tiddler["title"] == nil { continue }
      let next = rest.firstRange(of: start)?.lowerBound ?? rest.endIndex
      if let first = rest.firstRange(of: open), first.lowerBound < next,
        let last = rest[first.upperBound...].firstRange(of: close)
      {
        tiddler["text"] = HtmlText.plain(
          String(decoding: rest[first.upperBound..<last.lowerBound], as: UTF8.self))
        rest = rest[last.upperBound...]
      }
      all.append(tiddler)
    }
    return all
  }

  private static func attributes(in tag: String) -> Tiddler {
    let parts = tag.split(separator: "\"", omittingEmptySubsequences: false)
    var tiddler: Tiddler = [:]
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      let name = parts[index].trimmingBlanks
      if name.hasSuffix("=") {
        tiddler[String(name.dropLast())] = HtmlText.plain(String(parts[index + 1]))
      }
    }
    return tiddler
  }

  // MARK: - Notes

  private static let known: Set<String> = [
    "title", "text", "created", "modified", "tags", "type", "caption",
  ]
  private static let unread: Set<String> = [
    "creator", "modifier", "bag", "revision", "list", "changecount", "draft.of", "draft.title",
  ]

  private func add(
    _ tiddler: Tiddler, _ entry: SourceTree.Entry, _ sink: any ImportSink
  ) throws(ImportFailure) {
    guard let title = tiddler["title"], !title.isEmpty else {
      return sink.add(ImportNotice(of: entry.path, "A tiddler has no title."))
    }
    // System tiddlers belong to TiddlyWiki itself.
    if title.hasPrefix("$:/") { return }
    let (text, type) = (tiddler["text"] ?? "", tiddler["type"] ?? "")
    let kind = type.prefix { $0 != "/" }
    if ["image", "audio", "video"].contains(kind) || type == "application/pdf",
      type != "image/svg+xml" || !text.hasPrefix("<")
    {
      // A picture that is not Base64 is imported as text.
      if let bytes = Base64Reader.bytes(of: Array(text.utf8)), !bytes.isEmpty {
        let ending = type.split(separator: "/").last.map(String.init) ?? ""
        let name = title.contains(".") ? title : "\(title).\(ending)"
        return try sink.add(ImportedFile(id: title, name: name) { bytes })
      }
      if text.isEmpty { return sink.add(ImportNotice(of: title, "Its file cannot be read.")) }
    }
    var note = ImportedNote(id: title, title: title)
    note.text = Self.markdown(text.normalizingLineEnds, type)
    note.endLine()
    note.created = Self.time(tiddler["created"])
    note.changed = Self.time(tiddler["modified"]) ?? note.created
    note.tags = Self.names(tiddler["tags"] ?? "")
    for (name, value) in tiddler.sorted(by: { $0.key < $1.key })
    where !Self.known.contains(name) && !value.isEmpty {
      let property = ImportedNote.Property(name, [Self.linked(value)])
      if Self.unread.contains(name) {
        note.extras.append(property)
      } else {
        note.properties.append(property)
      }
    }
    try sink.add(note)
  }

  /// Swaps the parts of links in fields, which have their words first: `[[words|title]]`.
  private static func linked(_ value: String) -> String {
    value.replacing(from: "[[", to: "]]") { inside in
      let parts = inside.split(separator: "|", maxSplits: 1)
      return parts.count == 2 ? "[[\(parts[1])|\(parts[0])]]" : nil
    }
  }

  /// Adds a file that is a tiddler: `a.png.meta` has the fields of `a.png`.
  private func add(
    factsOf entry: SourceTree.Entry, _ bytes: [UInt8], _ source: SourceTree,
    _ sink: any ImportSink
  ) throws(ImportFailure) {
    guard let file = source[String(entry.path.dropLast(".meta".count))] else {
      return sink.add(ImportNotice(of: entry.path, "The file that it tells of is not there."))
    }
    var tiddler = Self.tiddler(in: bytes, entry)
    let title = tiddler["title"] ?? ""
    if title.hasPrefix("$:/") { return }
    if tiddler["type"]?.hasPrefix("text/") == true {
      tiddler["text"] = String(
        decoding: try source.text(of: file), as: UTF8.self)
      return try add(tiddler, entry, sink)
    }
    let name = title.contains(".") ? title : file.name
    try sink.add(ImportedFile(file, of: source, id: title, name: name))
  }

  private static func markdown(_ text: String, _ type: String) -> [UInt8] {
    switch type {
    case "", "text/vnd.tiddlywiki", "text/x-tiddlywiki":
      Array(TiddlyWikiText.markdown(of: text).utf8)
    case "text/x-markdown", "text/markdown": Array(text.utf8)
    case "text/html": HtmlMarkdown.answer(of: Array(text.utf8)).text
    case "text/plain": PlainText.markdown(of: text.trimmingLines)
    default: Array("```\(type.split(separator: "/").last ?? "")\n\(text)\n```\n".utf8)
    }
  }

  /// Splits a list of titles: `[[two words]] one`.
  private static func names(_ text: String) -> [String] {
    var (names, rest): ([String], Substring) = ([], text[...])
    while true {
      rest = rest.drop { $0 == " " }
      if rest.isEmpty { return names }
      if rest.hasPrefix("[["), let end = rest.firstRange(of: "]]") {
        names.append(String(rest[..<end.lowerBound].dropFirst(2)))
        rest = rest[end.upperBound...]
      } else {
        let name = rest.prefix { $0 != " " }
        names.append(String(name))
        rest = rest.dropFirst(name.count)
      }
    }
  }

  /// Reads `20240131101500123`, or the same without seconds.
  private static func time(_ text: String?) -> Timestamp? {
    let digits = (text ?? "").prefix(14)
    return digits.count < 12 ? nil : ImportedTime.read(String(digits))
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    link.isWiki ? .titled(link.destination, part: link.part) : nil
  }
}
