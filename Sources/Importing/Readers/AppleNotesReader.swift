import Archives

/// Reads Apple Notes: Apple's export of an account, with a folder for each note's text and files,
/// or the exports of other programs in Markdown and HTML.
struct AppleNotesReader: ImportReader {
  /// Whether every text has a folder of its own.
  static func isExport(_ source: SourceTree) -> Bool {
    let texts = source.entries.filter { $0.ending == "txt" }
    return !texts.isEmpty && texts.allSatisfy { $0.folder.count > 1 && isOwnFolder($0) }
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    let texts = source.entries.filter { $0.ending == "txt" }
    let counts = Dictionary(texts.map { ($0.folder, 1) }, uniquingKeysWith: +)
    // The folders of notes, with their files.
    var owned: [[String]: [SourceTree.Entry]] = [:]
    for text in texts where counts[text.folder] == 1 && Self.isOwnFolder(text) {
      owned[text.folder] = []
    }
    for entry in source.entries where !MarkdownReader.isNote(entry) {
      var folder = entry.folder
      while !folder.isEmpty, owned[folder] == nil { folder.removeLast() }
      owned[folder]?.append(entry)
    }
    for entry in source.entries {
      try sink.reading(entry.path) { () throws(ImportFailure) in
        if entry.ending == "txt" {
          try sink.add(note(entry, try source.text(of: entry), owned))
        } else if MarkdownReader.isNote(entry) {
          try MarkdownReader.add(entry, source, sink)
        } else {
          try sink.add(ImportedFile(entry, of: source))
        }
      }
    }
  }

  /// Whether a folder and its text have the same name, of which either may be cut or numbered.
  private static func isOwnFolder(_ entry: SourceTree.Entry) -> Bool {
    guard let folder = entry.folder.last else { return false }
    return folder.hasPrefix(entry.stem) || entry.stem.hasPrefix(folder)
  }

  private func note(
    _ entry: SourceTree.Entry, _ bytes: [UInt8], _ owned: [[String]: [SourceTree.Entry]]
  ) -> ImportedNote {
    // U+FFFC marks the position of a file.
    let text = String(decoding: bytes, as: UTF8.self).filter {
      $0 != "\u{FFFC}" && $0 != "\u{FEFF}"
    }
    let lines = text.trimmingLines.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let title = (lines.first ?? "").trimmingBlanks
    var note = ImportedNote(entry, title: title.isEmpty ? entry.stem : title)
    note.text = PlainTextBody.markdown(title: title, lines.dropFirst().first.map(String.init) ?? "")
    if owned[entry.folder] != nil { note.folder.removeLast() }
    for file in owned[entry.folder] ?? [] {
      let isPicture = ["png", "jpg", "jpeg", "gif", "heic", "webp", "tiff"].contains(file.ending)
      let name = String(file.name.map { "[]\\".contains($0) ? " " : $0 })
      let link = "[\(isPicture ? "" : name)](\(InternalLink.destination(file.path)))"
      note.text += Array("\n\(isPicture ? "!" : "")\(link)\n".utf8)
    }
    return note
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    MarkdownReader().target(of: link, in: note)
  }
}
