import Archives
import Bytes
import Entities
import Html
import Services

/// Reads Joplin's export: a file per note, folder, tag and attachment, in a `.jex` tar or a folder.
struct JoplinReader: ImportReader {
  /// Whether the file is an item: its name is 32 hexadecimal digits.
  static func isItem(_ entry: SourceTree.Entry) -> Bool {
    entry.ending == "md" && isID(entry.stem)
  }

  private static func isID(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 32 && text.allSatisfy { $0.isHexDigit && $0.isASCII }
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    let facts = try facts(of: source, sink)
    for entry in source.entries where Self.isItem(entry) {
      guard let item = try? item(entry, source), item["type_"] == "1" else { continue }
      if item["encryption_applied"] == "1" {
        sink.add(ImportNotice(of: entry.path, SourceFailure.encrypted(entry.path).message))
        continue
      }
      try sink.add(note(item, facts))
    }
    for entry in source.entries where entry.folder.last == "resources" && Self.isID(entry.stem) {
      let item = facts.resources[entry.stem]
      var file = ImportedFile(
        entry, of: source, id: entry.stem, name: Self.name(of: item, entry))
      file.modified = item?.time("user_updated_time")
      try sink.add(file)
    }
  }

  private static func name(of item: Item?, _ entry: SourceTree.Entry) -> String {
    let title = item.map { $0.title.isEmpty ? $0["filename"] ?? "" : $0.title } ?? ""
    if title.isEmpty { return entry.name }
    return title.contains(".") || entry.ending.isEmpty ? title : "\(title).\(entry.ending)"
  }

  // MARK: - Facts about notes

  private struct Facts {
    var folders: [String: Item] = [:]
    var resources: [String: Item] = [:]
    var tags: [String: String] = [:]
    /// The tags of each note.
    var tagged: [String: [String]] = [:]

    /// Returns the path of a folder, the outermost first. Stops at a cycle of folders.
    func path(of id: String?) -> [String] {
      var path: [String] = []
      var seen: Set<String> = []
      var next = id
      while let id = next, let folder = folders[id], seen.insert(id).inserted {
        path.append(folder.title)
        next = folder["parent_id"]
      }
      return path.reversed()
    }
  }

  private func facts(of source: SourceTree, _ sink: any ImportSink) throws(ImportFailure) -> Facts {
    var facts = Facts()
    for entry in source.entries where Self.isItem(entry) {
      let read = try sink.reading(entry.path) { () throws(ImportFailure) in
        try item(entry, source)
      }
      guard var item = read else { continue }
      item.body = []
      switch item["type_"] {
      case "2": facts.folders[item.id] = item
      case "4": facts.resources[item.id] = item
      case "5": facts.tags[item.id] = item.title
      case "6":
        if let note = item["note_id"], let tag = item["tag_id"] {
          facts.tagged[note, default: []].append(tag)
        }
      default: break
      }
    }
    return facts
  }

  // MARK: - Items

  /// An item: a title, a body, and lines of fields at the end.
  private struct Item {
    var id = ""
    var title = ""
    var body: [UInt8] = []
    var fields: [String: String] = [:]

    subscript(name: String) -> String? {
      guard let value = fields[name], !value.isEmpty else { return nil }
      return value
    }

    func time(_ name: String) -> Timestamp? {
      self[name].flatMap { ImportedTime.milliseconds(Int64($0)) ?? ImportedTime.read($0) }
    }

    /// Returns nil for text without a type, which is the last field of every item.
    init?(_ bytes: [UInt8]) {
      var lines = String(decoding: bytes, as: UTF8.self)
        .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
      while let line = lines.last, line.isEmpty { lines = lines.dropLast() }
      while let line = lines.last, let colon = line.firstIndex(of: ":"), !line.isEmpty,
        line[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
      {
        fields[String(line[..<colon])] = line[line.index(after: colon)...].trimmingBlanks
        lines = lines.dropLast()
      }
      guard fields["type_"] != nil else { return nil }
      id = fields["id"] ?? ""
      // The item that links a note to a tag has only fields.
      guard let first = lines.first else { return }
      title = first.trimmingBlanks
      body = Array(lines.dropFirst().joined(separator: "\n").trimmingLines.utf8)
    }
  }

  private func item(_ entry: SourceTree.Entry, _ source: SourceTree) throws(ImportFailure) -> Item {
    guard var item = Item(try source.text(of: entry)) else {
      throw .malformed(entry.path, reason: "it has no type_ in its last line")
    }
    if item.id.isEmpty { item.id = entry.stem }
    return item
  }

  private func note(_ item: Item, _ facts: Facts) -> ImportedNote {
    var note = ImportedNote(id: item.id, title: item.title)
    note.text =
      item["markup_language"] == "2"
      ? HtmlMarkdown.answer(of: item.body).text : item.body
    note.endLine()
    note.created = item.time("user_created_time") ?? item.time("created_time")
    note.changed = item.time("user_updated_time") ?? item.time("updated_time")
    note.folder =
      (item["is_conflict"] == "1" ? ["Conflicts"] : []) + facts.path(of: item["parent_id"])
    note.tags = (facts.tagged[item.id] ?? []).compactMap { facts.tags[$0] }.sorted()
    note.source = item["source_url"]
    note.isTrashed = item["deleted_time"].flatMap { Int64($0) } ?? 0 > 0
    if item["is_todo"] == "1" {
      let (due, done) = (item.time("todo_due"), item.time("todo_completed"))
      TaskNote.begin(
        &note.text, title: item.title, due: due.map(TaskNote.day), isDone: done != nil,
        done: done.map(TaskNote.day))
      // A task has no sign for the time of day.
      if let due {
        note.properties.append(.init("due", [CivilCalendar.civil(due).written], as: .datetime))
      }
    }
    for name in ["author", "latitude", "longitude"] {
      guard let value = item[name], Double(value) != 0 else { continue }
      note.extras.append(.init(name, [value], as: name == "author" ? .text : .number))
    }
    return note
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    let scheme = "joplin://x-callback-url/openNote?id="
    if link.destination.hasPrefix(scheme) {
      return .note(String(link.destination.dropFirst(scheme.count).prefix(32)))
    }
    guard link.destination.hasPrefix(":/"), !link.isWiki else { return nil }
    let parts = link.destination.dropFirst(2).split(separator: "#", maxSplits: 1)
    guard let id = parts.first, Self.isID(id) else { return nil }
    let part = link.part ?? parts.dropFirst().first.map(String.init)
    return .note(String(id), part: part.map(Percent.decodedAsWritten))
  }
}
