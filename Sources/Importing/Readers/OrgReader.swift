import Archives
import Entities
import Services

/// Reads Org files, including those of org-roam and Denote; each becomes a note.
struct OrgReader: ImportReader {
  static func isFile(_ entry: SourceTree.Entry) -> Bool {
    entry.ending == "org" || entry.ending == "org_archive"
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    let facts = Facts(of: source.entries, source)
    for entry in source.entries {
      if Self.isFile(entry) {
        try Self.add(entry, source, facts, sink)
      } else if ["org.gpg", "org.age"].contains(where: { entry.name.hasSuffix(".\($0)") }) {
        sink.add(ImportNotice(of: entry.path, SourceFailure.encrypted(entry.path).message))
      } else {
        try sink.add(ImportedFile(entry, of: source))
      }
    }
  }

  /// Adds a file's note. `name` may change its title and folder.
  static func add(
    _ entry: SourceTree.Entry, _ source: SourceTree, _ facts: Facts, _ sink: any ImportSink,
    isLogseq: Bool = false, name: (inout ImportedNote) -> Void = { _ in }
  ) throws(ImportFailure) {
    try sink.reading(entry.path) { () throws(ImportFailure) in
      var note = note(entry, try file(entry, source), facts, isLogseq)
      name(&note)
      try sink.add(note)
    }
  }

  private static func file(
    _ entry: SourceTree.Entry, _ source: SourceTree
  ) throws(ImportFailure) -> OrgFile {
    OrgFile(String(decoding: try source.text(of: entry), as: UTF8.self))
  }

  // MARK: - Targets of links

  struct Facts {
    /// Headlines and files by id: the file's path, and the part.
    fileprivate var nodes: [String: (path: String, part: String?, title: String)] = [:]
    fileprivate var paths: Set<String> = []
    /// Files that `attachment:` links can mean, by folder and name.
    fileprivate var attachments: [String: String] = [:]

    init(of entries: [SourceTree.Entry], _ source: SourceTree) {
      for entry in entries {
        paths.insert(entry.path)
        // `data/12/3456…/name` belongs to the id `123456…`.
        let parts = entry.path.split(separator: "/")
        if parts.count > 2 {
          attachments[parts.suffix(3).joined(separator: "/")] = entry.path
        }
      }
      for entry in entries where OrgReader.isFile(entry) {
        // The file's problems are reported in the second reading.
        if let file = try? OrgReader.file(entry, source) { add(file, entry) }
      }
    }

    private mutating func add(_ file: OrgFile, _ entry: SourceTree.Entry) {
      let title = file.title ?? entry.stem
      for id in file.keyword("identifier") { nodes[id] = (entry.path, nil, title) }
      if let denote = DenoteName(stem: entry.stem) { nodes[denote.id] = (entry.path, nil, title) }
      for section in file.sections {
        guard let id = section.property("id") else { continue }
        let isFile = section.level == 0
        nodes[id] = (entry.path, isFile ? nil : section.part, isFile ? title : section.title)
      }
    }
  }

  // MARK: - A note

  private static func note(
    _ entry: SourceTree.Entry, _ file: OrgFile, _ facts: Facts, _ isLogseq: Bool
  ) -> ImportedNote {
    let denote = DenoteName(stem: entry.stem)
    var note = ImportedNote(entry, title: file.title ?? denote?.title ?? stem(entry.stem))
    note.isArchived = entry.ending == "org_archive"
    let head = file.sections[0]
    note.tags = file.keyword("filetags").flatMap { value in
      value.split { $0 == ":" || $0 == " " }.map(String.init)
    }
    if note.tags.isEmpty { note.tags = denote?.keywords ?? [] }
    note.localCreated =
      (file.keyword("date") + [head.property("created")].compactMap(\.self)).lazy
      .compactMap(time).first ?? stampTime(entry.stem)
    for property in head.properties {
      switch property.name {
      case "id", "created": break
      case "roam_aliases": note.aliases = quoted(property.value)
      case "roam_refs" where property.value.hasPrefix("http"): note.source = property.value
      default: note.properties.append(.init(property.name, [property.value]))
      }
    }
    let own = ["author", "description", "email", "language", "category", "subtitle"]
    for keyword in file.keywords where own.contains(keyword.name) && !keyword.value.isEmpty {
      note.extras.append(.init(keyword.name, [keyword.value]))
    }
    var losses: [String] = []
    var writer = OrgMarkdown { address, words in
      let links = OrgLinks(entry: entry, file: file, facts: facts, isLogseq: isLogseq)
      return links.written(address, words, &losses)
    }
    note.text = writer.text(of: file)
    note.losses = writer.losses + losses
    return note
  }

  /// Returns a file's name without org-roam's timestamp: `20240131101500-title`.
  private static func stem(_ stem: String) -> String {
    guard stampTime(stem) != nil, stem.dropFirst(14).first == "-", stem.count > 15 else {
      return stem
    }
    return String(stem.dropFirst(15).map { $0 == "_" ? " " : $0 })
  }

