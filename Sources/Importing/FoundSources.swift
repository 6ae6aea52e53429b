import Archives
import Entities
import Files
import Services

/// Looks for archives of other programs, and for folders that are such a program's notes.
enum FoundSources {
  /// More are not shown: a person names what is not among them.
  private static let most = 100
  /// Of a folder with more in it, the others are not looked at.
  private static let mostFolders = 1000
  private static let endings: Set<String> = [
    "enex", "jex", "zip", "bear", "bear2bk", "textpack", "opml", "json",
  ]
  /// What a folder of each program's notes has in it.
  private static let marks: [(path: String, format: ImportFormat, program: String?)] = [
    ("logseq/config.edn", .logseq, nil), ("notebook.zim", .zim, nil),
    (".obsidian", .markdown, "Obsidian"),
  ]

  /// Those that lie in these folders themselves, the newest first, but for the notes that are open.
  static func all(in folders: [NotePath], but own: NotePath) -> [ImportSource] {
    let open = try? Posix.facts(own.bytes, followingLink: true)
    var found: [(source: ImportSource, modified: Timestamp)] = []
    for folder in folders {
      for entry in entries(in: folder) {
        // By what it is, however its path is written.
        if let open, entry.facts.inode == open.inode, entry.facts.device == open.device { continue }
        found.append((entry.source, entry.facts.modified))
      }
    }
    return found.sorted { ($1.modified, $0.source.path) < ($0.modified, $1.source.path) }
      .prefix(most).map(\.source)
  }

  private struct Entry {
    var source: ImportSource
    var facts: FileFacts
  }

  private static func entries(in folder: NotePath) -> [Entry] {
    guard let opened = try? Posix.openFolder(folder.bytes),
      let names = try? Posix.names(in: opened.raw)
    else { return [] }
    var folders = 0
    return names.compactMap { name in
      guard name.first != dot, let facts = try? Posix.facts(name, in: opened.raw) else {
        return nil
      }
      let path = folder.appending(NotePath(bytes: name))
      switch facts.kind {
      case .folder where folders < mostFolders:
        folders += 1
        return source(folder: path).map { Entry(source: $0, facts: facts) }
      case .file:
        let ending = String(decoding: name.split(separator: dot).last ?? [], as: UTF8.self)
        guard endings.contains(ending.lowercased()), let format = format(of: path) else {
          return nil
        }
        return Entry(source: ImportSource(path: path, format: format), facts: facts)
      default: return nil
      }
    }
  }

  /// Told by one name in it: what is deeper is not looked at.
  private static func source(folder: NotePath) -> ImportSource? {
    let mark = marks.first {
      Posix.exists(folder.appending(NotePath($0.path)).bytes, in: Posix.noFolder)
    }
    return mark.map { ImportSource(path: folder, format: $0.format, program: $0.program) }
  }

  /// Nil for what may be anything: a zip of Markdown need not be notes.
  private static func format(of path: NotePath) -> ImportFormat? {
    guard let source = try? SourceTree([path.bytes]) else { return nil }
    let format = try? ImportFormat.guess(source)
    return format == .markdown || format == .jrnl ? nil : format
  }

  private static let dot = UInt8(ascii: ".")
}
