import Archives
import Bytes
import Html
import Services

/// Reads Standard Notes' backup: a JSON file with all notes and tags. Other files are copies.
struct StandardNotesReader: ImportReader {
  static func isBackup(_ entry: SourceTree.Entry) -> Bool {
    entry.name.hasPrefix("Standard Notes Backup and Import File")
      || entry.name.hasPrefix("SN Archive") && entry.ending == "txt"
  }

  /// Whether a file with another name is a backup, judged by its items.
  static func isRenamed(_ entry: SourceTree.Entry, _ source: SourceTree) -> Bool {
    guard ["txt", "json"].contains(entry.ending), let items = try? items(of: entry, source) else {
      return false
    }
    return items.first?["content_type"] != nil
  }

  private static func items(
    of entry: SourceTree.Entry, _ source: SourceTree
  ) throws(SourceFailure) -> [JSONReader.Value]? {
    let bytes = try source.text(of: entry)
    guard case .array(let items)? = JSONReader.value(of: bytes)?["items"] else { return nil }
    return items
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    let backups = source.entries.filter(Self.isBackup)
    // A renamed backup may be any file.
    for entry in backups.isEmpty ? source.entries : backups {
      guard let items = try Self.items(of: entry, source) else {
        sink.add(ImportNotice(of: entry.path, "Not a Standard Notes backup."))
        continue
      }
      let tags = tags(of: items)
      let titles = Dictionary(
        items.compactMap { item in
          let content = item["content"]
          let title = content?["title"]?.text ?? content?["name"]?.text ?? ""
          return item["uuid"]?.text.map { ($0, title) }
        }, uniquingKeysWith: { first, _ in first })
      for item in items
      where item["content_type"]?.text == "Note" && !(item["deleted"]?.isTrue ?? false) {
        let id = item["uuid"]?.text ?? ""
        guard case .object? = item["content"] else {
          sink.add(ImportNotice(of: id, SourceFailure.encrypted("This note").message))
          continue
        }
        try sink.add(note(item, id, tags[id] ?? [], titles))
      }
    }
  }

  /// Returns the tags of notes. A tag refers to its notes, and a nested tag to its parent.
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
        // Older tags are nested by dots.
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

