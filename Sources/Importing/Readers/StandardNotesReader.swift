import Archives
import Bytes
import Entities
import Html
import Services

/// Standard Notes' backup: one file of JSON with all notes and tags. The files beside it are copies.
struct StandardNotesReader: ImportReader {
  static func isBackup(_ entry: SourceTree.Entry) -> Bool {
    entry.name.hasPrefix("Standard Notes Backup and Import File")
      || entry.name.hasPrefix("SN Archive") && entry.ending == "txt"
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    let backups = source.entries.filter(Self.isBackup)
    // A backup under another name is the only file there is.
    let alone = backups.isEmpty && source.entries.count == 1 ? source.entries : backups
    for entry in alone {
      let bytes = try source.read(entry, atMost: SimplenoteReader.largest)
      guard let backup = JSONReader.value(of: bytes), case .array(let items)? = backup["items"]
      else {
        sink.add(ImportNotice(of: entry.path, "It is no backup of Standard Notes."))
        continue
      }
      let tags = tags(of: items)
      for item in items
      where item["content_type"]?.text == "Note" && !(item["deleted"]?.isTrue ?? false) {
        let id = item["uuid"]?.text ?? ""
        guard case .object? = item["content"] else {
          sink.add(ImportNotice(of: id, SourceFailure.encrypted("This note").message))
          continue
        }
        try sink.add(note(item, id, tags[id] ?? []))
      }
    }
  }

  /// Tags name their notes; a nested one names the tag that it is below.
  private func tags(of items: [JSONReader.Value]) -> [String: [String]] {
    var titles: [String: String] = [:]
    var parents: [String: String] = [:]
    let tags = items.filter { $0["content_type"]?.text == "Tag" }
    for tag in tags {
      guard let id = tag["uuid"]?.text, let title = tag["content"]?["title"]?.text else { continue }
      titles[id] = title
      for reference in tag["content"]?["references"]?.items ?? []
      where reference["content_type"]?.text == "Tag" {
        parents[id] = reference["uuid"]?.text
      }
    }
    func path(of id: String) -> String {
      var parts: [String] = []
      var seen: Set<String> = []
      var next: String? = id
      while let id = next, let title = titles[id], seen.insert(id).inserted {
        // Older ones are nested by dots.
        parts.insert(contentsOf: title.split(separator: ".").map(String.init), at: 0)
        next = parents[id]
      }
      return parts.joined(separator: "/")
    }
    var tagged: [String: [String]] = [:]
    for tag in tags {
      guard let id = tag["uuid"]?.text else { continue }
      for reference in tag["content"]?["references"]?.items ?? []
      where reference["content_type"]?.text != "Tag" {
        if let note = reference["uuid"]?.text { tagged[note, default: []].append(path(of: id)) }
      }
    }
    return tagged
  }

  private func note(_ item: JSONReader.Value, _ id: String, _ tags: [String]) -> ImportedNote {
    let content = item["content"]
    var note = ImportedNote(id: id, title: (content?["title"]?.text ?? "").trimmingBlanks)
    let text = (content?["text"]?.text ?? "").withPlainLines
    let kind = content?["noteType"]?.text ?? ""
    let facts = content?["appData"]?["org.standardnotes.sn"]
    if kind == "super", let lexical = JSONReader.value(of: Array(text.utf8)) {
      note.text = LexicalText.markdown(of: lexical)
    } else if kind == "rich-text" || kind.isEmpty && Self.looksLikeHTML(text) {
      note.text = HtmlMarkdown.answer(of: Array(text.utf8)).text
    } else {
      note.text = Array(text.utf8)
      if ["authentication", "spreadsheet", "task"].contains(kind) {
        note.losses.append(
          "It is a note of the kind “\(kind)”, which came as the text that it is kept in.")
      }
    }
    note.created = item["created_at"]?.time
    note.changed = facts?["client_updated_at"]?.time ?? item["updated_at"]?.time
    note.tags = tags.sorted()
    note.isPinned = facts?["pinned"]?.isTrue == true
    note.isArchived = facts?["archived"]?.isTrue == true
    note.isTrashed = content?["trashed"]?.isTrue == true
    return note
  }