  /// Reads `20240131101500` or `20240131T101500` at a name's start.
  private static func stampTime(_ stem: String) -> CivilTime? {
    let moment = WrittenMoment(startOf: stem.utf8Span.span)
    return moment.flatMap { $0.isCompact && $0.precision >= .second && $0.exists ? $0.time : nil }
  }

  private static func time(_ text: String) -> CivilTime? {
    var rest = text[...]
    return (OrgStamp.take(&rest) ?? OrgStamp(text))?.time
      ?? ImportedTime.read(text).map { CivilCalendar.civil($0) }
  }

  /// Splits words, some of them quoted: `one "two words"`.
  private static func quoted(_ text: String) -> [String] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap {
      index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }.filter { !$0.isEmpty }
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    if link.isWeb || link.isWiki { return nil }
    return link.path(from: note.linkFolders).map { .note($0) }
  }

  // MARK: - Links

  private struct OrgLinks {
    let entry: SourceTree.Entry
    let file: OrgFile
    let facts: Facts
    let isLogseq: Bool

    func written(_ address: String, _ words: String?, _ losses: inout [String]) -> String {
      let shown = words.map { OrgInline.markdown($0) { address, words in words ?? address } }
      if address.hasPrefix("((") {
        let id = String(address.dropFirst(2).dropLast(2))
        return facts.nodes[id].map { inner($0.path, $0.part, $0.title) } ?? address
      }
      let colon = address.firstIndex(of: ":")
      let scheme = colon.map { address[..<$0].lowercased() } ?? ""
      let rest = colon.map { String(address[address.index(after: $0)...]) } ?? address
      switch scheme {
      case "http", "https", "mailto", "ftp", "tel", "news":
        let plain = address.filter { !"<>\n ".contains($0) }
        return shown.map { "[\($0)](<\(plain)>)" } ?? "<\(plain)>"
      case "id", "denote":
        let parts = rest.split(separator: ":", maxSplits: 1)
        if let node = facts.nodes[String(parts.first ?? "")] {
          return inner(node.path, node.part, shown ?? OrgInline.plain(node.title))
        }
      case "file", "attachment": if let link = path(rest, scheme, shown) { return link }
      case "" where address.hasPrefix("./") || address.hasPrefix("../") || address.hasPrefix("/"):
        if let link = path(address, "file", shown) { return link }
      case "":
        if let part = part(address) {
          return "[[#\(part)|\(plain(shown ?? String(address.drop { "*#".contains($0) })))]]"
        }
        if isLogseq { return "[[\(address)\(words.map { "|\($0)" } ?? "")]]" }
      default: break
      }
      losses.append("The link “\(address)” leads to nothing that was imported.")
      return shown.map { "\($0) (\(InlineText.code(address)))" } ?? InlineText.code(address)
    }

    private func plain(_ words: String) -> String { words.filter { !"|[]".contains($0) } }

    private func inner(_ id: String, _ part: String?, _ words: String) -> String {
      "[\(words)](\(InternalLink.destination(id, part: part)))"
    }

    /// Returns the file's headline for `*Title`, `#custom-id` or `title`.
    private func part(_ address: String) -> String? {
      let headlines = file.sections.dropFirst()
      if address.hasPrefix("#") {
        let id = address.dropFirst()
        return headlines.first { $0.property("custom_id") ?? "" == id }?.part
      }
      let title = address.hasPrefix("*") ? address.dropFirst().trimmingBlanks : address
      return headlines.first { $0.title == title }?.part
    }

    private func path(_ written: String, _ scheme: String, _ words: String?) -> String? {
      let parts = written.firstRange(of: "::")
      let path = parts.map { String(written[..<$0.lowerBound]) } ?? written
      let search = parts.map { String(written[$0.upperBound...]) }
      let part = search.map { OrgInline.plain($0.drop { $0 == "*" || $0 == "#" }) }
      var found: String?
      if scheme == "attachment" {
        let ids = file.sections.compactMap { $0.property("id") }
        found =
          ids.lazy.compactMap { facts.attachments["\($0.prefix(2))/\($0.dropFirst(2))/\(path)"] }
          .first
      } else if !path.hasPrefix("/"), !path.hasPrefix("~") {
        found = ImportLink(path.replacing("%", with: "%25")).path(from: entry.folder)
      }
      guard let found, facts.paths.contains(found) else { return nil }
      let name = found.split(separator: "/").last.map(String.init) ?? found
      let isPicture = ["png", "jpg", "jpeg", "gif", "svg", "webp"].contains {
        found.lowercased().hasSuffix(".\($0)")
      }
      // A number is a line number, not a headline.
      let isLine = search?.allSatisfy(\.isNumber) ?? true
      let link = inner(found, isLine ? nil : part, words ?? (isPicture ? "" : name))
      return isPicture && words == nil ? "!\(link)" : link
    }
  }
}
