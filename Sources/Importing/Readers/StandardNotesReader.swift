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

  /// A backup under another name is told by its items.
  static func isRenamed(_ entry: SourceTree.Entry, _ source: SourceTree) -> Bool {
    guard ["txt", "json"].contains(entry.ending), let items = try? items(of: entry, source) else {
      return false
    }
    return items.first?["content_type"] != nil
  }

  private static func items(
    of entry: SourceTree.Entry, _ source: SourceTree
  ) throws(SourceFailure) -> [JSONReader.Value]? {
    let bytes = try source.read(entry, atMost: SimplenoteReader.largest)
    guard case .array(let items)? = JSONReader.value(of: bytes)?["items"] else { return nil }
    return items
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    let backups = source.entries.filter(Self.isBackup)
    // Under another name a backup may be any file.
    for entry in backups.isEmpty ? source.entries : backups {
      guard let items = try Self.items(of: entry, source) else {
        sink.add(ImportNotice(of: entry.path, "It is no backup of Standard Notes."))
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

  private func note(
    _ item: JSONReader.Value, _ id: String, _ tags: [String], _ titles: [String: String]
  ) -> ImportedNote {
    let content = item["content"]
    var note = ImportedNote(id: id, title: (content?["title"]?.text ?? "").trimmingBlanks)
    let text = (content?["text"]?.text ?? "").withPlainLines
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

  /// Older notes say only by which editor they were written.
  private static func kind(of content: JSONReader.Value) -> String {
    if let kind = content["noteType"]?.text, !kind.isEmpty, kind != "unknown" { return kind }
    let editor = content["editorIdentifier"]?.text ?? ""
    return editor.contains("code-editor") ? "code" : ""
  }

  /// What the code editor stores beside the note, as `Python`.
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
    // It is a text that a person reads as such.
    if ["markdown", "gfm"].contains(language) { return Array(code.utf8) }
    let longest = code.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return Array("\(fence)\(language)\n\(code.trimmingLines)\n\(fence)\n".utf8)
  }

  /// The old rich editor did not say of itself.
  private static func looksLikeHTML(_ text: String) -> Bool {
    let start = text.trimmingBlanks.prefix(20).lowercased()
    return ["<p>", "<p ", "<div", "<h1", "<h2", "<ul", "<ol", "<br", "<blockquote", "<span"]
      .contains {
        start.hasPrefix($0)
      }
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    InnerLink.target(of: link)
  }
}
