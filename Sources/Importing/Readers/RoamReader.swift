import Archives
import Bytes
import Entities
import Services

/// Roam's JSON: pages that are outlines of blocks, which name one another.
struct RoamReader: ImportReader {
  /// Each block of an outline is an object in an array.
  private static let deepest = 400

  static func isPages(_ entry: SourceTree.Entry, _ source: SourceTree) -> Bool {
    guard entry.ending == "json", entry.size <= SimplenoteReader.largest,
      let bytes = try? source.read(entry, atMost: SimplenoteReader.largest),
      let pages = JSONReader.value(of: bytes, deepest: deepest)
    else { return false }
    return pages.items.first.map { $0["title"] != nil && $0["content"] == nil } ?? false
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    for entry in source.entries where entry.ending == "json" {
      let bytes = try source.read(entry, atMost: SimplenoteReader.largest)
      guard case .array(let pages)? = JSONReader.value(of: bytes, deepest: Self.deepest) else {
        sink.add(ImportNotice(of: entry.path, "It is no JSON of Roam, or is nested too deep."))
        continue
      }
      let blocks = Blocks(of: pages)
      for (index, page) in pages.enumerated() {
        guard let title = page["title"]?.text else {
          sink.add(ImportNotice(of: "\(entry.path), page \(index + 1)", "It has no title."))
          continue
        }
        var note = ImportedNote(id: page["uid"]?.text ?? title, title: title)
        note.created = ImportedTime.milliseconds(page["create-time"]?.number)
        note.changed = ImportedTime.milliseconds(page["edit-time"]?.number) ?? note.created
        for child in page["children"]?.items ?? [] {
          write(child, depth: 0, blocks, to: &note.text)
        }
        try sink.add(note)
      }
    }
  }

  /// All blocks of all pages, by their ids, and which of them others name.
  private struct Blocks {
    private(set) var pages: [String: String] = [:]
    private(set) var words: [String: String] = [:]
    private(set) var named: Set<String> = []

    init(of pages: [JSONReader.Value]) {
      for page in pages {
        var waiting = page["children"]?.items ?? []
        while let block = waiting.popLast() {
          waiting += block["children"]?.items ?? []
          let text = block["string"]?.text ?? ""
          if let id = block["uid"]?.text {
            self.pages[id] = page["title"]?.text
            words[id] = text
          }
          for reference in RoamText.references(in: text) { named.insert(reference) }
        }
      }
    }
  }

  private func write(
    _ block: JSONReader.Value, depth: Int, _ blocks: Blocks, to out: inout [UInt8]
  ) {
    let string = (block["string"]?.text ?? "").withPlainLines
    let text = RoamText(string).markdown { id in
      blocks.pages[id].map { ($0, blocks.words[id] ?? "") }
    }
    let indent = String(repeating: "  ", count: depth)
    let level = Int(block["heading"]?.number ?? 0)
    let heading = (1...6).contains(level) ? String(repeating: "#", count: level) + " " : ""
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    let first = lines.popFirst() ?? ""
    var mark = ""
    if let id = block["uid"]?.text, blocks.named.contains(id) { mark = " ^\(RoamText.blockID(id))" }
    // An id is at the end of the first line, which code has to itself.
    let isCode = first.hasPrefix("```")
    out += Array("\(indent)- \(heading)\(first)\(isCode ? "" : mark)\n".utf8)
    for line in lines { out += Array("\(indent)  \(line)\n".utf8) }
    for child in block["children"]?.items ?? [] {
      write(child, depth: depth + 1, blocks, to: &out)
    }
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    link.isWiki ? .titled(link.destination, part: link.part) : nil
  }
}

/// A block's text.
struct RoamText {
  private let text: String

  init(_ text: String) { self.text = text }

  /// `a_b` is no name of a block here.
  static func blockID(_ id: String) -> String { String(id.map { $0 == "_" ? "-" : $0 }) }

  static func references(in text: String) -> [String] {
    var found: [String] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "((") {
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: "))") else { break }
      let id = rest[..<end.lowerBound]
      if !id.isEmpty, id.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) {
        found.append(String(id))
      }
    }
    return found
  }

  /// `block` answers with the page of a block, and what it says.
  func markdown(block: (String) -> (page: String, words: String)?) -> String {
    var result = text
    for (mark, box) in [("TODO", "[ ] "), ("DONE", "[x] ")] {
      for form in ["{{[[\(mark)]]}}", "{{\(mark)}}"] where result.hasPrefix(form) {
        result = box + result.dropFirst(form.count).trimmingBlanks
      }
    }
    for id in Set(Self.references(in: text)) {
      guard let (page, words) = block(id) else { continue }
      let place = "\(page)#^\(Self.blockID(id))"
      for form in ["{{[[embed]]: ((\(id)))}}", "{{embed: ((\(id)))}}", "{{[[embed]]:((\(id)))}}"] {
        result = result.replacing(form, with: "![[\(place)]]")
      }
      let plain = words.filter { !"[]|\n".contains($0) }.prefix(80)
      result = result.replacing("((\(id)))", with: "[[\(place)|\(plain)]]")
    }
    result = Self.replacing(result, "^^", with: "==")
    result = Self.replacing(result, "__", with: "*")
    return Self.withTags(result)
  }

  /// Marks come in pairs, and none within code.
  private static func replacing(_ text: String, _ mark: String, with other: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    return parts.enumerated().map { index, part in
      if !index.isMultiple(of: 2) { return part }
      let count = part.split(separator: mark, omittingEmptySubsequences: false).count - 1
      return count > 0 && count.isMultiple(of: 2) ? part.replacing(mark, with: other) : part
    }.joined(separator: "`")
  }

  /// `#[[two words]]` is a tag.
  private static func withTags(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "#[["),
      let end = rest[start.upperBound...].firstRange(of: "]]")
    {
      let name = String(rest[start.upperBound..<end.lowerBound])
      out += rest[..<start.lowerBound]
      out += ImportedText.tag(name).map { "#\($0)" } ?? "[[\(name)]]"
      rest = rest[end.upperBound...]
    }
    return out + rest
  }
}
