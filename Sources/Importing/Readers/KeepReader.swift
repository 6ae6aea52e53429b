import Archives
import Bytes
import Entities
import Html

/// Reads Google Keep's Takeout: a JSON file for each note, and its files next to it.
struct KeepReader: ImportReader {
  /// Folder names depend on the person's language, so only the contents of files tell an export apart.
  static func isTakeout(_ source: SourceTree) throws(SourceFailure) -> Bool {
    for entry in source.entries.filter({ $0.ending == "json" }).prefix(20)
    where entry.size <= SourceTree.largestText {
      guard let value = JSONReader.value(of: try source.text(of: entry)) else {
        continue
      }
      if isNote(value) { return true }
    }
    return false
  }

  private static func isNote(_ value: JSONReader.Value) -> Bool {
    value["userEditedTimestampUsec"] != nil
      || value["isArchived"] != nil && value["isTrashed"] != nil
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    var folders: Set<[String]> = []
    for entry in source.entries where entry.ending == "json" {
      try sink.reading(entry.path) { () throws(ImportFailure) in
        guard let value = JSONReader.value(of: try source.text(of: entry))
        else { throw .malformed(entry.path, reason: "it is not JSON") }
        guard Self.isNote(value) else { return }
        folders.insert(entry.folder)
        try sink.add(note(value, entry, source))
      }
    }
    let left = ["json", "html", "txt"]
    for entry in source.entries where folders.contains(entry.folder) && !left.contains(entry.ending)
    {
      try sink.add(ImportedFile(entry, of: source))
    }
  }

  private func note(
    _ value: JSONReader.Value, _ entry: SourceTree.Entry, _ source: SourceTree
  ) -> ImportedNote {
    let title = (value["title"]?.text ?? "").split(whereSeparator: \.isNewline)
      .joined(separator: " ").trimmingBlanks
    var note = ImportedNote(id: entry.path, title: title)
    note.text = text(value, title)
    // A note with only pictures has no words for a name; its file name has the time.
    if note.text.isEmpty { note.title = entry.stem }
    note.created = ImportedTime.microseconds(value["createdTimestampUsec"]?.number)
    note.changed =
      ImportedTime.microseconds(value["userEditedTimestampUsec"]?.number) ?? note.created
    note.tags = (value["labels"]?.items ?? []).compactMap { $0["name"]?.text }
    note.isPinned = value["isPinned"]?.isTrue == true
    note.isArchived = value["isArchived"]?.isTrue == true
    note.isTrashed = value["isTrashed"]?.isTrue == true
    if let color = value["color"]?.text, color != "DEFAULT" {
      note.extras.append(.init("color", [color.lowercased()]))
    }
    let shared = (value["sharees"]?.items ?? []).compactMap { $0["email"]?.text }
    if !shared.isEmpty { note.extras.append(.init("shared-with", shared, as: .multitext)) }
    for attachment in value["attachments"]?.items ?? [] {
      guard let name = attachment["filePath"]?.text else { continue }
      guard let file = file(name, beside: entry, source) else {
        note.losses.append("Its file \(name) is not in the archive.")
        continue
      }
      note.text += Array("\n![](<\(Self.escaped(file.path))>)\n".utf8)
    }
    return note
  }

  private func text(_ value: JSONReader.Value, _ title: String) -> [UInt8] {
    var body: [UInt8] = []
    let html = value["textContentHtml"]?.text
    if let styled = html.flatMap(Self.styled) {
      body = styled
    } else if let text = value["textContent"]?.text, !text.isEmpty {
      body = PlainText.markdown(of: text.trimmingLines)
    } else if let html {
      body = Self.markdown(html)
    }
    for item in value["listContent"]?.items ?? [] {
      let box = item["isChecked"]?.isTrue == true ? "- [x] " : "- [ ] "
      let styled = item["textHtml"]?.text.flatMap(Self.styled)?.dropLast()
      let words = styled.flatMap { $0.contains(Byte.lineFeed) ? nil : Array($0) }
      body +=
        Array(box.utf8) + (words ?? PlainText.inline(item["text"]?.text ?? "")) + [Byte.lineFeed]
    }
    let said = String(decoding: body, as: UTF8.self)
    for link in value["annotations"]?.items ?? [] {
      guard let address = link["url"]?.text, !said.contains(address) else { continue }
      let words = PlainText.inline(link["title"]?.text ?? address)
      body +=
        Array("\n[".utf8) + words + Array("](<\(Self.escaped(address))>)\n".utf8)
      if let more = link["description"]?.text, !more.isEmpty {
        body += PlainText.markdown(
          of: more.split(whereSeparator: \.isNewline).joined(separator: " "))
      }
    }
    return PlainTextBody.below(title, body)
  }

  /// Returns the HTML as Markdown, if it has more formatting than the plain text.
  private static func styled(_ html: String) -> [UInt8]? {
    let signs = [
      "font-weight:700", "font-style:italic", "decoration:underline", "line-through", "<h1", "<h2",
    ]
    return signs.contains { html.contains($0) } ? markdown(html) : nil
  }

  /// Converts HTML; each paragraph is a line.
  private static func markdown(_ html: String) -> [UInt8] {
    var rules = HtmlMarkdown.Rules()
    rules.hasLines = true
    let lines = html.replacing("<p ", with: "<div ").replacing("<p>", with: "<div>")
      .replacing("</p>", with: "</div>")
    return HtmlMarkdown.answer(of: Array(lines.utf8), rules: rules).text
  }

  /// Escapes an address for use between `<` and `>`.
  private static func escaped(_ destination: String) -> String {
    String(
      destination.map { character -> String in
        character.isNewline
          ? "%0A" : "<>\\".contains(character) ? "\\\(character)" : String(character)
      }.joined())
  }

  /// Finds a file, whose extension may differ from the one in the note.
  private func file(
    _ name: String, beside entry: SourceTree.Entry, _ source: SourceTree
  ) -> SourceTree.Entry? {
    let folder = entry.folder.joined(separator: "/")
    func path(_ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }
    if let file = source[path(name)] { return file }
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    for ending in ["jpg", "jpeg", "png", "gif", "webp", "3gp", "m4a", "amr", "mp4"] {
      if let file = source[path("\(stem).\(ending)")] { return file }
    }
    return nil
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    link.isWeb || link.isWiki ? nil : .file(link.path)
  }
}