  /// The old rich editor did not say of itself.
  private static func looksLikeHTML(_ text: String) -> Bool {
    let start = text.trimmingBlanks.prefix(20).lowercased()
    return ["<p>", "<p ", "<div", "<h1", "<h2", "<ul", "<ol", "<br", "<blockquote", "<span"]
      .contains {
        start.hasPrefix($0)
      }
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? { nil }
}

/// The tree of an editor that many programs share, as Markdown.
enum LexicalText {
  static func markdown(of document: JSONReader.Value) -> [UInt8] {
    var out: [UInt8] = []
    for block in document["root"]?["children"]?.items ?? [] { write(block, depth: 0, to: &out) }
    return out
  }

  private static let deepest = 20

  private static func write(_ block: JSONReader.Value, depth: Int, to out: inout [UInt8]) {
    let children = block["children"]?.items ?? []
    switch block["type"]?.text {
    case "heading":
      let level = block["tag"]?.text?.last?.wholeNumberValue ?? 1
      out += Array(String(repeating: "#", count: min(6, max(1, level))).utf8) + [Byte.space]
      out += inline(children) + Array("\n\n".utf8)
    case "quote": out += Array("> ".utf8) + inline(children) + Array("\n\n".utf8)
    case "code":
      let text = children.map { $0["type"]?.text == "linebreak" ? "\n" : $0["text"]?.text ?? "" }
      out += Array("```\(block["language"]?.text ?? "")\n\(text.joined())\n```\n\n".utf8)
    case "horizontalrule": out += Array("---\n\n".utf8)
    case "list":
      list(block, depth: depth, to: &out)
      if depth == 0 { out.append(Byte.lineFeed) }
    default:
      let text = inline(children)
      if !text.isEmpty { out += text + Array("\n\n".utf8) }
    }
  }

  private static func list(_ block: JSONReader.Value, depth: Int, to out: inout [UInt8]) {
    if depth > deepest { return }
    let kind = block["listType"]?.text
    for (index, item) in (block["children"]?.items ?? []).enumerated() {
      let children = item["children"]?.items ?? []
      let words = children.filter { $0["type"]?.text != "list" }
      if !words.isEmpty {
        out += [UInt8](repeating: Byte.space, count: depth * 2)
        switch kind {
        case "number": out += Array("\(index + 1). ".utf8)
        case "check": out += Array(item["checked"]?.isTrue == true ? "- [x] ".utf8 : "- [ ] ".utf8)
        default: out += Array("- ".utf8)
        }
        out += inline(words) + [Byte.lineFeed]
      }
      for child in children where child["type"]?.text == "list" {
        list(child, depth: depth + 1, to: &out)
      }
    }
  }

  private static func inline(_ children: [JSONReader.Value]) -> [UInt8] {
    children.flatMap { child -> [UInt8] in
      switch child["type"]?.text {
      case "linebreak": return [Byte.lineFeed]
      case "link", "autolink":
        let words = inline(child["children"]?.items ?? [])
        return Array("[".utf8) + words + Array("](<\(child["url"]?.text ?? "")>)".utf8)
      default:
        guard let text = child["text"]?.text else { return inline(child["children"]?.items ?? []) }
        return marked(text, child["format"]?.number ?? 0)
      }
    }
  }

  /// Bits say what a text is: bold, italic, struck out, and code.
  private static func marked(_ text: String, _ format: Int64) -> [UInt8] {
    let body = text.trimmingBlanks
    if body.isEmpty || format & 0b10111 == 0 { return PlainText.inline(text) }
    if format & 16 != 0 { return Array("`\(text)`".utf8) }
    var marks = ""
    if format & 1 != 0 { marks += "**" }
    if format & 2 != 0 { marks += "*" }
    if format & 4 != 0 { marks += "~~" }
    let before = text.prefix { $0.isWhitespace }
    let after = String(text.reversed().prefix { $0.isWhitespace }.reversed())
    return Array("\(before)\(marks)".utf8) + PlainText.inline(body)
      + Array("\(String(marks.reversed()))\(after)".utf8)
  }
}
