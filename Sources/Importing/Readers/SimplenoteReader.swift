import Archives
import Bytes
import Entities
import Services

/// Reads Simplenote's export, one `notes.json`. The `.txt` files next to it are the same notes.
struct SimplenoteReader: ImportReader {
  static func isList(_ entry: SourceTree.Entry) -> Bool { entry.name == "notes.json" }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    for entry in source.entries where Self.isList(entry) {
      guard let all = JSONReader.value(of: try source.text(of: entry)),
        all["activeNotes"] != nil || all["trashedNotes"] != nil
      else {
        sink.add(ImportNotice(of: entry.path, "Not a Simplenote JSON export."))
        continue
      }
      for (list, isTrashed) in [("activeNotes", false), ("trashedNotes", true)] {
        for (index, item) in (all[list]?.items ?? []).enumerated() {
          guard let note = note(item, at: index, isTrashed) else {
            sink.add(ImportNotice(of: "\(entry.path), note \(index + 1)", "It has no text."))
            continue
          }
          try sink.add(note)
        }
      }
    }
  }

  private func note(_ item: JSONReader.Value, at index: Int, _ isTrashed: Bool) -> ImportedNote? {
    guard let content = item["content"]?.text else { return nil }
    var lines = content.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let title = lines.removeFirst().trimmingBlanks
    let body = lines.first.map(String.init) ?? ""
    let rest = body.trimmingBlanks.isEmpty ? "" : body
    var note = ImportedNote(id: item["id"]?.text ?? "\(isTrashed)-\(index)", title: title)
    let isMarkdown = item["markdown"]?.isTrue == true
    // The title does not include its heading signs.
    if isMarkdown {
      note.title = String(title.drop { $0 == "#" }).trimmingBlanks
      note.text = Array(content.normalizingLineEnds.utf8)
    } else {
      note.text = Self.withMarks(PlainTextBody.markdown(title: title, rest))
    }
    note.created = item["creationDate"]?.time
    note.changed = item["lastModified"]?.time
    note.tags = (item["tags"]?.items ?? []).compactMap(\.text)
    note.isPinned = item["pinned"]?.isTrue == true
    note.isTrashed = isTrashed
    note.source = item["publicURL"]?.text
    let shared = (item["collaboratorEmails"]?.items ?? []).compactMap(\.text)
    if !shared.isEmpty { note.extras.append(.init("shared-with", shared, as: .multitext)) }
    // A mail address among the tags shares the note.
    note.tags.removeAll(where: Self.isMailAddress)
    return note
  }

  private static func isMailAddress(_ tag: String) -> Bool {
    let parts = tag.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].dropFirst().contains(".")
      && !tag.contains(where: \.isWhitespace)
  }

  /// Restores check boxes and links to other notes, which plain text notes have too.
  private static func withMarks(_ text: [UInt8]) -> [UInt8] {
    var text = String(decoding: text, as: UTF8.self)
    for mark in ["](simplenote://note/", "- [ ] ", "- [x] "] {
      text = text.replacing("\\\(mark)", with: mark)
    }
    return Array(text.utf8)
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    guard link.destination.hasPrefix("simplenote://note/") else { return nil }
    return .note(String(link.destination.dropFirst("simplenote://note/".count)))
  }
}
