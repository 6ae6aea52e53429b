import Archives
import Bytes
import Entities

/// Reads TextBundles, packed or not: folders with a text, its facts, and its files. Bear's backup
/// is a zip of many.
struct TextBundleReader: ImportReader {
  static func isInfo(_ entry: SourceTree.Entry) -> Bool {
    entry.name == "info.json" && (entry.folder.last.map(isBundle) ?? true)
  }

  static func isText(_ entry: SourceTree.Entry) -> Bool {
    entry.stem == "text" && entry.folder.last.map(isBundle) == true
  }

  private static func isBundle(_ folder: String) -> Bool {
    folder.hasSuffix(".textbundle") || folder.hasSuffix(".textpack")
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    try source.openArchives { ["bear", "bear2bk", "textpack"].contains($0.ending) }
    var bundles: [[String]: SourceTree.Entry?] = [:]
    for entry in source.entries {
      if Self.isInfo(entry) { bundles[entry.folder] = entry }
      if Self.isText(entry), bundles[entry.folder] == nil { bundles[entry.folder] = .some(nil) }
    }
    for (folder, info) in bundles.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let name = folder.isEmpty ? source.name : folder.joined(separator: "/")
      try sink.reading(name) { () throws(ImportFailure) in
        try read(folder, info, source, sink)
      }
    }
  }

  /// Reads a bundle. `info` is nil for a bundle recognized only by its folder's name.
  private func read(
    _ parts: [String], _ info: SourceTree.Entry?, _ source: SourceTree, _ sink: any ImportSink
  ) throws(ImportFailure) {
    let folder = parts.joined(separator: "/")
    let prefix = folder.isEmpty ? "" : "\(folder)/"
    let facts =
      try info.flatMap { (info) throws(ImportFailure) in
        JSONReader.value(of: try source.read(info, atMost: 1 << 20))
      } ?? .null
    let bear = facts["net.shinyfrog.bear"] ?? facts
    // The extension depends on the type of text, and may be any.
    guard let text = source.entries.first(where: { $0.stem == "text" && $0.folder == parts })
    else { throw .malformed(folder, reason: "it holds no text") }
    let name = (parts.last ?? source.name).withoutBundleEnding
    let id = bear["uniqueIdentifier"]?.text ?? (folder.isEmpty ? source.name : folder)
    var note = ImportedNote(id: id, title: bear["title"]?.text ?? name)
    note.text = try source.text(of: text)
    if facts["net.shinyfrog.bear"] != nil {
      let words = String(decoding: note.text, as: UTF8.self)
      note.text = Array(
        OutlineMarks.outsideCode(words) { BearTags.written(BearMarks.written($0)) }.utf8)
    }
    note.hasFrontMatter = true
    note.created = bear["creationDate"]?.time
    note.changed = bear["modificationDate"]?.time ?? text.modified
    // Most tags are in the text already.
    let said = String(decoding: note.text, as: UTF8.self)
    note.tags = (bear["tags"]?.items ?? []).compactMap { $0.text ?? $0["title"]?.text }
      .filter { $0.contains(" ") || !said.contains("#\($0)") }
    note.isPinned = bear["pinned"]?.isSet == true
    note.isArchived = bear["archived"]?.isSet == true
    note.isTrashed = bear["trashed"]?.isSet == true
    note.source = facts["sourceURL"]?.text
    if bear["encrypted"]?.isSet == true || bear["encryptedData"]?.text.map({ !$0.isEmpty }) == true
    {
      note.losses.append("It is encrypted in Bear, and was imported without its text.")
      note.properties.append(.init("encrypted", ["true"], as: .checkbox))
    }
    note.linkFolder = folder
    try sink.add(note)
    for entry in source.entries where entry.path.hasPrefix("\(prefix)assets/") {
      try sink.add(ImportedFile(entry, of: source, note: id))
    }
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    if link.destination.hasPrefix("bear://x-callback-url/open-note?") {
      let values = link.destination.drop { $0 != "?" }.dropFirst().split(separator: "&")
      func value(_ name: String) -> String? {
        values.first { $0.hasPrefix("\(name)=") }.map {
          Percent.decodedAsWritten(String($0.dropFirst(name.count + 1)))
        }
      }
      let part = value("header")
      return value("id").map { .note($0, part: part) }
        ?? value("title").map { .titled($0, part: part) }
    }
    if link.isWeb { return nil }
    if link.isWiki {
      // Bear writes a heading after a slash, which titles may contain too.
      let parts = link.path.split(separator: "/", maxSplits: 1).map(String.init)
      let behind = parts.dropFirst().first
      return .first([
        .titled(link.path, part: link.part),
        .titled(parts.first ?? "", part: link.part ?? behind),
      ])
    }
    return .file(note.linkFolder.isEmpty ? link.path : "\(note.linkFolder)/\(link.path)")
  }
}

/// Converts Bear's highlights.
enum BearMarks {
  /// Converts `::words::`, but not `a::b::c`.
  static func written(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "::") {
      let words = rest[start.upperBound...].prefix { $0 != ":" && !$0.isNewline }
      let end = rest[words.endIndex...]
      let isApart = (rest[..<start.lowerBound].last ?? out.last).map(Self.isOfWord) != true
      let isClosed = end.hasPrefix("::") && end.dropFirst(2).first.map(Self.isOfWord) != true
      let hasWords = words.first.map { !$0.isWhitespace } == true && words.last != " "
      out += rest[..<start.lowerBound]
      if isApart, isClosed, hasWords {
        out += "==\(words)=="
        rest = end.dropFirst(2)
      } else {
        out += "::"
        rest = rest[start.upperBound...]
      }
    }
    return out + rest
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == ":"
  }
}

/// Converts Bear's tags of several words.
enum BearTags {
  /// Converts the tag `#two words#`.
  static func written(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "#") {
      out += rest[..<start]
      let name = rest[start...].dropFirst().prefix { $0 != "#" && !$0.isNewline }
      let end = rest[name.endIndex...]
      let isOpen = out.last.map(\.isWhitespace) ?? true
      let isClosed =
        end.first == "#" && end.dropFirst().first.map { $0.isLetter || $0.isNumber } != true
      if isOpen, isClosed, name.contains(" "), name.first != " ", name.last != " ",
        let tag = ImportedText.tag(String(name))
      {
        out += "#\(tag)"
        rest = end.dropFirst()
      } else {
        out.append("#")
        rest = rest[start...].dropFirst()
      }
    }
    return out + rest
  }
}

extension String {
  fileprivate var withoutBundleEnding: String {
    for ending in [".textbundle", ".textpack"] where hasSuffix(ending) {
      return String(dropLast(ending.count))
    }
    return self
  }
}

extension JSONReader.Value {
  fileprivate var isSet: Bool { isTrue || number == 1 }
}
