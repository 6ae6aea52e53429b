import Archives
import Bytes
import Entities
import Services

/// Reads Roam's JSON: pages that are outlines of blocks, which link to each other.
struct RoamReader: ImportReader {
  /// Whether the outermost blocks are paragraphs.
  var isFlat = false

  /// The greatest nesting of JSON that is read: each outline level is an object in an array.
  private static let deepest = 400

  static func isPages(_ entry: SourceTree.Entry, _ source: SourceTree) -> Bool {
    guard entry.ending == "json", let pages = source.json(entry, deepest: deepest) else {
      return false
    }
    return pages.items.first.map { $0["title"] != nil && $0["content"] == nil } ?? false
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    for entry in source.entries where entry.ending == "json" {
      let bytes = try source.text(of: entry)
      guard case .array(let pages)? = JSONReader.value(of: bytes, deepest: Self.deepest) else {
        sink.add(ImportNotice(of: entry.path, "Not a Roam JSON export, or nested too deeply."))
        continue
      }
      let blocks = Self.blocks(of: pages)
      for (index, page) in pages.enumerated() {
        guard let title = page["title"]?.text else {
          sink.add(ImportNotice(of: "\(entry.path), page \(index + 1)", "It has no title."))
          continue
        }
        var note = ImportedNote(id: page["uid"]?.text ?? title, title: title)
        note.created = ImportedTime.milliseconds(page["create-time"]?.number)
        note.changed = ImportedTime.milliseconds(page["edit-time"]?.number) ?? note.created
        if let day = Self.day(page["uid"]?.text) {
          note.aliases = [title]
          note.title = day.text
          note.folder = ["journals"]
          note.localCreated = day.time
        }
        var outline = OutlineText(isFlat: isFlat)
        for child in page["children"]?.items ?? [] {
          write(child, depth: 0, blocks, to: &outline)
        }
        note.text = outline.bytes
        let queries = Self.queries(in: note.text)
        if queries > 0 {
          let count = queries == 1 ? "A query of it" : "\(queries) queries of it"
          note.losses.append(
            "\(count) came as text: only Roam can answer \(queries == 1 ? "it" : "them").")
        }
        try sink.add(note)
      }
    }
  }

  private static func queries(in text: [UInt8]) -> Int {
    let text = String(decoding: text, as: UTF8.self)
    return text.split(separator: "{{query", omittingEmptySubsequences: false).count - 1
  }

  /// Returns the day of a page whose id is a date.
  private static func day(_ id: String?) -> Day? {
    let numbers = (id ?? "").split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let month = numbers[0], let day = numbers[1], let year = numbers[2],
      year > 999
    else { return nil }
    return Day(year: year, month: month, day: day)
  }

  private static func blocks(of pages: [JSONReader.Value]) -> OutlineBlocks {
    var blocks = OutlineBlocks()
    for page in pages {
      if let title = page["title"]?.text { blocks.addPage(title, id: page["uid"]?.text ?? title) }
      var waiting = page["children"]?.items ?? []
      while let block = waiting.popLast() {
        waiting += block["children"]?.items ?? []
        let text = block["string"]?.text ?? ""
        if let id = block["uid"]?.text, let title = page["title"]?.text {
          blocks.add(id, page: title, words: RoamText(text).words)
        }
        blocks.addReferences(in: text)
      }
    }
    return blocks
  }

  private func write(
    _ block: JSONReader.Value, depth: Int, _ blocks: OutlineBlocks, to out: inout OutlineText
  ) {
    if let table = table(block, blocks) {
      out.add(table, depth: depth)
      return
    }
    let text = RoamText((block["string"]?.text ?? "").normalizingLineEnds).markdown(blocks)
    let level = Int(block["heading"]?.number ?? 0)
    let heading = (1...6).contains(level) ? String(repeating: "#", count: level) + " " : ""
    let id = block["uid"]?.text.flatMap { blocks.named.contains($0) ? $0 : nil }
    out.add(heading + text, depth: depth, id: id)
    for child in block["children"]?.items ?? [] {
      write(child, depth: depth + 1, blocks, to: &out)
    }
  }

  /// Returns a table, each of whose rows is a path from a child to its deepest descendant. Returns
  /// nil if other blocks link to one of its cells.
  private func table(_ block: JSONReader.Value, _ blocks: OutlineBlocks) -> String? {
    guard ["{{[[table]]}}", "{{table}}"].contains(block["string"]?.text?.trimmingBlanks ?? "")
    else { return nil }
    var rows: [[String]] = []
    var isNamed = block["uid"]?.text.map(blocks.named.contains) ?? false
    func add(_ cell: JSONReader.Value, behind before: [String]) {
      isNamed = isNamed || cell["uid"]?.text.map(blocks.named.contains) ?? false
      let text = RoamText((cell["string"]?.text ?? "").normalizingLineEnds).markdown(blocks)
      let row = before + [MarkdownTable.cell(text)]
      let children = cell["children"]?.items ?? []
      if children.isEmpty { rows.append(row) }
      for (index, child) in children.enumerated() {
        add(child, behind: index == 0 ? row : row.map { _ in "" })
      }
    }
    for child in block["children"]?.items ?? [] { add(child, behind: []) }
    if rows.isEmpty || isNamed { return nil }
    return MarkdownTable.lines(of: rows).joined(separator: "\n")
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    link.isWiki ? .titled(link.destination, part: link.part) : nil
  }
}

struct RoamText {
  private let box: String
  /// The text without a task's box.
  let words: String

  init(_ text: String) {
    for (mark, box) in [("TODO", "[ ] "), ("DONE", "[x] ")] {
      for form in ["{{[[\(mark)]]}}", "{{\(mark)}}"] where text.hasPrefix(form) {
        (self.box, words) = (box, text.dropFirst(form.count).trimmingBlanks)
        return
      }
    }
    (box, words) = ("", Self.fenced(text))
  }

  /// Puts code fences on their own lines; in Roam they may be next to words.
  private static func fenced(_ text: String) -> String {
    let parts = text.split(separator: "```", omittingEmptySubsequences: false)
    if parts.count.isMultiple(of: 2) { return text }
    var out = ""
    var isBelow = false
    for (index, part) in parts.enumerated() {
      let part = isBelow ? part.drop { $0 == " " } : part
      if isBelow, !part.isEmpty, part.first != "\n" { out += "\n" }
      isBelow = !index.isMultiple(of: 2) && part.contains("\n")
      while isBelow, out.last == " " { out.removeLast() }
      if isBelow, !out.isEmpty, out.last != "\n" { out += "\n" }
      let end = isBelow && part.last != "\n" ? "\n" : ""
      out += index.isMultiple(of: 2) ? String(part) : "```\(part)\(end)```"
    }
    return out
  }

  func markdown(_ blocks: OutlineBlocks) -> String {
    box
      + OutlineMarks.outsideCode(words) { text in
        let marked = OutlineMarks.replacing(blocks.linked(text), "^^", with: "==")
        return OutlineMarks.withTags(OutlineMarks.replacing(marked, "__", with: "*"))
      }
  }
}
