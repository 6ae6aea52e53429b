import Archives
import Bytes
import Entities
import Html

/// Reads a folder of Markdown, text and HTML files, with the files that they show.
struct MarkdownReader: ImportReader {
  static func isNote(_ entry: SourceTree.Entry) -> Bool {
    ["md", "markdown", "txt", "html", "htm", "xhtml"].contains(entry.ending)
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    for entry in source.entries {
      guard Self.isNote(entry) else {
        var file = ImportedFile(entry, of: source)
        // These files are opened like notes, so they stay in their folders.
        if ["base", "canvas"].contains(entry.ending) { file.folder = entry.folder }
        try sink.add(file)
        continue
      }
      try sink.reading(entry.path) { () throws(ImportFailure) in
        try Self.add(entry, source, sink)
      }
    }
  }

  /// Adds a note, and the pictures embedded in its HTML.
  static func add(
    _ entry: SourceTree.Entry, _ source: SourceTree, _ sink: any ImportSink
  ) throws(ImportFailure) {
    let bytes = try source.text(of: entry)
    guard ["html", "htm", "xhtml"].contains(entry.ending) else {
      var note = ImportedNote(entry, title: entry.stem, text: bytes)
      note.hasFrontMatter = true
      file(&note, by: source.links[entry.path] ?? [])
      return try sink.add(note)
    }
    var pictures: [(name: String, bytes: [UInt8])] = []
    var rules = HtmlMarkdown.Rules()
    rules.picture = { mime, bytes in
      let ending = mime.split { "/+".contains($0) }.dropFirst().first ?? "img"
      pictures.append(("\(entry.stem) \(pictures.count + 1).\(ending)", bytes))
      return InternalLink.destination("\(entry.path)/\(pictures.count)")
    }
    var note = note(entry, HtmlMarkdown.answer(of: bytes, rules: rules))
    file(&note, by: source.links[entry.path] ?? [])
    try sink.add(note)
    for (index, picture) in pictures.enumerated() {
      let id = "\(entry.path)/\(index + 1)"
      try sink.add(ImportedFile(id: id, name: picture.name, note: entry.path) { picture.bytes })
    }
  }

  /// Files the note by the notebooks that link to it: the first one is its folder.
  private static func file(_ note: inout ImportedNote, by links: [String]) {
    let folders = links.sorted().map { $0.split(separator: "/").dropLast().map(String.init) }
    guard let first = folders.first else { return }
    note.folder = first
    if folders.count > 1 {
      let names = folders.compactMap(\.last)
      note.properties.append(.init("notebooks", names, as: .multitext))
    }
  }

  private static func note(_ entry: SourceTree.Entry, _ page: HtmlMarkdown.Answer) -> ImportedNote {
    var note = ImportedNote(entry, title: entry.stem, text: page.text)
    // An index page is named after its folder.
    let isIndex = entry.stem.lowercased() == "index"
    // If the page has an empty title, the file's name is better than a heading somewhere below.
    let heading = page.hasEmptyTitle ? nil : page.heading
    note.title = page.title ?? heading ?? (isIndex ? entry.folder.last : nil) ?? entry.stem
    note.names.headings = page.anchors
    for meta in page.metas {
      switch meta.name {
      case "keywords":
        note.tags += meta.content.split(separator: ",").map { $0.trimmingBlanks }
      case "author", "description":
        note.extras.append(.init(meta.name, [meta.content]))
      case "created", "date", "dcterms.created", "article:published_time":
        note.created = ImportedTime.read(meta.content)
      case "modified", "updated", "article:modified_time":
        note.changed = ImportedTime.read(meta.content) ?? note.changed
      default: break
      }
    }
    return note
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    if link.isWeb || link.destination.hasPrefix("#") { return nil }
    if link.isWiki {
      let name = link.path.split(separator: "/").last.map(String.init) ?? ""
      return .titled(name.hasSuffix(".md") ? String(name.dropLast(3)) : name, part: link.part)
    }
    let part = link.part.map(Percent.decodedAsWritten)
    return link.path(from: note.linkFolders).map { .note($0, part: part) }
  }
}