  private func note(
    _ item: JSONReader.Value, _ id: String, _ tags: [String], _ titles: [String: String]
  ) -> ImportedNote {
    let content = item["content"]
    var note = ImportedNote(id: id, title: (content?["title"]?.text ?? "").trimmingBlanks)
    let text = (content?["text"]?.text ?? "").normalizingLineEnds
    let kind = content.map(Self.kind) ?? ""
    let facts = content?["appData"]?["org.standardnotes.sn"]
    if kind == "super", let lexical = JSONReader.value(of: Array(text.utf8)) {
      var written = LexicalText(titles: titles)
      written.add(lexical["root"]?["children"]?.items ?? [])
      (note.text, note.losses) = (written.bytes, written.losses)
    } else if kind == "rich-text" || kind.isEmpty && Self.looksLikeHTML(text) {
      note.text = HtmlMarkdown.answer(of: Array(text.utf8)).text
    } else if kind == "code" {
      note.text = Self.fenced(text, language: content.map(Self.language) ?? "")
    } else {
      note.text = Array(text.utf8)
      if ["authentication", "spreadsheet", "task"].contains(kind) {
        note.losses.append(
          "It is a note of the kind “\(kind)”, which was imported as its stored text.")
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

  /// Returns the kind of a note; older notes give only the editor that wrote them.
  private static func kind(of content: JSONReader.Value) -> String {
    if let kind = content["noteType"]?.text, !kind.isEmpty, kind != "unknown" { return kind }
    let editor = content["editorIdentifier"]?.text ?? ""
    return editor.contains("code-editor") ? "code" : ""
  }

  /// Returns the language that the code editor stored with the note, such as `Python`.
  private static func language(of content: JSONReader.Value) -> String {
    guard case .object(let editors)? = content["appData"]?["org.standardnotes.sn.components"] else {
      return ""
    }
    let modes = editors.sorted { $0.key < $1.key }.compactMap {
      $0.value["mode"]?.text ?? $0.value["language"]?.text
    }
    let words = (modes.first ?? "").lowercased().split { $0.isWhitespace || $0 == "`" }
    return words.joined(separator: "-")
  }

  private static func fenced(_ code: String, language: String) -> [UInt8] {
    if code.trimmingBlanks.isEmpty { return [] }
    // Markdown source is readable text, so it is no code block.
    if ["markdown", "gfm"].contains(language) { return Array(code.utf8) }
    return Array((InlineText.fenced(code.trimmingLines, language: language) + "\n").utf8)
  }

  /// Whether a text is HTML, which the old rich editor did not declare.
  private static func looksLikeHTML(_ text: String) -> Bool {
    let start = text.trimmingBlanks.prefix(20).lowercased()
    return ["<p>", "<p ", "<div", "<h1", "<h2", "<ul", "<ol", "<br", "<blockquote", "<span"]
      .contains {
        start.hasPrefix($0)
      }
  }
}

/// Converts the tree of Lexical, an editor that many programs share, to Markdown.
struct LexicalText {
  /// The titles of notes and the names of files that a note may show, by id.
  let titles: [String: String]
  private(set) var bytes: [UInt8] = []
  private(set) var losses: [String] = []

  private static let deepest = 20
  private static let blocks = ["paragraph", "list", "heading", "quote", "code", "table"]

  mutating func add(_ blocks: [JSONReader.Value], depth: Int = 0) {
    for block in blocks { add(block, depth) }
  }

  private mutating func add(_ block: JSONReader.Value, _ depth: Int) {
    let children = block["children"]?.items ?? []
    let type = block["type"]?.text ?? ""
    switch type {
    case "heading":
      let level = block["tag"]?.text?.last?.wholeNumberValue ?? 1
      add(String(repeating: "#", count: min(6, max(1, level))) + " ", inline(children))
    case "quote":
      let lines = inline(children).split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
      add("> ", Array(lines.joined(separator: "\n> ".utf8)))
    case "code":
      let text = children.map { $0["type"]?.text == "linebreak" ? "\n" : $0["text"]?.text ?? "" }
      add("```\(block["language"]?.text ?? "")\n", Array("\(text.joined())\n```".utf8))
    case "horizontalrule": add("---", [])
    case "list":
      list(block, column: 0, depth: depth)
      bytes.append(Byte.lineFeed)
    case "table": table(children)
    case _
    where depth < Self.deepest
      && children.contains {
        let type = $0["type"]?.text ?? ""
        return Self.blocks.contains(type) || type.hasPrefix("collapsible")
      }:
      add(children, depth: depth + 1)
    default:
      let text = type == "paragraph" || !children.isEmpty ? inline(children) : inline([block])
      if !text.isEmpty { add("", PlainText.guarded(text)) }
    }
  }

  private mutating func add(_ start: String, _ words: [UInt8]) {
    bytes += Array(start.utf8) + words + Array("\n\n".utf8)
  }

  private mutating func list(_ block: JSONReader.Value, column: Int, depth: Int) {
    if depth > Self.deepest { return }
    var number = block["start"]?.number ?? 1
    var width = 2
    for item in block["children"]?.items ?? [] {
      let children = item["children"]?.items ?? []
      let words = children.filter { $0["type"]?.text != "list" }
      if !words.isEmpty {
        var mark = "- "
        switch block["listType"]?.text {
        case "number":
          mark = "\(number). "
          (number, width) = (number + 1, mark.utf8.count)
        case "check": mark = item["checked"]?.isTrue == true ? "- [x] " : "- [ ] "
        default: break
        }
        bytes += [UInt8](repeating: Byte.space, count: column) + Array(mark.utf8)
        bytes += inline(words) + [Byte.lineFeed]
      }
      for child in children where child["type"]?.text == "list" {
        list(child, column: column + width, depth: depth + 1)
      }
    }
  }

  private mutating func table(_ rows: [JSONReader.Value]) {
    var cells: [[String]] = []
    for row in rows {
      cells.append([])
      for cell in row["children"]?.items ?? [] {
        let parts = (cell["children"]?.items ?? []).map { inline($0["children"]?.items ?? [$0]) }
        let words = String(decoding: Array(parts.joined(separator: "\n".utf8)), as: UTF8.self)
        cells[cells.count - 1].append(MarkdownTable.cell(words))
      }
    }
    bytes += Array((MarkdownTable.lines(of: cells) + ["", ""]).joined(separator: "\n").utf8)
  }

  private mutating func inline(_ children: [JSONReader.Value]) -> [UInt8] {
    var out: [UInt8] = []
    for child in children {
      switch child["type"]?.text {
      case "linebreak": out.append(Byte.lineFeed)
      case "link", "autolink":
        let words = inline(child["children"]?.items ?? [])
        out += Array("[".utf8) + words + Array("](<\(child["url"]?.text ?? "")>)".utf8)
      case "snbubble":
        let id = child["itemUuid"]?.text ?? ""
        out += Array("[".utf8) + PlainText.inline(titles[id] ?? id)
        out += Array("](\(InternalLink.destination(id)))".utf8)
      case "snfile", "inline-file":
        let name = child["fileName"]?.text ?? child["fileUuid"]?.text.flatMap { titles[$0] } ?? ""
        losses.append(
          name.isEmpty
            ? "A file of it was not imported: the backup does not include files."
            : "Its file “\(name)” was not imported: the backup does not include files.")
      case "unencrypted-image":
        out += Array("![".utf8) + PlainText.inline(child["alt"]?.text ?? "")
        out += Array("](<\(child["src"]?.text ?? "")>)".utf8)
      case "youtube":
        out += Array("https://www.youtube.com/watch?v=\(child["videoID"]?.text ?? "")".utf8)
      default:
        if let text = child["text"]?.text {
          out += Self.marked(text, child["format"]?.number ?? 0)
        } else {
          out += inline(child["children"]?.items ?? [])
        }
      }
    }
    return out
  }

  /// Marks a text by its format bits. Underline, subscript and superscript become HTML elements.
  private static func marked(_ text: String, _ format: Int64) -> [UInt8] {
    let body = text.trimmingBlanks
    if body.isEmpty { return Array(text.utf8) }
    if format & 16 != 0 { return Array("`\(text)`".utf8) }
    var marks = ""
    for (bit, mark) in [(1, "**"), (2, "*"), (4, "~~"), (128, "==")] where format & Int64(bit) != 0
    {
      marks += mark
    }
    let before = text.prefix { $0.isWhitespace }
    let after = String(text.reversed().prefix { $0.isWhitespace }.reversed())
    let elements = [(8, "u"), (32, "sub"), (64, "sup")].filter { format & Int64($0.0) != 0 }
      .map(\.1)
    let start = before + marks + elements.map { "<\($0)>" }.joined()
    let end = elements.reversed().map { "</\($0)>" }.joined() + String(marks.reversed()) + after
    return Array(start.utf8) + PlainText.inline(body) + Array(end.utf8)
  }
}
